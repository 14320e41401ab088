package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/warpcheck/warpcheck/rules"
)

// Explain writes what there is to know about a rule, for a terminal.
func Explain(w io.Writer, rule *rules.Rule) error {
	_, err := fmt.Fprintf(w, "%s: %s\n\n%s", rule.Key, rule.Title, ruleText(rule))
	return err
}

// List writes the rules, one a line.
func List(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, rule := range rules.All() {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", rule.Key, onOff(rule), rule.Severity, rule.Title)
	}
	return table.Flush()
}

// Markdown writes docs/rules.md.
func Markdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "# Rules\n\n"+
		"This page is generated from the rules' own documentation (`go test ./report -update`).\n"+
		"`warpcheck --explain KEY` prints the part on one rule.\n\n"+
		"| key | severity | default | what is wrong |\n| --- | --- | --- | --- |\n")
	for _, rule := range rules.All() {
		fmt.Fprintf(out, "| [`%s`](#%s) | %s | %s | %s |\n", rule.Key, rule.Key, rule.Severity,
			onOff(rule), rule.Title)
	}
	for _, rule := range rules.All() {
		fmt.Fprintf(out, "\n## %s\n\n%s", rule.Key, ruleMarkdown(rule))
	}
	return out.Flush()
}

func onOff(rule *rules.Rule) string {
	if rule.Default {
		return "on"
	}
	return "off"
}

// facts are the lines about a rule's standing.
func facts(rule *rules.Rule) string {
	text := fmt.Sprintf("Severity %s, %s by default.", rule.Severity, onOff(rule))
	if rule.Guideline != "" {
		text += " NVIDIA's CUDA C++ guidelines: rule " + rule.Guideline + "."
	}
	return text
}

// ruleText is a rule's page as plain text.
func ruleText(rule *rules.Rule) string {
	text := strings.ReplaceAll(rule.Text, "`", "")
	return fmt.Sprintf("%s\n\n%s\n\nWrong:\n\n%s\nRight:\n\n%s", text, facts(rule),
		indent(rule.Bad), indent(rule.Good))
}

// ruleMarkdown is a rule's page as Markdown, below its heading.
func ruleMarkdown(rule *rules.Rule) string {
	return fmt.Sprintf("**%s.** %s\n\n%s\n\nWrong:\n\n```cuda\n%s```\n\nRight:\n\n```cuda\n%s```\n",
		rule.Title, facts(rule), rule.Text, rule.Bad, rule.Good)
}

func indent(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if strings.TrimSpace(line) != "" {
			lines[i] = "    " + line
		}
	}
	return strings.Join(lines, "")
}
