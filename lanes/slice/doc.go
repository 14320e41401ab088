// Package slice finds the part of a root on which a verdict may depend, before anything is interpreted: a backward
// slice. Most of a kernel is arithmetic and memory on which no collective depends. This rest should cost nothing.
//
// # What is needed
//
// The criteria are:
//
//   - which lanes execute a collective or a call that may hide one, with which mask, source lane, width and number;
//   - which lanes leave the kernel;
//   - conditions that are promised (__builtin_assume);
//   - which lanes stay in a loop without an end.
//
// From there, demands are followed backward to the operands of an instruction, to the stores that may write the memory
// it reads, and to the branches that decide whether it is executed. The value that a collective exchanges is needed
// only if its result is.
//
//	float sum = 0;                                     not needed
//	for (int i = lane; i < n; i += 32) sum += d[i];    nor is the loop
//	if (flags[blockIdx.x])                             needed: who executes the shuffle
//	  sum += __shfl_xor_sync(~0u, sum, 16);            needed, except for sum
//
// # Calls
//
// The slice is computed on the tree of calls, as the interpreter executes it: each call of a function has variables and
// a slice of its own. A function that is called a hundred times for data and once for a mask is interpreted once. The
// tree has as many instructions as the interpreter executes if no loop iterates twice and no function calls itself. An
// instruction in the tree costs a small part of its interpretation, so a coarser tree would not be worth its loss of
// precision. A recursive call is not in the tree: the slice needs everything that it may read, and if it is
// interpreted, all of it is.
//
// A large function without collectives is not in the tree (Policy). The slice for accesses to shared memory that may
// conflict (OfShared, conflict.go) contains it if some of these accesses are in it or in its callees.
//
// # Memory
//
// The targets of pointers are found for the whole tree at once, independent of the order of execution (Andersen's
// analysis), with a cell per field and one cell for all elements of an array. An address may be loaded from anywhere if
// it is converted to a number, passed to a function without a body, or stored in memory that others see. An object that
// is accessed as another type than its own is one cell. An object of words narrower than an address, accessed only as
// these words, holds no address. So the sums that an unfollowed function stores there point nowhere. For memory that
// other threads may write, the slice does not follow the contents, only when it is written. A store to it matters if a
// demanded instruction reads such memory. Then the slice needs that the store is executed, but not by which lanes, and
// the branches around it are not needed. Stores to a small shared variable (cfg.Object.IsFollowed) are an exception:
// the slice needs which lanes store which value to which place.
//
// # Soundness
//
// Everything that may change a demanded value, or the lanes that execute it, is in the slice. So the interpreter
// computes the same terms for the criteria as from the whole root, with two exceptions. The memory of others may have a
// new version at the end of a branch that no lane takes. And values may be known that the whole interpretation drops
// without need. If the interpreter needs an instruction outside of the slice, by an address that points where no
// address should point, the slice is wrong. The value is then unknown, and tests fail (Strict).
package slice
