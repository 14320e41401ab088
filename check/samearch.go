package check

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/headers"
	"github.com/warpcheck/warpcheck/internal/preprocess"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/warp"
)

// archText is what the texts of a unit say of the macros that conditions name.
type archText struct {
	// byArch are those that may depend on the architecture, macros those of which the user's files
	// have all definitions.
	byArch map[string]bool
	macros *preprocess.Macros
}

// archText reads the files of the unit. What a command line defines may be anything, and so may all
// where a test on the architecture leaves out a file.
func (u *analysis) archText() archText {
	own := u.directives(u.Entered)
	all := maps.Clone(own)
	for _, file := range u.Files {
		if text := u.textOfAny(file); own[file] == nil && strings.Contains(text, frontend.ArchMacro) {
			all[file] = preprocess.All(text)
		}
	}
	known := archText{byArch: preprocess.ArchMacros(maps.Values(all))}
	if !slices.ContainsFunc(u.Skipped, func(left ast.Pos) bool {
		lines := own[left.File]
		return known.names(preprocess.TestOf(lines, left.Line).String()) && preprocess.Includes(lines, left.Line, left.EndLine)
	}) {
		known.macros = preprocess.MacrosOf(maps.Values(own), func(name string) bool { return load.IsReserved(name) || u.MayDefine(name) })
	}
	return known
}

// textOfAny is the text of a file, or of a stand-in.
func (u *analysis) textOfAny(file string) string {
	if text, is := headers.Text(file); is {
		return text
	}
	return u.TextOf(file)
}

func (k archText) names(text string) bool { return preprocess.NamesArch(text, k.byArch) }

// isSame reports conditions that come out the same for two architectures.
func (k archText) isSame(around []preprocess.Test, a, b warp.Arch) bool {
	return slices.Equal(k.answers(around, a), k.answers(around, b))
}

// answers are those to all tests on an architecture by which conditions, and the macros that they
// name, depend on it.
func (k archText) answers(around []preprocess.Test, arch warp.Arch) []string {
	var all []string
	asked := map[string]bool{}
	for tests := slices.Clone(around); len(tests) > 0; tests = tests[1:] {
		for _, directive := range tests[0] {
			words := wordsOf(directive)
			all = append(all, k.answersTo(words, arch)...)
			for _, name := range words {
				if !k.byArch[name] || asked[name] {
					continue
				}
				asked[name] = true
				definitions := k.macros.Of(name)
				if len(definitions) == 0 || slices.ContainsFunc(definitions, func(d preprocess.Definition) bool { return k.names(d.Body) }) {
					all = append(all, arch.String()) // nobody knows how it depends on it
				}
				for _, d := range definitions {
					tests = append(tests, d.Tests...)
				}
			}
		}
	}
	return all
}

// answersTo are those to the tests on the architecture among the words of a directive. One that is
// not understood is answered by the architecture itself.
func (k archText) answersTo(words []string, arch warp.Arch) []string {
	var all []string
	t := archTest{arch: arch, known: k.macros}
	for i, word := range words {
		switch {
		case !preprocess.NamesArch(word, nil) || word == frontend.ArchMacro && isDefinedness(words[:i]):
		case featureName().MatchString(word):
			all = append(all, strconv.Itoa(int(t.defined(word))))
		default:
			all = append(all, t.comparedAt(words, i))
		}
	}
	return all
}

// isDefinedness reports the words before a macro of which only the definition is asked for.
func isDefinedness(before []string) bool {
	for _, end := range []string{"defined", "defined (", "# ifdef", "# ifndef"} {
		if strings.HasSuffix(" "+strings.Join(before, " "), " "+end) {
			return true
		}
	}
	return false
}

// comparedAt is the answer to the comparison that has a word on one of its sides and nothing else of
// an operator beside it.
func (t *archTest) comparedAt(words []string, i int) string {
	for _, from := range []int{i, i - 2} {
		if from < 1 || from+3 > len(words) || !slices.Contains([]string{"if", "elif", "(", "&&", "||"}, words[from-1]) {
			continue
		}
		t.words = words[from:]
		if answer := t.comparison(); answer != maybe {
			return strconv.Itoa(int(answer))
		}
	}
	return t.arch.String()
}
