package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/rules"
)

// fault is what a label says of a line.
type fault struct {
	Rule string
	Line int
	// When is "always" if each execution that reaches the line breaks the rule, or "for some input".
	When string
	// Models are the models of execution under which the rule is broken, none for all.
	Models []string
}

// label matches a comment that labels a line (check/kernels_test.go explains them).
var label = regexp.MustCompile(`^//\s*want(-open|[?~])?(?:\[([a-z,]+)\])? (\S+) "(.*)"\s*$`)

// faultsOf returns the faults that the comments of a text name, and the text without these comments. isKnown is false if a
// label says that something is not known.
func faultsOf(text string) (faults []fault, without string, isKnown bool) {
	comments, _ := lexical.Scan(text)
	code := lexical.WithoutComments(text)
	var labels []lexical.Span
	for _, c := range comments {
		m := label.FindStringSubmatch(text[c.Start:c.End])
		if m == nil {
			continue
		}
		if m[1] == "~" || m[1] == "-open" {
			return nil, "", false
		}
		f := fault{Rule: strings.TrimPrefix(m[3], "potentially-"), Line: labelled(code, c.Start), When: "always"}
		f.Rule = strings.Replace(f.Rule, "potentially_", "", 1)
		if m[1] == "?" || strings.Contains(m[3], "potentially") {
			f.When = "for some input"
		}
		if m[2] != "" {
			f.Models = strings.Split(m[2], ",")
		}
		faults, labels = append(faults, f), append(labels, c)
	}
	return faults, trimRight(lexical.Blank(text, labels)), true
}

// labelled returns the line that a comment at an offset labels: its own, or the next line with code if it stands alone.
func labelled(code string, at int) int {
	line := 1 + strings.Count(code[:at], "\n")
	if strings.TrimSpace(code[strings.LastIndexByte(code[:at], '\n')+1:at]) != "" {
		return line
	}
	for _, next := range strings.Split(code[at:], "\n") {
		if strings.TrimSpace(next) != "" {
			break
		}
		line++
	}
	return line
}

// trimRight removes the spaces at the ends of lines.
func trimRight(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.Join(lines, "\n")
}

// withoutRule matches a line that says that a rule is off in a file: nothing is labelled for it.
var withoutRule = regexp.MustCompile(`(?m)^// without (\S+)\n`)

// unlabelled returns the groups of rules that are not all labelled in a file, and the text without the lines that say
// so.
func unlabelled(text string) (groups []string, left string) {
	for _, m := range withoutRule.FindAllStringSubmatch(text, -1) {
		if name := rules.ByKey(m[1]).Group().Name; !slices.Contains(groups, name) {
			groups = append(groups, name)
		}
	}
	return groups, withoutRule.ReplaceAllString(text, "")
}
