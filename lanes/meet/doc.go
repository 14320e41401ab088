// Package meet says who meets whom at the collectives of one trace. It asks nothing of its own and
// knows no verdict: package lanes puts the questions, and packages race and block build on it.
//
// # At an event
//
// At an event of a trace each lane arrives, has exited or is elsewhere ([Rendezvous]):
//
//	arrives     by the event's guard
//	exited      it retired where the event cannot lead to, and met no lane of the event before, nor
//	            waits for one that waits for it (heldup.go)
//	elsewhere   it is alive and does not come
//
// # Who meets whom
//
// Every event has a program point in the unrolled, inlined execution (package trace). Two points are ordered, or
// incomparable when no lane can pass both. Under the independent model lanes at incomparable events may
// still meet (rendezvous.go): both must have executed, since they parted, the same sequence of the
// collectives that name the other (match.go), a shuffle of a larger value as several of 32 bits. Where
// all lanes have been at all of these, and all name the whole warp, only their classes count. Loops that make
// the same collectives equally often meet iteration by iteration (twins.go).
//
// Masks that are the classes of lanes by some keys are equal or disjoint without a question
// (classes.go), and lanes that name each other by a key go where the key sends them (peers.go).
//
// # What is proved about a rendezvous
//
// What may be assumed of all executions is the premise ([Meetings.Premise]). What held when the lanes
// left the loops before is known at the event (known.go). A formula that cannot be true where some lane
// arrives is refuted ([Rendezvous.Cannot]); that a place is reached is proved only by what does not rest on
// anything given up (reached.go).
//
// The interpretation takes some collectives to be met from their own site alone. Where that is not so
// (exchanges.go) the root is to be interpreted again without.
package meet
