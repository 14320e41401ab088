package parse

import (
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/distinct"
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
	for _, v := range r.namedElsewhere(own) {
		v.Own = false
	}
}

// variablesByName holds variables by their names. It also holds the places at which the tree names or declares
// variables. used is the set of the places at which a macro is used that makes such a name.
type variablesByName struct {
	all         map[string][]*ast.Var
	named, used map[spot]bool
}

func newVariablesByName() *variablesByName {
	return &variablesByName{map[string][]*ast.Var{}, map[spot]bool{}, map[spot]bool{}}
}

// add adds a variable. It returns false for a name such as b$ or größe, because a search for whole words does not find
// it.
func (v *variablesByName) add(one *ast.Var) bool {
	if !plainName().MatchString(one.Name) {
		return false
	}
	v.all[one.Name] = distinct.Append(v.all[one.Name], one)
	return true
}

// note records the place of a name. If isUse is true, the place is also recorded as one where a macro is used that
// makes the name.
func (v *variablesByName) note(pos source.Pos, isUse bool) {
	v.named[spotOf(pos)] = true
	if isUse {
		v.used[spot{pos.File, pos.Line, pos.Column}] = true
	}
}

// noteOthers records the places at which functions name or declare a variable that is not in v, but has the same name
// as one that is. The text of a macro may mean another variable elsewhere, so a place in a macro does not count.
func (v *variablesByName) noteOthers(functions []*ast.Function) {
	note := func(one *ast.Var, pos source.Pos) {
		if one != nil && pos.Macro == nil && len(v.all[one.Name]) > 0 && !slices.Contains(v.all[one.Name], one) {
			v.named[spotOf(pos)], v.named[endOf(pos, one.Name)] = true, true
		}
	}
	for _, f := range functions {
		for _, p := range f.Params {
			note(p, p.Pos)
		}
		for n := range f.Nodes() {
			switch n.Kind {
			case ast.VarRef:
				note(n.Var, n.Pos)
			case ast.Decl:
				note(n.Var, n.Var.Pos)
			}
		}
	}
}

// namedElsewhere returns the variables that the text of the user's files may name at a place that the tree
// does not have. A variable may be returned several times.
func (r Reading) namedElsewhere(variables *variablesByName) (all []*ast.Var) {
	if len(variables.all) == 0 {
		return nil
	}
	variables.noteOthers(slices.Concat(r.Unit.Hosts, r.Unit.Functions))
	s := newSides(r)
	macros := s.namingMacros(variables)
	for file := range r.Unit.Entered {
		all = append(all, variables.namedIn(file, s.text(file))...)
		all = append(all, macros.namedIn(file, s.undirected(file), variables)...)
	}
	return append(all, macros.pasted(variables)...)
}

// noteOwn records the variable that a node names or declares, if the variable has Own. It also records the variables in
// the initialiser.
func (v *variablesByName) noteOwn(n *ast.Node) {
	one := n.Var
	if one == nil {
		return
	}
	if n.Kind == ast.VarRef {
		v.note(n.Pos, one.Own)
	}
	if !one.Own || one.Const || slices.Contains(v.all[one.Name], one) {
		return
	}
	if one.Own = v.add(one); !one.Own {
		return
	}
	v.note(one.Pos, true)
	for inner := range one.Init.Nodes() {
		v.noteOwn(inner)
	}
}
