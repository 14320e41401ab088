// Package loop finds invariants at the header of a loop in an arbitrary iteration k, so that one iteration can stand
// for all. Package exec calls it ([Inference.Summarise]) for a loop that it cannot unroll, and runs the iterations. The
// interface [Body] has the few methods of the interpreter that the search needs. The search knows the trace, the memory
// and the history of shared variables (package shared).
//
// # The search
//
// Invariants are found as in Houdini. For each cell that the body writes the strongest candidate is tried first. A
// trial iteration begins in a state in which all candidates hold. It confirms that the iteration preserves them, or it
// refutes some, and weaker candidates take their place (refute.go). The last trial refutes none, so its record is true
// of every iteration.
//
//	for (int i = 0; i < n; i += 32) sum += __shfl_sync(mask, d[i + lane], 0);
//
//	cell   entry   tried first   after the trial           in iteration k
//	i      0       fixed         refuted: affine by 32     32 * k
//	mask   ~0u     fixed         holds                     ~0u
//	sum    0       fixed         refuted: alike in lanes   one unknown for all lanes
//
// # The candidates
//
// The candidates for a cell are the kinds of trace.Candidate, the strongest first, each with its file:
//
//	Fixed, Affine    it does not change, or by one step in every iteration             refute.go
//	Shifted          it is shifted by some bits in every iteration                     shifted.go
//	Alternating      one of two values alternately                                     alternating.go
//	LaneSet          the set of lanes still in the loop                                refute.go
//	GroupSet         for each lane, the part of its first set still in the loop        groupset.go
//	HeaderMask       the set of lanes that pass the test at the header                 headermask.go
//	PredicateMask    the set of lanes for which another cell has a property            predicatemask.go
//	ClassUniform     the same word for all lanes of a class                            classes.go
//	PeerUniform      the same word for lanes that a mask of data puts together         peers.go
//	Top              an unknown per lane, but perhaps never 0 (nonzero.go), never above its first value (atmost.go), or a
//	                 part of the bits of its first value
//
// Besides the candidates for cells there are these. All lanes stay in the loop together. If this is refuted, they are
// divided into classes. Arrays stay uniform (uniformloop.go). Memory keeps its contents.
//
// # After the loop
//
// Each lane leaves along one of the exits, in a last iteration of its own, or in one last iteration for all if the
// lanes stay together (leave.go). After the loop it is known which conditions a lane met when it took the back edge
// into its last iteration, and when it left (prior.go, known.go).
//
// # Loops in loops
//
// An inner loop is searched again in every trial of the loop around it. The search begins with the candidates that its
// last search had left (recall.go). In the first trial of the loop around, it tries one iteration only.
package loop
