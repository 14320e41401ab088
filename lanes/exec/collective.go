package exec

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// collective records the event of a collective and returns its result for the lanes that arrive together, nil if the
// slice needs no result. At a barrier of the block, other warps may write shared and global memory.
func (in *interp) collective(fr *frame, i *cfg.Instr, guard vector.Vec, st *memory.State) memory.Value {
	event := &trace.Event{Instr: i, Point: in.at(fr, i), Guard: guard, Known: st.Known}
	e := in.collectives.Arrive(event, in.loops.Innermost(), place{in, fr, i})
	st.Unsynchronized = nil
	before := in.shared.All(st)
	if i.Collective.BeyondWarp {
		in.memory.SeeOthers(st)
		result := e.OfBlock(fr.sliced.NeedsResult(i))
		in.shared.Meet(event, st, before)
		return result
	}
	in.shared.Meet(event, st, before)
	if !fr.sliced.NeedsResult(i) {
		return nil
	}
	result := e.Result()
	if e.Second != nil {
		fr.second[i] = e.Second
	}
	return result
}

// place is the instruction of a collective in a call. It implements the interface through which package collective
// reads the operands.
type place struct {
	in *interp
	fr *frame
	i  *cfg.Instr
}

func (p place) Arg(n int) memory.Value { return p.in.arg(p.fr, p.i, n) }

func (p place) Word(n int) vector.Vec { return p.in.word(p.fr, p.i, n) }

func (p place) Truth(n int) vector.Vec { return p.in.truth(p.fr.values[p.i.Args[n].ID]) }

// MayHaveLeft reports whether some thread may have left the kernel: a lane is recorded as retired, or a loop around the
// call or around a caller has an exit from the kernel. An endless loop in one of these loops counts too.
func (p place) MayHaveLeft() bool {
	if len(p.in.log.Retired) > 0 {
		return true
	}
	for fr := p.fr; fr != nil; fr = fr.caller {
		for l := fr.block.Loop; l != nil; l = l.Parent {
			if fr.summary.leaves[l] != 0 || fr.summary.keeps[l] {
				return true
			}
		}
	}
	return false
}
