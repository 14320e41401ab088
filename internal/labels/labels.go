// Package labels reads the comments of a kernel in testdata/kernels that specify what must be found in it:
//
//	// want KEY "regexp"               a definite finding, always
//	// want? KEY "regexp"              a finding with the potential rules on
//	// want[lockstep,strict] KEY "..." under these models only
//	// want~ KEY "regexp"              a finding that no run confirms, with the potential rules on
//	// want-open KEY "regexp"          a question that is not decided, with the potential rules on
//
//	// without KEY                     the rule and its variant are off in the whole file
//
// A comment after code labels its own line. A comment on a line of its own labels the next line with code.
package labels

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/warpcheck/warpcheck/internal/lexical"
)

// Mark is what follows the word want of a label.
type Mark string

// The marks.
const (
	Definite    Mark = ""
	Potential   Mark = "?"
	Unconfirmed Mark = "~"
	Undecided   Mark = "-open"
)

// Label is a comment that specifies a finding in a line.
type Label struct {
	Line int
	Mark Mark
	// Models lists the models of execution that the label applies to. An empty list stands for all models.
	Models []string
	Key    string
	// Message is a regular expression that the message of the finding matches.
	Message string
	// Comment is the place of the comment in the text.
	Comment lexical.Span
}

var (
	// begins matches a comment that should be a label. isLabel matches a comment that is a label.
	begins  = regexp.MustCompile(`^//\s*want`)
	isLabel = regexp.MustCompile(`^//\s*want(-open|[?~])?(?:\[([a-z,]+)\])? (\S+) "(.*)"\s*$`)
	without = regexp.MustCompile(`(?m)^// without (\S+)\n`)
)

// Read returns the labels of a text in their order. It fails if a comment begins with the word want and is no label.
func Read(text string) (labels []Label, err error) {
	comments, _ := lexical.Scan(text)
	code := lexical.WithoutComments(text)
	for _, c := range comments {
		comment := text[c.Start:c.End]
		if !begins.MatchString(comment) {
			continue
		}
		m, line := isLabel.FindStringSubmatch(comment), labelled(code, c.Start)
		if m == nil {
			return nil, fmt.Errorf("line %d: not a label: %s", line, comment)
		}
		l := Label{Line: line, Mark: Mark(m[1]), Key: m[3], Message: m[4], Comment: c}
		if m[2] != "" {
			l.Models = strings.Split(m[2], ",")
		}
		labels = append(labels, l)
	}
	return labels, nil
}

// labelled returns the line that a comment at an offset labels.
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

// Off returns the keys of the rules that are off in a text, and the text without the lines that switch them off.
func Off(text string) (keys []string, left string) {
	for _, m := range without.FindAllStringSubmatch(text, -1) {
		keys = append(keys, m[1])
	}
	return keys, without.ReplaceAllString(text, "")
}
