// Package preprocess reads the directives in the text of a file: which macros a condition names, and which of them
// depend on the architecture. It does not evaluate macros: the parser does.
package preprocess

import (
	"iter"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
)

// Directive is a line that begins with #, together with its continuation lines.
type Directive struct {
	// Line counts from 1. Lines is the number of lines. Word is the word after the #, such as if or define. Text is the
	// whole directive, with continued lines joined.
	Line, Lines int
	Word, Text  string
}

var (
	word       = pattern.Of(`^[ \t]*#[ \t]*([a-z]\w*)`)
	identifier = pattern.Of(`[A-Za-z_]\w*`)
)

// Conditional matches a line that begins, continues or ends a condition. Its group is the word of the directive.
var Conditional = pattern.Of(`^\s*#\s*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b`)

// All returns the directives of a text in their order, also those in branches that are left out.
func All(text string) []Directive {
	var all []Directive
	for number := 1; text != ""; number++ {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		if !strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") {
			continue // true of most lines, and faster to test than a pattern
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

// InFiles returns the directives of files. The function text returns the text of a file.
func InFiles(files iter.Seq[string], text func(file string) string) map[string][]Directive {
	all := map[string][]Directive{}
	for file := range files {
		all[file] = All(text(file))
	}
	return all
}

// opens reports whether the directive begins a condition. alternates reports whether it is an #elif or #else.
func (d Directive) opens() bool      { return strings.HasPrefix(d.Word, "if") }
func (d Directive) alternates() bool { return strings.HasPrefix(d.Word, "el") }

// Test lists the directive that begins a branch of a condition, and then the directives of the earlier branches of this
// condition, the last one first.
type Test []string

// String returns the test as one line.
func (t Test) String() string { return strings.Join(t, " ") }

// TestOf returns the test that the directive at a line begins, or the directive itself if it begins no branch. It
// returns nil if there is no directive.
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

// switching matches a condition on a single macro. It excludes names with two underscores at the start: these belong to
// the compiler, and no user defines them.
var switching = pattern.Of(`^\s*#\s*(?:ifdef\s+|if\s+(?:defined\s*\(?\s*)?)(_?[A-Za-z]\w*)\s*\)?\s*$`)

// ofCompilers matches names with one underscore that compilers, their libraries and operating systems define.
var ofCompilers = pattern.Of(`^_(MSC|WIN|M_|MT$|DLL$|DEBUG$|CRT|STL|CPP|OPENMP|OPENACC|NVHPC|GLIBCXX|LIBCPP|GNU|POSIX|XOPEN|ISOC|LARGEFILE|FILE_OFFSET|LP64|AIX|BSD)`)

// SwitchOf returns the macro that makes a condition true if it is defined as 1. The condition must test one macro, or
// several macros joined by ||, each of which alone makes it true. Of several macros, SwitchOf returns the first one
// with CUDA in its name, or else the first one:
//
//	#if defined(USE_HIP) || defined(USE_CUDA)     USE_CUDA
//
// It returns "" for other conditions, and if one of the macros belongs to a compiler or system. directive is the text
// of the condition.
func SwitchOf(directive string) string {
	head, rest, isChoice := strings.Cut(directive, "||")
	if !isChoice {
		return onlyMacro(directive)
	}
	macros := []string{onlyMacro(head)}
	for one := range strings.SplitSeq(rest, "||") {
		macros = append(macros, onlyMacro("#if "+one))
	}
	if slices.Contains(macros, "") {
		return ""
	}
	return macros[max(slices.IndexFunc(macros, isOfCUDA), 0)]
}

func isOfCUDA(macro string) bool { return strings.Contains(strings.ToUpper(macro), "CUDA") }

// onlyMacro returns the macro that a condition tests. It returns "" if the condition is not a test of a single macro,
// or if that macro belongs to a compiler or system.
func onlyMacro(directive string) string {
	if m := switching().FindStringSubmatch(directive); m != nil && !ofCompilers().MatchString(m[1]) {
		return m[1]
	}
	return ""
}

// lacking matches the condition that a single macro is not defined.
var lacking = pattern.Of(`^\s*#\s*(?:ifndef\s+|if\s+!\s*defined\s*\(?\s*)(_?[A-Za-z]\w*)\s*\)?\s*$`)

// AskedAt returns the macro that an #error at a line requires: the #error is in a branch for the case that this macro
// is not defined. It returns "" for other lines. The list `all` has the directives of the text.
func AskedAt(all []Directive, line int) string {
	isError := func(d Directive) bool { return d.Line == line && d.Word == "error" }
	around := Around(all, line)
	if len(around) == 0 || !slices.ContainsFunc(all, isError) {
		return ""
	}
	innermost := around[len(around)-1]
	if m := lacking().FindStringSubmatch(innermost[0]); m != nil && len(innermost) == 1 && !ofCompilers().MatchString(m[1]) {
		return m[1]
	}
	return ""
}

// Around returns the tests of the branches that contain a line, the outermost first.
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

// within returns the tests of the branches that contain the line after d. outer lists those that contain d. within may
// change outer.
func (d Directive) within(outer []Test) []Test {
	last := len(outer) - 1
	switch {
	case d.opens():
		return append(outer, Test{d.Text})
	case last < 0:
	case d.Word == "endif":
		return outer[:last]
	case d.alternates():
		outer[last] = append(Test{d.Text}, outer[last]...)
	}
	return outer
}

// archPrefix is the prefix of the compiler's macros with the architecture.
const archPrefix = "__CUDA_ARCH"

// NamesArch reports whether a text names one of the compiler's macros with the architecture, or one of macros.
func NamesArch(text string, macros map[string]bool) bool {
	for _, name := range lexical.Words(text) {
		if strings.HasPrefix(name, archPrefix) || macros[name] {
			return true
		}
	}
	return false
}

// ArchMacros returns the macros that depend on the architecture: texts define them under a test of the architecture, or
// their definitions name the architecture, directly or through other macros of this kind.
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
	var within []bool // within holds, for each condition around a line, whether the condition tests the architecture
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

// Macro returns the name and the definition of the macro in a #define or #undef.
func (d Directive) Macro() (name, body string) {
	rest := word().ReplaceAllString(d.Text, "")
	name = identifier().FindString(rest)
	_, body, _ = strings.Cut(rest, name)
	return name, body
}

// Includes reports whether a directive between the lines first and last, without these two, includes a file.
func Includes(all []Directive, first, last int) bool {
	return slices.ContainsFunc(all, func(d Directive) bool {
		return (strings.HasPrefix(d.Word, "include") || d.Word == "import") && first < d.Line && d.Line < last
	})
}
