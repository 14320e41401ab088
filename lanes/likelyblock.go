package lanes

import (
	"github.com/warpcheck/warpcheck/lanes/block"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/warp"
)

// Thread numbers in a block of unknown extents are quotients by unknowns, about which the solver often
// does not decide:
//
//	if (threadIdx.y % 4 == 0) __syncthreads();     in a block of any rows
//
// Such a question is asked again in blocks that the kernel probably has. If a rule is broken in one of them, that block is
// an example. If it is kept in all of them, the question stays open.

// inLikelyBlock is a potential verdict in a block that the kernel may have, none where no such block shows one.
func (f *Fact) inLikelyBlock(ask func(*Fact) []Verdict) []Verdict {
	j := f.rendezvous.j
	if j.trace.Launch.Shape.Known() || j.trace.Launch.Size.IsKnown() {
		return nil
	}
	return f.inSomeOf(grid.LikelyShapes(j.trace.Root), ask)
}

// inAwaitedBlock is a potential verdict in the smallest block that has as many threads as the barriers with a number of
// threads wait for: of a block of any size it is not known how often the other warps come. None where the size is known.
func (f *Fact) inAwaitedBlock(ask func(*Fact) []Verdict) []Verdict {
	j := f.rendezvous.j
	if !f.Site.Collective.Block || !block.IsCounted(f.rendezvous.event) || j.trace.Launch.Shape.Known() || j.trace.Launch.Size.IsKnown() {
		return nil
	}
	return f.inSomeOf([]warp.Shape{{j.barriers.FewestThreads(), 1, 1}}, ask)
}

// inSomeOf is a potential verdict in one of some blocks that the kernel may have, none where no such block shows one.
func (f *Fact) inSomeOf(shapes []warp.Shape, ask func(*Fact) []Verdict) []Verdict {
	j := f.rendezvous.j
	for _, s := range shapes {
		if !s.IsLaunchable() || grid.Common(s, j.trace.Launch.Shape) != j.trace.Launch.Shape {
			continue
		}
		for _, v := range j.inLikely(s, f, ask) {
			if v.Certainty != Undecided && v.Witness != nil {
				v.weaken()
				return []Verdict{v}
			}
		}
	}
	return nil
}

// weaken makes a verdict on a block that no launch is known to have a potential one.
func (v *Verdict) weaken() {
	v.Certainty, v.InWarp, v.varies = Potential, nil, false
	if v.IfReached() {
		v.Reservation = Reservation{}
	}
}

// inPossible is the answer to a question where the host computes blocks that need not be whole warps: potential in a
// shape that no launch is known to have, and that in a sample where the blocks that are assumed show nothing.
func (f *Fact) inPossible(ask func(*Fact) []Verdict, found []Verdict) []Verdict {
	blocks := f.rendezvous.j.trace.Launch.Blocks
	switch {
	case len(found) == 0:
		return f.inSomeOf(blocks.AllSamples(), ask)
	case blocks.IsPossible:
		for i := range found {
			if found[i].Certainty == Definite {
				found[i].weaken()
			}
		}
	}
	return found
}

// inLikely are the verdicts on a question in a block, with work of its own: a look at another block
// takes nothing from what the root may take.
func (j *judge) inLikely(s warp.Shape, f *Fact, ask func(*Fact) []Verdict) (found []Verdict) {
	facts, looked := j.likely[s]
	if !looked {
		facts = j.inBlock(s, exec.NewMeter(j.t.Work.Limit/likelyBlockShare))
		j.likely[s] = facts
	}
	for _, g := range facts {
		if f.isOf(g) {
			exec.WithinBudget(func() { found = append(found, strongest(ask(g))...) })
		}
	}
	return found
}
