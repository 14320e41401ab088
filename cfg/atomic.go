package cfg

import "strings"

// IsAtomicLoad reports whether the instruction is an atomic that only reads.
func (in *Instr) IsAtomicLoad() bool { return in.Op == Atomic && in.AtomicName() == "atomicLoad" }

// AtomicName returns the name of an atomic without its scope: atomicAdd for atomicAdd_block.
func (in *Instr) AtomicName() string {
	return strings.TrimSuffix(strings.TrimSuffix(in.Text, "_block"), "_system")
}
