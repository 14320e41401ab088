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
	// lineOf matches the beginning of a complaint of package yaml that names a line.
	lineOf = pattern.Of(`^(?:yaml: )?line (\d+): `)
	// anchorOf finds the name in a complaint about an anchor: such a complaint has no line.
	anchorOf = pattern.Of(`^unknown anchor '(.+)' referenced$`)
)

// decodeMessage puts a complaint of package yaml on one line, as "line:column: what is wrong". yaml names no column, so
// the column is found here.
func decodeMessage(text []byte, err error) string {
	if at, what, isBad := firstIllegalCharacter(text); isBad {
		return place(text, at) + ": " + what
	}
	line, said := complaint(err)
	if m := anchorOf().FindStringSubmatch(said); m != nil {
		if at := bytes.Index(text, []byte("*"+m[1])); at >= 0 {
			return place(text, at) + ": " + said
		}
	}
	var second secondDocument
	if at, found := placeOfFault(text, said); found && !errors.As(err, &second) {
		return place(text, at) + ": " + said
	}
	return fmt.Sprintf("%d:1: %s", min(line, linesOf(text)), said)
}

// complaint splits an error of package yaml into the line that it names, 1 if none, and its text.
func complaint(err error) (line int, message string) {
	line, message = 1, err.Error()
	var types *yaml.TypeError
	if errors.As(err, &types) && len(types.Errors) > 0 {
		message = types.Errors[0]
	}
	if m := lineOf().FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1])
		message = message[len(m[0]):]
	}
	return line, strings.TrimPrefix(message, "yaml: ")
}

// mostSought is how many bytes may be parsed to find the place of a complaint.
const mostSought = 1 << 20

// placeOfFault finds the character that breaks the grammar. yaml names no column, and its line may be that of the fault
// or of a construct around it. So the text is cut shorter for as long as yaml's complaint stays the same. found is
// false if the search gives up.
func placeOfFault(text []byte, message string) (offset int, found bool) {
	if isUTF16(text) {
		return 0, false
	}
	end := readUntil(text)
	for sought := end; end > 0 && sought <= mostSought && complains(text[:end], message); sought += end {
		offset, found = end, true
		_, last := utf8.DecodeLastRune(text[:end])
		end -= last
	}
	_, last := utf8.DecodeLastRune(text[:offset])
	return wordAt(text, offset-last), found && end < offset
}

// complains reports whether yaml's complaint about text is message.
func complains(text []byte, message string) bool {
	_, err := onlyDocument(bytes.NewReader(text))
	if err == nil {
		return false
	}
	_, what := complaint(err)
	return what == message
}

// readUntil is how many bytes of a text yaml reads before it complains.
func readUntil(text []byte) int {
	rest := bytes.NewReader(text)
	_, _ = onlyDocument(slowly{rest})
	return len(text) - rest.Len()
}

// slowly returns one byte per read, so that nothing is read ahead.
type slowly struct{ io.Reader }

func (s slowly) Read(buffer []byte) (int, error) { return s.Reader.Read(buffer[:min(len(buffer), 1)]) }

// wordAt is the start of the word around an offset.
func wordAt(text []byte, offset int) int {
	for offset > 0 && isOfWord(text[offset]) && isOfWord(text[offset-1]) {
		offset--
	}
	return offset
}

// isOfWord reports whether c is a letter, a digit or an underscore.
func isOfWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|' ' && c|' ' <= 'z'
}

// firstIllegalCharacter finds the first character that YAML does not allow; problem describes what is wrong with it. It
// leaves UTF-16 to package yaml.
func firstIllegalCharacter(text []byte) (offset int, problem string, isBad bool) {
	if isUTF16(text) {
		return 0, "", false
	}
	for offset < len(text) {
		r, size := utf8.DecodeRune(text[offset:])
		switch {
		case r == utf8.RuneError && size == 1:
			return offset, "this is not UTF-8", true
		case unicode.IsControl(r) && !strings.ContainsRune("\t\n\r\u0085", r):
			return offset, "control characters are not allowed", true
		}
		offset += size
	}
	return 0, "", false
}

func isUTF16(text []byte) bool {
	return bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff"))
}

// place is the line and the column of an offset, as "line:column".
func place(text []byte, offset int) string {
	before := text[:offset]
	begin := bytes.LastIndexByte(before, '\n') + 1
	return fmt.Sprintf("%d:%d", 1+bytes.Count(before, []byte("\n")), 1+utf8.RuneCount(before[begin:]))
}

// linesOf is the number of lines of a text.
func linesOf(text []byte) int {
	return 1 + bytes.Count(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
}
