// Package exec interprets a root (a kernel, or a device function that no kernel calls) for the 32 lanes of a warp at
// once. Values that are not known are symbolic. The result is a trace (package trace). Package lanes decides whether
// the trace breaks a rule. It may run a root again under another [Setting].
//
// # Running a function
//
// Blocks run once each, in topological order of the loop-nest graph (interp.go). All lanes that reach a block along any
// edge are converged there. A join chooses each lane's memory by the edge that the lane took (join.go). There is no
// forking, so the work is linear in the blocks. Calls run in the caller's state. Only the slice on which a verdict may
// depend is run (package slice, sliced.go). The rest is taken not to separate the lanes. A large function without
// collectives is not followed: the memory that it may write through its parameters is unknown afterwards. Its accesses
// to shared memory are recorded all the same (collectivefree.go). A recursive function is followed while constants
// decide how often it calls itself (recursion.go).
//
//	if (lane < 16) a(); else b();   guard of a: lane < 16, of b: not (lane < 16)
//	c();                            guard of c: their union, which is the guard before
//
// # Loops
//
// A loop is unrolled while it is known of every lane whether it takes the back edge (loop.go). Otherwise one arbitrary
// iteration k stands for all, and package loop finds the invariants that hold in it. A loop with a large body is
// summarised first. It is unrolled only if its iterations pass different operands to a collective.
//
// # Shared variables
//
// A load of shared memory yields an unknown, unless package shared knows which store it reads. Each volatile load
// yields a new unknown if a store may execute between it and another load (slice.Undisturbed).
//
// # Collectives
//
// Each call of a collective is an event of the trace. Package collective computes the results for the lanes that
// arrive. This package runs its effects: a barrier of the block lets other warps write memory, and every collective
// synchronises the writes of the lanes of the warp.
//
// # Words
//
// Package arithmetic computes operators and functions on words. This package loads and stores these words, and decides
// which instructions need to be computed.
package exec
