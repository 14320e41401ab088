// Package replay confirms claims of the analysis on the concrete machine.
//
// A verdict of package lanes has a witness: an input that a solver made. This package runs the witness by package sim,
// and reports whether the run breaks the rule at the witness's collective. Its entry is [Machine], which answers the
// questions that rules ask while they judge the facts of a unit.
//
//	Replay  is this witness real?              replay.go, then search.go, shrink.go
//	Reach   does any run reach this fault?     replay.go
//	Use     does an undefined value matter?    unused.go, turned.go
//	Keeps   do runs contradict this race?      keeps.go
//
// Claims about the text of a program have no witness. Runs of a kernel with small arguments show them (kernelruns.go).
// The arguments are changed until the host code launches the kernel with them (fit.go):
//
//	Early      something is used before a wait: global memory, registers of a product
//	Engines    threads and an asynchronous copy or product are not ordered in shared memory
//	Arrivals   an mbarrier gets fewer or more arrivals than its phases need, or is used outside of its life
//	Hangs      a loop that waits goes on forever
//	Unwritten  shared memory is read that no thread of the block has written, with an effect
//
// A repair is run as well: [Faults] returns the faults of blocks of the repaired kernel (faults.go).
//
// Confirming a witness takes up to three steps. Each step has a budget of instructions per unit. If it runs out, the
// witness stays unconfirmed, and the report states that.
//
//	replay  run the witness as it is
//	search  if that breaks no rule: run inputs near the witness (sample.go), with small numbers first
//	shrink  make the confirmed input easy to read: a small block, equal cells, few lanes, plain numbers (plainnumber.go)
//
// For a potential verdict, further runs try under which condition on an argument the fault is gone (exclude.go). They
// have a budget for each verdict.
//
// A run may depend on a value that the machine does not compute, such as the result of some reductions. The machine
// then supposes a value, and the run is repeated with another one. A fault that depends on the supposed value confirms
// nothing. The verdict then states on what it depends.
//
// The package uses the graph (cfg), both engines (lanes, sim) and the questions (rules). It does not depend on units,
// files or architectures: callers pass facts and verdicts.
package replay
