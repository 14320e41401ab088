package agree

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/warpgen"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// raceInputs is how many inputs a program about races is run with.
const raceInputs = 8

// drawRaces draws a kernel whose lanes use shared memory, and a view to check it under.
func drawRaces(t *rapid.T) subject {
	source := warpgen.RaceProgram().Draw(t, "source")
	shape := warp.Shape{rapid.IntRange(1, 2).Draw(t, "warps") * warp.Size, 1, 1}
	view := View{warp.Model(rapid.IntRange(0, 2).Draw(t, "model")), rapid.SampledFrom([]warp.Shape{shape, {}}).Draw(t, "shape")}
	inputs := make([]sim.Input, raceInputs)
	for i := range inputs {
		inputs[i] = rapid.SampledFrom(warpgen.AllInputs()).Draw(t, "input")
		inputs[i].Shape, inputs[i].Model, inputs[i].Warp = shape, view.Model, 0
	}
	return subject{
		text:  fmt.Sprintf("// %v model, block %v\n%s", view.Model, view.Shape, source),
		check: func(p lowered) error { return compareRaces(p, view, inputs) },
	}
}

// racer is an access to shared memory in one context.
type racer struct {
	site *cfg.Instr
	path string
}

// raceClaims are the interpreter's verdicts about a kernel's accesses to shared memory.
type raceClaims struct {
	said map[racer]bool
	// definite has the warps for which the interpreter proves a race.
	definite map[racer][]int
	// imprecise: the interpreter reports that it does not model a part of the program.
	imprecise bool
}

// compareRaces compares the interpreter's verdicts about races with runs of whole blocks:
//
//   - if the machine sees a race, the interpreter reports one at the later access, or that it does not know;
//   - if the interpreter calls a race definite, the machine sees a race at its later access on every input on which the
//     named warp reaches that access.
//
// Runs in which a collective is broken are not compared. The interpreter need not report races between iterations of a
// loop that do not follow each other (docs/semantics.md).
func compareRaces(p lowered, view View, inputs []sim.Input) error {
	said := askRaces(p, view)
	for _, in := range inputs {
		in.Func, in.Races = p.kernel, true
		block := sim.RunBlock(in)
		if !block.IsComplete() || isBroken(block) {
			continue
		}
		for w, out := range block.Warps {
			in.Warp = w
			if err := said.compare(w, out); err != nil {
				return fmt.Errorf("%s: %w", describe(in), err)
			}
		}
	}
	return nil
}

func askRaces(p lowered, view View) raceClaims {
	c := raceClaims{said: map[racer]bool{}, definite: map[racer][]int{}}
	r := lanes.Analyze(p.Program, lanes.Options{Model: view.Model, QuerySteps: querySteps, Session: p.session,
		Skip: allBut(p.kernel), Races: true, See: c.take, Shapes: func(*cfg.Func) []warp.Shape { return []warp.Shape{view.Shape} }})
	c.imprecise = len(r.Notes) > 0
	return c
}

// take asks the facts about accesses for their verdicts.
func (c raceClaims) take(facts []*lanes.Fact) {
	for _, f := range facts {
		if !f.IsOfAccess() {
			continue
		}
		at := racer{f.Site, pathOf(f.Context.Path)}
		for _, v := range f.MissingSyncwarp() {
			c.said[at] = true
			if v.Certainty == lanes.Definite {
				c.definite[at] = append(c.definite[at], warpOf(&v))
			}
		}
		c.said[at] = c.said[at] || f.Undecided
	}
}

// compare compares the claims with the run of one warp of a block.
func (c raceClaims) compare(w int, out *sim.Outcome) error {
	seen := map[racer]bool{}
	for _, r := range out.Races() {
		at := racer{r.Later.Site, pathOf(r.Later.Path)}
		if seen[at] = true; !c.said[at] && !c.imprecise && r.Iterations < 2 {
			return fmt.Errorf("missed: %v", r)
		}
	}
	for _, t := range out.Touches {
		at := racer{t.Site, pathOf(t.Path)}
		proved := slices.Contains(c.definite[at], w) || slices.Contains(c.definite[at], anyWarp)
		if proved && !seen[at] {
			return fmt.Errorf("false definite: race at %d:%d", at.site.Pos.Line, at.site.Pos.Column)
		}
	}
	return nil
}

// isBroken reports whether some warp of a block breaks a rule about collectives, or waits for ever.
func isBroken(b *sim.Block) bool {
	return len(b.Waits)+len(b.Deserted) > 0 || b.BreaksRule()
}
