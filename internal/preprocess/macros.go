package preprocess

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/internal/lexical"
)

// Macros holds the definitions of macros in texts. A macro without definitions here is unknown. If a Macros is nil, all
// macros are unknown.
type Macros struct {
	definitions map[string][]Definition
	// If outer is not nil, the macros are those of outer, except that the macro named by without is unknown. Otherwise
	// definitions holds the definitions.
	outer   *Macros
	without string
}

// Definition is what one #define defines.
type Definition struct {
	// Body is the replacement text of the macro.
	Body string
	// Tests lists the conditions that contain the #define.
	Tests []Test
}

// MacrosOf returns the macros that texts define. It leaves out macros for which isOpen returns true, because they may
// have other definitions.
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

// Of returns the definitions of a macro. It returns nil if the macro is unknown.
func (m *Macros) Of(name string) []Definition {
	switch {
	case m == nil || name == m.without:
		return nil
	case m.outer != nil:
		return m.outer.Of(name)
	}
	return m.definitions[name]
}

// Without returns the same macros, except that the one with this name is unknown.
func (m *Macros) Without(name string) *Macros { return &Macros{outer: m, without: name} }

// Number returns the integer that is the body of every definition of a macro. known is false if the macro is unknown,
// if a body is no integer, or if the integers differ.
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
