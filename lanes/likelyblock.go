package lanes

import (
	"github.com/warpcheck/warpcheck/lanes/block"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/warp"
)

// In a block of unknown extents, thread numbers are quotients by unknowns. The solver often does not decide questions
// about them:
//
//	if (threadIdx.y % 4 == 0) __syncthreads();     in a block of any number of rows
//
// Such a question is asked again in blocks that the kernel is likely to have. If a rule is broken in one of them,
// that block is an example. If it is kept in all of them, the question stays undecided.

// inLikelyBlock asks a question in blocks that the kernel may have. It returns a potential verdict of one of them, or
// none if no block shows a fault.
func (f *Fact) inLikelyBlock(ask func(*Fact) []Verdict) []Verdict {
	j := f.rendezvous.j
	if j.trace.Launch.Shape.Known() || j.trace.Launch.Size.IsKnown() {
		return nil
	}
	return f.inSomeOf(grid.LikelyShapes(j.trace.Root), ask)
}

// inAwaitedBlock asks a question in one block: the smallest one in which enough threads arrive at each barrier with a
// number of threads. It is for a block of unknown size, in which it is not known how often the other warps arrive. The
// result is a potential verdict. There is none if this block shows no fault, or if the size of the block is known.
func (f *Fact) inAwaitedBlock(ask func(*Fact) []Verdict) []Verdict {
	j := f.rendezvous.j
	if !f.Site.Collective.BeyondWarp || !block.IsCounted(f.rendezvous.event) || j.trace.Launch.Shape.Known() || j.trace.Launch.Size.IsKnown() {
		return nil
	}
	return f.inSomeOf([]warp.Shape{{j.barriers.FewestThreads(), 1, 1}}, ask)
}

// inSomeOf asks a question in each of the given blocks until one gives a verdict with a witness. It returns that
// verdict, as a potential one. It returns none if no block shows a fault.
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

// weaken makes v potential, because no launch with its block is known.
func (v *Verdict) weaken() {
	v.Certainty, v.InWarp, v.lanesVary = Potential, nil, false
	if v.IfReached() {
		v.Reservation = Reservation{}
	}
}

// inPossible corrects found, the verdicts on a question in the blocks of the context. If found is empty, the question
// is asked in the samples instead, which are blocks with an incomplete warp (Blocks.Samples). If no launch is known to
// have the block of the context (Blocks.IsPossible), definite verdicts become potential. ask returns the verdicts on
// the question for a fact.
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

// inLikely asks a question in a block of shape s. The interpretation of that block has its own budget
// (likelyBlockShare), and does not count as work on the root.
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
