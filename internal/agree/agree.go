// Package agree compares the two engines: the abstract interpreter (lanes) and the concrete warp machine (sim), which
// share nothing but the control-flow graph.
//
// For a program and a list of inputs it checks under each model:
//
//   - if the machine breaks a rule on some input, the interpreter must report the rule for the same site, at least as
//     potential. Violations that may follow from an earlier one (see invalidated, pathInDoubt) are ignored;
//   - if the interpreter has a definite verdict, the machine must break the rule on every input on which a warp reaches
//     the site along the same calls. If the verdict names a warp, only that warp counts. A definite verdict for an
//     unknown block must hold in all blocks of whole warps.
//
// The tests draw random programs of several kinds (kind_test.go). They also compare both engines on the barriers of
// whole blocks, on races on shared memory, on spin loops and on the value of __activemask().
package agree

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// questions maps a kind of violation on the machine to the question for the interpreter.
var questions = map[sim.Kind]func(*lanes.Fact) []lanes.Verdict{
	sim.NotParticipating: (*lanes.Fact).NotParticipating,
	sim.DivergentMask:    (*lanes.Fact).DivergentMask,
	sim.NotInMask:        (*lanes.Fact).NotInMask,
	sim.SourceNotInMask:  (*lanes.Fact).SourceNotInMask,
	sim.Width:            (*lanes.Fact).Width,
	sim.Barrier:          (*lanes.Fact).Barrier,
	sim.PartOfGroup:      (*lanes.Fact).WholeWarpgroup,
}

// claim is the claim that some lanes break the rule of kind at one site on one call path.
type claim struct {
	kind sim.Kind
	site *cfg.Instr
	path string
}

// anyWarp means any warp that reaches the site.
const anyWarp = -1

// claims holds the interpreter's verdicts for blocks of one shape. made holds all of them, definite or not.
type claims struct {
	made map[claim]bool
	// definite maps each claim with a definite verdict to the warps for which it is proved.
	definite map[claim][]int
	// imprecise reports whether the interpreter reports that it does not model a part of the program.
	imprecise bool
}

// View is the model and the shape of the block for a check of a program. The zero shape means any block of whole warps.
type View struct {
	Model warp.Model
	Shape warp.Shape
}

// Check compares the engines on one lowered kernel under each model, for the shapes of the inputs and for any block of
// whole warps. It sets Func and Model of the inputs. It returns an error that describes the first disagreement, or nil
// if there is none.
func Check(p *cfg.Program, kernel *cfg.Func, inputs []sim.Input) error {
	session := smt.NewSession() // one session for all, because opening one takes longer than most analyses
	for _, m := range []warp.Model{warp.Independent, warp.Lockstep, warp.Strict} {
		for _, s := range append(shapesOf(inputs), warp.Shape{}) {
			if err := CheckUnder(p, kernel, View{m, s}, inputs, session); err != nil {
				return err
			}
		}
	}
	return nil
}

// shapesOf returns the shapes of the inputs, without duplicates.
func shapesOf(inputs []sim.Input) []warp.Shape {
	var shapes []warp.Shape
	for _, in := range inputs {
		shapes = distinct.Append(shapes, in.Shape)
	}
	return shapes
}

// CheckUnder compares the engines under one view, on the inputs with the shape of the view. For the zero shape it uses
// the inputs of one full warp. It returns an error that describes the first disagreement.
func CheckUnder(p *cfg.Program, kernel *cfg.Func, view View, inputs []sim.Input, session *smt.Session) error {
	inputs = grouped(p, inputs)
	found := ask(p, kernel, lanes.Options{Model: view.Model, QuerySteps: querySteps, Session: session,
		Shapes: func(*cfg.Func) []warp.Shape { return []warp.Shape{view.Shape} }})
	if view.Shape == (warp.Shape{}) {
		return found.compareProofs(inputs, kernel, view.Model)
	}
	for _, in := range inputs {
		if in.Shape != view.Shape {
			continue
		}
		in.Func, in.Model = kernel, view.Model
		if err := found.compare(in); err != nil {
			return err
		}
	}
	return nil
}

// compareProofs checks the definite claims about any block of whole warps. It runs each input for one full warp with
// one warp, and again with two warps. It leaves out all other inputs.
func (c claims) compareProofs(inputs []sim.Input, kernel *cfg.Func, model warp.Model) error {
	if len(c.definite) == 0 {
		return nil
	}
	for _, in := range inputs {
		if in.Shape != (warp.Shape{warp.Size, 1, 1}) {
			continue
		}
		in.Func, in.Model = kernel, model
		for _, warps := range []int{1, 2} {
			in.Shape[0] = warps * warp.Size
			block := sim.RunBlock(in)
			if !block.IsComplete() {
				continue
			}
			if err := c.falseIn(in, block.Warps); err != nil {
				return fmt.Errorf("of any block: %w", err)
			}
		}
	}
	return nil
}

// querySteps limits the work on a question to a tenth of the checker's limit. Most questions about random programs that
// take longer cannot be decided with more work either.
const querySteps = 40_000

// allBut returns a function that reports whether a root is not to be analysed. It returns true for all roots except
// kernel.
func allBut(kernel *cfg.Func) func(*cfg.Func) bool {
	return func(f *cfg.Func) bool { return f != kernel }
}

func ask(p *cfg.Program, kernel *cfg.Func, opts lanes.Options) claims {
	opts.Skip = allBut(kernel)
	r := lanes.Analyze(p, opts)
	c := claims{made: map[claim]bool{}, definite: map[claim][]int{}, imprecise: len(r.Notes) > 0}
	for _, f := range r.Facts {
		for kind, ask := range questions {
			k := claim{kind, f.Site, pathOf(f.Context.Path)}
			for _, v := range ask(f) {
				c.made[k] = true
				if v.Certainty == lanes.Definite {
					c.definite[k] = append(c.definite[k], warpOf(&v))
				}
			}
			c.made[k] = c.made[k] || f.Undecided // an undecided question counts as a verdict: the work on the site may have been too much
		}
	}
	return c
}

// warpOf returns the warp that a definite verdict names, or anyWarp if it names none.
func warpOf(v *lanes.Verdict) int {
	if v.InWarp == nil {
		return anyWarp
	}
	return *v.InWarp
}

func pathOf(path []source.Pos) string {
	s := ""
	for _, p := range path {
		s += fmt.Sprintf("%s:%d:%d;", p.File, p.Line, p.Column)
	}
	return s
}

// compare runs all warps of the block on one input. It returns an error if the interpreter has missed a violation, or
// if a run contradicts a definite claim.
func (c claims) compare(input sim.Input) error {
	block := sim.RunBlock(input)
	if !block.IsComplete() {
		return nil
	}
	broken := false
	for _, out := range block.Warps {
		broken = broken || len(out.Violations) > 0
		late := invalidated(out)
		inDoubt := c.pathInDoubt(out, late)
		for _, v := range out.Violations {
			k := about(v)
			if !c.made[k] && !c.imprecise && !late.invalidate(v) && !mayHaveLeft(v, inDoubt) {
				return fmt.Errorf("%s: missed: %v at %d:%d (%v)", describe(input), v.Kind,
					k.site.Pos.Line, k.site.Pos.Column, v)
			}
		}
	}
	if len(block.Deserted) > 0 && !broken && !c.imprecise && !c.hasBarrierVerdict() {
		d := block.Deserted[0]
		return fmt.Errorf("%s: missed: warp %d waits at %d:%d for warp %d", describe(input), d.Warp,
			d.Rendezvous.Site.Pos.Line, d.Rendezvous.Site.Pos.Column, d.Other)
	}
	return c.falseIn(input, block.Warps)
}

// hasBarrierVerdict reports whether the interpreter has a verdict about any barrier. If warps diverge, its verdict may
// be about the barrier at which they do, or about a later one.
func (c claims) hasBarrierVerdict() bool {
	for k := range c.made {
		if k.kind == sim.Barrier {
			return true
		}
	}
	return false
}

// falseIn returns an error if a claim is proved for a warp whose run contradicts it. outcomes has the runs of the warps
// of the block.
func (c claims) falseIn(input sim.Input, outcomes []*sim.Outcome) error {
	for k, warps := range c.definite {
		for w, out := range outcomes {
			if proves(warps, w) && k.isReached(out) && !k.isViolated(out) && !k.isDeserted(out, outcomes) {
				input.Warp = w
				return fmt.Errorf("%s: false definite: %v at %d:%d", describe(input), k.kind,
					k.site.Pos.Line, k.site.Pos.Column)
			}
		}
	}
	return nil
}

// proves reports whether a claim that is proved for warps is proved for warp w.
func proves(warps []int, w int) bool {
	return slices.Contains(warps, w) || slices.Contains(warps, anyWarp)
}

func (k claim) isAt(p *sim.Rendezvous) bool { return p.Site == k.site && pathOf(p.Path) == k.path }

func (k claim) isReached(outcome *sim.Outcome) bool {
	return slices.ContainsFunc(outcome.Rendezvous, k.isAt)
}

func (k claim) isViolated(outcome *sim.Outcome) bool {
	return slices.ContainsFunc(outcome.Violations, func(v sim.Violation) bool { return about(v) == k })
}

// about returns the claim with the kind, the site and the path of a violation.
func about(v sim.Violation) claim {
	return claim{v.Kind, v.Rendezvous.Site, pathOf(v.Rendezvous.Path)}
}

// isDeserted reports whether the claim is about a barrier at which a warp waits for another warp of the block that
// never arrives. The argument waits is the run of the waiting warp, and outcomes has the runs of all warps.
func (k claim) isDeserted(waits *sim.Outcome, outcomes []*sim.Outcome) bool {
	return k.kind == sim.Barrier && slices.ContainsFunc(outcomes, func(other *sim.Outcome) bool {
		return sim.Deserted(waits, other, k.isAt)
	})
}

// rendezvousSet is a set of rendezvous.
type rendezvousSet map[*sim.Rendezvous]bool

// invalidate reports whether a violation may result from an earlier one: it is at a rendezvous of the set, or it is
// about divergent masks that overlap the masks at such a rendezvous.
func (s rendezvousSet) invalidate(v sim.Violation) bool {
	if s[v.Rendezvous] || v.Kind != sim.DivergentMask {
		return s[v.Rendezvous]
	}
	for p := range s {
		for l := 0; l < warp.Size; l++ {
			if p.Converged.Has(l) && p.Masks[l]&v.Union != 0 {
				return true
			}
		}
	}
	return false
}

// invalidated returns the rendezvous that an earlier violation may have changed. A lane is affected if it arrived at a
// rendezvous with a violation, or at one with an affected lane. The result has each rendezvous at which an affected
// lane arrives or is named.
func invalidated(outcome *sim.Outcome) rendezvousSet {
	broken := map[*sim.Rendezvous]bool{}
	for _, v := range outcome.Violations {
		broken[v.Rendezvous] = true
	}
	late := rendezvousSet{}
	var touched warp.Lanes
	for _, p := range outcome.Rendezvous {
		if concerned(p)&touched != 0 {
			late[p] = true
		}
		if late[p] || broken[p] {
			touched |= p.Arrive
		}
	}
	return late
}

// pathInDoubt returns the lanes that arrive at a rendezvous with a violation that the interpreter reports, or at a
// rendezvous in late, because such a violation may have changed it. Their further path may depend on the violation.
func (c claims) pathInDoubt(outcome *sim.Outcome, late rendezvousSet) warp.Lanes {
	var lanes warp.Lanes
	for _, v := range outcome.Violations {
		if c.made[about(v)] {
			lanes |= v.Rendezvous.Arrive
		}
	}
	for p := range late {
		lanes |= p.Arrive
	}
	return lanes
}

// mayHaveLeft reports whether v would be no violation if its absent lanes had left the kernel, because a mask may name
// an exited lane. The path of all these lanes must be in doubt.
func mayHaveLeft(v sim.Violation, inDoubt warp.Lanes) bool {
	return v.Kind == sim.NotParticipating && v.Lanes&^inDoubt == 0
}

// concerned returns the lanes that arrive at a rendezvous or are named there. It returns all lanes for a barrier of
// more than one warp.
func concerned(p *sim.Rendezvous) warp.Lanes {
	if p.Site.Collective.BeyondWarp {
		return warp.All
	}
	lanes := p.Arrive
	for l := 0; l < warp.Size; l++ {
		if p.Converged.Has(l) {
			lanes |= warp.Lanes(p.Masks[l])
		}
	}
	return lanes
}

// describe returns the text of an input in an error.
func describe(input sim.Input) string {
	s := fmt.Sprintf("%v, block %v, warp %d, n=%d, d=", input.Model, input.Shape, input.Warp,
		int32(input.Args["n"]))
	for l := range int64(warp.Size) {
		s += fmt.Sprint(int32(input.Memory("d", 4*l, 4)), " ")
	}
	return s
}
