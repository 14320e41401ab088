// Package slice finds the part of a root that a verdict may depend on, before anything is interpreted: a
// backward slice. A kernel is mostly arithmetic and memory that no collective depends on, which should cost
// nothing.
//
// # What is asked for
//
// The criteria are who executes a collective or a call that may hide one, with which mask,
// source lane, width and number; who leaves the kernel; what never happens by a promise
// (__builtin_assume); and who goes round in a loop without an end. From there the operands of an
// instruction, the stores that may write the memory it reads, and the branches that decide whether it
// runs are followed backward. What a collective exchanges is asked for only where its
// result is.
//
//	float sum = 0;                                     not asked for
//	for (int i = lane; i < n; i += 32) sum += d[i];    nor is the loop
//	if (flags[blockIdx.x])                             asked for: who executes the shuffle
//	  sum += __shfl_xor_sync(~0u, sum, 16);            asked for but for sum
//
// # Calls
//
// The slice is of the tree of calls, as the interpreter runs it: each call of a function has
// variables and a slice of its own. A function that is called a hundred times for data and once
// for a mask is interpreted once. The tree has as many instructions as the interpreter runs when
// no loop iterations twice and no function calls itself, and each costs a small part of what it does
// there, so that nothing coarser is worth its loss of precision. A call of a function within itself
// is not in the tree: all that it may read is asked for, and should it be interpreted, the whole of
// it is.
//
// A large function without collectives is not in the tree (Policy). For the accesses to shared memory that may conflict
// (OfShared, conflict.go) it is, where some of them are in it or in what it calls.
//
// # Memory
//
// What pointers point to is found for all of the tree at once, in no order of execution
// (Andersen's analysis), with a cell per field and one for all elements of an array. An address that
// is converted to a number, passed to a function without a body or stored in memory that others see may
// be loaded from anywhere. An object that is accessed as another type than it has is one cell.
// An object of words narrower than an address, accessed as nothing else, holds no address, so
// that the sums which an unfollowed function stores there point nowhere.
// Of memory that other threads may write, nothing is known of its contents but when it was
// written: a store there matters where something asked for is read from such memory, and then
// that it is run at all, not by whom. The branches around it are not asked for, except around
// stores to a small shared variable (cfg.Object.IsFollowed): of these it is asked who
// stores what, and where.
//
// # Soundness
//
// Everything that may change the value of what is asked for, or the lanes that run it, is asked
// for. So the interpreter computes the same terms for the criteria as from the whole root, but
// that memory of others may have a new version at the end of a branch that nobody takes, and
// that what was forgotten without need may be known. If it still asks for something outside of the
// slice, by an address that points where none should point, there is a mistake here: the
// value is unknown then, and tests fail (Strict).
package slice
