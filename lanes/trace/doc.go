// Package trace holds the result of interpreting a root in one launch context: all that happens there, as vectors of
// 32 formulas, one per lane. Package exec writes a trace. Packages meet, race, block and lanes read it. Writer and
// readers do not use each other.
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
// A guard, the path condition, is a formula for each lane. The prover (package prove) knows what the unknowns stand
// for. A [Feed] states what an unknown is computed from.
//
// # Program points
//
// Every event has a [Point] in the unrolled, inlined execution: the call path from the root, the iteration of each
// enclosing loop, the block and the instruction. Two points are ordered, or incomparable when no lane can pass both
// ([Trace.Order]). A trace has no other notion of time.
//
// # What does not change
//
// A trace does not change once the interpretation is done. Some results of collectives are computed only when they
// are first read (vector.Later), but their values are fixed before, so reading them only costs work.
package trace
