// Package legible is the one gate for text: everything that comes from the checked code, its file names, its
// configuration and clang's messages passes through it before a person, a terminal or a workflow's log sees it.
//
// It escapes what would not be seen as it is, by code point or byte: control characters (ESC moves a terminal's
// cursor), characters that change the direction of text or take no room (they show code in another order than it runs),
// line and paragraph separators, code points that Unicode does not assign, and bytes that are not UTF-8:
//
//	a\x1b[2Jb       a\u{1b}[2Jb
//	x<U+202E>y      x\u{202e}y
//	k<0xff>.cu      k\xff.cu
//
// GitHub takes a line of a log for a command if it begins with "::" after blanks, or has "##[" anywhere; Azure a line
// with "##vso[", TeamCity a line with "##teamcity[". One character of each is escaped too, as it is for any other word
// between "##" and "[".
package legible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName is how many characters of a name are shown: template arguments can make a name as long as they like. maxText
// is how many are shown of a text that is made of a few names.
const (
	maxName = 240
	maxText = 4000
)

// Name makes a name legible, and cuts it if it is long.
func Name(s string) string { return cut(Line(s), maxName) }

// Text makes a short text legible on one line, and cuts it if it is long.
func Text(s string) string { return cut(Line(s), maxText) }

// Line makes a text legible on one line, whatever its length.
func Line(s string) string { return Lead(inside(s)) }

// Lines makes a text of several lines legible. It keeps tabs.
func Lines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		parts := strings.Split(line, "\t")
		for j, part := range parts {
			parts[j] = inside(part)
		}
		lines[i] = Lead(strings.Join(parts, "\t"))
	}
	return strings.Join(lines, "\n")
}

// Lead escapes the beginning of a line that a workflow would take for a command.
func Lead(line string) string {
	rest := strings.TrimLeftFunc(line, unicode.IsSpace)
	if !strings.HasPrefix(rest, "::") {
		return line
	}
	return line[:len(line)-len(rest)] + escaped(':') + rest[1:]
}

// inside makes each character of a line legible.
func inside(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		shown, size := Next(s)
		b.WriteString(shown)
		s = s[size:]
	}
	return b.String()
}

// Next returns how the first character of s is shown, and its length in bytes. s must not be empty.
func Next(s string) (shown string, size int) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && size == 1:
		return fmt.Sprintf(`\x%02x`, s[0]), size
	case !isVisible(r), strings.HasPrefix(s, "#["), isCommand(s):
		return escaped(r), size
	}
	return s[:size], size
}

// isCommand reports whether a text begins with the mark of a command in a log: "##", a word, "[".
func isCommand(s string) bool {
	word, marked := strings.CutPrefix(s, "##")
	if !marked {
		return false // tested first: a search at each character would take quadratic time
	}
	end := strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '_' && r != '.' })
	return end > 0 && word[end] == '['
}

func escaped(r rune) string { return fmt.Sprintf(`\u{%x}`, r) }

// isVisible reports whether a character is seen and does not change the order of those around it.
func isVisible(r rune) bool {
	return unicode.IsGraphic(r) &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// cut shortens a text to its first characters; limit is their largest number. Dots stand for what is cut off.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	n := 0
	for i := range s {
		if n == limit {
			return s[:i] + "..."
		}
		n++
	}
	return s
}
