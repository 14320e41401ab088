package cfg

import "slices"

// Polls reports whether a thread may wait in f, or in a function that f calls, until another thread stores something:
// some loop has a volatile load or an atomic, and no barrier at which the block waits.
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

// has reports whether an instruction of the loop is of a kind, or calls a function that leads to one of the kind.
func (l *Loop) has(is func(*Instr) bool, leads func(*Func) bool) bool {
	return slices.ContainsFunc(l.Blocks, func(b *Block) bool {
		return slices.ContainsFunc(b.Instrs, func(i *Instr) bool { return is(i) || i.Callee != nil && leads(i.Callee) })
	})
}

// isWatch reports whether i may see what another thread stores, however often it is executed.
func isWatch(i *Instr) bool { return i.Op == Atomic || i.Op == Load && i.Volatile }

// IsSignal reports whether i signals other threads whatever the function does beside it: it is an atomic, or a volatile
// store of a constant, as of a flag that is set. Other volatile accesses may be of data.
func (in *Instr) IsSignal() bool {
	return in.Op == Atomic || in.Op == Store && in.Volatile && in.Args[1].Unconverted().Op == Const
}
