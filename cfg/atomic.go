package cfg

import "strings"

// AtomicName is the name of an atomic without the scope that it has, as in atomicAdd_block.
func (in *Instr) AtomicName() string {
	return strings.TrimSuffix(strings.TrimSuffix(in.Text, "_block"), "_system")
}
