package spin

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
)

// isServing reports whether s reads the number that a ticket lock now serves. served lists the values that the loop
// compares with a ticket (servedBy). A lane leaves the loop when this number is its ticket. The ticket is a number that
// an atomic has returned to this lane only, or a number that differs in each lane. Some other code must write the next
// number to serve:
//
//	ticket = atomicAdd(&next, 1);      or lane
//	while (*serving != ticket);
//	...
//	*serving = ticket + 1;
func (f *finder) isServing(s step, served []*cfg.Instr) bool {
	fn := s.in.root()
	return f.reads(s) && slices.ContainsFunc(served, func(v *cfg.Instr) bool { return f.isRead(fn, v, s) }) && f.isPassedOn(fn, s)
}

// servedBy returns the values that a loop compares with a ticket, if the loop ends when they are equal. Most loops
// compare nothing with a ticket, so their loads need not be examined.
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

// isRead reports whether v is computed from the result of the step s.
func (f *finder) isRead(fn *cfg.Func, v *cfg.Instr, s step) bool {
	return f.of(fn).flow.Origins(v)[s.top]
}

// isTicket reports whether v is the number that an atomic before the loop returned to the lane.
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

// isTurn reports whether v differs in all lanes of a warp that reach the loop.
func (f *finder) isTurn(fn *cfg.Func, v *cfg.Instr, loop *cfg.Loop) bool {
	in := f.of(fn)
	differs, _ := in.differs(v, in.reaching(loop.Header))
	return differs
}

// isPassedOn reports whether fn also writes the cell that the step read loads. If the cell is a member of a class, a
// write of that member in any function counts.
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
