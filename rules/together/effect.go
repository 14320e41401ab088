package together

import (
	mathbits "math/bits"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// shuffled reports a use of the mask by a shuffle in which some lane reads another lane. A shuffle by index is right if
// its source lane was computed from the set of lanes that run together.
func (f *frame) shuffled(instr *cfg.Instr) {
	source := f.values[instr.Args[instr.Collective.Source].ID]
	chosen := instr.Collective.Class.Kind == cfg.ShflIdx && source.dependsOnRunning()
	if f.reports && !chosen && !f.readsItself(instr, source.bits) {
		f.report(instr, FixedSource, instr.Pos, true)
	}
}

// readsItself reports whether each lane of a shuffle reads its own value. source has the known bits of the operand that
// selects the lane.
func (f *frame) readsItself(instr *cfg.Instr, source bits) bool {
	if instr.Collective.Class.Kind != cfg.ShflIdx {
		_, isKnown := source.known(laneBits)
		return isKnown && source.ones&lowest(laneBits) == 0
	}
	within := laneBits
	if at := instr.Collective.Width; at >= 0 {
		if width, isKnown := f.values[instr.Args[at].ID].bits.known(laneBits + 1); isKnown {
			within = mathbits.TrailingZeros64(uint64(width) | warp.Size)
		}
	}
	return source.lane >= within
}

// stored reports the collectives whose results the stored value v or the address depends on. It reports nothing if v or
// the address is the result of an atomic. A result does not count if a lane uses only its own bit of it (isOwnBit).
func (f *frame) stored(instr *cfg.Instr, address, v value) {
	if !f.reports || address.isFromAtomic || v.isFromAtomic {
		return
	}
	for _, part := range []value{v, address} {
		if !part.isOwnBit() {
			f.reportAll(union(union(part.results, part.chosen), part.storedByLeader), part, Stored, instr.Pos)
		}
	}
}

// added reports the collectives whose results an atomic adds to memory, or whose results decide where it adds. Such an
// atomic is right in two cases. In the first, only the lane that each set has chosen makes it (isByLeaders). In the
// second, all lanes make it, and the atomic combines the results of the sets to the result that one collective of all
// lanes would have (isOnceForAll).
func (f *frame) added(instr *cfg.Instr) {
	if !f.reports || f.isByLeaders(instr.Block) {
		return
	}
	isByAll := !f.isByOneLane(instr.Block)
	for i, arg := range instr.Args {
		v := f.values[arg.ID]
		if v.isOwnBit() || v.isFromAtomic {
			continue
		}
		added := map[*cfg.Instr]bool{}
		for result := range v.results {
			if i == 0 || v.isCount || !isByAll || !isOnceForAll(instr.Text, result.Collective.Class) {
				added[result] = true
			}
		}
		f.reportAll(added, v, Added, instr.Pos)
	}
}

// isOnceForAll reports whether it makes no difference to the memory if the atomic is applied to the results of several
// sets, or to the result of one collective of all their lanes. For example, a maximum of maxima is the maximum of all.
// The number of lanes that make the atomic must not matter either.
func isOnceForAll(atomic string, class cfg.Class) bool {
	for operation, kinds := range map[string][]cfg.ClassKind{
		"Max": {}, "Min": {}, "Or": {cfg.VoteAny, cfg.VoteBallot}, "And": {cfg.VoteAll},
	} {
		if strings.HasPrefix(atomic, "atomic"+operation) {
			return class.Kind == cfg.Redux && class.Name == strings.ToLower(operation) || slices.Contains(kinds, class.Kind)
		}
	}
	return false
}

// reportAll reports a use of the mask by each of the collectives, in the order of the source. A use counts as proved if
// v.unsure does not have the collective.
func (f *frame) reportAll(collectives map[*cfg.Instr]bool, v value, reason Reason, effect source.Pos) {
	var all []*cfg.Instr
	for instr := range collectives {
		all = append(all, instr)
	}
	slices.SortFunc(all, func(a, b *cfg.Instr) int { return comparePos(a.Pos, b.Pos) })
	for _, instr := range all {
		f.report(instr, reason, effect, !v.unsure[instr])
	}
}

// branch reports the collectives whose results decide, at the end of b, whether a loop ends or whether a store is made.
// It reports none if the condition depends on the lane or on an atomic.
func (f *frame) branch(b *cfg.Block) {
	if !f.reports || b.Term.Kind != cfg.If {
		return
	}
	cond := f.values[b.Term.Cond.ID]
	if cond.dependsOnLane || cond.isFromAtomic {
		return
	}
	ending, deciding := map[*cfg.Instr]bool{}, map[*cfg.Instr]bool{}
	for instr := range cond.results {
		if f.endsLoop(b, instr) {
			ending[instr] = true
		}
		if kind := instr.Collective.Class.Kind; kind == cfg.VoteAny || kind == cfg.VoteAll || kind == cfg.VoteUni {
			deciding[instr] = true
		}
	}
	pos := b.Term.Cond.Pos
	f.reportAll(ending, cond, EndsLoop, pos)
	if store := f.storeOnOneSide(b); store != nil {
		f.reportAll(deciding, cond, DecidesStore, store.Pos)
	}
}

// endsLoop reports whether b branches out of a loop that contains the call of the collective.
func (f *frame) endsLoop(b *cfg.Block, collective *cfg.Instr) bool {
	where := f.collectiveBlocks[collective]
	for loop := b.Loop; loop != nil && where != nil; loop = loop.Parent {
		if slices.Contains(loop.Blocks, where) &&
			slices.ContainsFunc(b.Succs, func(s *cfg.Block) bool { return !slices.Contains(loop.Blocks, s) }) {
			return true
		}
	}
	return false
}

// storeOnOneSide looks at a branch with an empty side. It returns a store that all lanes on the other side make, to an
// address that depends on the lane. It returns nil if there is no such store.
func (f *frame) storeOnOneSide(b *cfg.Block) *cfg.Instr {
	for i, side := range b.Term.Targets {
		if side == b.Join || len(side.Preds) != 1 || b.Term.Targets[1-i] != b.Join || !slices.Contains(side.Succs, b.Join) {
			continue
		}
		for _, instr := range side.Instrs {
			if instr.Op == cfg.Store && toMemory(f.values[instr.Args[0].ID]) && f.values[instr.Args[0].ID].dependsOnLane {
				return instr
			}
		}
	}
	return nil
}

// isByLeaders reports whether, for each set of lanes that run together, one of three statements is true: only a lane
// that the set has chosen reaches b, all lanes of the set do, or none does.
func (f *frame) isByLeaders(b *cfg.Block) bool {
	return f.isByLeader || f.isBehind(b, func(cond *cfg.Instr, _ bool) bool {
		v := f.values[cond.ID]
		return v.dependsOnLane && len(v.sources)+len(v.chosen) > 0 || len(v.sources) > 0 && !v.isCount || !v.dependsOnLane && len(v.chosen) > 0
	})
}

// byLeader returns the value v for a store by the chosen lanes of the sets. The members of v.results move to
// storedByLeader.
func (v value) byLeader() value {
	v.storedByLeader, v.results = union(v.storedByLeader, v.results), nil
	return v
}

// isByOneLane reports whether at most one lane of the warp reaches b, however many sets of lanes there are.
func (f *frame) isByOneLane(b *cfg.Block) bool { return f.isBehind(b, f.isOneLane) }

// tested reports whether b is on one side of a branch that tests which lanes run together. It also returns true if at
// most one lane reaches b.
func (f *frame) tested(b *cfg.Block) bool { return f.isBehind(b, f.isTest) }

// isBehind reports whether b is reached only through one side of a branch for which decides returns true. cond is the
// condition of the branch. holds is the value of cond on that side.
func (f *frame) isBehind(b *cfg.Block, decides func(cond *cfg.Instr, holds bool) bool) bool {
	for d := b.Idom; d != nil; d = d.Idom {
		if d.Term.Kind != cfg.If {
			continue
		}
		for i, side := range d.Term.Targets {
			if side.IsOneWay() && side.Dominates(b) && decides(d.Term.Cond, i == 0) {
				return true
			}
		}
	}
	return false
}

func (f *frame) isTest(cond *cfg.Instr, holds bool) bool {
	v := f.values[cond.ID]
	return len(v.sources) > 0 && !v.isCount || f.isOneLane(cond, holds)
}

// isOneLane reports whether a condition has a given value in at most one lane of the warp. cond is the condition, and
// the parameter holds is the value.
func (f *frame) isOneLane(cond *cfg.Instr, holds bool) bool {
	v := f.values[cond.ID]
	return v.differsPerLane && !holds || v.single.by != nil && v.single.holds == holds
}
