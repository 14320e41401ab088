package cfg

import "cmp"

// MayOrder reports whether the instruction may order earlier actions of other threads before later actions of its own
// thread. Barriers may, and so may accesses that may be flags, and instructions that may wait for other threads.
func (in *Instr) MayOrder() bool {
	switch in.Op {
	case Collective_:
		return in.Collective.BeyondWarp || in.Collective.IsSynchronizing()
	case Atomic:
		return true
	case Load:
		return in.Volatile
	case Fence:
		return in.Signals
	case Extern, Unknown:
		return in.MayWait() || in.Hides || in.Foreign
	}
	return false
}

// CompareText orders instructions by their places in the source.
func CompareText(a, b *Instr) int {
	return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
}
