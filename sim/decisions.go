package sim

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// An effect of an undefined value may depend on a comparison. All values that were tried may give that comparison the
// same outcome. So a run that asks for effects records its comparisons after the first read of an undefined value. The
// caller can then try values for which a comparison has another outcome.

// mostDecisions bounds the comparisons that a run records. Kernels that are run for their effects are short, and a
// later comparison is rarely about the undefined value itself.
const mostDecisions = 1 << 12

// Decision identifies a comparison by a lane, or a switch at the end of a block: its Nth execution, counted from 1
// after the first read of an undefined value. One of Comparison and Switch is nil.
type Decision struct {
	Comparison *cfg.Instr
	Switch     *cfg.Block
	Lane, Nth  int
}

// Decided is a decision with its operands Words and its outcome Out. The outcome of a comparison is 1 for true and 0
// for false. A switch has one operand, and its outcome is the index of its target.
type Decided struct {
	Decision
	Words [2]uint64
	Out   int
}

// decide records a decision, and sets d.Nth, if an undefined value was read before.
func (m *machine) decide(d Decided) {
	if !m.readUndefined || len(m.out.Decisions) >= mostDecisions {
		return
	}
	if m.decided == nil {
		m.decided = map[Decision]int{}
	}
	m.decided[d.Decision]++
	d.Nth = m.decided[d.Decision]
	m.out.Decisions = append(m.out.Decisions, d)
}

// switches records the decisions of a switch at the end of b: the target of each lane.
func (m *machine) switches(f *frame, b *cfg.Block, lanes warp.Lanes) {
	if b.Term.Kind != cfg.Switch || !m.readUndefined {
		return
	}
	for l := range lanesOf(lanes) {
		word := f.word(b.Term.Cond, l)
		m.decide(Decided{Decision{Switch: b, Lane: l}, [2]uint64{word}, choose(&b.Term, word)})
	}
}
