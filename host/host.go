// Package host finds the blocks that kernels are launched with, by running the host
// code of a unit on values of which some are not known.
//
// A wrong block would make a finding that is none, so a shape counts only where some
// input leads to it. A condition that is not known makes a choice, and what depends on
// one condition twice is decided by it both times:
//
//	int x = n > 5 ? 16 : 32, y = 2;     x: (n > 5) ? 16 : 32
//	if (n > 5)
//	  y = 4;                            y: (n > 5) ? 4 : 2
//	k<<<1, dim3(x, y)>>>();             16x4 where n > 5, 32x2 where not
//
// Comparisons of one unknown with constants exclude each other as intervals do. Where
// two other conditions are computed from one input, nobody knows whether both may hold,
// and the shape that needs both is not known.
//
// # How it is done
//
// [Launches] runs each function that no other one of the unit calls, with arguments of
// which nothing is known, and follows its calls (call.go); so a parameter has the
// values that the calls of the unit give. A statement (exec.go) turns a state into the
// ways to leave it (state.go); two ways that meet are merged to one. An expression has
// a value (eval.go, value.go). Loops run round by round while their condition is known.
//
// # What is not followed
//
// What functions without a body are handed may change at any time from there on.
// Globals that are not const, members of unions, virtual calls, functions with labels
// and threads are not followed either: what they write is not known. A lambda is run
// where it is made, with all that may change until it is called unknown.
package host

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// mostSteps bounds the statements and expressions that are run for a unit, and
// mostOutcomes the blocks of one launch.
const (
	mostSteps    = 1 << 20
	mostOutcomes = 16
)

// A Launch is a kernel that host code starts with a block of a shape.
type Launch struct {
	Kernel *ast.Function
	// Block has an extent of 0 where it is not known, and is nil where none is.
	Block *[3]int
	// Named reports a kernel that is only named in host code, and launched from
	// device code or elsewhere.
	Named bool
	Pos   ast.Pos
}

// IsKnown reports a launch whose block is known whole.
func (l *Launch) IsKnown() bool { return l.Block != nil && !slices.Contains(l.Block[:], 0) }

// run is the interpretation of the host code of a unit.
type run struct {
	hosts, entered, skipped map[*ast.Function]bool
	stack                   []*frame
	// How many objects and inputs there are, how often globals may have been
	// written, and how many loops are being run round by round.
	objects, inputs, epoch, nested int
	steps                          int
	inputOf                        map[*ast.Var]value
	// The objects that pointers lead to, and those that others may write at any time.
	addressed, escaped map[int]bool
	outcomes           map[*ast.Node][]outcome
}

// An outcome is what is launched, nil where that is not known, and its block.
type outcome struct {
	kernel *ast.Function
	block  *[3]int
}

// Launches are those of a unit, one for each shape of a launch that is found.
func Launches(unit *ast.Unit) []*Launch {
	r := &run{
		hosts: map[*ast.Function]bool{}, entered: map[*ast.Function]bool{},
		skipped: map[*ast.Function]bool{}, inputOf: map[*ast.Var]value{},
		addressed: map[int]bool{}, escaped: map[int]bool{},
		outcomes: map[*ast.Node][]outcome{},
	}
	for _, f := range unit.Hosts {
		r.hosts[f] = f.Body != nil
	}
	r.all(unit)
	patterns := patternNodes(unit)
	var list []*Launch
	for _, l := range unit.Launches {
		if patterns[l.Node] {
			continue
		}
		for _, block := range r.blocks(l) {
			list = append(list, &Launch{l.Kernel, block, l.Node == nil, l.Pos})
		}
	}
	return list
}

// all runs the functions of the unit that no other one calls, and those that are
// used otherwise; then those of which some call was not followed.
func (r *run) all(unit *ast.Unit) {
	called := map[*ast.Function]bool{}
	used := map[*ast.Function]bool{}
	for _, f := range unit.Hosts {
		mention(f, called, used)
	}
	for _, f := range unit.Hosts {
		if !called[f] || used[f] {
			r.alone(f)
		}
	}
	for _, f := range unit.Hosts {
		if !r.entered[f] || r.skipped[f] {
			r.alone(f)
		}
	}
}

// mention notes which functions a function calls, and which it uses otherwise.
func mention(f *ast.Function, called, used map[*ast.Function]bool) {
	for n := range f.Nodes() {
		switch n.Kind {
		case ast.Call, ast.Construct:
			if n.Func != nil && n.Func != f {
				called[n.Func] = true
			}
		case ast.FuncRef:
			used[n.Func] = true
		case ast.Lambda:
			if n.Func != nil && n.Func.Body != nil {
				mention(n.Func, called, used)
			}
		}
	}
}

// alone runs a function with arguments of which nothing is known.
func (r *run) alone(f *ast.Function) {
	s := &state{env: map[int]value{}}
	frame := r.newFrame(f)
	var given []value
	for range f.Params {
		given = append(given, r.fresh())
	}
	frame.this = r.fresh()
	r.enter(s, frame, given)
}

// goesOn counts a step.
func (r *run) goesOn() bool {
	r.steps++
	return r.steps <= mostSteps
}

// patternNodes are the nodes of templates that are shown as instantiated, too.
func patternNodes(unit *ast.Unit) map[*ast.Node]bool {
	instantiated := map[string]bool{}
	for _, f := range unit.Hosts {
		instantiated[f.Template] = f.Template != ""
	}
	nodes := map[*ast.Node]bool{}
	for _, f := range unit.Hosts {
		if f.Pattern && instantiated[f.Qualified] {
			for n := range f.Nodes() {
				nodes[n] = true
			}
		}
	}
	return nodes
}

// blocks are the shapes of a launch; nil among them where some are not known.
func (r *run) blocks(l *ast.Launch) []*[3]int {
	var found []*[3]int
	for _, o := range r.outcomes[l.Node] {
		if o.kernel == nil || o.kernel == l.Kernel {
			found = append(found, o.block)
		}
	}
	if len(found) == 0 || len(found) > mostOutcomes || r.steps > mostSteps {
		if block := r.written(l.Node); block != nil {
			return []*[3]int{block}
		}
		return append(found[:min(len(found), mostOutcomes)], nil)
	}
	return found
}

// written is the block of a launch that the text itself says, whatever was run before;
// nil for others.
func (r *run) written(launch *ast.Node) *[3]int {
	if launch == nil {
		return nil
	}
	defer func(steps int) { r.steps = steps }(r.steps)
	r.steps = 0
	r.stack = append(r.stack, r.newFrame(&ast.Function{}))
	defer func() { r.stack = r.stack[:len(r.stack)-1] }()
	delete(r.outcomes, launch)
	r.eval(&state{env: map[int]value{}}, launch)
	list := r.outcomes[launch]
	if len(list) != 1 || list[0].block == nil || slices.Contains(list[0].block[:], 0) {
		return nil
	}
	return list[0].block
}

// launch notes what `kernel<<<grid, block>>>(...)` does.
func (r *run) launch(s *state, n *ast.Node) {
	var values []value
	for _, child := range n.Children {
		values = append(values, r.eval(s, child))
	}
	if len(values) >= 3 {
		r.note(s, n, values[0], values[2])
	}
}

// runtimeLaunch notes the calls of the CUDA runtime that launch a kernel.
func (r *run) runtimeLaunch(s *state, n *ast.Node, given []value) {
	name := n.Func.Name
	switch {
	case strings.HasPrefix(name, "cudaLaunchKernelEx") && len(given) >= 2 && len(n.Func.Params) > 0:
		config := n.Func.Params[0].Type.Elem
		r.note(s, n, given[1], r.field(r.follow(s, given[0]), config, "blockDim"))
	case (strings.HasPrefix(name, "cudaLaunchKernel") ||
		strings.HasPrefix(name, "cudaLaunchCooperativeKernel")) && len(given) >= 3:
		r.note(s, n, given[0], given[2])
	}
}

// field is a field of a record by its name.
func (r *run) field(v value, t *ast.Type, name string) value {
	if t != nil {
		for _, f := range t.Fields {
			if f.Name == name {
				return r.part(v, slot(f))
			}
		}
	}
	return r.fresh(v)
}

// note adds the outcomes of a launch: for each way to decide what it depends on.
func (r *run) note(s *state, n *ast.Node, kernel, block value) {
	for at, ok := block.(place); ok; at, ok = block.(place) {
		block = r.read(s, at)
	}
	values := []value{kernel, r.part(block, 0), r.part(block, 1), r.part(block, 2)}
	r.decide(s.path, len(s.path), n, values)
}

func (r *run) decide(p path, first int, n *ast.Node, values []value) {
	var on *unknown
	for i, v := range values {
		values[i] = r.under(p, v)
		if c, ok := values[i].(*choice); ok && on == nil {
			on = c.on
		}
	}
	if on != nil {
		for _, holds := range []bool{true, false} {
			r.decide(append(slices.Clip(p), literal{on, holds}), first, n, slices.Clone(values))
		}
		return
	}
	o := outcome{block: shape(values[1:])}
	if f, ok := values[0].(function); ok {
		o.kernel = f.Function
	}
	if !p.certain(first) {
		o.block = nil
	}
	if !slices.ContainsFunc(r.outcomes[n], o.same) {
		r.outcomes[n] = append(r.outcomes[n], o)
	}
}

func (o outcome) same(other outcome) bool {
	if o.kernel != other.kernel || (o.block == nil) != (other.block == nil) {
		return false
	}
	return o.block == nil || *o.block == *other.block
}

// shape is a block as far as its extents are known.
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
