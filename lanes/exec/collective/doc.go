// Package collective computes what the lanes that arrive together at a collective get from each other: shuffles, votes,
// matches, reductions, elections, __activemask, and what a barrier of the block computes from all its threads. It knows
// the trace and the memory, and reads operands through an interface of the interpreter ([Place]).
//
// # Who takes part
//
// An [Exchange] is one event, with a guard for each lane. Lane o takes part with lane l if o is here, l's mask names
// it, and both pass one mask. Nothing is known about a lane that is named and not here: it may take part from another
// site, or break a rule by staying away.
//
//	unsigned m = __ballot_sync(~0u, p);
//	if (p) v = __shfl_sync(m, v, 0);        lane 0 takes part if its p holds; else v is anything
//
// Results are computed only when they are needed (vector.Later): most decide nothing.
//
// # Classes
//
// The results of __match_any_sync and __activemask are classes: masks of two lanes are equal or disjoint. They are
// numbered (trace.Trace.Partition), so that a later collective with such a mask is computed once per class
// (activemask.go).
//
// # Broken rules
//
// A collective that breaks the rules returns anything, which is an unknown. What it returns as long as no rule is
// broken is recorded with that unknown (unbroken.go). For a mask that is an argument of a function it is recorded that
// it names all lanes that enter the function (given.go).
//
// # The block
//
// One warp is interpreted. A barrier that counts or combines predicates does so for all threads of the block. The
// predicates of the other warps are those of this one, with their thread numbers (blockvote.go).
//
// # Undefined values
//
// If the uses of an undefined value are looked for, the words of one collective that no lane contributes are marked in
// the trace (undefined.go).
package collective
