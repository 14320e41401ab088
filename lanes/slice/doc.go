// Package slice finds what of a root a verdict may rest on, before anything is interpreted: a
// backward slice. A kernel is mostly arithmetic and memory that no collective asks about, and
// that is not to be paid for.
//
// # What is asked for
//
// The criteria are who executes a collective or a call that may hide one, with which mask,
// source lane, width and number; who leaves the kernel; what is said never to happen
// (__builtin_assume); and who goes round in a loop without an end. From there it is followed
// backward what an instruction is made of, what may write the memory that it reads, and which
// branches decide whether it is run. What a collective exchanges is asked for only where its
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
// Where pointers lead to is found for all of the tree at once, whatever the order of what is run
// (Andersen's analysis), with fields told apart and the elements of arrays not. An address that
// is converted to a number, given to what has no body or stored in memory that others see may
// come back from anywhere. An object that is accessed as another type than it has is one cell.
// In one of words that are narrower than an address, and accessed as nothing else, nobody keeps an address, so
// that a function that is not followed is led nowhere by the sums that it stores.
// Of memory that other threads may write, nothing is known of its contents but when it was
// written: a store there matters where something asked for is read from such memory, and then
// that it is run at all, not by whom. The branches around it are not asked for, but where what is in a
// small shared variable is told from the stores to it (cfg.Object.IsFollowed): then it is asked who
// stores what, and where.
//
// # Soundness
//
// Everything that may change the value of what is asked for, or the lanes that run it, is asked
// for. So the interpreter computes the same terms for the criteria as from the whole root, but
// that memory of others may have a new version at the end of a branch that nobody takes, and
// that what was forgotten without need may be known. Where it still asks for what is not in the
// slice, by an address that leads where none was said to lead, there is a mistake in here: the
// value is unknown then, and tests fail (Strict).
package slice
