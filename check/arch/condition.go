package arch

import (
	"slices"
	"strconv"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/internal/preprocess"
	"github.com/warpcheck/warpcheck/warp"
)

// truth is the value of a test of the preprocessor. It is maybe if the value is not known.
type truth int

const (
	no truth = iota
	maybe
	yes
)

// mayHold reports whether all tests may hold for an architecture: none is known to fail with the macros of the
// architecture and those in macros. Other macros may have any value.
func mayHold(tests []preprocess.Test, arch warp.Arch, macros *preprocess.Macros) bool {
	return !slices.ContainsFunc(tests, func(test preprocess.Test) bool {
		holds := func(directive string) truth { return directiveHolds(directive, arch, macros) }
		return holds(test[0]) == no || slices.ContainsFunc(test[1:], func(earlier string) bool { return holds(earlier) == yes })
	})
}

// directiveHolds evaluates the test of a directive such as #if. #else counts as a test that holds. For any other text,
// directiveHolds returns maybe.
func directiveHolds(directive string, arch warp.Arch, macros *preprocess.Macros) truth {
	m := preprocess.Conditional().FindStringSubmatch(directive)
	if m == nil {
		return maybe
	}
	return newArchTest(directive, arch, macros).holds(m[1])
}

func newArchTest(directive string, arch warp.Arch, macros *preprocess.Macros) *archTest {
	return &archTest{arch: arch, macros: macros, words: wordsOf(preprocess.Conditional().ReplaceAllString(directive, ""))}
}

// holds evaluates the test of a directive. word is the directive's word, such as ifdef.
func (t *archTest) holds(word string) truth {
	switch word {
	case "else":
		return yes
	case "ifdef", "elifdef":
		return t.definedWord()
	case "ifndef", "elifndef":
		return yes - t.definedWord()
	}
	if answer := t.disjunction(); len(t.words) == 0 {
		return answer
	}
	return maybe
}

// wordsOf returns the words of a test, without comments.
func wordsOf(test string) []string {
	return testWord().FindAllString(lexical.WithoutComments(test), -1)
}

var testWord = pattern.Of(`[A-Za-z_]\w*|\d\w*|&&|\|\||[=!<>]=|<<|>>|\S`)

// archTest evaluates the test of an #if from left to right. A part that it does not understand has the value maybe. The
// field words holds the words that are not evaluated yet.
type archTest struct {
	arch   warp.Arch
	macros *preprocess.Macros
	words  []string
}

// is consumes the next word if it is one of words, and returns it. Otherwise it returns "".
func (t *archTest) is(words ...string) string {
	if len(t.words) == 0 || !slices.Contains(words, t.words[0]) {
		return ""
	}
	word := t.words[0]
	t.words = t.words[1:]
	return word
}

func (t *archTest) disjunction() truth {
	answer := t.conjunction()
	for t.is("||") != "" {
		answer = max(answer, t.conjunction())
	}
	return answer
}

func (t *archTest) conjunction() truth {
	answer := t.negation()
	for t.is("&&") != "" {
		answer = min(answer, t.negation())
	}
	return answer
}

func (t *archTest) negation() truth {
	switch {
	case t.is("!") != "":
		if len(t.words) > 0 && !slices.Contains([]string{"!", "(", "defined"}, t.words[0]) {
			return t.skip()
		}
		return yes - t.negation()
	case t.is("(") != "":
		answer := t.disjunction()
		if t.is(")") == "" || !t.atEnd() {
			return t.skip()
		}
		return answer
	case t.is("defined") != "":
		return t.definedWord()
	}
	return t.comparison()
}

// atEnd reports whether an operand of && or || ends before the next word.
func (t *archTest) atEnd() bool {
	return len(t.words) == 0 || slices.Contains([]string{"&&", "||", ")"}, t.words[0])
}

// skip consumes an operand that is not understood. It returns maybe.
func (t *archTest) skip() truth {
	for depth := 0; len(t.words) > 0 && (depth > 0 || !t.atEnd()); t.words = t.words[1:] {
		switch t.words[0] {
		case "(":
			depth++
		case ")":
			depth--
		}
	}
	return maybe
}

func (t *archTest) definedWord() truth {
	opened := t.is("(") != ""
	if len(t.words) == 0 {
		return maybe
	}
	name := t.words[0]
	t.words = t.words[1:]
	if opened && t.is(")") == "" {
		return maybe
	}
	return t.defined(name)
}

var featureName = pattern.Of(`^__CUDA_ARCH_FEAT_SM(\d+)_ALL$`)

// defined returns whether a macro is defined when the code is compiled for the architecture.
func (t *archTest) defined(name string) truth {
	if name == frontend.ArchMacro {
		return yes
	}
	m := featureName().FindStringSubmatch(name)
	if m == nil {
		return t.definedByText(name)
	}
	if of, _ := warp.ArchOf(m[1] + "a"); t.arch == of {
		return yes
	}
	return no
}

// definedByText returns no if each definition of the macro is under conditions that do not hold, and maybe otherwise.
// It never returns yes, because an #undef may follow the definition.
func (t *archTest) definedByText(name string) truth {
	definitions := t.macros.Of(name)
	if len(definitions) == 0 {
		return maybe
	}
	rest := t.macros.Without(name)
	if slices.ContainsFunc(definitions, func(d preprocess.Definition) bool { return mayHold(d.Tests, t.arch, rest) }) {
		return maybe
	}
	return no
}

// comparison evaluates a comparison of two values, for example of the architecture with a number.
func (t *archTest) comparison() truth {
	if len(t.words) < 3 {
		return t.skip()
	}
	left, compare, right := t.words[0], t.words[1], t.words[2]
	a, knownA := t.value(left)
	b, knownB := t.value(right)
	holds, known := compared(a, compare, b)
	if !knownA || !knownB || !known {
		return t.skip()
	}
	t.words = t.words[3:]
	if !t.atEnd() {
		return t.skip()
	}
	if holds {
		return yes
	}
	return no
}

// value returns the value of a word: of a number, of __CUDA_ARCH__, or of a macro that is defined as a number. It
// returns false for other words.
func (t *archTest) value(word string) (int, bool) {
	if word == frontend.ArchMacro {
		return t.arch.Capability() * 10, true
	}
	if n, err := strconv.Atoi(word); err == nil {
		return n, true
	}
	return t.macros.Number(word)
}

func compared(a int, operator string, b int) (holds, known bool) {
	switch operator {
	case "==":
		return a == b, true
	case "!=":
		return a != b, true
	case "<":
		return a < b, true
	case "<=":
		return a <= b, true
	case ">":
		return a > b, true
	case ">=":
		return a >= b, true
	}
	return false, false
}
