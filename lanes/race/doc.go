// Package race finds lanes of one warp, and threads of two warps of a block (betweenwarps.go, acrosswarps.go), that race for a
// byte of shared memory. Two lanes race if both touch it, one
// writes, and no chain of barriers orders the two accesses:
//
//	s[lane] = v;                           lane i, where i comes here
//	__syncwarp(mask);                      i knows what the lanes of mask did, as they of i
//	x = s[lane ^ 16];                      lane j: a race where j is i ^ 16 and not in mask
//
// For two accesses by lanes i and j the formula is: both are executed, the bytes overlap, and the effect of i is not
// visible to j. The set of lanes that see it begins with i and grows at each barrier between (ordered.go), or, for an
// asynchronous copy, at each wait (waits.go). An access in an arbitrary iteration of a loop is compared with those of
// the same iteration and of the next one, which begins with the values at the end of this one (nextiteration.go).
//
// Two accesses do not race if a barrier of all lanes surely lies between, or if their bytes differ: as constants
// (extent.go), or by the sums that their addresses are (package disjoint). The rest are formulas for each pair of lanes
// (clash.go), grouped by the later access ([Candidate]). Package lanes asks about them and decides. The solver is asked
// about one pair of lanes before all of them.
//
// Threads of two warps do not race for a cell by what leaves it as it is: stores of one value, a read by a thread that has stored
// the value itself (values.go), and a store of what the cell holds already (held.go). Values that the interpreter does not follow
// are compared by the instructions that they are made of (likeness.go).
package race
