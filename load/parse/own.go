package parse

import (
	"iter"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/source"
)

// Some variables are visible only in their unit ([ast.Var.Own]). Every use of such a variable by host code is known, if
// the tree has each place of the text that names the variable. The variable may get another value at a place that the
// tree lacks: in text that the preprocessor leaves out, in a default argument, in the initialiser of another variable,
// in a function that does not parse, or in an unused macro.

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

// markShown clears Own of each variable whose name is in the text at a place where the tree does not have it.
func (r Reading) markShown() {
	if len(r.Unit.Launches) == 0 {
		return
	}
	own := newVariablesByName()
	for _, f := range slices.Concat(r.Unit.Hosts, r.Unit.Functions) {
		for n := range f.Nodes() {
			own.noteOwn(n)
		}
	}
	for v := range r.namedElsewhere(own) {
		v.Own = false
	}
}

// variablesByName holds variables by their names, and the places at which the tree names or declares variables.
type variablesByName struct {
	all   map[string][]*ast.Var
	named map[spot]bool
}

func newVariablesByName() *variablesByName {
	return &variablesByName{map[string][]*ast.Var{}, map[spot]bool{}}
}

// add adds a variable and the place of its declaration. It returns false for a name such as b$ or größe, because a
// search for whole words does not find it.
func (v *variablesByName) add(one *ast.Var) bool {
	if !plainName().MatchString(one.Name) {
		return false
	}
	v.all[one.Name] = distinct.Append(v.all[one.Name], one)
	v.named[spotOf(one.Pos)] = true
	return true
}

// namedElsewhere returns the variables whose name is in the text of the user's files at a place that the tree does not
// have. A variable may be returned several times.
func (r Reading) namedElsewhere(variables *variablesByName) iter.Seq[*ast.Var] {
	return func(yield func(*ast.Var) bool) {
		if len(variables.all) == 0 {
			return
		}
		s := newSides(r)
		for file := range r.Unit.Entered {
			number := 0
			for line := range strings.Lines(s.text(file)) {
				number++
				for at, word := range lexical.Words(line) {
					if len(variables.all[word]) == 0 || variables.named[spot{file, number, at + 1}] {
						continue
					}
					for _, v := range variables.all[word] {
						if !yield(v) {
							return
						}
					}
				}
			}
		}
	}
}

// noteOwn records the variable that a node names or declares, if the variable has Own. It also records the variables in
// the initialiser.
func (v *variablesByName) noteOwn(n *ast.Node) {
	one := n.Var
	if one == nil {
		return
	}
	if n.Kind == ast.VarRef {
		v.named[spotOf(n.Pos)] = true
	}
	if !one.Own || one.Const || slices.Contains(v.all[one.Name], one) {
		return
	}
	if one.Own = v.add(one); !one.Own {
		return
	}
	for inner := range one.Init.Nodes() {
		v.noteOwn(inner)
	}
}
