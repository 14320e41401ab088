package cfg

// MayOrder reports whether the instruction may order what other threads did before what its thread does next: a
// barrier, an access that may be a flag, or something that may wait for others.
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
