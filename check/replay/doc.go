// Package replay shows on the concrete machine what the analysis claims.
//
// A verdict of package lanes comes with a witness: an input that a solver made. This package runs it with package sim,
// and reports whether the rule is broken at the witness's collective. Its entry is [Machine], which answers the
// questions that rules ask while they judge the facts of a unit.
//
//	Replay  is this witness real?              replay.go, then search.go, shrink.go
//	Reach   does any run reach this fault?     replay.go
//	Use     does an undefined value matter?    unused.go, turned.go
//
// A repair is run as well: [Faults] returns the faults of blocks of the repaired kernel (faults.go).
//
// To confirm a witness takes up to three steps. Each has a budget of instructions per unit; past it a witness
// stays unconfirmed, which is reported as such.
//
//	replay  run the witness as it is
//	search  where that breaks nothing: run inputs near it (sample.go), small numbers first
//	shrink  make what was confirmed easy to read: equal cells, few lanes, plain numbers (plainnumber.go)
//
// A run may depend on a value that the machine does not know, as the result of a reduction that it does
// not compute. It is repeated under another supposition about that value; a fault that depends on the
// supposition confirms nothing, and the verdict says what it depends on.
//
// The package knows the graph (cfg), both engines (lanes, sim) and the questions (rules). It knows nothing of units,
// files or architectures: it is given facts and verdicts.
package replay
