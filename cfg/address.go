package cfg

import "slices"

// toShared are the functions that yield the address in shared memory that a pointer leads to.
var toShared = []string{"__cvta_generic_to_shared", "__nvvm_get_smem_pointer"}

// IsSharedAddress reports a function that yields the address in shared memory that a pointer leads to.
func (in *Instr) IsSharedAddress() bool {
	return in.Op == Pure && len(in.Args) == 1 && slices.Contains(toShared, in.Text)
}
