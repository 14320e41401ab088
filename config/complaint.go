package config

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

var (
	// lineOf matches the beginning of an error of package yaml that names a line.
	lineOf = pattern.Of(`^(?:yaml: )?line (\d+): `)
	// anchorOf matches an error of package yaml about an anchor. The group is the name of the anchor. Such an error
	// names no line.
	anchorOf = pattern.Of(`^unknown anchor '(.+)' referenced$`)
)

// decodeError returns an error of package yaml with its place. yaml names no column, so decodeError finds the column in
// text.
func decodeError(path string, text []byte, err error) *Error {
	at := func(offset int, said string) *Error {
		line, column := place(text, offset)
		return &Error{Place{path, line, column}, errors.New(said)}
	}
	if offset, what, isBad := firstIllegalCharacter(text); isBad {
		return at(offset, what)
	}
	line, said := complaint(err)
	if m := anchorOf().FindStringSubmatch(said); m != nil {
		if offset := bytes.Index(text, []byte("*"+m[1])); offset >= 0 {
			return at(offset, said)
		}
	}
	var second secondDocument
	if offset, found := placeOfFault(text, said); found && !errors.As(err, &second) {
		return at(offset, said)
	}
	return &Error{Place{path, min(line, linesOf(text)), 1}, errors.New(said)}
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

// mostSought is the number of bytes that may be parsed, in all, to find the place of an error.
const mostSought = 1 << 20

// placeOfFault returns the offset of the character that breaks the grammar. yaml names no column, and its line may be
// that of the fault or of a construct around the fault. So placeOfFault cuts the text shorter and shorter, as long as
// yaml's error stays the same. found is false if it finds no place.
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

// complains reports whether yaml's error about text has this message.
func complains(text []byte, message string) bool {
	_, err := onlyDocument(bytes.NewReader(text))
	if err == nil {
		return false
	}
	_, what := complaint(err)
	return what == message
}

// readUntil returns how many bytes of a text yaml reads before it returns an error.
func readUntil(text []byte) int {
	rest := bytes.NewReader(text)
	_, _ = onlyDocument(slowly{rest})
	return len(text) - rest.Len()
}

// slowly returns one byte per read, so that nothing is read ahead.
type slowly struct{ io.Reader }

func (s slowly) Read(buffer []byte) (int, error) { return s.Reader.Read(buffer[:min(len(buffer), 1)]) }

// wordAt returns the offset of the start of the word around an offset.
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

// firstIllegalCharacter returns the offset of the first character that YAML does not allow, and a description of the
// problem. isBad is false if there is no such character. It is also false for UTF-16, which package yaml checks itself.
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

// place returns the line and the column of an offset. Columns count characters, from 1.
func place(text []byte, offset int) (line, column int) {
	before := text[:offset]
	begin := bytes.LastIndexByte(before, '\n') + 1
	return 1 + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(before[begin:])
}

// linesOf returns the number of lines of a text.
func linesOf(text []byte) int {
	return 1 + bytes.Count(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
}
