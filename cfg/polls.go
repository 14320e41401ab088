package cfg

import "slices"

// Polls reports whether a thread may wait in f, or in a function that f calls, until another thread stores something.
// That is so if a loop has a volatile load or an atomic, and no barrier of the whole block.
func (f *Func) Polls() bool {
	return f.polls(LeadingTo(isWatch), LeadingTo((*Instr).HoldsBlock), map[*Func]bool{})
}

func (f *Func) polls(watches, holds func(*Func) bool, seen map[*Func]bool) bool {
	if seen[f] {
		return false
	}
	seen[f] = true
	return f.Irreducible ||
		slices.ContainsFunc(f.Loops, func(l *Loop) bool { return l.has(isWatch, watches) && !l.has((*Instr).HoldsBlock, holds) }) ||
		slices.ContainsFunc(f.Callees, func(callee *Func) bool { return callee.polls(watches, holds, seen) })
}

// has reports whether accepts returns true for an instruction of the loop. It also returns true if leads returns true
// for a function that the loop calls.
func (l *Loop) has(accepts func(*Instr) bool, leads func(*Func) bool) bool {
	return slices.ContainsFunc(l.Blocks, func(b *Block) bool {
		return slices.ContainsFunc(b.Instrs, func(i *Instr) bool { return accepts(i) || i.Callee != nil && leads(i.Callee) })
	})
}

// LeadsTo reports whether accepts returns true for an instruction of the loop, or of a function that the loop calls.
func (l *Loop) LeadsTo(accepts func(*Instr) bool) bool {
	return l.has(accepts, func(callee *Func) bool { return callee.LeadsTo(accepts) })
}

// isWatch reports whether repeated executions of i may see new values stored by another thread.
func isWatch(i *Instr) bool { return i.Op == Atomic || i.Op == Load && i.Volatile }

// IsSignal reports whether the instruction is probably meant to signal to other threads: it is an atomic, or a
// volatile store of a constant, which sets a flag. Other volatile accesses may be accesses to data.
func (in *Instr) IsSignal() bool {
	return in.Op == Atomic || in.Op == Store && in.Volatile && in.Args[1].Unconverted().Op == Const
}
