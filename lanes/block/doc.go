// Package block judges the barriers of a block by the trace of one of its warps: which lanes of other warps stay away,
// and which warps wait for ever. It returns plain results ([AwayLanes], [Hang], [InvalidOperand]), which package lanes
// makes into verdicts.
//
// # The other warps
//
// One warp is interpreted. Another warp has the same formulas with other thread numbers, and with unknowns of its own for
// all values that are not block-uniform (otherwarp.go, blockuniform.go). A warp of another block also has another place in
// the grid (otherblock.go). A tile of several warps is treated as a small block. A warp that leaves the kernel is not
// waited for, unless it waits at another barrier before (heldup.go).
//
// # Barriers with a number of threads
//
// For a barrier with a number of threads there are two questions: whether so many threads can arrive (counted.go), and
// whether some lanes of a warp wait at another place at the same time (stranded.go). In a block of known shape the
// interleavings of the warps are explored: the barriers of each warp, case by case, are executed in all orders
// (interleavings.go, package barrier). If a loop has more iterations than are unrolled for that, the arrivals in each
// epoch of the execution (epoch.go) are counted: they must suffice for all waits, in any order (arrivalcounts.go).
//
// # Proofs
//
// A result is marked ([Hang.Always], [AwayLanes.Sure]) if it holds in every execution that reaches the barrier: nothing
// was approximated, no unknown of a single warp decides it, and the barrier is surely reached.
package block
