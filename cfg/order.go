package cfg

// MayOrder reports whether the instruction may order what other threads did before what its own thread does next. It
// may if it is a barrier, an access that may be a flag, or something that may wait for other threads.
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
