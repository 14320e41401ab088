// Package collective computes the results of collectives: shuffles, votes, matches, reductions, elections,
// __activemask, and the barriers of a block that compute something from all its threads. In a collective, lanes arrive
// together and get values from each other. The package knows the trace and the memory, and reads operands through an
// interface of the interpreter ([Place]).
//
// # Who takes part
//
// An [Exchange] is one event, with a guard for each lane. Lane o takes part with lane l if o is here, l's mask names o,
// and both pass the same mask. Nothing is known about a lane that the mask names and that is not here: it may take part
// from another site, or break a rule by staying away.
//
//	unsigned m = __ballot_sync(~0u, p);
//	if (p) v = __shfl_sync(m, v, 0);        lane 0 takes part if its p holds; else v is anything
//
// Results are computed only when they are needed (vector.Later), because most of them decide nothing.
//
// # Classes
//
// The results of __match_any_sync and __activemask are classes: the masks of two lanes are equal or disjoint. Each set
// of classes has a number (trace.Trace.Partition), so that a later collective with one of these masks is computed once
// per class (activemask.go).
//
// # Broken rules
//
// A collective that breaks the rules may return any value. So its result is an unknown, recorded together with the
// value that it has if no rule is broken (unbroken.go). Similarly, a mask that is an argument of a function is recorded
// to name all lanes that enter the function (given.go).
//
// # The block
//
// One warp is interpreted. A barrier that counts or combines predicates does so for all threads of the block. The
// predicates of another warp are those of the interpreted warp, with the other thread numbers (blockvote.go).
//
// # Undefined values
//
// On request, the trace marks the undefined words in the result of one collective, those that no lane contributes
// (undefined.go). Then their uses can be found.
package collective
