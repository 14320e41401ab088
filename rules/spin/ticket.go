package spin

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
)

// isServing reports the read of the number that a ticket lock serves, in a loop that a lane leaves when that is its
// ticket, the number which an atomic has given to it alone, or one that it computes of its own number; the next one to
// serve is written elsewhere:
//
//	ticket = atomicAdd(&next, 1);      or lane
//	while (*serving != ticket);
//	...
//	*serving = ticket + 1;
func (f *finder) isServing(s step, served []*cfg.Instr) bool {
	fn := s.in.root()
	return f.reads(s) && slices.ContainsFunc(served, func(v *cfg.Instr) bool { return f.isRead(fn, v, s) }) && f.isPassedOn(fn, s)
}

// servedBy are the values that a loop compares with a ticket, and ends with where they are equal. Most loops have none, so
// that nothing need be asked of what they read.
func (f *finder) servedBy(fn *cfg.Func, loop *cfg.Loop) (served []*cfg.Instr) {
	exits, _ := f.of(fn).exits(loop)
	for _, e := range exits {
		cond := e.block.Term.Cond.Unconverted()
		if cond.Op != cfg.Binary || cond.Operator != operator.EQ && cond.Operator != operator.NE {
			continue
		}
		leavesWhereEqual := (cond.Operator == operator.EQ) == (e.out == 0)
		for i, v := range cond.Args {
			if leavesWhereEqual && (f.isTicket(fn, cond.Args[1-i], loop) || f.isTurn(fn, cond.Args[1-i], loop)) {
				served = append(served, v)
			}
		}
	}
	return served
}

// isRead reports a value that a step reads.
func (f *finder) isRead(fn *cfg.Func, v *cfg.Instr, s step) bool {
	return f.of(fn).flow.Origins(v)[s.top]
}

// isTicket reports a value that an atomic has given to each lane before a loop.
func (f *finder) isTicket(fn *cfg.Func, v *cfg.Instr, loop *cfg.Loop) bool {
	v = v.Unconverted()
	if o := variable(v); o != nil && !o.Escapes {
		if stored := f.of(fn).flow.Stored(o); len(stored) == 1 {
			v = stored[0].Unconverted()
		}
	}
	return slices.ContainsFunc(f.steps(fn), func(s step) bool {
		if s.top != v || s.Op != cfg.Atomic || slices.Contains(loop.Blocks, v.Block) || !f.isReturned(s) {
			return false
		}
		name := s.AtomicName()
		return (name == "atomicAdd" || name == "atomicSub" || name == "atomicInc") && !f.isAtomicRead(s)
	})
}

// isTurn reports a value that each lane of a warp which comes to a loop computes another one of.
func (f *finder) isTurn(fn *cfg.Func, v *cfg.Instr, loop *cfg.Loop) bool {
	in := f.of(fn)
	differs, _ := in.differs(v, in.comers(loop.Header))
	return differs
}

// isPassedOn reports a cell that the function writes, too, or of which some function writes the member.
func (f *finder) isPassedOn(fn *cfg.Func, read step) bool {
	cell := f.address(read)
	if slices.ContainsFunc(f.steps(fn), func(s step) bool { return s.Op != cfg.Call && f.writes(s) && sameCell(f.address(s), cell) }) {
		return true
	}
	if cell.Op != cfg.FieldAddr {
		return false
	}
	return slices.ContainsFunc(f.funcs, func(other *cfg.Func) bool {
		return slices.ContainsFunc(f.steps(other), func(s step) bool {
			if s.Op == cfg.Call || !f.writes(s) {
				return false
			}
			at := f.address(s)
			return at.Op == cfg.FieldAddr && at.Field == cell.Field
		})
	})
}
