package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

var (
	// lineOf matches the beginning of a complaint of yaml's that names a line.
	lineOf = pattern.Of(`^(?:yaml: )?line (\d+): `)
	// anchorOf finds the name in a complaint about an anchor, which has no place.
	anchorOf = pattern.Of(`^unknown anchor '(.+)' referenced$`)
)

// decodeMessage is yaml's complaint about a text on one line, behind "file:": the line, the column, of
// which yaml says nothing, and what is wrong.
func decodeMessage(text []byte, err error) string {
	if at, what, isBad := noText(text); isBad {
		return place(text, at) + ": " + what
	}
	line, said := complaint(err)
	if m := anchorOf().FindStringSubmatch(said); m != nil {
		if at := bytes.Index(text, []byte("*"+m[1])); at >= 0 {
			return place(text, at) + ": " + said
		}
	}
	var second secondDocument
	if at, found := whereSaid(text, said); found && !errors.As(err, &second) {
		return place(text, at) + ": " + said
	}
	return fmt.Sprintf("%d:1: %s", min(line, linesOf(text)), said)
}

// complaint is the line that yaml names, 1 where it names none, and what it says.
func complaint(err error) (line int, said string) {
	line, said = 1, err.Error()
	var types *yaml.TypeError
	if errors.As(err, &types) && len(types.Errors) > 0 {
		said = types.Errors[0]
	}
	if m := lineOf().FindStringSubmatch(said); m != nil {
		line, _ = strconv.Atoi(m[1])
		said = said[len(m[0]):]
	}
	return line, strings.TrimPrefix(said, "yaml: ")
}

// mostSought bounds what is read to find the place of a complaint, in bytes.
const mostSought = 1 << 20

// whereSaid is where the grammar is broken. yaml names a line, of the fault or of what it stands in, and no
// column: so the text is cut shorter for as long as the complaint about it stays the same.
func whereSaid(text []byte, said string) (at int, found bool) {
	if isUTF16(text) {
		return 0, false
	}
	end := readUntil(text)
	for sought := end; end > 0 && sought <= mostSought && complains(text[:end], said); sought += end {
		at, found = end, true
		_, last := utf8.DecodeLastRune(text[:end])
		end -= last
	}
	_, last := utf8.DecodeLastRune(text[:at])
	return wordAt(text, at-last), found && end < at
}

// complains reports that yaml says that of a text.
func complains(text []byte, said string) bool {
	_, err := onlyDocument(bytes.NewReader(text))
	if err == nil {
		return false
	}
	_, what := complaint(err)
	return what == said
}

// readUntil is how much of a text yaml reads before it complains.
func readUntil(text []byte) int {
	rest := bytes.NewReader(text)
	_, _ = onlyDocument(slowly{rest})
	return len(text) - rest.Len()
}

// slowly gives one byte at a time: no more is read than is asked for.
type slowly struct{ io.Reader }

func (s slowly) Read(into []byte) (int, error) { return s.Reader.Read(into[:min(len(into), 1)]) }

// wordAt is where the word begins that holds an offset.
func wordAt(text []byte, at int) int {
	for at > 0 && isOfWord(text[at]) && isOfWord(text[at-1]) {
		at--
	}
	return at
}

// isOfWord reports a character of plain words.
func isOfWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|' ' && c|' ' <= 'z'
}

// noText is where a text holds what no YAML may, and what is wrong with it. UTF-16 is
// yaml's to read.
func noText(text []byte) (at int, what string, isBad bool) {
	if isUTF16(text) {
		return 0, "", false
	}
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		switch {
		case r == utf8.RuneError && size == 1:
			return at, "this is not UTF-8", true
		case unicode.IsControl(r) && !strings.ContainsRune("\t\n\r\u0085", r):
			return at, "control characters are not allowed", true
		}
		at += size
	}
	return 0, "", false
}

func isUTF16(text []byte) bool {
	return bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff"))
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
