// Package block judges the barriers of a block by the trace of one of its warps. It finds lanes of other warps that
// stay away, and warps that wait for ever. It returns plain results ([AwayLanes], [Hang], [InvalidOperand]), from which
// package lanes makes verdicts.
//
// # The other warps
//
// One warp is interpreted. Another warp has the same formulas with other thread numbers, and with its own unknowns for
// all values that are not block-uniform (otherwarp.go, blockuniform.go). A warp of another block also has a different
// place in the grid (otherblock.go). A tile of several warps is treated as a small block. No warp waits for a warp that
// leaves the kernel, unless that warp first waits at another barrier (heldup.go).
//
// # Barriers with a number of threads
//
// For a barrier with a number of threads there are two questions: can so many threads arrive (counted.go), and do some
// lanes of a warp wait at another place at the same time (stranded.go)? In a block of known shape the interleavings of
// the warps are explored: the barriers of each warp, case by case, are executed in all orders (interleavings.go,
// package barrier). If a loop has too many iterations to be unrolled, the arrivals in each epoch of the execution
// (epoch.go) are counted: they must suffice for all waits, in any order (arrivalcounts.go).
//
// # Proofs
//
// [Hang.Always] and [AwayLanes.Sure] mark a result that holds in every execution that reaches the barrier. For such a
// result nothing was approximated, no unknown of a single warp decides the result, and the barrier is surely reached.
package block
