// Package loop finds what holds at the header of a loop in an arbitrary iteration k, so that one iteration can stand for
// all. Package exec calls it ([Inference.Summarise]) for a loop that it cannot unroll, and runs the iterations: the few
// things that the search asks of the interpreter are the interface [Body]. It knows the trace, the memory and
// the history of shared variables (package shared).
//
// # The search
//
// Invariants are found as in Houdini. Of each cell that the body writes the strongest candidate is tried first; a trial
// iteration, from a state in which all candidates hold, confirms that the iteration preserves them, or refutes some, and
// weaker ones take their place (refute.go). The last trial refutes none: what it recorded is true of every iteration.
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
// They are the kinds of trace.Candidate, the strongest first, each with its file:
//
//	Fixed, Affine    it does not change, or by one step in every iteration             refute.go
//	Shifted          by some places in every iteration                                 shifted.go
//	Alternating      one of two values alternately                                     alternating.go
//	LaneSet          the set of lanes still in the loop                                refute.go
//	GroupSet         for each lane those still in the loop of a set that it began with groupset.go
//	HeaderMask       the set of lanes that pass the test at the header                 headermask.go
//	PredicateMask    the set of lanes for which another cell says so                   predicatemask.go
//	ClassUniform     the same word for all lanes of a class                            classes.go
//	PeerUniform      the same for lanes that a mask of data put together               peers.go
//	Top              an unknown per lane, but perhaps never 0 (nonzero.go), never above its first value (atmost.go), or a
//	                 part of the bits of its first value
//
// Besides the cells, it is a candidate that all lanes stay in the loop together; refuted, they are divided into classes.
// Arrays stay uniform (uniformloop.go), and memory stays as it is, where no trial refutes that.
//
// # Behind the loop
//
// Each lane leaves along one of the exits, in a last iteration of its own, or in one for all where the lanes stay
// together (leave.go). What sent a lane round before an iteration, and out of its last one, is known behind the loop
// (prior.go, known.go).
//
// # Loops in loops
//
// A loop is searched again in every trial of the loop around it. It begins with what its last search had to give
// up (recall.go), and tries one iteration only while the loop around is in its first trial.
package loop
