package cfg

// HoldsBlock reports whether the instruction is a barrier at which a warp waits for all others of its block.
func (in *Instr) HoldsBlock() bool { return in.Collective != nil && in.Collective.HoldsBlock() }

// IsOpen reports whether the instruction may run code that is not in the graph.
func (in *Instr) IsOpen() bool { return in.Foreign || in.Hides || in.Unread }

// UsesBarrier reports whether an operand of the instruction is the address of an mbarrier.
func (in *Instr) UsesBarrier() bool { return in.Engine != nil && in.Engine.Barrier >= 0 }

// MayWait reports whether an instruction that is not a collective may wait for other lanes, and so order their
// accesses to memory.
func (in *Instr) MayWait() bool { return in.isUncomputed() && in.Effect.Waits }

// MayWrite reports whether the instruction may write to the memory that its n-th operand points to.
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

// MayKeep reports whether an Extern or an Unknown may keep an address that it gets as an operand, or write to memory
// that can be reached from it. It returns true for every other operation.
func (in *Instr) MayKeep() bool { return !in.isUncomputed() || in.Effect.Writes.IsAnywhere() }

func (in *Instr) isUncomputed() bool { return in.Op == Extern || in.Op == Unknown }
