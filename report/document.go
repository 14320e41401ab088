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

// Explain writes what there is to know about rules, for a terminal.
func Explain(w io.Writer, list []*rules.Rule) error {
	var texts []string
	for _, rule := range list {
		texts = append(texts, fmt.Sprintf("%s: %s\n\n%s", rule.Key, rule.Title, ruleText(rule)))
	}
	_, err := io.WriteString(w, strings.Join(texts, "\n\n"))
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
		"This page and those of the rules are generated from the rules' own documentation (`go test ./report ./cli -run Page -update`).\n"+
		"`warpcheck --explain KEY` prints the text on one rule, `warpcheck --list-rules` this table.\n\n"+
		"| key | severity | default | what is wrong |\n| --- | --- | --- | --- |\n")
	for _, rule := range rules.All() {
		fmt.Fprintf(out, "| [`%s`](rules/%s.md) | %s | %s | %s |\n", rule.Key, rule.Key, rule.Severity,
			onOff(rule), rule.Title)
	}
	return out.Flush()
}

// BadFile is what the page of a rule calls its bad example, BadCommand how that is checked there.
const BadFile = "bad.cu"

func BadCommand(rule *rules.Rule) string {
	command := "warpcheck --only " + rule.Key
	if rule.LockstepOnly {
		command += " --arch sm_60"
	}
	return command + " " + BadFile
}

// RulePage writes the page of a rule; says is what the program says of its bad example.
func RulePage(w io.Writer, rule *rules.Rule, says string) error {
	_, err := fmt.Fprintf(w, "# %s\n\n**%s.** %s\n\n%s\n\n## Wrong\n\n```cuda %s\n%s```\n\n```console\n$ %s\n%s```\n\n"+
		"## Right\n\n```cuda\n%s```\n\n## See also\n\n%s", rule.Key, rule.Title, facts(rule), rule.Text, BadFile, rule.Bad,
		BadCommand(rule), says, rule.Good, seeAlso(rule))
	return err
}

// seeAlso are the pages that belong to a rule's.
func seeAlso(rule *rules.Rule) string {
	text := ""
	for _, other := range rules.All() {
		switch {
		case other.Key == rule.PotentialOf || other.Key == rule.UnusedOf:
			text += fmt.Sprintf("- [`%s`](%[1]s.md), of which this is a variant\n", other.Key)
		case other.PotentialOf == rule.Key:
			text += fmt.Sprintf("- [`%s`](%[1]s.md), the same for some input only\n", other.Key)
		case other.UnusedOf == rule.Key:
			text += fmt.Sprintf("- [`%s`](%[1]s.md), the same without an effect\n", other.Key)
		}
	}
	return text + "- [All rules](../rules.md), and [what decides](../semantics.md#3-the-rules) whether one holds\n" +
		fmt.Sprintf("- [Options](../configuration.md#options-of-a-rule): turn it off or on, or another severity, with `rules: {%s: {...}}`\n", rule.Key) +
		fmt.Sprintf("- A finding that is right as it is: `// warpcheck:ignore %s reason`\n", rule.Key)
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

// ruleMarkdown is a rule's help as Markdown.
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
