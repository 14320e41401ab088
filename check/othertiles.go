package check

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
)

// What a tile of a warp leaves out of a template that nothing instantiates, other sizes compile:
//
//	if constexpr (N == 1) {
//	  s[threadIdx.x] = find(key);
//	  block.sync();
//	} else {
//	  auto tile = cg::tiled_partition<N>(block);
//	  ...
//
// So a root with an open tile is also read with tiles of one lane. While a collective is left that no reading gets to,
// further sizes follow. Of such a reading the findings count at places that the root does not reach with tiles of a
// warp: they are as certain as the size's own, as the size is an input like other constants of a template. Another size
// that gets to the place must share them (opentiles.go).

// tilesToTry are the sizes that may compile what a tile of a warp leaves out. Only the first is tried in any case.
var tilesToTry = slices.Concat([]int{1}, smallerTiles)

// inOtherTiles returns the findings at places to which only other sizes of tiles come. It adds the facts about these
// places to done, and what was not analysed of them.
func (u *analysis) inOtherTiles(program *cfg.Program, sites *account.Sites, done *lanes.Result, isAsked func(*cfg.Func) bool) (list []rootFindings) {
	ended := endedIn(done)
	before := digestsOf(program, func(root *cfg.Func) bool { return isAsked(root) && !ended[root] && mayHoldOpenTile(root) })
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

// beside returns the findings of a reading at places to which roots do not come in the first one, as come has it. It
// adds these places to come, and the facts and notes about them to done.
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

// places are what a root reaches in an analysis: collectives, and other places that its program has.
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

// has reports whether a fact is about one of the places.
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
