package check

import (
	"cmp"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// A solver's witness gives each lane some value. A person reads more easily an input in which all
// lanes have the same one but for those that it takes: the machine runs what is left when cells
// are made like the others, and keeps it where it sees the same rule broken at the same place.

const (
	// shrinkSteps bounds the runs for one witness, unitShrinkSteps those for a unit, in
	// instructions of a warp.
	shrinkSteps     = 1 << 16
	unitShrinkSteps = 1 << 20
	// shrinkValues is how many of the values of an object are tried as that of all its cells.
	shrinkValues = 3
)

// A shrinker makes one witness smaller.
type shrinker struct {
	*lanes.Witness
	kind        sim.Kind
	acrossWarps bool
	// others is how many rules the witness breaks at other places: a smaller one breaks no more.
	others int
	// left is how many instructions may still be run.
	left int
	// best is what the machine saw of the witness as it is now, nil before it is smaller.
	best *sighting
}

// shrink makes the numbers and the memory of a confirmed witness as plain as they can be, and the
// verdict one of what the machine sees then.
func (r *replayer) shrink(kind sim.Kind, v *lanes.Verdict) {
	if !isSearched(v) || len(v.Witness.Memory) == 0 && isPlain(v.Witness) {
		return
	}
	small := *v.Witness
	s := &shrinker{Witness: &small, kind: kind, acrossWarps: v.Other != nil, left: min(shrinkSteps, r.leftToShrink)}
	start := s.left
	seen, others := s.look()
	s.others = others
	if seen != nil {
		for _, object := range objectsOf(small.Memory) {
			s.object(object)
		}
		s.makePlain(cmp.Or(s.best, seen).offenders())
	}
	r.leftToShrink -= start - s.left
	if s.best != nil {
		isKnown := len(v.Splits) == 1 && v.Splits[0].Away != 0
		s.best.tell(v, &small)
		if isKnown {
			s.reportSplit(v)
		}
	}
}

// reportSplit says who is away at the one branch that parts the lanes. Of several it is not known
// which lanes go which way.
func (s *shrinker) reportSplit(v *lanes.Verdict) {
	v.Splits[0].Away = ^v.Arrives
	if left := v.Witness.Shape.Threads() - v.Witness.Warp*warp.Size; left < warp.Size {
		v.Splits[0].Away &= ^(warp.All << left)
	}
}

// objectsOf are the objects that a witness names, in order.
func objectsOf(memory []lanes.MemoryValue) []string {
	var names []string
	for _, cell := range memory {
		if !slices.Contains(names, cell.Object) {
			names = append(names, cell.Object)
		}
	}
	return names
}

// look runs the witness as it is now: what it breaks at its collective, and how many rules
// elsewhere.
func (s *shrinker) look() (*sighting, int) {
	in := machineInput(s.Witness)
	if s.acrossWarps {
		block := sim.RunBlock(in)
		for _, o := range block.Warps {
			s.left -= o.Steps
		}
		if !block.IsComplete() {
			return nil, 0
		}
		return inBlock(block, s.Witness), 0
	}
	one := runWarp(in)
	s.left -= one.steps
	others := 0
	for _, violation := range one.seen() {
		if !violation.Rendezvous.IsOf(s.Site, s.Path) {
			others++
		}
	}
	return inWarp(one, s.kind, s.Witness), others
}

// object makes the cells of one object alike: with each of its most frequent values as the usual
// one it leaves as few others as it can, and the best of these stays.
func (s *shrinker) object(name string) {
	values := usualValues(s.Memory, name)
	least := len(unlike(s.Memory, name, values[0]))
	before, best := s.Memory, s.best
	for _, usual := range values {
		s.Memory, s.best = before, best
		s.makeAlike(name, usual)
		n := len(unlike(s.Memory, name, usual))
		if n < least || n == least && s.best.offenders() < best.offenders() {
			least, before, best = n, s.Memory, s.best
		}
	}
	s.Memory, s.best = before, best
}

// offenders is how many lanes a sighting is about, more than there are where nothing was seen.
func (s *sighting) offenders() int {
	if s == nil {
		return warp.Size + 1
	}
	return s.violation.Lanes.Count()
}

// makeAlike gives cells of an object the usual value, many at a time first, as long as the rule
// is still broken.
func (s *shrinker) makeAlike(name string, usual uint64) {
	for size := len(unlike(s.Memory, name, usual)); size > 0; size /= 2 {
		for open := unlike(s.Memory, name, usual); len(open) > 0 && s.left > 0; {
			rest := max(len(open)-size, 0) // the last ones first: what is left is the first lanes
			s.try(open[rest:], usual)
			open = open[:rest]
		}
	}
}

// try gives some cells the usual value, and takes that back where the rule is not broken then.
func (s *shrinker) try(cells []int, usual uint64) {
	before := s.Memory
	s.Memory = slices.Clone(before)
	for _, i := range cells {
		s.Memory[i].Value = usual
	}
	if seen, others := s.look(); seen != nil && others <= s.others {
		s.best = seen
		return
	}
	s.Memory = before
}

// unlike are the cells of an object that hold another value than the usual one.
func unlike(memory []lanes.MemoryValue, name string, usual uint64) []int {
	var cells []int
	for i, cell := range memory {
		if cell.Object == name && cell.Value != usual {
			cells = append(cells, i)
		}
	}
	return cells
}

// usualValues are the most frequent values of an object's cells, the most frequent one first.
func usualValues(memory []lanes.MemoryValue, name string) []uint64 {
	counts := map[uint64]int{}
	for _, cell := range memory {
		if cell.Object == name {
			counts[cell.Value]++
		}
	}
	values := slices.SortedFunc(maps.Keys(counts), func(a, b uint64) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	return values[:min(shrinkValues, len(values))]
}
