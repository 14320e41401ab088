package cfg

import "strings"

// AtomicName returns the name of an atomic without its scope: atomicAdd for atomicAdd_block.
func (in *Instr) AtomicName() string {
	return strings.TrimSuffix(strings.TrimSuffix(in.Text, "_block"), "_system")
}
