package sim

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// What an undefined value does may hang on a comparison that comes out the same for all values that
// are tried. So a run that asks for effects keeps what it compared after it read such a value, and who
// asks can try values for which the comparison comes out otherwise.

// mostDecisions is how many comparisons a run keeps: kernels that are asked about are short, and what
// comes later than so many is rarely about the value itself.
const mostDecisions = 1 << 12

// Decision is the nth execution of a comparison by a lane, or of a switch at the end of a block.
type Decision struct {
	Comparison *cfg.Instr
	Switch     *cfg.Block
	Lane, Nth  int
}

// Decided is what a decision compared, of a switch the value alone, and how it came out: true as 1, of a
// switch the number of the target.
type Decided struct {
	Decision
	Words [2]uint64
	Out   int
}

// decide keeps a decision, of which the number is left out, where effects are asked for.
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

// switches keeps which target of a switch lanes take.
func (m *machine) switches(f *frame, b *cfg.Block, lanes warp.Lanes) {
	if b.Term.Kind != cfg.Switch || !m.readUndefined {
		return
	}
	for l := range lanesOf(lanes) {
		word := f.word(b.Term.Cond, l)
		m.decide(Decided{Decision{Switch: b, Lane: l}, [2]uint64{word}, choose(&b.Term, word)})
	}
}
