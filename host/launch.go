package host

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/warp"
)

// launchesAt returns the launches of a kernel at one place. There is one for each block, and one with an unknown block
// if other blocks are possible. The function written returns the block that the text of a launch states, nil if it
// states none.
func (r *results) launchesAt(l *ast.Launch, written func(*ast.Node) *[3]int) []*cfg.Launch {
	made := func(block *[3]int, why string) *cfg.Launch {
		return &cfg.Launch{Kernel: l.Kernel.Decl(), Params: variablesOf(l.Kernel.Params), Block: block, Named: l.Node == nil, Pos: l.Pos, Why: why}
	}
	if r.broken != "" {
		return []*cfg.Launch{made(nil, "internal error, please report it: "+r.broken)}
	}
	var list []*cfg.Launch
	for _, o := range r.outcomes[l.Node] {
		if r.isMeant(l, o) {
			one := made(o.block, "")
			one.Extents, one.Possible = r.extents(o), r.candidates[l] && o.kernel == nil
			r.takeForComputed(one, l.Node)
			one.Premises = o.premises
			list = join(list, one)
		}
	}
	if len(list) == 0 && (r.isComplete(l.Node) || r.candidates[l]) {
		return nil
	}
	if why, mayBeOthers := r.incomplete(l, len(list)); mayBeOthers {
		if block := written(l.Node); block != nil {
			return []*cfg.Launch{made(block, "")}
		}
		list = append(list[:min(len(list), mostBlocks)], made(nil, why))
	}
	for _, one := range list {
		switch {
		case one.Possible:
			one.Why = "which kernel is launched here is not known"
		case !one.IsKnown():
			one.Why = cmp.Or(one.Why, "it depends on what is not known")
		}
	}
	return list
}

// variablesOf returns parameters in the form in which premises name them.
func variablesOf(params []*ast.Var) []*types.Var {
	list := make([]*types.Var, len(params))
	for i, p := range params {
		list[i] = &p.Var
	}
	return list
}

// takeForComputed changes constant extents of a launch at node to computed ones, if the block of the launch does not
// consist of whole warps. A constant is changed if another outcome of the launch computes the same extent for the same
// kernel. Then the constant is one of the computed numbers:
//
//	max(1, n / 4)     any number, 1 among them
func (r *results) takeForComputed(one *cfg.Launch, node *ast.Node) {
	if one.Block == nil || one.Block[0]*one.Block[1]*one.Block[2]%warp.Size == 0 {
		return
	}
	for _, o := range r.outcomes[node] {
		for i, u := range o.computed {
			if at := one.Block[i]; u != nil && at > 0 && o.block != nil && o.kernel.Decl() == one.Kernel {
				block := *one.Block
				block[i] = 0
				one.Block, one.Extents[i] = &block, warp.Extent{Least: at, Most: at, Multiple: at, IsPower: at&(at-1) == 0}
			}
		}
	}
}

// isComplete reports whether all outcomes of a launch are known, for any arguments of its function. A launch that is
// complete and has no outcomes never happens.
func (r *results) isComplete(launch *ast.Node) bool {
	return r.covered[launch] && !r.isCrowded(launch)
}

// isCrowded reports whether a launch has more outcomes than are kept.
func (r *results) isCrowded(launch *ast.Node) bool { return len(r.outcomes[launch]) > mostOutcomes }

// incomplete reports whether a launch may have blocks that were not found, and why. found is the number of blocks that
// were found for the kernel.
func (r *results) incomplete(l *ast.Launch, found int) (why string, mayBeOthers bool) {
	switch {
	case l.Node == nil:
		return "it is not launched from host code", true
	case r.unfinished[l.Node]:
		return "running the host code, with the functions that it calls, takes too many steps", true
	case found == 0:
		return "nothing leads to it", true
	case found > mostBlocks:
		return fmt.Sprintf("it has more than %d shapes", mostBlocks), true
	case r.isCrowded(l.Node):
		return fmt.Sprintf("more than %d kernels and shapes are launched here", mostOutcomes), true
	}
	return "", false
}

// written returns the block that the text of a launch states. The code before the launch does not count. It returns nil
// if the text alone does not decide the block.
func (r *run) written(launch *ast.Node) *[3]int {
	if launch == nil {
		return nil
	}
	configured := *launch // a copy of the launch without the arguments of the kernel
	if launch.Kind == ast.Launch_ {
		configured.Children = launch.Children[:min(3, len(launch.Children))]
	}
	r.results.only = nil
	r.budget.allow(mostStepsWritten)
	r.stack = append(r.stack, r.newFrame(&ast.Function{}))
	r.eval(&state{env: map[int]value{}}, &configured)
	r.stack = r.stack[:len(r.stack)-1]
	list := r.results.outcomes[&configured]
	if r.budget.isSpent() || len(list) != 1 || list[0].block == nil || slices.Contains(list[0].block[:], 0) {
		return nil
	}
	return list[0].block
}

// launch executes `kernel<<<grid, block>>>(...)`, and records its outcomes.
func (r *run) launch(s *state, n *ast.Node) {
	var values []value
	for _, child := range n.Children {
		values = append(values, r.eval(s, child))
	}
	if isConfigured(n) {
		r.noteGiven(s, n, values[0], values[2], values[1], r.asGiven(s, n.Children, values))
	}
}

// asGiven returns the arguments of a launch without the values that conditions around the launch imply:
//
//	case 64: k<<<1, 64>>>(n);     n, which is 64 here
func (r *run) asGiven(s *state, nodes []*ast.Node, values []value) []value {
	from := min(givenAt, len(values))
	arguments := slices.Clone(values[from:])
	for i, n := range nodes[from:] {
		_, isKnown := arguments[i].(known)
		if isKnown && n != nil && !n.Known && !contains(n, mayAct) {
			anywhere := r.control.copy(s)
			anywhere.path = nil
			arguments[i] = r.eval(anywhere, n)
		}
	}
	return arguments
}

// mayAct reports whether the evaluation of a node may do more than compute a value.
func mayAct(n *ast.Node) bool {
	switch n.Kind {
	case ast.VarRef, ast.Cast, ast.Member, ast.IntLit, ast.Binary, ast.Cond:
		return false
	case ast.Unary:
		return n.Op != operator.Not && n.Op != operator.Neg && n.Op != operator.BNot && n.Op != operator.UPlus
	}
	return true
}

// isConfigured reports whether the node of a launch has its grid and its block. clang omits them in some nodes.
func isConfigured(n *ast.Node) bool { return len(n.Children) >= 3 && n.Children[0] != nil }

// runtimeLaunch records the outcomes of a call of the CUDA runtime or the driver that launches a kernel.
func (r *run) runtimeLaunch(s *state, n *ast.Node, given []value) {
	switch name := n.Func.Name; {
	case isKernelNode(n.Func):
		r.kernelNode(s, n, given)
	case isDriverLaunch(n.Func) && len(given) >= blockEnd: // the variable for the kernel decides which kernel it is (byname.go)
		r.note(s, n, r.domain.fresh(), record(given[blockOf:blockEnd]))
	case strings.HasPrefix(name, "cudaLaunchKernelEx") && len(given) >= 2 && len(n.Func.Params) > 0:
		config, arguments := n.Func.Params[0].Type.Elem, r.forwardedTo
		if strings.HasPrefix(name, "cudaLaunchKernelExC") {
			arguments = func(s *state, _ *ast.Node, given []value) []value { return r.pointedTo(s, given[1], given[2:]) }
		}
		r.noteGiven(s, n, given[1], r.domain.field(r.heap.follow(s, given[0]), config, "blockDim"),
			r.domain.field(r.heap.follow(s, given[0]), config, "gridDim"), arguments(s, n, given))
	case (strings.HasPrefix(name, "cudaLaunchKernel") || name == "cudaLaunchCooperativeKernel") &&
		len(given) >= 3:
		r.noteGiven(s, n, given[0], given[2], given[1], r.pointedTo(s, given[0], given[3:]))
	}
}

// forwardedTo returns the arguments of a launch by cudaLaunchKernelEx. It converts them to the types of the parameters.
func (r *run) forwardedTo(s *state, n *ast.Node, given []value) (all []value) {
	for i, v := range given[2:] {
		all = append(all, r.narrowed(r.heap.followed(s, v), ast.TypeOf(arguments(n)[i+2]), given[1], i))
	}
	return all
}

// narrowed returns the value that a parameter of the kernel gets from v, an argument of type from. index is the number
// of the parameter. If the parameter is an integer of fewer than 32 bits, v is converted to its type, unless from is no
// wider. A nil from stands for a type that is not known.
func (r *run) narrowed(v value, from *types.Type, kernel value, index int) value {
	f, isKnown := kernel.(function)
	if !isKnown || f.Function == nil || index >= len(f.Params) {
		return v
	}
	to := f.Params[index].Type
	isNarrow := to != nil && to.Kind == types.Int && to.Bits < narrowest
	if !isNarrow || isScalar(from) && from.Bits <= to.Bits {
		return v
	}
	return r.domain.convert(v, nil, to)
}

// typeAt returns the type of the variable at a place. It returns nil if no variable is there.
func (r *run) typeAt(at value) *types.Type {
	for _, f := range r.stack {
		for v, place := range f.vars {
			if place == at {
				return v.Type
			}
		}
	}
	return nil
}

// pointedTo returns the arguments of a launch that is given an array of pointers to them. The array is the first of
// rest. The result is empty if the array is not known.
func (r *run) pointedTo(s *state, kernel value, rest []value) (arguments []value) {
	if len(rest) == 0 {
		return nil
	}
	first, isPlace := rest[0].(place)
	if !isPlace || !first.isElement || first.path[len(first.path)-1] != 0 {
		return nil
	}
	list, _ := r.heap.read(s, place{object: first.object, path: first.path[:len(first.path)-1]}).(record)
	for i, pointer := range list {
		arguments = append(arguments, r.narrowed(r.heap.follow(s, pointer), r.typeAt(pointer), kernel, i))
	}
	return arguments
}

// kernelNode records the launch of a node of a CUDA graph. If the kernel of the node is not known, the launch has an
// unknown block. Only a kernel that is found by its name can be launched in this case.
func (r *run) kernelNode(s *state, n *ast.Node, given []value) {
	last := len(given) - 1
	if last < 0 || last >= len(n.Func.Params) {
		return
	}
	t, params := n.Func.Params[last].Type.Elem, r.heap.follow(s, given[last])
	kernel, block := r.domain.field(params, t, "func"), r.domain.field(params, t, "blockDim")
	if _, isKnown := kernel.(function); !isKnown {
		block = r.domain.fresh()
	}
	r.note(s, n, kernel, block)
}

// note records the outcomes of a launch without its grid and arguments (see noteGiven).
func (r *run) note(s *state, n *ast.Node, kernel, block value) {
	r.noteGiven(s, n, kernel, block, nil, nil)
}

// noteGiven records the outcomes of a launch: one for each combination of decisions on which its kernel and block
// depend.
func (r *run) noteGiven(s *state, n *ast.Node, kernel, block, grid value, arguments []value) {
	if s.dead {
		return
	}
	if at, ok := block.(place); ok {
		block = r.heap.read(s, at)
	}
	if at, ok := grid.(place); ok {
		grid = r.heap.read(s, at)
	}
	values := []value{kernel, r.domain.part(block, 0), r.domain.part(block, 1), r.domain.part(block, 2)}
	g := launchInputs{arguments: make([]value, len(arguments))}
	copy(g.arguments, arguments)
	for i := range g.grid {
		g.grid[i] = r.domain.givenPath(s.path, r.domain.part(grid, i))
	}
	r.results.decide(s.path, len(s.path), n, values, g)
}

// decide tries both sides of each choice among values, and records the outcomes. The values are the kernel and the
// extents of the block. The first conditions of p are those on the path to the launch; the parameter first is their
// number. The others are decisions made here.
func (r *results) decide(p path, first int, n *ast.Node, values []value, g launchInputs) {
	if r.isCrowded(n) {
		return
	}
	var on *unknown
	for i, v := range values {
		values[i] = r.domain.givenPath(p, v)
		if c, ok := values[i].(*choice); ok && on == nil {
			on = c.on
		}
	}
	if on != nil {
		for _, holds := range []bool{true, false} {
			r.decide(append(slices.Clip(p), literal{on, holds}), first, n, slices.Clone(values), g)
		}
		return
	}
	o := outcome{block: shape(values[1:])}
	if f, ok := values[0].(function); ok && f.Function != nil && !f.Function.Pattern {
		o.kernel = f.Function
	}
	if !p.certain(first) {
		o.block = nil
	} else {
		o.compute(p, values[1:])
	}
	r.notePath(o.kernel, p)
	if o.kernel != nil {
		r.addRoute(o.kernel, n, g.arguments)
		g.given = func(v value) value { return r.domain.givenPath(p, v) }
		o.premises = premisesOf(o.kernel, p, [3]value(values[1:]), g)
	}
	r.add(n, o)
}

func (r *results) add(n *ast.Node, o outcome) {
	if r.only != nil && !r.only[n] {
		return
	}
	if i := slices.IndexFunc(r.outcomes[n], o.same); i >= 0 {
		r.outcomes[n][i].premises = cfg.EitherPremises(r.outcomes[n][i].premises, o.premises)
		return
	}
	r.outcomes[n] = append(r.outcomes[n], o)
}

func (o outcome) same(other outcome) bool {
	if o.kernel != other.kernel || (o.block == nil) != (other.block == nil) {
		return false
	}
	return o.isComputedAs(other) && (o.block == nil || *o.block == *other.block)
}

// shape returns a block with its known extents, and 0 for unknown ones. It returns nil if no extent is known.
func shape(extents []value) *[3]int {
	var made [3]int
	for i, v := range extents {
		if extent, ok := v.(known); ok {
			made[i] = int(extent)
		}
	}
	if made == [3]int{} {
		return nil
	}
	return &made
}

// cover records that the launches in a function are covered, because the function ran to its end with unknown
// arguments. If the steps have run out, they are recorded as unfinished instead. A function with jumps that
// are not followed is left out, because a jump may skip a condition before a launch.
func (r *results) cover(f *frame) {
	for n := range within(f.function.Nodes()) {
		if isLaunch(n) && (r.only == nil || r.only[n]) {
			r.covered[n] = f.unordered == nil && !r.budget.isSpent()
			r.unfinished[n] = r.budget.isSpent()
		}
	}
}
