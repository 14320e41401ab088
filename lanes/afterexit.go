package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/source"
)

// AfterExit returns a verdict if threads of the block may have returned before a barrier of the block at which other
// threads wait. It asks only whether they may have returned. So the verdict has no example, and an answer that the
// solver does not know counts as yes. A trap does not count, because it ends the kernel for all threads.
func (f *Fact) AfterExit() []Verdict {
	p, c := f.rendezvous, f.Site.Collective
	if !c.IsForAll() || c.Scope != cfg.OfBlock || !p.j.trace.Root.Kernel {
		return nil
	}
	left := p.j.trace.Vectors.And(p.meeting.HasLeft, p.j.trace.Vectors.And(p.j.trace.Alive, p.j.trace.Vectors.Not(p.meeting.Trapped)))
	if left.IsFalse() || !p.mayHaveLeft(left) {
		return nil
	}
	return []Verdict{{Certainty: Definite, Related: exitConditions(p.event.Point.Path()[0].Block, p.j.trace.Root)}}
}

// mayHaveLeft reports whether some thread of the block, in this or another warp, may have left the kernel when some
// lane arrives. exited holds, for each lane, the formula that the lane left.
func (p *rendezvous) mayHaveLeft(exited vector.Vec) bool {
	may := func(lanes vector.Vec) bool {
		answer, _ := p.meeting.Agreeing(p.j.t.And(p.j.meet.Premise(), p.j.t.Or(lanes.List()...)))
		return answer != smt.No
	}
	if may(vector.Map1(exited, func(x *term.Term) *term.Term { return p.j.t.And(p.meeting.Reach, x) })) {
		return true
	}
	other := p.j.barriers.Barrier(p.meeting).OtherWarpLeft(exited)
	return other != nil && may(other.Lanes)
}

// exitConditions lists the places of branches of a kernel at which threads return on one side only. Only branches
// with a path to the block target count.
func exitConditions(target *cfg.Block, kernel *cfg.Func) []source.Pos {
	leadsThere := map[*cfg.Block]bool{}
	for work := []*cfg.Block{target}; len(work) > 0; {
		b := work[len(work)-1]
		if work = work[:len(work)-1]; !leadsThere[b] {
			leadsThere[b] = true
			work = append(work, b.Preds...)
		}
	}
	var list []source.Pos
	for _, b := range kernel.Blocks {
		if b.Term.Cond != nil && leadsThere[b] && slices.ContainsFunc(b.Term.Targets, isEarlyExit) {
			list = append(list, b.Term.Cond.Pos)
		}
	}
	return list
}

// isEarlyExit reports whether threads that take this side of a branch return.
func isEarlyExit(side *cfg.Block) bool { return side.LeavesKernel && side.Term.Kind != cfg.Trap }
