// Package legible is the one gate for text: what comes from the code that is checked, from
// its file names, its configuration and clang's messages goes through it before a person, a
// terminal or a workflow's log sees it.
//
// What is not seen as it is becomes its code point or byte in writing: control characters
// (ESC moves a terminal's cursor), marks that change the direction of text or take no room
// (they show code in another order than it runs), line and paragraph separators, what Unicode
// leaves open, and bytes that are not UTF-8:
//
//	a\x1b[2Jb       a\u{1b}[2Jb
//	x<U+202E>y      x\u{202e}y
//	k<0xff>.cu      k\xff.cu
//
// GitHub takes a line of a log for a command if it begins with "::" behind blanks, or has
// "##[" anywhere in it, Azure one with "##vso[", TeamCity one with "##teamcity[". One character of these is
// written so too, as it is of any word between the two.
package legible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How many characters are shown: of a name, which a template's arguments can make as long as
// they like, and of a text that is made of few names.
const (
	maxName = 240
	maxText = 4000
)

// Name is a name that is shown, cut where it is long.
func Name(s string) string { return cut(Line(s), maxName) }

// Text is a short text on one line, cut where it is long.
func Text(s string) string { return cut(Line(s), maxText) }

// Line is a text on one line, whatever its length.
func Line(s string) string { return Lead(inside(s)) }

// Lines is a text of several lines, with its tabs.
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

// Lead changes the beginning of a line that a workflow would take for a command.
func Lead(line string) string {
	rest := strings.TrimLeftFunc(line, unicode.IsSpace)
	if !strings.HasPrefix(rest, "::") {
		return line
	}
	return line[:len(line)-len(rest)] + escaped(':') + rest[1:]
}

// inside shows each character of a line.
func inside(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		shown, size := Next(s)
		b.WriteString(shown)
		s = s[size:]
	}
	return b.String()
}

// Next is how the first character of a text that is not empty is shown, and how many bytes
// it takes.
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

// isCommand reports a text that begins with the mark of a command for a log: "##", a word, "[".
func isCommand(s string) bool {
	word, marked := strings.CutPrefix(s, "##")
	if !marked {
		return false // before the search, which would make a text cost its square
	}
	end := strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '_' && r != '.' })
	return end > 0 && word[end] == '['
}

func escaped(r rune) string { return fmt.Sprintf(`\u{%x}`, r) }

// isVisible reports a character that is seen, and leaves those around it in their order.
func isVisible(r rune) bool {
	return unicode.IsGraphic(r) &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// cut keeps the first characters of a text.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	n := 0
	for i := range s {
		if n == most {
			return s[:i] + "..."
		}
		n++
	}
	return s
}
