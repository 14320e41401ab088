package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/warpcheck/warpcheck/rules"
)

// Explain writes the complete documentation of rules, for a terminal.
func Explain(w io.Writer, list []*rules.Rule) error {
	var texts []string
	for _, rule := range list {
		texts = append(texts, fmt.Sprintf("%s: %s\n\n%s", rule.Key, rule.Title, ruleText(rule)))
	}
	_, err := io.WriteString(w, strings.Join(texts, "\n\n"))
	return err
}

// List writes all rules, one on each line.
func List(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, rule := range rules.All() {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", rule.Key, rule.Code, onOff(rule), rule.Severity, rule.Title)
	}
	return table.Flush()
}

// jsonRule is the complete documentation of a rule.
type jsonRule struct {
	Key         string         `json:"key"`
	Code        string         `json:"code"`
	Group       string         `json:"group"`
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
		all = append(all, jsonRule{r.Key, r.Code, r.Group().Name, r.Title, r.Severity, r.Default, r.PotentialOf, r.Guideline,
			r.Text, r.Bad, r.Good, rulePage(r.Key)})
	}
	return writeJSON(w, all)
}

// Markdown writes docs/rules.md.
func Markdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "# Rules\n\n"+
		"This page and those of the rules are generated from the rules' own documentation (`go test ./report ./cli -run Page -update`).\n"+
		"`warpcheck --explain KEY` prints the text on one rule, `warpcheck --list-rules` this table.\n\n"+
		"| key | code | severity | default | what is wrong |\n| --- | --- | --- | --- | --- |\n")
	for _, rule := range rules.All() {
		fmt.Fprintf(out, "| [`%s`](rules/%s.md) | %s | %s | %s | %s |\n", rule.Key, rule.Key, rule.Code, rule.Severity,
			onOff(rule), rule.Title)
	}
	writeNames(out)
	writeGuideline(out)
	return out.Flush()
}

// writeNames writes the part of the page about the words by which a user may name rules.
func writeNames(w io.Writer) {
	fmt.Fprint(w, "\n## Names of a rule\n\n"+
		"Findings show the *key* of their rule, and never anything else. Wherever a user names a rule (in flags, in the configuration, in\n"+
		"comments that suppress a finding, in baselines), these mean the same:\n\n"+
		"- the key, with `_` or with `-` between its words: `divergent_mask`, `divergent-mask`. The keys that the guideline's own checker has are\n"+
		"  written with `_`, the others with `-`;\n"+
		"- the *code*: `WC103`. Neither keys nor codes change, and the code of a rule that goes is not given again.\n\n"+
		"Several rules are named by\n\n"+
		"- a *group*: `races`. Its digit is the first one of the codes of its rules;\n"+
		"- the beginning of a key or of a code: `potentially`, `WC2`;\n"+
		"- a glob: `*syncwarp`.\n\n"+
		"Options under `rules` in a configuration take a key, a code or a group, and those of a rule come before those of its group. An entry of\n"+
		"a baseline is of one rule. A word that names no rule is an error, which suggests the nearest one.\n\n"+
		"| group | codes | about |\n| --- | --- | --- |\n")
	for _, g := range rules.Groups() {
		fmt.Fprintf(w, "| `%s` | WC%c01 to WC%[2]c99 | %s |\n", g.Name, g.Digit, g.Title)
	}
}

// BadFile is the file name of the bad example on the page of a rule. BadCommand returns the command on that page that
// checks this file.
const BadFile = "bad.cu"

func BadCommand(rule *rules.Rule) string {
	command := "warpcheck --only " + rule.Key
	if rule.LockstepOnly {
		command += " --arch sm_60"
	}
	return command + " " + BadFile
}

// RulePage writes the page of a rule. output is what warpcheck prints for the rule's bad example.
func RulePage(w io.Writer, rule *rules.Rule, output string) error {
	_, err := fmt.Fprintf(w, "# %s\n\n**%s.** %s\n\n%s\n\n## Wrong\n\n```cuda %s\n%s```\n\n```console\n$ %s\n%s```\n\n"+
		"## Right\n\n```cuda\n%s```\n\n## See also\n\n%s", rule.Key, rule.Title, facts(rule), rule.Text, BadFile, rule.Bad,
		BadCommand(rule), output, rule.Good, seeAlso(rule))
	return err
}

// seeAlso lists the pages that a rule's page links to.
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
		fmt.Sprintf("- [Options](../configuration.md#options-of-a-rule): %s, and `rules: {%s: {severity: note}}` gives it another severity\n", switching(rule), rule.Key) +
		fmt.Sprintf("- A finding that is right as it is: `// warpcheck:ignore %s reason`\n", rule.Key)
}

// switching returns a text about how a configuration disables a rule, or enables one that is off by default.
func switching(rule *rules.Rule) string {
	if rule.Default {
		return fmt.Sprintf("`rules: {%s: {disabled: true}}` turns it off", rule.Key)
	}
	return fmt.Sprintf("`enable: [%s]` turns it on", rule.Key)
}

func onOff(rule *rules.Rule) string {
	if rule.Default {
		return "on"
	}
	return "off"
}

// facts returns a line about the code, the group, the severity, the default and the guideline of a rule.
func facts(rule *rules.Rule) string {
	text := fmt.Sprintf("Code %s, group %s. Severity %s, %s by default.", rule.Code, rule.Group().Name, rule.Severity, onOff(rule))
	if rule.Guideline != "" {
		number := rule.Guideline
		if number[0] <= '9' {
			number = "rule " + number
		}
		text += " NVIDIA's CUDA C++ guidelines: " + number + "."
	}
	return text
}

// ruleText returns a rule's documentation as plain text.
func ruleText(rule *rules.Rule) string {
	text := strings.ReplaceAll(rule.Text, "`", "")
	return fmt.Sprintf("%s\n\n%s\n\nWrong:\n\n%s\nRight:\n\n%s", text, facts(rule),
		indent(rule.Bad), indent(rule.Good))
}

// ruleMarkdown returns a rule's documentation as Markdown.
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
