// Package trace holds the result of interpreting a root (a kernel, or a device function that no kernel calls) in one
// launch context: everything that the lanes execute there, as vectors of 32 formulas, one per lane. Package exec writes
// a trace. Packages meet, race, block and lanes read it. Writer and readers do not use each other.
//
// # What is in it
//
// A [Trace] lists, in program order,
//
//   - the executions of collectives: who arrives, with which masks and operands ([Event]);
//   - the lanes that leave the kernel ([Retirement]);
//   - the branches at which lanes diverge ([Branching]);
//   - the loops that are not unrolled ([Loop]);
//   - the accesses to shared memory, if races are looked for ([Access]).
//
// A guard, the path condition, is a formula for each lane. The prover (package prove) knows which values the unknowns
// represent. A [Feed] states from which terms an unknown is computed.
//
// # Program points
//
// Every event has a [Point] in the unrolled, inlined execution: the call path from the root, the iteration of each
// enclosing loop, the block and the instruction. Two points are ordered, or incomparable if no lane can pass both
// ([Trace.Order]). A trace has no other notion of time.
//
// # What does not change
//
// A trace does not change once the interpretation is done. Some results of collectives are computed only when they are
// first read (vector.Later). But their values are already determined.
package trace
