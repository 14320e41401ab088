package together

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// shuffled reports a shuffle whose source is not chosen from the lanes that run together.
func (f *frame) shuffled(in *cfg.Instr) {
	source := f.values[in.Args[in.Collective.Source].ID]
	chosen := in.Collective.Class.Kind == cfg.ShflIdx && source.comesFrom()
	if f.reports && !chosen {
		f.report(in, FixedSource, in.Pos)
	}
}

// stored reports a store of a result as it is, but at the slot that an atomic returned.
func (f *frame) stored(in *cfg.Instr, address, v value) {
	if !f.reports || address.isSlot || v.isSlot {
		return
	}
	for _, part := range []value{v, address} {
		if !part.isOwnBit() {
			f.reportAll(union(part.results, part.chosen), Stored, in.Pos)
		}
	}
}

// reportAll reports collectives in the order of the source.
func (f *frame) reportAll(collectives map[*cfg.Instr]bool, reason Reason, effect ast.Pos) {
	var all []*cfg.Instr
	for in := range collectives {
		all = append(all, in)
	}
	slices.SortFunc(all, func(a, b *cfg.Instr) int { return comparePos(a.Pos, b.Pos) })
	for _, in := range all {
		f.report(in, reason, effect)
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
	f.reportAll(ending, EndsLoop, at)
	if store := f.storeOnOneSide(b); store != nil {
		f.reportAll(deciding, DecidesStore, store.Pos)
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

// tested reports a block behind a test of which lanes run together, or which one lane alone
// comes to.
func (f *frame) tested(b *cfg.Block) bool {
	for d := b.Idom; d != nil; d = d.Idom {
		if d.Term.Kind != cfg.If {
			continue
		}
		for i, side := range d.Term.Targets {
			if side.IsOneWay() && side.Dominates(b) && f.isTest(d.Term.Cond, i == 0) {
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
	case cond.Op == cfg.Unary && cond.Operator == ast.Not:
		return f.isOneLane(cond.Args[0], !holds)
	case cond.Op != cfg.Binary || cond.Operator == ast.NE && holds || cond.Operator == ast.EQ && !holds,
		cond.Operator != ast.EQ && cond.Operator != ast.NE:
		return false
	}
	x, y := f.values[cond.Args[0].ID], f.values[cond.Args[1].ID]
	return x.isLane && !y.isOwn || y.isLane && !x.isOwn
}
