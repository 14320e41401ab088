package host

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// A launch may compute its block and an argument from one variable that is a constant in this program:
//
//	const int width = 16;
//	tile<<<8, dim3(width, 4)>>>(x, width + 2);      the second argument is blockDim.x + 2
//
// The relation holds for any width. To find it, the host code is run again, with an unknown in place of each constant
// variable. If all outcomes of a launch have a premise in this run, the premise holds for the launch, because one value
// of the unknown is the constant. The value of a constant argument is not a premise: in tile<<<8, 16>>>(x, 18) the
// argument counts as one that may be any number.
//
// The same run shows launches that a constant disables (const bool periodic = false). If the kernel has no other
// launch, the disabled launch counts, with a block of unknown extents.

// unwritten returns the integer variables of a unit that keep their initial values, because nothing assigns to them or
// takes their addresses. An entry is true if the initialiser is a constant that names no other variable.
func unwritten(unit *ast.Unit) map[*ast.Var]bool {
	w := writesOf()
	declared := map[*ast.Var]bool{}
	for _, f := range unit.Hosts {
		w.function(f)
		for n := range within(f.Nodes()) {
			if v := n.Var; v != nil && v.Init != nil && isScalar(v.Type) && v.Storage != types.Param && !v.Volatile {
				declared[v] = true
			}
		}
	}
	for v := range declared {
		if len(w.vars[v]) > 0 || w.pointed[v] {
			delete(declared, v)
		}
	}
	for v := range declared {
		_, isNumber := numberOf(v.Init)
		declared[v] = isNumber && !contains(v.Init, func(n *ast.Node) bool { return n.Var != nil && hasKey(declared, n.Var) })
	}
	return declared
}

func hasKey(vars map[*ast.Var]bool, v *ast.Var) bool {
	_, has := vars[v]
	return has
}

// named returns the unknown that this run uses in place of a constant variable. It returns false if the run uses the
// constant.
func (r *run) named(v *ast.Var) (value, bool) {
	if !r.unfolded[v] {
		return nil, false
	}
	if r.inputOf[v] == nil {
		r.inputOf[v] = r.domain.fresh()
	}
	return r.inputOf[v], true
}

// isFolded reports whether this run replaces an expression by its constant value. An expression that names a variable
// of r.unfolded is kept.
func (r *run) isFolded(n *ast.Node) bool {
	return n.Known && (len(r.unfolded) == 0 || !contains(n, func(n *ast.Node) bool { return n.Var != nil && hasKey(r.unfolded, n.Var) }))
}

// withRelations adds to launches the premises that hold for all values of the unit's constant variables. It also adds
// launches that constants disable, if the kernel has no other launch.
func withRelations(unit *ast.Unit, launches []*cfg.Launch) []*cfg.Launch {
	variables := unwritten(unit)
	isConstant := func(v *ast.Var) bool { return variables[v] }
	if len(unit.Launches) == 0 || !slices.ContainsFunc(slices.Collect(maps.Keys(variables)), isConstant) {
		return launches
	}
	r := newRun(unit)
	r.unfolded = variables
	r.guarded(unit)
	if r.results.broken != "" || r.results.ranOut {
		return launches
	}
	isLaunched := map[*types.Func]bool{}
	for _, l := range launches {
		isLaunched[l.Kernel] = true
		l.Premises = append(l.Premises, r.results.relationsOf(l)...)
	}
	for _, l := range r.results.launches {
		if l.Node != nil && !isLaunched[l.Kernel.Decl()] && len(r.results.outcomes[l.Node]) > 0 && !r.results.candidates[l] {
			launches = append(launches, &cfg.Launch{Kernel: l.Kernel.Decl(), Params: variablesOf(l.Kernel.Params), Pos: l.Pos,
				Premises: r.results.commonPremises(l), Why: "a constant turns it off"})
		}
	}
	return launches
}

// relationsOf returns the premises that the run has found for a launch and that the launch lacks. It returns nil for a
// launch that is only named or possible.
func (r *results) relationsOf(l *cfg.Launch) (found []*cfg.Premise) {
	isOf := func(o *ast.Launch) bool { return o.Kernel.Decl() == l.Kernel && o.Pos == l.Pos }
	i := slices.IndexFunc(r.launches, isOf)
	if i < 0 || l.Named || l.Possible {
		return nil
	}
	for _, p := range r.commonPremises(r.launches[i]) {
		isSame := func(q *cfg.Premise) bool { return q.Equal(p) }
		if !slices.ContainsFunc(l.Premises, isSame) {
			found = append(found, p)
		}
	}
	return found
}

// commonPremises returns the premises that all outcomes of a launch have. It returns none if outcomes may be missing.
func (r *results) commonPremises(l *ast.Launch) (common []*cfg.Premise) {
	if l.Node == nil || r.unfinished[l.Node] || r.isCrowded(l.Node) {
		return nil
	}
	for i, o := range r.outcomes[l.Node] {
		switch {
		case !r.isMeant(l, o):
			return nil
		case i == 0:
			common = o.premises
		default:
			common = cfg.CommonPremises(common, o.premises)
		}
	}
	return common
}
