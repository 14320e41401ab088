package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// Where edges meet, each lane has the memory of the edge it came along.

// join merges the edges into one block, lane by lane.
func (in *interp) join(edges []edge) edge {
	if len(edges) == 1 {
		return edges[0]
	}
	guards := make([]vec, len(edges))
	for i, e := range edges {
		guards[i] = e.guard
	}
	return edge{guard: in.union(guards), st: in.mergeStates(edges, in.parting(guards))}
}

func (in *interp) union(guards []vec) vec {
	same := all(guards, vec.isUniform)
	at := func(l int) *term.Term {
		terms := make([]*term.Term, len(guards))
		for i, g := range guards {
			terms[i] = g.at(l)
		}
		return in.t.Or(terms...)
	}
	if same {
		return uniform(at(0))
	}
	return build(at)
}

// parting says for each guard what sets it apart from the others: the common
// history is dropped, so that choices between values stay small.
func (in *interp) parting(guards []vec) []vec {
	same := all(guards, vec.isUniform)
	out := make([][warp.Size]*term.Term, len(guards))
	lanes := warp.Size
	if same {
		lanes = 1
	}
	for l := 0; l < lanes; l++ {
		terms := make([]*term.Term, len(guards))
		for i, g := range guards {
			terms[i] = g.at(l)
		}
		common := term.Common(ways(terms))
		for i, g := range terms {
			out[i][l] = in.strip(g, common)
		}
	}
	vectors := make([]vec, len(guards))
	for i := range vectors {
		if same {
			vectors[i] = uniform(out[i][0])
			continue
		}
		vectors[i] = build(func(l int) *term.Term { return out[i][l] })
	}
	return vectors
}

// ways lists guards, and of one that several edges have led to each by itself.
func ways(guards []*term.Term) []*term.Term {
	var list []*term.Term
	for _, g := range guards {
		if g.Op == term.Or {
			list = append(list, g.Args...)
		} else {
			list = append(list, g)
		}
	}
	return list
}

// strip leaves out of each way of a guard what all ways have in common.
func (in *interp) strip(guard *term.Term, common []*term.Term) *term.Term {
	parts := ways([]*term.Term{guard})
	for i, g := range parts {
		parts[i] = in.t.Strip(g, common)
	}
	return in.t.Or(parts...)
}

// mergeStates chooses each cell by the edge that a lane came along.
func (in *interp) mergeStates(edges []edge, conds []vec) *state {
	merged := edges[0].st
	parted := !all(conds, vec.isUniform)
	for _, c := range in.differing(edges) {
		if parted {
			in.setUnlike(c.obj)
		}
		if v := in.mergeCell(edges, conds, c); v != nil {
			merged.cells[c] = v
		} else {
			delete(merged.cells, c)
			delete(merged.uniform, c.obj)
		}
	}
	for _, e := range edges[1:] {
		mergeUniform(merged, e.st, parted)
		in.mergeVersions(merged, e.st, parted)
		mergeKnown(merged, e.st)
		mergeMultiples(merged, e.st)
	}
	return merged
}

// mergeVersions gives what two states disagree about a new version. Parted lanes came by both.
func (in *interp) mergeVersions(merged, other *state, parted bool) {
	if other.world != merged.world {
		in.versions++
		merged.world = in.versions
	}
	if other.block != merged.block {
		in.versions++
		merged.block = in.versions
	}
	for o := range other.unmet {
		merged.leaveUnmet(o)
	}
	if other.written != merged.written {
		in.versions++
		merged.written = in.versions
	}
	in.versions++
	for o, v := range other.versions {
		if merged.versions[o] != v {
			if parted {
				in.setUnlike(o)
			}
			merged.versions[o] = in.versions
		}
	}
	for o, v := range merged.versions {
		if other.versions[o] != v {
			merged.versions[o] = in.versions
		}
	}
}

// differing lists the cells that the edges do not agree on, in a fixed order.
func (in *interp) differing(edges []edge) []cell {
	var list []cell
	seen := map[cell]bool{}
	first := edges[0].st.cells
	for _, e := range edges[1:] {
		in.t.Work.Spend(cellWork * (len(first) + len(e.st.cells)))
		for c, v := range e.st.cells {
			if w, ok := first[c]; (!ok || !identical(v, w)) && !seen[c] {
				seen[c] = true
				list = append(list, c)
			}
		}
		for c := range first {
			if _, ok := e.st.cells[c]; !ok && !seen[c] {
				seen[c] = true
				list = append(list, c)
			}
		}
	}
	slices.SortFunc(list, compareCells)
	return list
}

// identical reports values that are one and the same, without computing them.
func identical(v, w value) bool {
	switch v := v.(type) {
	case vec:
		w, ok := w.(vec)
		return ok && v == w
	case pointer:
		w, ok := w.(pointer)
		return ok && v.obj == w.obj && v.addr == w.addr && v.recast == w.recast &&
			v.converted == w.converted && slices.Equal(v.path, w.path)
	}
	return false
}

// cellsOf lists the cells that some edge knows, in a fixed order.
func (in *interp) cellsOf(edges []edge) []cell {
	var list []cell
	seen := map[cell]bool{}
	for _, e := range edges {
		for c := range e.st.cells {
			if !seen[c] {
				seen[c] = true
				list = append(list, c)
			}
		}
	}
	slices.SortFunc(list, compareCells)
	return list
}

func compareCells(a, b cell) int {
	if a.obj != b.obj {
		return a.obj.id - b.obj.id
	}
	switch {
	case a.path < b.path:
		return -1
	case a.path > b.path:
		return 1
	}
	return 0
}

// mergeCell is the cell's value after the join; nil when it is not known.
func (in *interp) mergeCell(edges []edge, conds []vec, c cell) value {
	values := make([]value, len(edges))
	var like value
	for i, e := range edges {
		if v, ok := e.st.cells[c]; ok {
			values[i], like = v, v
		}
	}
	for i, e := range edges {
		if values[i] == nil {
			values[i] = in.missing(e.st, c, like)
		}
	}
	return in.mergeList(values, conds)
}

// missing is what a cell holds that a state has no entry for, in the shape of
// the value that another state has.
func (in *interp) missing(s *state, c cell, like value) value {
	given := s.isUntouched(c.obj)
	name := unknownIn(s, c)
	_, uniformly := s.uniform[c.obj]
	switch v := like.(type) {
	case vec:
		if uniformly {
			return uniform(in.t.Unknown(name, v.bits(), localOrigin{c.obj}))
		}
		if given {
			return in.argumentWord(c, v.bits())
		}
		if in.isAlike(c.obj) {
			return uniform(in.t.Unknown(name, v.bits(), approximation{}))
		}
		return in.laneVector(name, v.bits(), approximation{})
	case pointer:
		if uniformly {
			return pointer{addr: uniform(in.t.Unknown(name, 64, localOrigin{c.obj})), elem: v.elem}
		}
		if given {
			return in.argumentPointer(c, v.elem)
		}
		return pointer{addr: in.laneVector(name, 64, approximation{}), elem: v.elem}
	}
	return nil
}

// mergeList is the value that conds choose among values; nil when they have no
// common shape.
func (in *interp) mergeList(values []value, conds []vec) value {
	if words, ok := wordsOf(values); ok && len(words) > 2 {
		return in.choose(conds, words)
	}
	result := values[0]
	for i := 1; i < len(values); i++ {
		result = in.mergeTwo(conds[i], values[i], result)
		if result == nil {
			return nil
		}
	}
	return result
}

// wordsOf are values that are words of one width.
func wordsOf(values []value) ([]vec, bool) {
	words, ok := onlyWords(values)
	return words, ok && all(words, func(w vec) bool { return w.bits() == words[0].bits() })
}

// choose is the word that conds choose among several. Ways that bring the same word
// are taken as one: what sets them apart does not part the lanes.
func (in *interp) choose(conds, words []vec) vec {
	return later(words[0].bits(), func() vec {
		at := func(l int) *term.Term { return in.chooseAt(l, conds, words) }
		if all(conds, vec.isUniform) && all(words, vec.isUniform) {
			return uniform(at(0))
		}
		return build(at)
	})
}

func (in *interp) chooseAt(l int, conds, words []vec) *term.Term {
	result := words[0].at(l)
	told := []*term.Term{result}
	for i, w := range words {
		x := w.at(l)
		if slices.Contains(told, x) {
			continue
		}
		told = append(told, x)
		var ways []*term.Term
		for j := i; j < len(words); j++ {
			if words[j].at(l) == x {
				ways = append(ways, conds[j].at(l))
			}
		}
		result = in.t.Ite(in.t.Or(ways...), x, result)
	}
	return result
}

// mergeTwo is c ? x : y.
func (in *interp) mergeTwo(c vec, x, y value) value {
	switch x := x.(type) {
	case vec:
		if y, ok := y.(vec); ok && x.bits() == y.bits() {
			return in.ite(c, x, y)
		}
	case pointer:
		if y, ok := y.(pointer); ok {
			return in.mergePointers(c, x, y)
		}
	case aggregate:
		if y, ok := y.(aggregate); ok {
			return in.mergeAggregates(c, x, y)
		}
	}
	return nil
}

func (in *interp) ite(c, x, y vec) vec {
	if x == y {
		return x
	}
	v := later(x.bits(), func() vec {
		if x.equal(y) {
			return x
		}
		return map3(c, x, y, in.t.Ite)
	})
	v.lazy.merged = &merge{c, x, y}
	return v
}

// mergePointers keeps the object when both point into the same one along the
// same fields.
func (in *interp) mergePointers(c vec, x, y pointer) value {
	x, y = in.alongside(x, y)
	if x.obj == y.obj && x.obj != nil && len(x.path) == len(y.path) && x.recast == y.recast &&
		x.converted == y.converted {
		path := make([]step, len(x.path))
		for i := range path {
			if x.path[i].field != y.path[i].field {
				path = nil
				break
			}
			path[i] = x.path[i]
			if path[i].field == nil {
				path[i].bytes = in.ite(c, x.path[i].bytes, y.path[i].bytes)
			}
		}
		if path != nil || len(x.path) == 0 {
			x.path = path
			return x
		}
	}
	return in.chosen(c, x, y)
}

func (in *interp) mergeAggregates(c vec, x, y aggregate) value {
	merged := aggregate{}
	for k, v := range x {
		if w, ok := y[k]; ok {
			if m := in.mergeTwo(c, v, w); m != nil {
				merged[k] = m
			}
		}
	}
	return merged
}

// mergeValues is the result of a call: what each return yields.
func (in *interp) mergeValues(returns []edge, results []value) value {
	if results[0] == nil {
		return nil
	}
	guards := make([]vec, len(returns))
	for i, e := range returns {
		guards[i] = e.guard
	}
	return in.mergeList(results, in.parting(guards))
}
