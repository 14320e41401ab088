package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/labels"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/rules"
)

// fault is a violation of a rule that a label names.
type fault struct {
	Rule string
	Line int
	// When is "always" if each execution that reaches the line breaks the rule. Otherwise it is "for some input".
	When string
	// Models lists the models of execution under which the rule is broken. An empty list stands for all models.
	Models []string
}

// faultsOf returns the faults that the labels of a text name, and the text without these labels. isKnown is false if a
// label cannot be read, or is for a question that is not decided or for a finding that no run confirms.
func faultsOf(text string) (faults []fault, without string, isKnown bool) {
	all, err := labels.Read(text)
	if err != nil {
		return nil, "", false
	}
	var comments []lexical.Span
	for _, l := range all {
		if l.Mark == labels.Unconfirmed || l.Mark == labels.Undecided {
			return nil, "", false
		}
		f := fault{Rule: strings.TrimPrefix(l.Key, "potentially-"), Line: l.Line, When: "always", Models: l.Models}
		f.Rule = strings.Replace(f.Rule, "potentially_", "", 1)
		if l.Mark == labels.Potential || strings.Contains(l.Key, "potentially") {
			f.When = "for some input"
		}
		faults, comments = append(faults, f), append(comments, l.Comment)
	}
	return faults, trimRight(lexical.Blank(text, comments)), true
}

// trimRight removes the spaces at the ends of lines.
func trimRight(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.Join(lines, "\n")
}

// unlabelled returns the groups of the rules that lines such as "// without KEY" switch off. It also returns the text
// without these lines. Faults of these rules may have no label in the text.
func unlabelled(text string) (groups []string, left string) {
	keys, left := labels.Off(text)
	for _, key := range keys {
		if name := rules.ByKey(key).Group().Name; !slices.Contains(groups, name) {
			groups = append(groups, name)
		}
	}
	return groups, left
}

// reduced matches the comment at the beginning of a file that is reduced from a public fault: its address, and what is
// wrong.
var reduced = regexp.MustCompile(`^// Reduced from (https://\S+)\n(//.*\n)*`)

// reportOf returns the address of the public fault that a file is reduced from, "" if there is none. It also returns
// the text with empty lines in place of the comment that has the address.
func reportOf(text string) (address, without string) {
	m := reduced.FindStringSubmatch(text)
	if m == nil {
		return "", text
	}
	return m[1], strings.Repeat("\n", strings.Count(m[0], "\n")) + text[len(m[0]):]
}
