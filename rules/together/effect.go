package together

import (
	mathbits "math/bits"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// shuffled reports a shuffle whose source is not chosen from the lanes that run together.
func (f *frame) shuffled(in *cfg.Instr) {
	source := f.values[in.Args[in.Collective.Source].ID]
	chosen := in.Collective.Class.Kind == cfg.ShflIdx && source.comesFrom()
	if f.reports && !chosen && !f.readsItself(in, source.bits) {
		f.report(in, FixedSource, in.Pos, true)
	}
}

// readsItself reports a shuffle in which each lane reads its own value.
func (f *frame) readsItself(in *cfg.Instr, source bits) bool {
	if in.Collective.Class.Kind != cfg.ShflIdx {
		_, isKnown := source.known(laneBits)
		return isKnown && source.ones&lowest(laneBits) == 0
	}
	within := laneBits
	if at := in.Collective.Width; at >= 0 {
		if width, isKnown := f.values[in.Args[at].ID].bits.known(laneBits + 1); isKnown {
			within = mathbits.TrailingZeros64(uint64(width) | warp.Size)
		}
	}
	return source.lane >= within
}

// stored reports a store of a result as it is, but at the slot that an atomic returned.
func (f *frame) stored(in *cfg.Instr, address, v value) {
	if !f.reports || address.isSlot || v.isSlot {
		return
	}
	for _, part := range []value{v, address} {
		if !part.isOwnBit() {
			f.reportAll(union(union(part.results, part.chosen), part.led), part, Stored, in.Pos)
		}
	}
}

// added reports an atomic that adds a result, or adds where one says, unless a lane makes it which its set has
// chosen, or all do and that comes to the same.
func (f *frame) added(in *cfg.Instr) {
	if !f.reports || f.isLed(in.Block) {
		return
	}
	isByAll := !f.isByOneLane(in.Block)
	for i, arg := range in.Args {
		v := f.values[arg.ID]
		if v.isOwnBit() || v.isSlot {
			continue
		}
		added := map[*cfg.Instr]bool{}
		for result := range v.results {
			if i == 0 || v.isCount || !isByAll || !isOnceForAll(in.Text, result.Collective.Class) {
				added[result] = true
			}
		}
		f.reportAll(added, v, Added, in.Pos)
	}
}

// isOnceForAll reports an atomic that makes the results of several sets, by however many lanes, what the
// collective gives for all of them.
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

// reportAll reports collectives that a value comes from, in the order of the source.
func (f *frame) reportAll(collectives map[*cfg.Instr]bool, of value, reason Reason, effect source.Pos) {
	var all []*cfg.Instr
	for in := range collectives {
		all = append(all, in)
	}
	slices.SortFunc(all, func(a, b *cfg.Instr) int { return comparePos(a.Pos, b.Pos) })
	for _, in := range all {
		f.report(in, reason, effect, !of.unsure[in])
	}
}

// branch reports the collectives that decide whether a loop goes on, or a store is made.
func (f *frame) branch(b *cfg.Block) {
	if !f.reports || b.Term.Kind != cfg.If {
		return
	}
	cond := f.values[b.Term.Cond.ID]
	if cond.isOwn || cond.isSlot {
		return
	}
	ending, deciding := map[*cfg.Instr]bool{}, map[*cfg.Instr]bool{}
	for in := range cond.results {
		if f.endsLoop(b, in) {
			ending[in] = true
		}
		if kind := in.Collective.Class.Kind; kind == cfg.VoteAny || kind == cfg.VoteAll || kind == cfg.VoteUni {
			deciding[in] = true
		}
	}
	at := b.Term.Cond.Pos
	f.reportAll(ending, cond, EndsLoop, at)
	if store := f.storeOnOneSide(b); store != nil {
		f.reportAll(deciding, cond, DecidesStore, store.Pos)
	}
}

// endsLoop reports a branch out of a loop that calls the collective.
func (f *frame) endsLoop(b *cfg.Block, collective *cfg.Instr) bool {
	where := f.where[collective]
	for loop := b.Loop; loop != nil && where != nil; loop = loop.Parent {
		if slices.Contains(loop.Blocks, where) &&
			slices.ContainsFunc(b.Succs, func(s *cfg.Block) bool { return !slices.Contains(loop.Blocks, s) }) {
			return true
		}
	}
	return false
}

// storeOnOneSide is a store, each lane's to a place of its own, that all lanes on one side of a
// branch make where there is nothing on the other.
func (f *frame) storeOnOneSide(b *cfg.Block) *cfg.Instr {
	for i, side := range b.Term.Targets {
		if side == b.Join || len(side.Preds) != 1 || b.Term.Targets[1-i] != b.Join || !slices.Contains(side.Succs, b.Join) {
			continue
		}
		for _, in := range side.Instrs {
			if in.Op == cfg.Store && toMemory(f.values[in.Args[0].ID]) && f.values[in.Args[0].ID].isOwn {
				return in
			}
		}
	}
	return nil
}

// isLed reports a block that only lanes come to which their set chose, or one of which all lanes of the set are.
func (f *frame) isLed(b *cfg.Block) bool {
	return f.isByLeader || f.isBehind(b, func(cond *cfg.Instr, _ bool) bool {
		v := f.values[cond.ID]
		return v.isOwn && len(v.sources)+len(v.chosen) > 0 || len(v.sources) > 0 && !v.isCount || !v.isOwn && len(v.chosen) > 0
	})
}

// byLeader is what a lane stores that its set chose.
func (v value) byLeader() value {
	v.led, v.results = union(v.led, v.results), nil
	return v
}

// isByOneLane reports a block that one lane of the warp comes to, whatever set it is of.
func (f *frame) isByOneLane(b *cfg.Block) bool { return f.isBehind(b, f.isOneLane) }

// tested reports a block behind a test of which lanes run together, or which one lane alone
// comes to.
func (f *frame) tested(b *cfg.Block) bool { return f.isBehind(b, f.isTest) }

// isBehind reports a block on the side of some branch on which a condition with a property holds, or does not.
func (f *frame) isBehind(b *cfg.Block, has func(cond *cfg.Instr, holds bool) bool) bool {
	for d := b.Idom; d != nil; d = d.Idom {
		if d.Term.Kind != cfg.If {
			continue
		}
		for i, side := range d.Term.Targets {
			if side.IsOneWay() && side.Dominates(b) && has(d.Term.Cond, i == 0) {
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

// isOneLane reports a condition that holds, or does not, in one lane alone.
func (f *frame) isOneLane(cond *cfg.Instr, holds bool) bool {
	switch {
	case f.values[cond.ID].isLane:
		return !holds
	case cond.Op == cfg.Convert:
		return f.isOneLane(cond.Args[0], holds)
	case cond.Op == cfg.Unary && cond.Operator == operator.Not:
		return f.isOneLane(cond.Args[0], !holds)
	case cond.Op != cfg.Binary || cond.Operator == operator.NE && holds || cond.Operator == operator.EQ && !holds,
		cond.Operator != operator.EQ && cond.Operator != operator.NE:
		return false
	}
	x, y := f.values[cond.Args[0].ID], f.values[cond.Args[1].ID]
	return x.isLane && !y.isOwn || y.isLane && !x.isOwn
}
