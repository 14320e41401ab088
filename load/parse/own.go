package parse

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/source"
)

// Some variables are visible only in their unit ([ast.Var.Own]). All that host code does with such a variable is known
// if the tree has each place of the text that names the variable. At a place that the tree lacks, the variable may get
// another value: in text that the preprocessor leaves out, in a default argument, in the initialiser of another
// variable, in a function that does not parse, or in an unused macro.

// spot is the place of a name in a file.
type spot struct {
	file         string
	line, column int
}

func spotOf(pos source.Pos) spot {
	for pos.Macro != nil {
		pos = *pos.Macro
	}
	return spot{pos.File, pos.Line, pos.Column}
}

// markShown clears Own of each variable whose name is in the text at some place, but not in the tree at that place.
func (r Reading) markShown() {
	if len(r.Unit.Launches) == 0 {
		return
	}
	named := map[spot]bool{}
	own := map[string][]*ast.Var{}
	for _, f := range slices.Concat(r.Unit.Hosts, r.Unit.Functions) {
		for n := range f.Nodes() {
			noteOwn(n, own, named)
		}
	}
	if len(own) == 0 {
		return
	}
	s := newSides(r)
	for file := range r.Unit.Entered {
		number := 0
		for line := range strings.Lines(s.text(file)) {
			number++
			for at, word := range lexical.Words(line) {
				if len(own[word]) > 0 && !named[spot{file, number, at + 1}] {
					disown(own[word])
				}
			}
		}
	}
}

// noteOwn records the variable that a node names or declares, and the variables in its initialiser. variables are the
// variables with Own, by name. named are the places that name a variable.
func noteOwn(n *ast.Node, variables map[string][]*ast.Var, named map[spot]bool) {
	v := n.Var
	if v == nil {
		return
	}
	if n.Kind == ast.VarRef {
		named[spotOf(n.Pos)] = true
	}
	if !v.Own || v.Const || slices.Contains(variables[v.Name], v) {
		return
	}
	if !plainName().MatchString(v.Name) { // names like b$ and größe, which a search for whole words does not find
		v.Own = false
		return
	}
	variables[v.Name] = append(variables[v.Name], v)
	named[spotOf(v.Pos)] = true
	for inner := range v.Init.Nodes() {
		noteOwn(inner, variables, named)
	}
}

func disown(all []*ast.Var) {
	for _, v := range all {
		v.Own = false
	}
}
