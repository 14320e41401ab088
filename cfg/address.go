package cfg

import "slices"

// toShared lists the functions that convert a pointer to an address in shared memory.
var toShared = []string{"__cvta_generic_to_shared", "__nvvm_get_smem_pointer"}

// IsSharedAddress reports whether the instruction converts a pointer to an address in shared memory.
func (in *Instr) IsSharedAddress() bool {
	return in.Op == Pure && len(in.Args) == 1 && slices.Contains(toShared, in.Text)
}
