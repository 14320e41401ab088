package sim

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// Whether an undefined value has an effect may depend on a comparison. All values that were tried may give the
// comparison the same outcome. So a run that asks for effects records its comparisons after the first read of an
// undefined value. The caller can then try values that give a comparison another outcome.

// mostDecisions bounds the comparisons that a run records. Kernels that are run for their effects are short. A
// comparison beyond the bound is rarely about the undefined value itself.
const mostDecisions = 1 << 12

// Decision identifies one execution of a comparison by a lane, or of a switch at the end of a block. Nth is the number
// of the execution, counted from 1 after the first read of an undefined value. One of Comparison and Switch is nil.
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

// undefinedValues provides the undefined values that the input gives. It records decisions after the first use of such
// a value.
type undefinedValues struct {
	given func(site *cfg.Instr, lane int) (uint64, bool) // the function Input.Undefined
	out   *Outcome
	// areRead reports whether a lane has read an undefined value. decided counts the executions of each decision after
	// the first such read.
	areRead bool
	decided map[Decision]int
}

// read returns the value that the input gives if lane src provides no value to the lane of g. ok is false if src
// provides a value, or if the input gives none.
func (u *undefinedValues) read(site *cfg.Instr, g group, src int) (word uint64, ok bool) {
	if u.given == nil || src == g.lane || g.lanes.Has(src) {
		return 0, false
	}
	return u.of(site, g)
}

// of returns the undefined value that the input gives for the lane of g at a site. ok is false if the input
// gives none.
func (u *undefinedValues) of(site *cfg.Instr, g group) (word uint64, ok bool) {
	word, ok = u.given(site, g.lane)
	u.areRead = u.areRead || ok
	return word, ok
}

// taken returns the input's value for a reduction or a scan that includes a missing lane. ok is false if no
// included lane is missing, or if the input has no value.
func (u *undefinedValues) taken(site *cfg.Instr, g group) (word uint64, ok bool) {
	if u.given == nil || site.Collective.Class.Kind.ValuesFor(g.lane)&g.missing == 0 {
		return 0, false
	}
	return u.of(site, g)
}

// decide records a decision and sets d.Nth, if an undefined value was read before and fewer than mostDecisions are
// recorded. Otherwise it does nothing.
func (u *undefinedValues) decide(d Decided) {
	if !u.areRead || len(u.out.Decisions) >= mostDecisions {
		return
	}
	if u.decided == nil {
		u.decided = map[Decision]int{}
	}
	u.decided[d.Decision]++
	d.Nth = u.decided[d.Decision]
	u.out.Decisions = append(u.out.Decisions, d)
}

// switches records the decisions of a switch at the end of b, one per lane: the index of the target.
func (u *undefinedValues) switches(f *frame, b *cfg.Block, lanes warp.Lanes) {
	if b.Term.Kind != cfg.Switch || !u.areRead {
		return
	}
	for l := range lanesOf(lanes) {
		word := f.word(b.Term.Cond, l)
		u.decide(Decided{Decision{Switch: b, Lane: l}, [2]uint64{word}, choose(&b.Term, word)})
	}
}
