package agree

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// compareBlocks compares the interpreter's verdicts about the barriers of a kernel, in blocks of some shapes, with runs
// of whole blocks:
//
//   - if a block hangs on some input, in some order, the interpreter reports some barrier, or that it is not exact
//     about one;
//   - if it calls a barrier definitely wrong, the block hangs in every order that was tried, or the named warp (or any
//     warp, if none is named) breaks the rule by itself, on every input on which that warp reaches the barrier along
//     the same calls.
func compareBlocks(p lowered, shapes []warp.Shape, inputs []sim.Input) error {
	said := make([]blockClaims, len(shapes))
	for i, s := range shapes {
		said[i] = askBlock(p, s)
	}
	for _, in := range inputs {
		in.Func = p.kernel
		block := sim.RunBlock(in)
		for _, c := range said {
			if err := c.compare(block); err != nil {
				return fmt.Errorf("%s: %w", describe(in), err)
			}
		}
	}
	return nil
}

// blockClaims are the interpreter's verdicts about the barriers of a block.
type blockClaims struct {
	// definite has the warps for which the interpreter proves that a barrier is wrong.
	definite map[claim][]int
	// silent: the interpreter reports no barrier, and is exact about all barriers.
	silent bool
}

func askBlock(p lowered, s warp.Shape) blockClaims {
	r := lanes.Analyze(p.Program, lanes.Options{Model: warp.Independent, QuerySteps: querySteps, Session: p.session, Skip: allBut(p.kernel),
		Shapes: func(*cfg.Func) []warp.Shape { return []warp.Shape{s} }})
	c := blockClaims{map[claim][]int{}, len(r.Notes) == 0}
	for _, f := range r.Facts {
		found := f.Barrier()
		c.silent = c.silent && len(found) == 0 && f.Imprecision.IsNone() && !f.Undecided
		for _, v := range found {
			if v.Certainty == lanes.Definite {
				k := claim{sim.Barrier, f.Site, pathOf(f.Context.Path)}
				c.definite[k] = append(c.definite[k], warpOf(&v))
			}
		}
	}
	return c
}

func (c blockClaims) compare(b *sim.Block) error {
	if !b.IsComplete() {
		return nil
	}
	if c.silent && len(b.Waits) > 0 {
		return fmt.Errorf("missed: a warp waits at %v", b.Waits[0])
	}
	if c.silent && len(b.Deserted) > 0 {
		d := b.Deserted[0]
		return fmt.Errorf("missed: warp %d waits at line %d for warp %d", d.Warp, d.Rendezvous.Site.Pos.Line, d.Other)
	}
	if b.Always || b.Open || b.RunsAhead {
		return nil
	}
	for k, warps := range c.definite {
		for w, o := range b.Warps {
			if proves(warps, w) && k.isReached(o) && len(o.Violations) == 0 && !desertedBy(b, k) {
				return fmt.Errorf("false definite at %d:%d", k.site.Pos.Line, k.site.Pos.Column)
			}
		}
	}
	return nil
}

// desertedBy reports whether some warp of a block waits at the barrier of k and another never arrives.
func desertedBy(b *sim.Block, k claim) bool {
	return slices.ContainsFunc(b.Warps, func(waits *sim.Outcome) bool { return k.isDeserted(waits, b.Warps) })
}
