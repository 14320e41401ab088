package arithmetic

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Unit computes the words of one root.
type Unit struct {
	trace   *trace.Trace
	prover  *prove.Prover
	vectors vector.Algebra
	t       *term.Table
	// racing: races are looked for, for which it is noted which words were signed.
	racing bool
	// unmodelled hears of functions of integers that have no meaning here.
	unmodelled func(*cfg.Instr)
}

// New is a unit that notes in a trace what it finds out about words, and calls unmodelled for each function of integers
// that it computes without knowing its meaning.
func New(tr *trace.Trace, racing bool, unmodelled func(*cfg.Instr)) *Unit {
	return &Unit{trace: tr, prover: tr.Prover, vectors: tr.Vectors, t: tr.Terms, racing: racing, unmodelled: unmodelled}
}
