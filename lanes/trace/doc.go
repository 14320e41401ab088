// Package trace holds the result of interpreting a root in one launch context: all that happens there, as formulas of
// 32 lanes. Package exec writes a trace; packages meet, race, block and lanes read it. Neither side uses the other.
//
// # What is in it
//
// A [Trace] lists in program order the executions of collectives ([Event]: who arrives, with which masks and operands),
// the lanes that leave the kernel ([Retirement]), the branches that part lanes ([Branching]), the loops that are not
// unrolled ([Loop]) and, where races are looked for, the accesses to shared memory ([Access]). A guard, the path
// condition, is a formula for each lane. The prover (package prove) knows what the unknowns stand for, and [Feed] what
// they are computed from.
//
// # Program points
//
// Every event has a [Point] in the unrolled, inlined execution: the call path from the root, the iteration of each
// enclosing loop, the block and the instruction. Two points are ordered, or incomparable when no lane can pass both
// ([Trace.Order]). A trace has no other notion of time.
//
// # What does not change
//
// A trace is immutable once the interpretation is done. Some results of collectives are computed only when they are
// read (vector.Later): their value is fixed before, and reading them only costs work.
package trace
