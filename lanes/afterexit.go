package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/source"
)

// AfterExit returns a verdict if threads of the block may have returned before a barrier of the block at which other
// threads wait. It asks only whether this is possible. So the verdict has no example, and a question that the solver
// leaves open counts as yes. A trap does not count, because it ends the kernel for all threads.
func (f *Fact) AfterExit() []Verdict {
	p, c := f.rendezvous, f.Site.Collective
	if !c.IsForAll() || c.Scope != cfg.OfBlock || !p.j.trace.Root.Kernel {
		return nil
	}
	left := p.j.trace.Vectors.And(p.meeting.HasLeft, p.j.trace.Vectors.And(p.j.trace.Alive, p.j.trace.Vectors.Not(p.meeting.Trapped)))
	if left.IsFalse() || !p.mayHaveLeft(left) {
		return nil
	}
	return []Verdict{{Certainty: Definite, Related: p.exits()}}
}

// exits lists the places of the conditions by which some threads of the block leave while others arrive. If the trace
// shows no such condition, it lists all conditions by which threads leave.
func (p *rendezvous) exits() (list []source.Pos) {
	all := exitBranches(p.event.Point.Path()[0].Block, p.j.trace.Root)
	parting := all
	if len(all) > 1 {
		parting = slices.DeleteFunc(slices.Clone(all), func(b *cfg.Block) bool { return !p.partsTheBlock(b) })
	}
	if len(parting) == 0 {
		parting = all
	}
	for _, b := range parting {
		list = append(list, b.Term.Cond.Pos)
	}
	return list
}

// partsTheBlock reports whether threads may leave the kernel at a branch while others of their block arrive. The trace
// records only branches at which lanes of one warp may diverge. For any other branch, the text of the kernel decides
// whether the condition is the same in all warps.
func (p *rendezvous) partsTheBlock(branch *cfg.Block) bool {
	isKnown := false
	for _, b := range p.j.trace.Log.Branches {
		if b.Point.Block != branch || branch.Term.Kind != cfg.If {
			continue
		}
		leaving := b.Cond
		if !isEarlyExit(targetOf(branch, true)) {
			leaving = p.j.trace.Vectors.Not(b.Cond)
		}
		if p.mayHaveLeft(p.j.trace.Vectors.And(p.j.trace.Vectors.And(p.j.trace.Alive, b.Guard), leaving)) {
			return true
		}
		isKnown = true
	}
	return !isKnown && !p.isOfBlock(branch.Term.Cond, p.j.trace.Root.Dataflow(), map[*cfg.Instr]bool{})
}

// isOfBlock reports whether the text of a kernel shows that a value is the same in all threads of a block. The value
// must be computed from arguments and launch registers, directly or through variables that are set once.
func (p *rendezvous) isOfBlock(x *cfg.Instr, flow *cfg.Dataflow, seen map[*cfg.Instr]bool) bool {
	if seen[x] {
		return true
	}
	seen[x] = true
	switch x.Op {
	case cfg.Special:
		return p.isRegisterOfBlock(x.Special)
	case cfg.Load:
		if x.Args[0].Op != cfg.Addr || !flow.IsStoredByName(x.Args[0].Object) {
			return false
		}
		stored := flow.Stored(x.Args[0].Object)
		switch x.Args[0].Object.Storage {
		case types.Param:
			return len(stored) == 0
		case types.Local:
			return len(stored) == 1 && p.isOfBlock(stored[0], flow, seen)
		}
	case cfg.Const, cfg.Unary, cfg.Binary, cfg.Convert:
		return !slices.ContainsFunc(x.Args, func(arg *cfg.Instr) bool { return !p.isOfBlock(arg, flow, seen) })
	}
	return false
}

// isRegisterOfBlock reports whether a launch register is the same in all threads of the block.
func (p *rendezvous) isRegisterOfBlock(reg cfg.SpecialReg) bool {
	switch reg {
	case cfg.TidX, cfg.TidY, cfg.TidZ:
		return p.j.trace.Launch.Shape[reg-cfg.TidX] == 1
	case cfg.CtaidX, cfg.CtaidY, cfg.CtaidZ, cfg.NTidX, cfg.NTidY, cfg.NTidZ, cfg.NCtaidX, cfg.NCtaidY, cfg.NCtaidZ:
		return true
	}
	return false
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

// exitBranches lists the branches of a kernel with a side on which threads return from the kernel. Only branches with a
// path to the block target count.
func exitBranches(target *cfg.Block, kernel *cfg.Func) (list []*cfg.Block) {
	leadsThere := map[*cfg.Block]bool{}
	for work := []*cfg.Block{target}; len(work) > 0; {
		b := work[len(work)-1]
		if work = work[:len(work)-1]; !leadsThere[b] {
			leadsThere[b] = true
			work = append(work, b.Preds...)
		}
	}
	for _, b := range kernel.Blocks {
		if b.Term.Cond != nil && leadsThere[b] && slices.ContainsFunc(b.Term.Targets, isEarlyExit) {
			list = append(list, b)
		}
	}
	return list
}

// isEarlyExit reports whether threads that take this side of a branch return from the kernel.
func isEarlyExit(side *cfg.Block) bool { return side.LeavesKernel && side.Term.Kind != cfg.Trap }
