// Package account records what of a run was analysed, and what was not, each with its place and reason.
//
// Nothing is left out silently. Each collective in the source is counted once: as analysed exactly, approximately or
// not at all, as not reached, or as not compiled. The counts are made here:
//
//	one unit   Sites.Add, Sites.Book   the syntax tree, then the facts of its program
//	all units  Of, Stats.CountLeftOut  equal sites made one; what the preprocessor leaves out of all
//
// The sites of a unit are found in the syntax tree (by the frontend, as package cuda does) and by names in the text
// (leftout.go), never in the lowered program. A collective that the lowering loses has no fact, and so is listed as not
// analysed. The figures of a unit are part of its result (package result). [Stats] are those of the run.
//
// Two questions of the merge are answered here because they need the same figures: which findings the kernels of other
// units decide ([Reached]), and which texts no unit compiles ([Readings]). [Times] holds the seconds that each file
// took. A run is divided by them.
//
// The package works on programs, facts and results, without syntax trees. It does not depend on how units are planned
// or obtained: callers pass each as a [Unit].
package account

import "github.com/warpcheck/warpcheck/result"

// Unit is the result of a unit, with the facts about its job that the accounting needs.
type Unit struct {
	*result.Unit
	// Path is the file, and Flags its compiler flags as one text.
	Path, Flags string
	// LeftOut is the condition under which all lines that include a header are skipped, nil if there is none.
	LeftOut *Condition
	// Interrupted reports whether the run ended before the unit was analysed.
	Interrupted bool
}
