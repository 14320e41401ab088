// Package legible makes text legible that warpcheck did not write itself. The checked code, its file names, its
// configuration and clang's messages pass through this package before a person, a terminal or the log of a workflow
// sees them.
//
// It replaces these by the numbers of their code points or bytes: control characters (ESC moves the cursor of a
// terminal), characters that change the direction of text or have no width (the code then looks different from the code
// that runs), line and paragraph separators, code points that Unicode does not assign, and bytes that are not UTF-8:
//
//	a\x1b[2Jb       a\u{1b}[2Jb
//	x<U+202E>y      x\u{202e}y
//	k<0xff>.cu      k\xff.cu
//
// GitHub executes a line of a log as a command if it begins with "::" after blanks, or contains "##[". Azure does so
// for a line with "##vso[", TeamCity for a line with "##teamcity[". So one character of each such text is escaped too,
// whatever the word between "##" and "[".
package legible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName is the largest number of characters to show of a name. A name can have any length because of template
// arguments. maxText is the largest number for a text that is made of a few names.
const (
	maxName = 240
	maxText = 4000
)

// Name returns a name in legible form, and cuts it if it is long.
func Name(s string) string { return cut(Line(s), maxName) }

// Text returns a short text in legible form on one line, and cuts it if it is long.
func Text(s string) string { return cut(Line(s), maxText) }

// Line returns a text of any length in legible form on one line.
func Line(s string) string { return Lead(inside(s)) }

// Lines returns a text of several lines in legible form. It keeps tabs.
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

// Lead escapes the "::" at the beginning of a line, because a workflow takes such a line for a command.
func Lead(line string) string {
	rest := strings.TrimLeftFunc(line, unicode.IsSpace)
	if !strings.HasPrefix(rest, "::") {
		return line
	}
	return line[:len(line)-len(rest)] + escaped(':') + rest[1:]
}

// inside returns a line with each character in legible form.
func inside(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		shown, size := Next(s)
		b.WriteString(shown)
		s = s[size:]
	}
	return b.String()
}

// Next returns the legible form of the first character of s, and the character's length in bytes. s must not be empty.
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

// isCommand reports whether s begins with a logging command of Azure Pipelines or TeamCity, such as ##vso[. A CI system
// would execute it.
func isCommand(s string) bool {
	word, marked := strings.CutPrefix(s, "##")
	if !marked {
		return false // tested first: a search at each character would take quadratic time
	}
	end := strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '_' && r != '.' })
	return end > 0 && word[end] == '['
}

func escaped(r rune) string { return fmt.Sprintf(`\u{%x}`, r) }

// isVisible reports whether a character is visible and does not change the order of the characters around it.
func isVisible(r rune) bool {
	return unicode.IsGraphic(r) &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// cut returns the first characters of a text, at most limit, and dots in place of the others.
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
