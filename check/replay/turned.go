package replay

import (
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// Only a few of all undefined values may have an effect:
//
//	other = __shfl_down_sync(mask, key, 1); if (other == key) sum += __shfl_down_sync(mask, sum, 1);
//
// A comparison may have the same result in all runs, although its operands differed. Then the value with which it
// compares the undefined value is itself tried as the undefined value.

// mostChanging bounds the number of undefined values that are tried with an input in addition to the fixed ones. It
// suffices for a few comparisons, each with the compared value and its two neighbours.
const mostChanging = 12

// decisions holds the decisions (comparisons and switches) in several runs of one input, in the order of the first run.
type decisions struct {
	runs  int
	seen  map[sim.Decision]*decision
	order []*decision
}

// decision is one decision in these runs: the first result, the operands that varied, the number of runs that made the
// decision, and whether the result changed.
type decision struct {
	decided sim.Decided
	varies  [2]bool
	runs    int
	changed bool
}

func newDecisions(outcome *sim.Outcome) *decisions {
	ds := &decisions{seen: map[sim.Decision]*decision{}}
	ds.add(outcome)
	return ds
}

// add adds the decisions of another run.
func (ds *decisions) add(o *sim.Outcome) {
	ds.runs++
	for _, d := range o.Decisions {
		known := ds.seen[d.Decision]
		if known == nil {
			known = &decision{decided: d}
			ds.seen[d.Decision] = known
			ds.order = append(ds.order, known)
		}
		known.runs++
		known.changed = known.changed || d.Out != known.decided.Out
		for i, word := range d.Words {
			known.varies[i] = known.varies[i] || word != known.decided.Words[i]
		}
	}
}

// values returns undefined values, as functions of the lane, that may change a decision. The decision must depend on
// the undefined value, and must have had the same result in all runs.
func (ds *decisions) values() (values []func(lane int) uint64) {
	done := map[sim.Decision]bool{}
	for _, d := range ds.order {
		ofAll := d.decided.Decision
		ofAll.Lane = 0
		if done[ofAll] || !d.isOpen(ds.runs) {
			continue
		}
		done[ofAll] = true
		for _, value := range ds.changing(d) {
			if len(values) == mostChanging {
				return values
			}
			values = append(values, value)
		}
	}
	return values
}

// isOpen reports whether a decision depends on the undefined value, but had the same result in all runs. It depends on
// the value if its operands differ between runs, or if some runs do not make it. runs is the number of runs.
func (d *decision) isOpen(runs int) bool {
	return !d.changed && (d.varies[0] || d.varies[1] || d.runs < runs)
}

// changing returns undefined values that may change a decision. For a switch they are the labels, for a comparison the
// compared value and its neighbours.
func (ds *decisions) changing(d *decision) (values []func(lane int) uint64) {
	if d.decided.Switch != nil {
		for _, c := range d.decided.Switch.Term.Cases {
			values = append(values, func(int) uint64 { return uint64(c[0]) })
		}
		return values
	}
	for i := range d.decided.Words {
		if d.varies[i] {
			continue
		}
		words := ds.inLanes(d, i)
		for _, step := range []uint64{0, 1, ^uint64(0)} {
			values = append(values, func(lane int) uint64 { return words[lane] + step })
		}
	}
	return values
}

// inLanes returns an operand of a decision in each lane. For a lane that does not make the decision, it returns the
// operand of the lane d is about.
func (ds *decisions) inLanes(d *decision, operand int) (words [warp.Size]uint64) {
	for l := range words {
		words[l] = d.decided.Words[operand]
		at := d.decided.Decision
		at.Lane = l
		if other := ds.seen[at]; other != nil {
			words[l] = other.decided.Words[operand]
		}
	}
	return words
}
