package trace

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Use is one execution of an instruction, or of the end of a block, by which others may see a value.
type Use struct {
	// Instr is the instruction, nil for the end of a block.
	Instr *cfg.Instr
	// Guard are the lanes that come there, and Words what they bring: addresses, what is stored.
	Guard vector.Vec
	Words []vector.Vec
	// Within are the summarised loops around it, innermost first.
	Within []*Loop
	// Open reports one of which not all is known that it is given.
	Open bool
}

// Undefined is what a trace says of the value of one collective, where it was asked for.
type Undefined struct {
	// Words are the unknowns that stand for the value of a lane that takes no part.
	Words map[*term.Term]bool
	// Others stand for undefined values of other collectives, which may be anything by themselves.
	Others map[*term.Term]bool
	// Votes are what lanes vote by whether it holds for any, or for all.
	Votes []vector.Vec
	// Since is how many terms there were before the first of them, and before the summarised loops around it.
	Since int
	// Cut is why some uses may be missing.
	Cut Imprecision
}

// Copied notes that the copy of an unknown is undefined where that is.
func (u *Undefined) Copied(own, x *term.Term) {
	for _, set := range []map[*term.Term]bool{u.Words, u.Others} {
		if set[x] {
			set[own] = true
		}
	}
}
