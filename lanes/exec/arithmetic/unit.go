package arithmetic

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Unit computes the results of instructions on words in the interpretation of one root (package exec). A word is a
// vector with one term for each lane.
type Unit struct {
	trace   *trace.Trace
	prover  *prove.Prover
	vectors vector.Algebra
	t       *term.Table
	// racing: races are looked for, so signed words that become unsigned are recorded.
	racing bool
	// unmodelled is called for each function of integers that has no model here.
	unmodelled func(*cfg.Instr)
}

// New returns a unit that records facts about words in the trace tr. racing reports whether races are looked for. The
// unit calls unmodelled for each function of integers that has no model.
func New(tr *trace.Trace, racing bool, unmodelled func(*cfg.Instr)) *Unit {
	return &Unit{trace: tr, prover: tr.Prover, vectors: tr.Vectors, t: tr.Terms, racing: racing, unmodelled: unmodelled}
}
