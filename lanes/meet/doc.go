// Package meet computes which lanes meet at the collectives of one trace. It knows no rules and no verdicts: package
// lanes asks the questions, and packages race and block build on it.
//
// # At an event
//
// At an event of a trace (one execution of a collective) each lane arrives, has exited or is elsewhere ([Rendezvous]):
//
//	arrives     by the event's guard
//	exited      it left the kernel at a point that the event does not precede; before that it met no lane of the event,
//	            and waited for no lane that waits for it (heldup.go)
//	elsewhere   it is alive and does not arrive
//
// # Who meets whom
//
// Every event has a program point in the unrolled, inlined execution (package trace). Two points are ordered, or
// incomparable if no lane can pass both. Under the independent model lanes at incomparable events may still meet
// (rendezvous.go). For this, both lanes must have executed the same sequence of collectives after they diverged. In
// these sequences, collectives that do not name the other lane are skipped (match.go). A shuffle of a larger value
// counts as several shuffles of 32 bits. If all lanes have executed all collectives of the sequences, and each
// collective names the whole warp, only the classes of the collectives matter. Loops that execute the same collectives
// equally often may meet iteration by iteration (twins.go).
//
// Masks that partition the lanes by keys are equal or disjoint by their form (classes.go). Lanes that name each other
// because of equal keys take the same side of a branch that depends on the key alone (peers.go).
//
// # What is proved about a rendezvous
//
// The premise ([Meetings.Premise]) holds in all executions. Conditions that held when the lanes left earlier loops are
// known at the event (known.go). [Rendezvous.Cannot] refutes a formula: the formula is false whenever some lane
// arrives. A proof that a place is reached uses only formulas without approximations (reached.go).
//
// The interpretation assumes that at some collectives only lanes from one site meet. If the assumption is wrong
// (exchanges.go), the root is interpreted again without it.
package meet
