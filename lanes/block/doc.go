// Package block looks at the barriers of a block over the trace of one of its warps: which lanes of other
// warps stay away, and which warps wait for ever. It finds and proves, and returns plain results ([Away],
// [Hang], [InvalidOperand]); what makes a verdict of them is package lanes.
//
// # The other warps
//
// One warp is interpreted. Another one is this one with other thread numbers, and with unknowns of its own
// for all that is not block-uniform (otherwarp.go, blockuniform.go), one of another block with another place
// in the grid (otherblock.go). A tile of several warps is a small block. A warp that leaves the kernel is not
// missed, unless it waits at another barrier before (heldup.go).
//
// # Barriers with a number of threads
//
// A barrier with a number of threads is asked whether so many can come (counted.go), and whether some of a
// warp wait elsewhere meanwhile (stranded.go). In a block of known shape the interleavings of the warps are
// explored: what each comes to, case by case, is run in all orders (interleavings.go, package barrier). Where
// a loop has more iterations than are unrolled for that, it is asked as well whether those that come in an
// epoch of the execution (epoch.go) suffice for all that wait, in any order (arrivalcounts.go).
//
// # Proofs
//
// A result holds in every execution that comes to the barrier only where it says so ([Hang.Always],
// [Away.Sure]): nothing was approximated, nothing rests on what is one warp's own, and the barrier is surely
// reached.
package block
