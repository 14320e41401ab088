package config

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

var (
	// lineOf is how yaml begins a complaint of which it knows the line, which the first one is not.
	lineOf = pattern.Of(`^(?:yaml: )?line (\d+): `)
	// ofGrammar are complaints of yaml's grammar, whose lines are counted from 0.
	ofGrammar = pattern.Of(`^did not find expected (<document start>|node content|'-' indicator|key$|',' or )`)
	// anchorOf finds the name in a complaint about an anchor, which comes without a place.
	anchorOf = pattern.Of(`^unknown anchor '(.+)' referenced$`)
)

// decodeMessage is yaml's complaint about a text on one line, behind "file:": the line, the column, of
// which yaml says nothing, and what is wrong.
func decodeMessage(text []byte, err error) string {
	if at, what := noText(text); what != "" {
		return place(text, at) + ": " + what
	}
	said := err.Error()
	var types *yaml.TypeError
	if errors.As(err, &types) && len(types.Errors) > 0 {
		said = types.Errors[0]
	}
	line := 1
	if m := lineOf().FindStringSubmatch(said); m != nil {
		line, _ = strconv.Atoi(m[1])
		said = said[len(m[0]):]
	}
	said = strings.TrimPrefix(said, "yaml: ")
	if ofGrammar().MatchString(said) {
		line++
	}
	if m := anchorOf().FindStringSubmatch(said); m != nil {
		if at := bytes.Index(text, []byte("*"+m[1])); at >= 0 {
			return place(text, at) + ": " + said
		}
	}
	return fmt.Sprintf("%d:1: %s", min(line, linesOf(text)), said)
}

// noText is where a text holds what no YAML may, and what is wrong with it; "" where nothing is. UTF-16 is
// yaml's to read.
func noText(text []byte) (at int, what string) {
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		return 0, ""
	}
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		switch {
		case r == utf8.RuneError && size == 1:
			return at, "this is not UTF-8"
		case unicode.IsControl(r) && !strings.ContainsRune("\t\n\r\u0085", r):
			return at, "control characters are not allowed"
		}
		at += size
	}
	return 0, ""
}

// place is the line and the column of an offset.
func place(text []byte, at int) string {
	before := text[:at]
	begin := bytes.LastIndexByte(before, '\n') + 1
	return fmt.Sprintf("%d:%d", 1+bytes.Count(before, []byte("\n")), 1+utf8.RuneCount(before[begin:]))
}

// linesOf is the number of lines of a text.
func linesOf(text []byte) int {
	return 1 + bytes.Count(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
}
