// Package prove decides formulas about the executions of one root. It knows terms, what the
// unknowns among them stand for, and the solver; of blocks, events and memory states it knows nothing,
// and so each of its proofs can be read, and tested, by itself.
//
// # Unknowns
//
// What is not known has a name (package term), and [Unknowns] says what is known of it all the
// same. One that stands for an arbitrary iteration of a loop has a value in the first one
// ([Value]); one that exists because a collective may have been broken has the value that it has
// where none was ([Unknowns.Assume]). From these follow the views of a formula, each of which is a
// rewriting:
//
//	Unbroken      assuming no prior violation: the first fault of an execution is the one to find
//	InFirst       as well, in the first iterations of all loops
//	FirstTime     of the first iterations of some loops, all that is computed in them unlike any other
//
// # Proofs
//
// [Prover.Satisfiable] answers what the solver can, and goes by cases where it cannot:
//
//	bound chains   i + 8 < n implies i < n (boundchain.go), told with each question
//	divisors       lane / size, by each size up to a warp and beyond (bycases.go)
//	rests          n - i, by what may be left up to a bound (bycases.go)
//
// Two proofs need no solver. [Prover.Contradictory] puts equal terms for each other until a
// conjunction is false (equality.go), and [Prover.AreClasses] reads the keys off masks that part
// the lanes, such as those of a radix sort (classes.go). What is known at a place joins a formula where
// the two speak of the same unknowns (relevance.go).
//
// An answer No is a proof about all executions. Yes comes with an execution that makes the formula
// true, and where neither is found in the steps of the solver the answer is Undecided.
package prove
