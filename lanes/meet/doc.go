// Package meet computes which lanes meet at the collectives of one trace. It knows no rules and no verdicts: package
// lanes asks the questions, and packages race and block build on it.
//
// # At an event
//
// At an event of a trace each lane arrives, has exited or is elsewhere ([Rendezvous]):
//
//	arrives     by the event's guard
//	exited      it left the kernel at a point that the event does not precede; it met no lane of the event before,
//	            and waits for none that waits for it (heldup.go)
//	elsewhere   it is alive and does not arrive
//
// # Who meets whom
//
// Every event has a program point in the unrolled, inlined execution (package trace). Two points are ordered, or
// incomparable when no lane can pass both. Under the independent model lanes at incomparable events may
// still meet (rendezvous.go): both must have executed, after they diverged, the same sequence of the collectives that
// name the other (match.go); a shuffle of a larger value counts as several of 32 bits. If all lanes have executed all
// of these, and all name the whole warp, only their classes matter. Loops that execute the same collectives equally
// often meet iteration by iteration (twins.go).
//
// Masks that partition the lanes by keys are equal or disjoint by their form (classes.go), and lanes that name each other
// by a common key take the branches that depend on the key alone together (peers.go).
//
// # What is proved about a rendezvous
//
// The premise ([Meetings.Premise]) holds in all executions. Conditions that held when the lanes left earlier loops are
// known at the event (known.go). [Rendezvous.Cannot] refutes a formula: it is false whenever some lane arrives. That a
// place is reached is proved only by formulas without approximations (reached.go).
//
// The interpretation assumes that some collectives are met from their own site alone. If that is wrong
// (exchanges.go), the root is interpreted again without the assumption.
package meet
