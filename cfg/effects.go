package cfg

// MayWait reports an instruction that may wait for other lanes, and so order their accesses to memory, besides the
// collectives.
func (in *Instr) MayWait() bool { return in.isUncomputed() && in.Effect.Waits }

// MayWrite reports that an instruction may write through its n-th operand, an address.
func (in *Instr) MayWrite(n int) bool {
	switch in.Op {
	case Extern, Unknown:
		return in.Effect.Writes.Has(n)
	case Call:
		return n >= len(in.Callee.Params) || !in.Callee.Params[n].ReadOnly
	case Store, Atomic:
		return n == 0
	case Share:
		return n == 0 && in.Tile.Writes
	}
	return false
}

// MayKeep reports that an instruction may keep addresses that it is given, or write what can be reached from there.
func (in *Instr) MayKeep() bool { return !in.isUncomputed() || in.Effect.Writes.IsAnywhere() }

func (in *Instr) isUncomputed() bool { return in.Op == Extern || in.Op == Unknown }
