package agree

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// compareBlocks holds what the interpreter says of a kernel's barriers, in blocks of some shapes,
// against runs of whole blocks:
//
//   - where a block hangs on some input, in some order, the interpreter tells of some barrier,
//     or says that it is not exact about one;
//   - on every input with which the warp that it names, or any, comes along the same calls to a
//     barrier that it calls definitely wrong, the block hangs in every order, as far as all were
//     looked at, or that warp breaks the rule by itself.
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

// blockClaims is what the interpreter says of a block's barriers.
type blockClaims struct {
	// definite holds the warps of which it proves that a barrier is wrong.
	definite map[claim][]int
	// silent: it tells of no barrier, and is exact about all.
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

// desertedBy reports a barrier that some warp of a block leaves out while another waits there.
func desertedBy(b *sim.Block, k claim) bool {
	return slices.ContainsFunc(b.Warps, func(waits *sim.Outcome) bool { return k.isDeserted(waits, b.Warps) })
}
