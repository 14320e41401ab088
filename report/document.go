package report

import (
	"bufio"
	"encoding/json"
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

// jsonRule is all that there is to know about a rule.
type jsonRule struct {
	Key         string         `json:"key"`
	Title       string         `json:"title"`
	Severity    rules.Severity `json:"severity"`
	Default     bool           `json:"default"`
	PotentialOf string         `json:"potential_of,omitempty"`
	Guideline   string         `json:"guideline,omitempty"`
	Text        string         `json:"text"` // Markdown
	Bad         string         `json:"bad"`
	Good        string         `json:"good"`
	URL         string         `json:"url"`
}

// RulesJSON writes rules as a JSON array.
func RulesJSON(w io.Writer, list []*rules.Rule) error {
	all := []jsonRule{}
	for _, r := range list {
		all = append(all, jsonRule{r.Key, r.Title, r.Severity, r.Default, r.PotentialOf, r.Guideline,
			r.Text, r.Bad, r.Good, rulePage(r.Key)})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(all)
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
