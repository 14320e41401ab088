// Package agree holds the two engines against each other: the abstract
// interpreter (lanes) and the concrete warp machine (sim), which share nothing
// but the control-flow graph.
//
// For a program and a list of inputs it checks under each model:
//
//   - whatever the machine violates on some input, the interpreter reports for
//     that site, at least as potential. Silence is thereby proved on the inputs.
//     What may follow from another violation (see spoiled, astray) is let pass;
//   - whatever the interpreter calls definite, the machine violates on every
//     input that reaches the site along the same calls, in some warp of the block.
package agree

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// questions pairs the machine's kinds of violation with the interpreter's
// questions.
var questions = map[sim.Kind]func(*lanes.Fact) []lanes.Verdict{
	sim.NotParticipating: (*lanes.Fact).NotParticipating,
	sim.DivergentMask:    (*lanes.Fact).DivergentMask,
	sim.NotInMask:        (*lanes.Fact).NotInMask,
	sim.SourceNotInMask:  (*lanes.Fact).SourceNotInMask,
	sim.Width:            (*lanes.Fact).Width,
	sim.Barrier:          (*lanes.Fact).Barrier,
}

// claim is one question about one site in one context.
type claim struct {
	kind sim.Kind
	site *cfg.Instr
	path string
}

// claims is what the interpreter says, by shape of the block.
type claims struct {
	certainty map[claim]lanes.Certainty
	// vague are the sites about which the interpreter admits not to know all.
	vague bool
}

// Check compares the engines on one lowered kernel under each model. The inputs' Func and
// Model are set here; only their block shapes are analysed.
func Check(p *cfg.Program, kernel *cfg.Func, inputs []sim.Input) error {
	session := smt.NewSession() // to open one takes longer than most analyses
	for _, m := range []warp.Model{warp.Independent, warp.Lockstep, warp.Strict} {
		if err := checkUnder(p, kernel, lanes.Options{Model: m, QuerySteps: querySteps, Session: session}, inputs); err != nil {
			return err
		}
	}
	return nil
}

func checkUnder(p *cfg.Program, kernel *cfg.Func, opts lanes.Options, inputs []sim.Input) error {
	byShape := map[warp.Shape][]sim.Input{}
	var shapes []warp.Shape
	for _, in := range inputs {
		if byShape[in.Shape] == nil {
			shapes = append(shapes, in.Shape)
		}
		byShape[in.Shape] = append(byShape[in.Shape], in)
	}
	for _, s := range shapes {
		opts.Shapes = func(*cfg.Func) []warp.Shape { return []warp.Shape{s} }
		said := ask(p, kernel, opts)
		for _, in := range byShape[s] {
			in.Func, in.Model = kernel, opts.Model
			if err := said.compare(in); err != nil {
				return err
			}
		}
	}
	return nil
}

// querySteps is a tenth of what the checker spends on a question: most random
// programs' questions that take longer are not decided with more either.
const querySteps = 40_000

func ask(p *cfg.Program, kernel *cfg.Func, opts lanes.Options) claims {
	r := lanes.Analyze(p, opts)
	c := claims{certainty: map[claim]lanes.Certainty{}, vague: len(r.Notes) > 0}
	for _, f := range r.Facts {
		if f.Context.Root != kernel {
			continue
		}
		for kind, ask := range questions {
			for _, v := range ask(f) {
				k := claim{kind, f.Site, pathOf(f.Context.Path)}
				if old, said := c.certainty[k]; !said || v.Certainty > old {
					c.certainty[k] = v.Certainty
				}
			}
		}
	}
	return c
}

func pathOf(path []ast.Pos) string {
	s := ""
	for _, p := range path {
		s += fmt.Sprintf("%s:%d:%d;", p.File, p.Line, p.Column)
	}
	return s
}

// compare runs every warp of the block on one input and checks the claims.
func (c claims) compare(in sim.Input) error {
	violated, reached := map[claim]bool{}, map[claim]bool{}
	var outcomes []*sim.Outcome
	for in.Warp = 0; in.Warp*warp.Size < in.Shape.Threads(); in.Warp++ {
		out := sim.Run(in)
		if out.Unknown != "" || out.OutOfSteps {
			return nil
		}
		outcomes = append(outcomes, out)
		for _, p := range out.Phases {
			for kind := range questions {
				reached[claim{kind, p.Site, pathOf(p.Path)}] = true
			}
		}
		late := spoiled(out)
		astray := c.astray(out, late)
		for _, v := range out.Violations {
			k := about(v)
			violated[k] = true
			if !c.says(v) && !c.vague && !late.spoil(v) && !mayHaveLeft(v, astray) {
				return fmt.Errorf("%s: missed: %v at %d:%d (%v)", describe(in), v.Kind,
					k.site.Pos.Line, k.site.Pos.Column, v)
			}
		}
	}
	for k, certainty := range c.certainty {
		if certainty == lanes.Definite && reached[k] && !violated[k] && !deserted(k, outcomes) {
			return fmt.Errorf("%s: false definite: %v at %d:%d", describe(in), k.kind,
				k.site.Pos.Line, k.site.Pos.Column)
		}
	}
	return nil
}

// about is the claim that a violation bears out.
func about(v sim.Violation) claim {
	return claim{v.Kind, v.Phase.Site, pathOf(v.Phase.Path)}
}

// says reports that the interpreter told of a violation.
func (c claims) says(v sim.Violation) bool {
	_, said := c.certainty[about(v)]
	return said
}

// deserted reports a barrier that some warp of the block waits at and another leaves out.
func deserted(k claim, outcomes []*sim.Outcome) bool {
	at := func(p *sim.Phase) bool { return p.Site == k.site && pathOf(p.Path) == k.path }
	for _, waits := range outcomes {
		for _, other := range outcomes {
			if k.kind == sim.Barrier && sim.Deserted(waits, other, at) {
				return true
			}
		}
	}
	return false
}

// phases is a set of phases.
type phases map[*sim.Phase]bool

// spoil reports a violation at one of the phases, or one of divergent masks that may
// be in conflict with those of one.
func (s phases) spoil(v sim.Violation) bool {
	if s[v.Phase] || v.Kind != sim.DivergentMask {
		return s[v.Phase]
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

// spoiled are the phases that a violation before may have caused: some lane that
// arrives or is named took part in one, or met since a lane that did.
func spoiled(out *sim.Outcome) phases {
	broken := map[*sim.Phase]bool{}
	for _, v := range out.Violations {
		broken[v.Phase] = true
	}
	late := phases{}
	var touched warp.Lanes
	for _, p := range out.Phases {
		if concerned(p)&touched != 0 {
			late[p] = true
		}
		if late[p] || broken[p] {
			touched |= p.Arrive
		}
	}
	return late
}

// astray are the lanes whose further way may rest on a violation that is told: they
// took part in its phase or in one that it spoils.
func (c claims) astray(out *sim.Outcome, late phases) warp.Lanes {
	var lanes warp.Lanes
	for _, v := range out.Violations {
		if c.says(v) {
			lanes |= v.Phase.Arrive
		}
	}
	for p := range late {
		lanes |= p.Arrive
	}
	return lanes
}

// mayHaveLeft reports a violation that is none if the absent lanes, which are astray,
// left the kernel instead: an exited lane may be named.
func mayHaveLeft(v sim.Violation, astray warp.Lanes) bool {
	return v.Kind == sim.NotParticipating && v.Lanes&^astray == 0
}

// concerned are the lanes that arrive at a phase or are named there: at a barrier of
// the block, all.
func concerned(p *sim.Phase) warp.Lanes {
	if p.Site.Collective.Block {
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

// describe names an input in a failure.
func describe(in sim.Input) string {
	s := fmt.Sprintf("%v, block %v, warp %d, n=%d, d=", in.Model, in.Shape, in.Warp,
		int32(in.Args["n"]))
	for l := range int64(warp.Size) {
		s += fmt.Sprint(int32(in.Memory("d", 4*l, 4)), " ")
	}
	return s
}
