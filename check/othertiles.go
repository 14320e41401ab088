package check

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
)

// A template may never be instantiated, and let its arguments decide the size of a tile. Other sizes may compile code
// that a tile of a whole warp leaves out:
//
//	if constexpr (N == 1) {
//	  s[threadIdx.x] = find(key);
//	  block.sync();
//	} else {
//	  auto tile = cg::tiled_partition<N>(block);
//	  ...
//
// So a root with such a tile is also read with tiles of one lane. Further sizes follow as long as there is a collective
// that no reading reaches. From these readings, only findings at places count that the root does not reach with tiles
// of a warp. They are as certain as usual, because the size is an input like other constants of a template. But if
// another size reaches the place, it must have the finding, too (opentiles.go).

// tilesToTry lists the sizes of tiles that may compile code that a tile of a warp leaves out. The first one is always
// tried.
var tilesToTry = slices.Concat([]int{1}, smallerTiles)

// inOtherTiles returns the findings at places that are reached only with other sizes of tiles. It adds the facts about
// these places to done, and the notes about what was not analysed.
func (u *analysis) inOtherTiles(program *cfg.Program, sites *account.Sites, done *lanes.Result, isAsked func(*cfg.Func) bool) (list []rootFindings) {
	ended := endedIn(done)
	before := keysOf(program, func(root *cfg.Func) bool { return isAsked(root) && !ended[root] && mayHoldOpenTile(root) })
	if len(before) == 0 {
		return nil
	}
	come := map[rules.Function]places{}
	var roots []*cfg.Func
	for _, root := range program.Roots {
		if _, isOpen := before[rules.FunctionOf(root)]; isOpen {
			roots = append(roots, root)
			come[rules.FunctionOf(root)] = placesOf(root, done)
		}
	}
	for i, size := range tilesToTry {
		if i > 0 && !sites.MissesIn(roots, done.Facts) {
			break
		}
		others := slices.DeleteFunc(slices.Clone(smallerTiles), func(other int) bool { return other == size })
		if r := u.inTiles(size, before); r != nil {
			list = append(list, r.beside(come, size, u.sizesThatKeep(others, before), done)...)
		}
	}
	return list
}

// beside returns the findings of a reading at new places. The map come holds the places that roots have reached in
// earlier readings. beside adds the new places to this map, and the facts and notes about them to done.
func (r *reading) beside(come map[rules.Function]places, size int, keeping keeps, done *lanes.Result) (list []rootFindings) {
	isKnown := func(fact *lanes.Fact) bool { return come[rules.FunctionOf(fact.Context.Root)].has(fact) }
	var all []*lanes.Fact
	here := r.interpret(r.program, r.isAsked, func(facts []*lanes.Fact) {
		fresh := slices.DeleteFunc(slices.Clone(facts), isKnown)
		all = append(all, fresh...)
		found := rules.Collect(fresh, r.machine, rules.Doubt{Compiled: r.doubts.of, Instance: keeping})
		for i := range found {
			found[i].SetTile(size)
		}
		if len(found) > 0 {
			list = append(list, rootFindings{facts[0].Context.Root, found})
		}
	})
	for _, fact := range all {
		come[rules.FunctionOf(fact.Context.Root)].add(fact)
	}
	done.Facts = append(done.Facts, all...)
	for _, note := range here.Notes {
		isSame := func(other lanes.Note) bool { return other.Pos == note.Pos && other.Reason == note.Reason }
		if !slices.ContainsFunc(done.Notes, isSame) {
			done.Notes = append(done.Notes, note)
		}
	}
	return list
}

// places holds the places that a root reaches: those of its collectives, and those of all instructions of its code.
type places struct{ collectives, code map[result.Place]bool }

// placesOf returns the places that a root reaches.
func placesOf(root *cfg.Func, done *lanes.Result) places {
	p := places{map[result.Place]bool{}, map[result.Place]bool{}}
	for _, fact := range done.Facts {
		if fact.Context.Root == root {
			p.add(fact)
		}
	}
	for fn := range cfg.Reached([]*cfg.Func{root}) {
		for _, block := range fn.Blocks {
			for _, in := range block.Instrs {
				p.code[result.PlaceOf(in.Pos)] = true
			}
		}
	}
	return p
}

func (p places) add(fact *lanes.Fact) {
	if !fact.IsOfAccess() {
		p.collectives[result.PlaceOf(fact.Pos)] = true
	}
}

// has reports whether the place of a fact is one of the places.
func (p places) has(fact *lanes.Fact) bool {
	if fact.IsOfAccess() {
		return p.code[result.PlaceOf(fact.Pos)]
	}
	return p.collectives[result.PlaceOf(fact.Pos)]
}

// endedIn returns the roots whose analysis ended early.
func endedIn(done *lanes.Result) map[*cfg.Func]bool {
	ended := map[*cfg.Func]bool{}
	for _, note := range done.Notes {
		if note.Budget {
			ended[note.Root] = true
		}
	}
	return ended
}
