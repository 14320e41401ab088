package preprocess

import (
	"iter"
	"slices"

	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
)

// testWord matches a word in a condition: a name, or a number with its suffix. header matches a file name in angle
// brackets.
var (
	testWord = pattern.Of(`\w+`)
	header   = pattern.Of(`<[\w/.+-]+>`)
)

// ofLanguage lists the words in conditions that are no macros.
var ofLanguage = []string{"defined", "and", "or", "not", "true", "false"}

// Names returns the macros that a test names, in order.
func (t Test) Names() []string {
	var names []string
	for _, directive := range t {
		text := header().ReplaceAllString(lexical.Code(word().ReplaceAllString(directive, "")), " ")
		for _, name := range testWord().FindAllString(text, -1) {
			if (name[0] < '0' || name[0] > '9') && !slices.Contains(ofLanguage, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// Undefined returns the macros in conditions that neither texts define nor isKnown accepts. A macro that is only
// defined under conditions on undefined macros also counts as undefined.
func Undefined(texts iter.Seq[[]Directive], isKnown func(name string) bool) map[string]bool {
	undefined, own := map[string]bool{}, MacrosOf(texts, isKnown)
	for all := range texts {
		for _, d := range all {
			for _, name := range d.tested() {
				if len(own.definitions[name]) == 0 && !isKnown(name) {
					undefined[name] = true
				}
			}
		}
	}
	for before := -1; before != len(undefined); {
		before = len(undefined)
		for name, definitions := range own.definitions {
			if !slices.ContainsFunc(definitions, func(d Definition) bool { return NameOf(d.Tests, undefined) == "" }) {
				undefined[name] = true
			}
		}
	}
	return undefined
}

// tested returns the macros in the condition of a directive.
func (d Directive) tested() []string {
	if d.opens() || d.alternates() {
		return Test{d.Text}.Names()
	}
	return nil
}

// NameOf returns the first of macros that the tests name, beginning with the innermost test. It returns "" if they name
// none.
func NameOf(tests []Test, macros map[string]bool) string {
	for _, test := range slices.Backward(tests) {
		names := test.Names()
		if i := slices.IndexFunc(names, func(name string) bool { return macros[name] }); i >= 0 {
			return names[i]
		}
	}
	return ""
}
