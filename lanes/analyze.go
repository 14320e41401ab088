package lanes

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// defaultSteps bounds the instructions interpreted for one root in one context.
const defaultSteps = 400_000

// Analyze interprets every root of a program that a collective can be reached
// from, in each of its launch contexts.
func Analyze(p *cfg.Program, opts Options) *Result {
	r := &Result{}
	shapes := map[*cfg.Func]*shape{}
	for _, root := range p.Roots {
		for _, s := range contexts(p, root, opts) {
			in := newInterp(p, root, s, opts, shapes)
			if !in.shapeOf(root).mayCollect {
				continue
			}
			r.Roots++
			r.add(in)
		}
	}
	return r
}

func (r *Result) add(in *interp) {
	complete := in.run()
	if complete {
		for _, p := range in.phases() {
			r.Facts = append(r.Facts, in.fact(p))
		}
	} else {
		in.notes = append(in.notes, Note{Pos: in.root.Decl.Pos, Root: in.root, Budget: true,
			Reason: fmt.Sprintf("more than %d steps", in.budget)})
	}
	r.Notes = append(r.Notes, in.notes...)
	r.Steps += in.steps
}

// contexts are the block shapes that a root is launched with, nil for the
// assumption.
func contexts(p *cfg.Program, root *cfg.Func, opts Options) []*warp.Shape {
	if opts.Shapes != nil {
		if given := opts.Shapes(root); len(given) > 0 {
			return pointers(given)
		}
	}
	var known []warp.Shape
	seen := map[warp.Shape]bool{}
	unknown := false
	for _, l := range p.Unit.Launches {
		switch {
		case l.Kernel != root.Decl:
		case l.Block == nil || !valid(*l.Block):
			unknown = true
		case !seen[*l.Block]:
			seen[*l.Block] = true
			known = append(known, *l.Block)
		}
	}
	list := pointers(known)
	if unknown || len(list) == 0 {
		list = append(list, nil)
	}
	return list
}

// valid reports a block that can be launched.
func valid(s warp.Shape) bool {
	return s[0] > 0 && s[1] > 0 && s[2] > 0 && s[2] <= maxDepthZ && s.Threads() <= maxThreads
}

func pointers(shapes []warp.Shape) []*warp.Shape {
	list := make([]*warp.Shape, len(shapes))
	for i := range shapes {
		list[i] = &shapes[i]
	}
	return list
}

func newInterp(p *cfg.Program, root *cfg.Func, s *warp.Shape, opts Options,
	shapes map[*cfg.Func]*shape) *interp {
	t := term.NewTable()
	in := &interp{t: t, solver: smt.New(), program: p, root: root, model: opts.Model,
		launch: newLaunch(t, s), shapes: shapes, globals: map[*cfg.Object]*object{},
		arguments: map[string]*object{}, active: map[*term.Term]bool{},
		partition: map[*term.Term]*event{}, fields: map[*ast.Field]int{},
		noted: map[string]bool{}, budget: opts.Steps}
	if in.budget == 0 {
		in.budget = defaultSteps
	}
	in.alive = in.launch.alive
	return in
}

// run interprets the root; false when the budget ran out.
func (in *interp) run() (complete bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(errBudget); !ok {
				panic(r)
			}
			complete = false
		}
	}()
	in.call(in.root, nil, in.alive, newState(), nil)
	return true
}

// fact describes one phase to the rules.
func (in *interp) fact(p *phase) *Fact {
	f := &Fact{Site: p.instr, Approximate: p.approximate, phase: p, Pos: p.position(),
		Context: Context{Root: in.root, Shape: in.launch.shape, Model: in.model,
			Arch: in.program.Unit.Arch}}
	path := p.place.path()
	for i, at := range path[:len(path)-1] {
		f.Context.Path = append(f.Context.Path, at.pos)
		f.Context.PathNames = append(f.Context.PathNames, path[i+1].frame.fn.Name)
	}
	if p.masked {
		if m := p.mask.uniformWhere(p.guard); m != nil {
			f.ActiveMask = in.active[m]
		}
	}
	return f
}

// position is the innermost place in the user's own code on the way to the event.
func (e *event) position() ast.Pos {
	path := e.place.path()
	for i := len(path) - 1; i >= 0; i-- {
		if !path[i].pos.System {
			return path[i].pos
		}
	}
	return e.instr.Pos
}
