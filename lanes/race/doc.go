// Package race finds lanes of one warp that race for a byte of shared memory. Two lanes do when both
// touch it, one writes, and no chain of barriers leads from the one to the other:
//
//	s[lane] = v;                           lane i, where i comes here
//	__syncwarp(mask);                      i knows what the lanes of mask did, as they of i
//	x = s[lane ^ 16];                      lane j: a race where j is i ^ 16 and not in mask
//
// Of two accesses this is, for lanes i and j, that both come, that the bytes overlap, and that what
// i did has not reached j: a set of lanes that begins with i and grows at each barrier between
// (ordered.go; for a copy that goes on by itself, at each wait: waits.go). An access in an arbitrary iteration of
// a loop is compared with those of the same iteration and of the next, which begins with what an iteration
// leaves behind (nextiteration.go).
//
// Two accesses are no race where a barrier of all lanes surely comes between, or where their bytes differ: as constants
// (extent.go), or by the sums that their addresses are (package disjoint). The rest are formulas for each pair of lanes
// (clash.go), gathered by the later access ([Candidate]): who is to be asked, and decides, is package lanes.
// The solver is asked about one pair of lanes before all of them.
package race
