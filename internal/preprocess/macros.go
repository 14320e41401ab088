package preprocess

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/internal/lexical"
)

// Macros are the definitions of macros in texts. Nothing is known of the others, nor of any where
// there are no Macros.
type Macros struct {
	definitions map[string][]Definition
	// outer are more of them, all but without.
	outer   *Macros
	without string
}

// Definition is one #define.
type Definition struct {
	// Body is what the macro stands for.
	Body string
	// Tests are those around it.
	Tests []Test
}

// MacrosOf are the macros of texts, without those that isOpen reports: they may have other definitions.
func MacrosOf(texts iter.Seq[[]Directive], isOpen func(name string) bool) *Macros {
	m := &Macros{definitions: map[string][]Definition{}}
	for all := range texts {
		var around []Test
		for _, d := range all {
			if name, body := d.Macro(); d.Word == "define" && !isOpen(name) {
				m.definitions[name] = append(m.definitions[name], Definition{body, slices.Clone(around)})
			}
			around = d.within(around)
		}
	}
	return m
}

// Of are the definitions of a macro, none where nothing is known of it.
func (m *Macros) Of(name string) []Definition {
	switch {
	case m == nil || name == m.without:
		return nil
	case m.outer != nil:
		return m.outer.Of(name)
	}
	return m.definitions[name]
}

// Without knows nothing of one macro.
func (m *Macros) Without(name string) *Macros { return &Macros{outer: m, without: name} }

// Number is the integer that all definitions of a macro stand for.
func (m *Macros) Number(name string) (n int, known bool) {
	for i, d := range m.Of(name) {
		value, err := strconv.Atoi(strings.TrimSpace(lexical.WithoutComments(d.Body)))
		if err != nil || i > 0 && value != n {
			return 0, false
		}
		n, known = value, true
	}
	return n, known
}
