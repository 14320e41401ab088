// Package race finds lanes of one warp, and threads of two warps of a block (betweenwarps.go, acrosswarps.go), that
// race for a byte of shared memory. Two lanes race if both touch the byte, one of them writes, and no chain of barriers
// orders the two accesses:
//
//	s[lane] = v;                           lane i, if it executes this
//	__syncwarp(mask);                      i sees what the lanes of mask did, and they see what i did
//	x = s[lane ^ 16];                      lane j: a race if j is i ^ 16 and not in mask
//
// For two accesses by lanes i and j the formula is: both are executed, the bytes overlap, and the effect of i is not
// visible to j. The set of lanes that see the effect begins with i and grows at each barrier in between (ordered.go).
// The effect of an asynchronous copy is visible to i itself only after a wait (waits.go). An access in an arbitrary
// iteration of a loop is compared with those of the same iteration and of the next one, which begins with the values at
// the end of this one (nextiteration.go).
//
// Two accesses do not race if a barrier of all lanes surely lies between them, or if their bytes differ. The bytes are
// compared as constants (extent.go), and by writing the addresses as sums (package disjoint). For the other accesses
// there is a formula for each pair of lanes (clash.go), grouped by the later access ([Candidate]). Package lanes asks
// questions about these and decides. The solver gets the formula of one pair of lanes before that of all pairs.
//
// Fences with flags (handed.go), mbarriers and calls that are not followed (linked.go) may also order two accesses.
// Such a pair is left out, or a run of the concrete machine decides. Within a warp, a read by which a lane waits in a
// loop for a flag (cfg.Awaits) is no race.
//
// Barriers of some warps order the warps of one group (groups.go). They also order two roles that are in separate
// loops, iteration by iteration (turns.go).
//
// A race without an effect does not count. The cell keeps its value under stores of one value, or under a store of the
// value that it holds already (held.go). A read gets the same value if its thread has stored that value itself
// (values.go). Values that the interpreter does not follow are compared by the instructions that compute them
// (likeness.go).
package race
