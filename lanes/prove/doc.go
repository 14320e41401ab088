// Package prove decides formulas about the executions of one root. It knows terms, the origins of their unknowns, and
// the solver. It does not know basic blocks, events or memory states, so each of its proofs can be read and tested by
// itself.
//
// # Unknowns
//
// A value that is not known is an unknown (package term), and [Unknowns] holds facts about it. An unknown of an
// arbitrary iteration of a loop has a known value in the first iteration ([Value]). An unknown that exists because a
// collective may have been broken has a known value as long as none was broken ([Unknowns.Assume]). These facts give
// three views of a formula, each a rewriting:
//
//	Unbroken      no collective was broken: the first fault of an execution is the one to find
//	InFirst       the same, in the first iterations of all loops
//	FirstTime     in the first iterations of some loops; values computed in them get new names
//
// # Proofs
//
// [Prover.Satisfiable] asks the solver, and splits into cases if the solver has no answer:
//
//	bound chains   i + 8 < n implies i < n (boundchain.go), added to each question
//	divisors       lane / size, by each size up to a warp and beyond (bycases.go)
//	rests          n - i, by each distance up to a bound (bycases.go)
//	counts         popc(peers & below) >= 2, with nothing known but whether the set is empty (counts.go)
//
// Two proofs need no solver. [Prover.Contradictory] substitutes equalities until a conjunction is false (equality.go).
// [Prover.AreClasses] shows that masks partition the lanes by keys, as in a radix sort (classes.go). Facts that are
// known at a place are added to a formula if the two share unknowns (relevance.go).
//
// The answer No is a proof about all executions. Yes gives an execution that makes the formula true. If the solver
// finds neither within its steps, the answer is Undecided.
package prove
