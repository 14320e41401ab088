package replay

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// A solver may give each lane a different value. An input is easier to read if most cells have the same value. So
// groups of cells get the value of the other cells, one group at a time. A change is kept if the machine still shows
// that the same rule is broken at the same place.

const (
	// These bound the number of instructions that warps execute: shrinkSteps in the runs for one witness, and
	// unitShrinkSteps in all runs for a unit.
	shrinkSteps     = 1 << 17
	unitShrinkSteps = 1 << 20
	// longerRun is the number of instructions by which the run of a smaller witness may exceed the first run. Most
	// longer runs stay in a loop that the first run leaves.
	longerRun = 1 << 9
	// shrinkValues is the number of values of an object that are tried for all its cells.
	shrinkValues = 3
)

// shrinker makes one witness smaller.
type shrinker struct {
	*lanes.Witness
	*replayer
	kind        sim.Kind
	acrossWarps bool
	// otherFaults is the number of faults of the first run at other places. A smaller witness may not have more.
	otherFaults int
	// budget is the number of instructions that may still be run.
	budget int
	// most is the largest number of instructions of one run.
	most int
	// best is the fault that the machine has shown for the present witness. It is nil as long as no smaller witness was
	// found.
	best *sighting
	// reads, if it is not nil, is called with each byte of memory that a run reads.
	reads func(cell)
}

// shrink makes the numbers and the memory of a confirmed witness as plain as possible. If it finds a plainer witness,
// it changes the verdict to what that witness's run shows.
func (r *replayer) shrink(kind sim.Kind, fact *lanes.Fact, v *lanes.Verdict) {
	isLarge := isOfAnyBlock(fact) && !fact.Context.IsLikely && v.Witness.Shape.Threads() > smallBlocks[0]
	if !isSearched(v) || !isLarge && len(v.Witness.Memory) == 0 && largeNumbers(v.Witness) == 0 && !hasEmptySizes(v.Witness) {
		return
	}
	small := *v.Witness
	s := &shrinker{Witness: &small, replayer: r, kind: kind, acrossWarps: v.Other != nil, most: replaySteps, budget: min(shrinkSteps, r.leftToShrink)}
	start := s.budget
	seen, others := s.first()
	s.otherFaults, s.most = others, start-s.budget+longerRun
	if seen != nil {
		if largeNumbers(s.Witness) > 1 {
			s.makeLaunchSmall()
		}
		s.makePlain(cmp.Or(s.best, seen).offenders(), ofTheLaunch) // before all other changes, because small arguments also make the later runs short
		s.fillSizes(cmp.Or(s.best, seen).offenders())
		if isLarge {
			s.makeBlockSmall(cmp.Or(s.best, seen).offenders())
		}
		for _, object := range objectsOf(small.Memory) {
			if !s.leaveOut(object) {
				s.object(object, cmp.Or(s.best, seen).offenders())
			}
		}
		s.makePlain(cmp.Or(s.best, seen).offenders(), append(ofTheLaunch, memoryNumbers))
		s.forgetUnread()
	}
	r.leftToShrink -= start - s.budget
	if s.best != nil {
		isKnown := len(v.Splits) == 1 && v.Splits[0].Away != 0
		s.best.rewriteVerdict(v, &small)
		if isKnown {
			s.reportSplit(v)
		}
	}
}

// smallBlocks lists the numbers of threads that are tried in place of a larger block.
var smallBlocks = []int{2 * warp.Size, 4 * warp.Size, 8 * warp.Size}

// makeBlockSmall tries smaller blocks of one row. A race between warps may then be between any two warps. Each block is
// tried with the given memory, then with a different number in each cell. The given values may be for threads that the
// smaller block does not have.
func (s *shrinker) makeBlockSmall(offenders int) {
	before := *s.Witness
	if !before.Shape.IsLine() || s.Other != nil {
		return
	}
	counted := countedCells(before.Memory)
	for i := range 2 * len(smallBlocks) {
		threads := smallBlocks[i/2]
		if threads >= before.Shape.Threads() || s.budget <= 0 {
			return
		}
		if s.Shape = (warp.Shape{threads, 1, 1}); i%2 > 0 {
			s.Memory = counted
		}
		if s.Warp*warp.Size >= threads || s.RacesWith != nil {
			s.Warp = 0
		}
		if s.RacesWith != nil {
			next := 1
			s.RacesWith = &next
		}
		if s.isShown(offenders) {
			return
		}
		*s.Witness = before
	}
}

// countedCells returns, for each object in a list of cells, as many cells as the largest of smallBlocks has threads, each
// with its own number.
func countedCells(memory []lanes.MemoryValue) (cells []lanes.MemoryValue) {
	for _, name := range objectsOf(memory) {
		i := slices.IndexFunc(memory, func(c lanes.MemoryValue) bool { return c.Object == name })
		for n := range smallBlocks[len(smallBlocks)-1] {
			cell := memory[i]
			cell.Offset, cell.Value = int64(n*cell.Size), uint64(n+1)
			cells = append(cells, cell)
		}
	}
	return cells
}

// isOfAnyBlock reports whether the extents of the block are not known for a kernel: neither a launch nor the host's
// arithmetic gives them, or the shape is only an example (IsLikely). A run may then have another block.
func isOfAnyBlock(fact *lanes.Fact) bool {
	return fact.Context.Root.Kernel && (fact.Context.Shape == nil && fact.Context.Size == nil || fact.Context.IsLikely)
}

// first runs the unchanged witness. It returns the fault at the witness's collective, nil if there is none, and the
// number of faults at other places. It makes a short run first: if the fault is in the first executions of a long loop,
// the rest of the loop would use up the budget.
func (s *shrinker) first() (fault *sighting, elsewhere int) {
	for _, s.most = range append(slices.Clone(attemptSteps), replaySteps) {
		if fault, elsewhere = s.look(); fault != nil {
			break
		}
	}
	return fault, elsewhere
}

// reportSplit sets which lanes take the other side of the branch that separates the lanes. The caller must check that
// there is a single such branch, because a run shows no more.
func (s *shrinker) reportSplit(v *lanes.Verdict) {
	v.Splits[0].Away = ^v.Arrives
	if left := v.Witness.Shape.Threads() - v.Witness.Warp*warp.Size; left < warp.Size {
		v.Splits[0].Away &= ^(warp.All << left)
	}
}

// objectsOf returns the objects to which a witness gives values, in order.
func objectsOf(memory []lanes.MemoryValue) []string {
	var names []string
	for _, cell := range memory {
		if !slices.Contains(names, cell.Object) {
			names = append(names, cell.Object)
		}
	}
	return names
}

// look runs the present witness. It returns the fault at the witness's collective, or nil if there is none, and the
// number of faults at other places.
func (s *shrinker) look() (fault *sighting, elsewhere int) {
	if !s.IsGiven() {
		return nil, math.MaxInt
	}
	input := machineInput(s.Witness)
	input.Memory, input.Steps = s.watching(input.Memory), s.most
	fault = s.lookSupposing(s.Site, input, func(input sim.Input) (*sighting, bool) {
		if s.acrossWarps {
			return s.lookAcrossWarps(input)
		}
		one := runFor(s.Witness, input)
		s.budget -= one.steps
		elsewhere = 0
		for _, violation := range s.faultsIn(one) {
			if !violation.Rendezvous.IsOf(s.Site, s.Path) {
				elsewhere++
			}
		}
		return s.inWarp(one, s.kind, s.Witness), one.Supposed != ""
	})
	return fault, elsewhere
}

// isShown runs the present witness, and reports whether it still breaks the rule, by at most offenders lanes and with no
// more faults at other places. It then keeps the fault as the best one.
func (s *shrinker) isShown(offenders int) bool {
	seen, others := s.look()
	if seen == nil || others > s.otherFaults || seen.offenders() > offenders {
		return false
	}
	s.best = seen
	return true
}

// watching returns a function that loads memory as load does. It also calls s.reads with each byte that is read.
func (s *shrinker) watching(load func(string, int64, int) uint64) func(string, int64, int) uint64 {
	if s.reads == nil {
		return load
	}
	return func(object string, offset int64, size int) uint64 {
		for i := range size {
			s.reads(cell{object, offset + int64(i)})
		}
		return load(object, offset, size)
	}
}

// lookAcrossWarps runs all warps of the block. It returns the fault at the witness's barrier, or nil if there is none.
func (s *shrinker) lookAcrossWarps(input sim.Input) (fault *sighting, isSupposed bool) {
	block := sim.RunBlock(input)
	s.budget -= stepsOf(block)
	return s.inBlock(block, s.Witness), hasSupposed(block)
}

// leaveOut drops the cells of one object, which are then zero, if their values do not matter. It reports whether it
// did. To find out, it makes up to three runs: with another number in each cell, with all bits set in each, and without
// the cells. The rule must be broken in each run. For races, the run with all bits set is omitted, because two stores
// of one value do not race.
func (s *shrinker) leaveOut(name string) bool {
	given, best := s.Memory, s.best
	others := []func(i int) uint64{func(i int) uint64 { return uint64(i) + 1 }, func(int) uint64 { return math.MaxUint64 }, nil}
	if s.Site.Collective == nil {
		others = slices.Delete(others, 1, 2)
	}
	for _, other := range others {
		s.Memory = nil
		for i, cell := range given {
			switch {
			case cell.Object != name:
				s.Memory = append(s.Memory, cell)
			case other != nil:
				cell.Value = other(i)
				s.Memory = append(s.Memory, cell)
			}
		}
		if !s.isShown(best.offenders()) {
			s.Memory, s.best = given, best
			return false
		}
	}
	return true
}

// object makes the cells of one object equal, as far as possible. It tries the most frequent values and zero as the
// usual value. It keeps the value that leaves the fewest other cells and offending lanes.
func (s *shrinker) object(name string, offenders int) {
	values := usualValues(s.Memory, name)
	if !slices.Contains(values, 0) {
		values = append(values, 0)
	}
	s.allAlike(name, append(slices.Clone(values), endMarks(s.Memory, name)...), offenders)
	before, best := s.Memory, s.best
	least := fewestUnlike(before, name) + min(offenders, best.offenders())
	for _, usual := range values {
		if s.budget <= 0 {
			break
		}
		s.Memory, s.best = before, best
		s.makeAlike(name, usual)
		if n := len(unlike(s.Memory, name, usual)) + s.best.offenders(); n < least {
			least, before, best = n, s.Memory, s.best
		}
	}
	s.Memory, s.best = before, best
}

// allAlike gives all cells of an object the first of values for which the rule is still broken, by at most offenders
// lanes.
func (s *shrinker) allAlike(name string, values []uint64, offenders int) {
	for _, value := range values {
		if s.budget <= 0 {
			return
		}
		before, best := s.Memory, s.best
		s.try(unlike(s.Memory, name, value), value)
		if s.best != best && s.best.offenders() <= offenders {
			return
		}
		s.Memory, s.best = before, best
	}
}

// endMarks returns the values other than zero that often mark the end of a list: -1 if the cells are signed.
func endMarks(memory []lanes.MemoryValue, name string) []uint64 {
	i := slices.IndexFunc(memory, func(cell lanes.MemoryValue) bool { return cell.Object == name })
	if signed := memory[i].Signed; signed > 0 {
		return []uint64{minusOne(signed)}
	}
	return nil
}

// offenders returns the number of lanes that break the rule. For a nil sighting, it returns a number above the warp
// size.
func (s *sighting) offenders() int {
	if s == nil {
		return warp.Size + 1
	}
	return s.violation.Lanes.Count()
}

// makeAlike gives cells of an object the usual value as long as the rule is still broken. It changes large groups of
// cells first, then smaller ones.
func (s *shrinker) makeAlike(name string, usual uint64) {
	for size := len(unlike(s.Memory, name, usual)); size > 0; size /= 2 {
		for open := unlike(s.Memory, name, usual); len(open) > 0 && s.budget > 0; {
			rest := max(len(open)-size, 0) // the last cells first, so that the cells of the first lanes keep their values
			s.try(open[rest:], usual)
			open = open[:rest]
		}
	}
}

// try gives some cells the usual value. It undoes that if the rule is then no longer broken.
func (s *shrinker) try(cells []int, usual uint64) {
	before := s.Memory
	s.Memory = slices.Clone(before)
	for _, i := range cells {
		s.Memory[i].Value = usual
	}
	if !s.isShown(warp.Size) {
		s.Memory = before
	}
}

// forgetUnread drops the cells that the run of the smaller witness does not read.
func (s *shrinker) forgetUnread() {
	given, isRead := s.Memory, map[cell]bool{}
	if s.best == nil {
		return
	}
	s.reads = func(c cell) { isRead[c] = true }
	s.look()
	s.reads = nil
	s.Memory = slices.DeleteFunc(slices.Clone(given), func(v lanes.MemoryValue) bool {
		for i := range v.Size {
			if isRead[cell{v.Object, v.Offset + int64(i)}] {
				return false
			}
		}
		return true
	})
}

// unlike returns the indices of the cells of an object that differ from the usual value.
func unlike(memory []lanes.MemoryValue, name string, usual uint64) []int {
	var cells []int
	for i, cell := range memory {
		if cell.Object == name && cell.Value != usual {
			cells = append(cells, i)
		}
	}
	return cells
}

// fewestUnlike returns the number of cells of an object that differ from its most frequent value.
func fewestUnlike(memory []lanes.MemoryValue, name string) int {
	return len(unlike(memory, name, usualValues(memory, name)[0]))
}

// usualValues returns the most frequent values of an object's cells, the most frequent one first.
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
