package trace

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Use is one execution of an instruction, or of the end of a block, that makes a value visible to other threads.
type Use struct {
	// Instr is the instruction, nil for the end of a block.
	Instr *cfg.Instr
	// Guard holds, for each lane, the formula that it executes the instruction. Words lists the operands: addresses and
	// stored values.
	Guard vector.Vec
	Words []vector.Vec
	// Within lists the summarised loops around the use, innermost first.
	Within []*Loop
	// Open reports whether Words lacks some operands of the instruction because they are not known.
	Open bool
}

// Undefined describes the undefined results of one collective, if their uses are looked for (exec.Using).
type Undefined struct {
	// Words contains the unknowns that stand for the undefined values.
	Words map[*term.Term]bool
	// Others contains the unknowns for undefined results of other collectives, independent of Words.
	Others map[*term.Term]bool
	// Votes lists the predicates of all votes of the kinds any and all.
	Votes []vector.Vec
	// Since is the number of terms that were made before the first undefined value, and before the summarised loops
	// around this value. None of these terms depends on an undefined value.
	Since int
	// Cut is the reason why some uses may be missing.
	Cut Imprecision
}

// Copied marks copied, a copy of the unknown x, as undefined if x is.
func (u *Undefined) Copied(copied, x *term.Term) {
	for _, set := range []map[*term.Term]bool{u.Words, u.Others} {
		if set[x] {
			set[copied] = true
		}
	}
}
