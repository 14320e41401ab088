package arch

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/internal/preprocess"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Text holds the definitions of macros in the files of a unit. Conditions are evaluated with them.
type Text struct {
	// byArch is the set of macros that may depend on the architecture. macros holds the macros whose definitions are
	// all in the user's files.
	byArch map[string]bool
	macros *preprocess.Macros
}

// Text reads the files of the unit. Macros of the command line may have any value. If a test on the architecture skips
// an #include, all macros may have any value.
func (u Unit) Text() Text {
	own := u.directives()
	all := maps.Clone(own)
	for _, file := range u.Read.Files {
		if text := u.TextOfAny(file); own[file] == nil && strings.Contains(text, frontend.ArchMacro) {
			all[file] = preprocess.All(text)
		}
	}
	known := Text{byArch: preprocess.ArchMacros(maps.Values(all))}
	if !slices.ContainsFunc(u.Read.Skipped, func(skipped source.Pos) bool {
		lines := own[skipped.File]
		return known.names(preprocess.TestOf(lines, skipped.Line).String()) && preprocess.Includes(lines, skipped.Line, skipped.EndLine)
	}) {
		known.macros = preprocess.MacrosOf(maps.Values(own), func(name string) bool { return load.IsReserved(name) || u.MayDefine(name) })
	}
	return known
}

func (x Text) names(text string) bool { return preprocess.NamesArch(text, x.byArch) }

// isSame reports whether all tests have the same answers for two architectures.
func (x Text) isSame(tests []preprocess.Test, a, b warp.Arch) bool {
	return slices.Equal(x.answers(tests, a), x.answers(tests, b))
}

// answers returns the answers to all tests on the architecture, in tests and in the macros that these name.
func (x Text) answers(tests []preprocess.Test, arch warp.Arch) []string {
	var all []string
	asked := map[string]bool{}
	for tests := slices.Clone(tests); len(tests) > 0; tests = tests[1:] {
		for _, directive := range tests[0] {
			words := wordsOf(directive)
			all = append(all, x.answersTo(words, arch)...)
			for _, name := range words {
				if !x.byArch[name] || asked[name] {
					continue
				}
				asked[name] = true
				definitions := x.macros.Of(name)
				if len(definitions) == 0 || slices.ContainsFunc(definitions, func(d preprocess.Definition) bool { return x.names(d.Body) }) {
					all = append(all, arch.String()) // it is not known how the macro depends on the architecture
				}
				for _, d := range definitions {
					tests = append(tests, d.Tests...)
				}
			}
		}
	}
	return all
}

// answersTo returns the answers to the tests on the architecture among the words of a directive. The answer to a test
// that is not understood is the name of the architecture, so that it differs for each.
func (x Text) answersTo(words []string, arch warp.Arch) []string {
	var all []string
	t := archTest{arch: arch, macros: x.macros}
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

// isDefinedness reports whether the last words begin a test that a macro is defined, such as `defined(`.
func isDefinedness(words []string) bool {
	for _, end := range []string{"defined", "defined (", "# ifdef", "# ifndef"} {
		if strings.HasSuffix(" "+strings.Join(words, " "), " "+end) {
			return true
		}
	}
	return false
}

// comparedAt is called for word i of a condition, which names the architecture. If the word is compared with another
// single word, comparedAt returns the answer to this comparison. Otherwise it returns the name of the architecture.
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
