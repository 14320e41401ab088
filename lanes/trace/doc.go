// Package trace is what interpretation hands to judgement: all that happens when a root runs in one
// launch context, as formulas of 32 lanes. Package exec writes it, packages meet, race, block and lanes
// read it, and neither side reaches into the other.
//
// # What is in it
//
// A [Trace] lists in program order the executions of collectives ([Event]: who arrives, with which
// masks and operands), the lanes that leave the kernel ([Retirement]), the branches that part lanes
// ([Branching]), the loops that are not unrolled ([Loop]) and, where races are looked for, the
// accesses to shared memory ([Access]). A guard, the path condition, is a formula for each lane. What the
// unknowns in it stand for says the prover (package prove), and what they are computed of [Feed].
//
// # Program points
//
// Every event has a [Point] in the unrolled, inlined execution: the calls that lead to it, the
// iteration of each loop around, the block. Two points are ordered, or incomparable when no lane
// can pass both ([Trace.Order]). There is no time in a trace but this.
//
// # What does not change
//
// Once the interpretation is done nothing that a trace says changes. What some results of collectives
// are is computed when somebody looks at it (vector.Later); that was settled before, and only
// costs work then.
package trace
