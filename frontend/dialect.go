package frontend

import "regexp"

// accepted are errors of clang about code that nvcc takes, and that leave what
// they are about in the tree, or drop only a launch from device code: the kernel
// that it starts is checked with the launches that are known.
//
//   - asm texts may name a register with one % (%laneid) where clang wants %%;
//   - alignas may follow __shared__;
//   - kernels may launch kernels (dynamic parallelism).
var accepted = regexp.MustCompile(`^invalid % escape in inline assembly string$|` +
	`^an attribute list cannot appear here$|` +
	`^reference to __global__ function '.*' in __(global|device|host__ __device)__ function$`)
