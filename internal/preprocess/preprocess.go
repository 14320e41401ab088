// Package preprocess reads the directives of a text as they are written: which macros a condition
// names, and which of them depend on the architecture. What a macro is worth the parser knows.
package preprocess

import (
	"iter"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
)

// Directive is one line that begins with #.
type Directive struct {
	// Line counts from 1; Word is if, define or the like; Text is all of it, with the lines that it
	// is continued on. Lines counts these and its own.
	Line, Lines int
	Word, Text  string
}

var (
	word       = pattern.Of(`^[ \t]*#[ \t]*([a-z]\w*)`)
	identifier = pattern.Of(`[A-Za-z_]\w*`)
)

// Conditional matches a line that begins, continues or ends a condition; its group is the directive's word.
var Conditional = pattern.Of(`^\s*#\s*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b`)

// All are the directives of a text.
func All(text string) []Directive {
	var all []Directive
	for number := 1; text != ""; number++ {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		if !strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") {
			continue // most lines, and quicker than a pattern
		}
		m := word().FindStringSubmatch(line)
		if m == nil {
			continue
		}
		d := Directive{Line: number, Lines: 1, Word: m[1], Text: strings.TrimRight(line, "\r")}
		for strings.HasSuffix(d.Text, `\`) && text != "" {
			line, text, _ = strings.Cut(text, "\n")
			number++
			d.Lines++
			d.Text = strings.TrimSuffix(d.Text, `\`) + " " + strings.TrimRight(line, "\r")
		}
		all = append(all, d)
	}
	return all
}

// InFiles are the directives of files, each with the text that it has.
func InFiles(files iter.Seq[string], text func(file string) string) map[string][]Directive {
	all := map[string][]Directive{}
	for file := range files {
		all[file] = All(text(file))
	}
	return all
}

// opens reports the first directive of a condition, alternates a later one of it.
func (d Directive) opens() bool      { return strings.HasPrefix(d.Word, "if") }
func (d Directive) alternates() bool { return strings.HasPrefix(d.Word, "el") }

// Test is a directive that begins a part of a condition, and those of the parts before it.
type Test []string

// String is the test in one line.
func (t Test) String() string { return strings.Join(t, " ") }

// TestOf is the test that begins at a line, none where there is no directive.
func TestOf(all []Directive, line int) Test {
	at := slices.IndexFunc(all, func(d Directive) bool { return d.Line == line })
	if at < 0 {
		return nil
	}
	if around := Around(all[:at+1], line+1); all[at].opens() || all[at].alternates() {
		return around[len(around)-1]
	}
	return Test{all[at].Text}
}

// switching is a condition on one macro. Names that begin with an underscore are the compiler's, and not for the user to
// define.
var switching = pattern.Of(`^\s*#\s*(?:ifdef\s+|if\s+(?:defined\s*\(?\s*)?)([A-Za-z]\w*)\s*\)?\s*$`)

// SwitchOf is the one macro that a condition asks for, by the text of its directive; "" for other conditions.
func SwitchOf(directive string) string {
	if m := switching().FindStringSubmatch(directive); m != nil {
		return m[1]
	}
	return ""
}

// Around are the tests around a line, the outermost first.
func Around(all []Directive, line int) []Test {
	var around []Test
	for _, d := range all {
		if d.Line >= line {
			break
		}
		around = d.within(around)
	}
	return around
}

// within are the tests around what follows a directive, of those around it.
func (d Directive) within(around []Test) []Test {
	last := len(around) - 1
	switch {
	case d.opens():
		return append(around, Test{d.Text})
	case last < 0:
	case d.Word == "endif":
		return around[:last]
	case d.alternates():
		around[last] = append(Test{d.Text}, around[last]...)
	}
	return around
}

// archPrefix begins the compiler's macros for the architecture.
const archPrefix = "__CUDA_ARCH"

// NamesArch reports a text that names a macro of the compiler's for the architecture, or one of others.
func NamesArch(text string, macros map[string]bool) bool {
	for _, name := range lexical.Words(text) {
		if strings.HasPrefix(name, archPrefix) || macros[name] {
			return true
		}
	}
	return false
}

// ArchMacros are the macros that texts define under a test on the architecture or by its number,
// directly or by other such macros.
func ArchMacros(texts iter.Seq[[]Directive]) map[string]bool {
	macros := map[string]bool{}
	for {
		before := len(macros)
		for all := range texts {
			addArchMacros(all, macros)
		}
		if len(macros) == before {
			return macros
		}
	}
}

func addArchMacros(all []Directive, macros map[string]bool) {
	var within []bool // the conditions around a line that test the architecture
	for _, d := range all {
		last := len(within) - 1
		switch {
		case d.opens():
			within = append(within, NamesArch(d.Text, macros))
		case d.Word == "define" || d.Word == "undef":
			name, body := d.Macro()
			if slices.Contains(within, true) || NamesArch(body, macros) {
				macros[name] = true
			}
		case last < 0:
		case d.Word == "endif":
			within = within[:last]
		case d.alternates():
			within[last] = within[last] || NamesArch(d.Text, macros)
		}
	}
}

// macro is what a #define or #undef is about, and its definition.
func (d Directive) Macro() (name, body string) {
	rest := word().ReplaceAllString(d.Text, "")
	name = identifier().FindString(rest)
	_, body, _ = strings.Cut(rest, name)
	return name, body
}

// Includes reports lines with a directive that brings in a file.
func Includes(all []Directive, from, to int) bool {
	return slices.ContainsFunc(all, func(d Directive) bool {
		return (strings.HasPrefix(d.Word, "include") || d.Word == "import") && from < d.Line && d.Line < to
	})
}
