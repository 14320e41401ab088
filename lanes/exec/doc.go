// Package exec interprets a root for the 32 lanes of a warp at once, symbolic in everything that is
// not known, and yields a trace (package trace). It asks nobody whether a rule is broken: that is for
// package lanes, which may have a root run again under another [Setting].
//
// # Running a function
//
// Blocks run once each, in topological order of the loop-nest graph
// (interp.go): all lanes that reach a block along any edge are converged there,
// and a join chooses each lane's memory by the edge it came along (join.go). There is no
// forking, so the work is linear in the blocks. Calls run in the caller's state. Of all that, only
// what a verdict may rest on is run (package slice, sliced.go); through the rest the lanes stay
// together.
// Large functions without collectives are not followed: what they may write through
// their parameters is unknown then. Accesses to shared memory in them are looked at all the same (collectivefree.go).
// A function that calls itself is followed while constants decide how often (recursion.go).
//
//	if (lane < 16) a(); else b();   guard of a: lane < 16, of b: not (lane < 16)
//	c();                            guard of c: their union, which is the guard before
//
// # Loops
//
// A loop is unrolled while every lane is known to go round again or to leave (loop.go); else one
// arbitrary iteration k stands for all, and package loop finds what holds in it. A loop with a large body is summarised
// first, and unrolled only when its iterations differ in what they pass to a collective.
//
// # Shared variables
//
// A load of shared memory yields an unknown, unless package shared knows which store it finds. A volatile load is an
// unknown of its own wherever a store may come between it and another load (slice.Settled).
//
// # Collectives
//
// Each call of a collective is an event of the trace. Package collective says what it returns to the lanes that arrive;
// what is done here is to run its effects: a barrier of the block lets other warps write memory, and all collectives
// synchronise what the lanes of the warp wrote.
//
// # Words
//
// What operators and functions make of words package arithmetic computes; this package says where words stand in memory,
// and which instructions are worth computing.
package exec
