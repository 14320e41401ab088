package lanes

import (
	"github.com/warpcheck/warpcheck/lanes/block"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/warp"
)

// Thread numbers in a block of unknown extents are quotients by unknowns, for which the solver often does not decide a
// question:
//
//	if (threadIdx.y % 4 == 0) __syncthreads();     in a block of any rows
//
// Such a question is asked again in blocks that the kernel probably has. If a rule is broken in one of them, that block
// is an example. If it is kept in all of them, the question is not decided.

// inLikelyBlock returns a potential verdict in a block that the kernel may have; none if no such block shows one.
func (f *Fact) inLikelyBlock(ask func(*Fact) []Verdict) []Verdict {
	j := f.rendezvous.j
	if j.trace.Launch.Shape.Known() || j.trace.Launch.Size.IsKnown() {
		return nil
	}
	return f.inSomeOf(grid.LikelyShapes(j.trace.Root), ask)
}

// inAwaitedBlock asks a question in one block: the smallest one in which enough threads arrive at each barrier with a
// number of threads. In a block of unknown size the question is not decided, because it is not known how often the
// other warps arrive. It returns a potential verdict, none if this block shows none, or if the size of the block is
// known.
func (f *Fact) inAwaitedBlock(ask func(*Fact) []Verdict) []Verdict {
	j := f.rendezvous.j
	if !f.Site.Collective.BeyondWarp || !block.IsCounted(f.rendezvous.event) || j.trace.Launch.Shape.Known() || j.trace.Launch.Size.IsKnown() {
		return nil
	}
	return f.inSomeOf([]warp.Shape{{j.barriers.FewestThreads(), 1, 1}}, ask)
}

// inSomeOf asks a question in each block of shapes that the kernel may have. It returns the first verdict with a
// witness, as a potential one; none if no block shows one.
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

// weaken makes v potential, because no launch is known to have its block.
func (v *Verdict) weaken() {
	v.Certainty, v.InWarp, v.lanesVary = Potential, nil, false
	if v.IfReached() {
		v.Reservation = Reservation{}
	}
}

// inPossible adapts found, the verdicts on a question in the blocks of the context. If found is empty, inPossible asks
// the question in the samples instead, which are blocks that do not consist of whole warps (Blocks.Samples). If no
// launch is known to have the block of the context (Blocks.IsPossible), each definite verdict in found becomes
// potential.
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

// inLikely asks a question in a block of shape s. The interpretation there has a budget of its own (likelyBlockShare):
// it does not count as work on the root.
func (j *judge) inLikely(s warp.Shape, f *Fact, ask func(*Fact) []Verdict) (found []Verdict) {
	facts, looked := j.likely[s]
	if !looked {
		facts = j.inBlock(s, exec.NewMeter(j.t.Work.Limit/likelyBlockShare, j.setting.Effort))
		j.likely[s] = facts
	}
	for _, g := range facts {
		if f.isOf(g) {
			exec.WithinBudget(func() { found = append(found, strongest(ask(g))...) })
		}
	}
	return found
}
