package together

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// mostRounds is the largest number of iterations that are counted for a loop with its inner loops. Local arrays have
// fewer elements.
const mostRounds = 1 << 12

// overwritten is a local array, or a part of one, that a loop writes completely before anything in the loop reads its
// old elements:
//
//	for (int i = 0; i < 4; ++i) c[i] = 0;
//
// Nothing in the loop or after it reads the old values, so they are removed where the loop begins.
type overwritten struct {
	loop *cfg.Loop
	// base is the variable of the array, or the pointer to its first element.
	base      *cfg.Object
	isPointer bool
	// extents holds the number of elements that the loop writes in each dimension.
	extents []int64
}

// counter is a variable whose value is known in each iteration of a loop.
type counter struct {
	object *cfg.Object
	values []int64
}

// overwrittenIn returns the arrays that the loops of a function overwrite.
func overwrittenIn(fn *cfg.Func) (all []overwritten) {
	if fn.Irreducible {
		return nil
	}
	for _, outer := range fn.Loops {
		for _, b := range outer.Blocks {
			for _, instr := range b.Instrs {
				if instr.Op == cfg.Store {
					all = append(all, overwrittenBy(instr, outer)...)
				}
			}
		}
	}
	return all
}

// overwrittenBy returns the array that a store overwrites completely in the iterations of outer and of the loops inside
// it around the store. The result has at most one element. It is nil if the store may leave out an element.
func overwrittenBy(store *cfg.Instr, outer *cfg.Loop) []overwritten {
	base, isPointer, indices := arrayOf(store.Args[0])
	counters := countersAround(store.Block, outer)
	if base == nil || len(indices) == 0 || counters == nil || !isPointer && base.Escapes || !isAlone(store, base, outer) {
		return nil
	}
	extents := allOf(indices, counters)
	if extents == nil {
		return nil
	}
	return []overwritten{{outer, base, isPointer, extents}}
}

// arrayOf returns the variable from which the address of an element is computed, and the indices, the outermost first.
// base is nil if there is no such variable. isPointer is true if the variable is a pointer to the array.
func arrayOf(address *cfg.Instr) (base *cfg.Object, isPointer bool, indices []*cfg.Instr) {
	for {
		switch {
		case address.Op == cfg.IndexAddr:
			indices = append(indices, address.Args[1])
			address = address.Args[0]
		case address.Op == cfg.Convert && address.Operator == operator.CastDecay:
			address = address.Args[0]
		default:
			slices.Reverse(indices)
			isPointer = address.Op == cfg.Load
			if isPointer {
				address = address.Args[0]
			}
			if address.Op == cfg.Addr {
				base = address.Object
			}
			return base, isPointer, indices
		}
	}
}

// countersAround returns the counters of the loops around b, from the innermost loop to outer. It returns nil if one of
// the loops has no counter, or if some iteration may skip b.
func countersAround(b *cfg.Block, outer *cfg.Loop) (counters []counter) {
	inner := b
	for loop := b.Loop; loop != nil; loop = loop.Parent {
		c, isCounted := countedBy(loop)
		if !isCounted || !slices.ContainsFunc(loop.Latches, inner.Dominates) {
			return nil
		}
		counters, inner = append(counters, c), loop.Header
		if loop == outer {
			return counters
		}
	}
	return nil
}

// countedBy returns the counter of a loop. isCounted is true only if the loop is left in its header alone, by a
// comparison of the counter with a constant, and after at most mostRounds iterations.
func countedBy(loop *cfg.Loop) (c counter, isCounted bool) {
	cond := loop.Header.Term.Cond
	if loop.Header.Term.Kind != cfg.If || len(loop.Latches) != 1 || leavesWithin(loop) || cond.Op != cfg.Binary {
		return c, false
	}
	read := cond.Args[0].Unconverted()
	bound, isConstant := numberOf(cond.Args[1])
	if !isConstant || read.Op != cfg.Load || read.Args[0].Op != cfg.Addr {
		return c, false
	}
	c.object = read.Args[0].Object
	first, isSet := setBefore(loop, c.object)
	by, isStepped := stepOf(loop, c.object)
	if !isSet || !isStepped || c.object.Escapes {
		return c, false
	}
	goesOn := slices.Contains(loop.Blocks, loop.Header.Term.Targets[0])
	for i := first; len(c.values) <= mostRounds; i += by {
		if compares(cond.Operator, i, bound) != goesOn {
			return c, true
		}
		c.values = append(c.values, i)
	}
	return c, false
}

// leavesWithin reports whether a block of a loop other than its header may leave it.
func leavesWithin(loop *cfg.Loop) bool {
	return slices.ContainsFunc(loop.Blocks, func(b *cfg.Block) bool {
		return b != loop.Header && (b.Term.Kind != cfg.Jump && b.Term.Kind != cfg.If && b.Term.Kind != cfg.Switch ||
			slices.ContainsFunc(b.Succs, func(s *cfg.Block) bool { return !slices.Contains(loop.Blocks, s) }))
	})
}

// setBefore returns the constant that a variable holds when a loop begins. isSet is true only if a single block
// precedes the loop, and the last store to the variable in this block stores a constant.
func setBefore(loop *cfg.Loop, object *cfg.Object) (initial int64, isSet bool) {
	for _, b := range loop.Header.Preds {
		if slices.Contains(loop.Blocks, b) {
			continue
		}
		last := -1
		for i, instr := range b.Instrs {
			if storesTo(instr, object) {
				last = i
			}
		}
		if last < 0 || isSet {
			return 0, false
		}
		initial, isSet = numberOf(b.Instrs[last].Args[1])
		if !isSet {
			return 0, false
		}
	}
	return initial, isSet
}

// stepOf returns the constant that a loop adds to a variable, once per iteration and at its end. isStepped is false if
// the loop changes the variable in another way or not at all, or reads it after the change.
func stepOf(loop *cfg.Loop, object *cfg.Object) (step int64, isStepped bool) {
	for _, b := range loop.Blocks {
		for _, instr := range b.Instrs {
			if !storesTo(instr, object) {
				continue
			}
			sum := instr.Args[1].Unconverted()
			if isStepped || b != loop.Latches[0] || b == loop.Header || isReadBehind(instr, object) || sum.Op != cfg.Binary || !reads(sum.Args[0], object) {
				return 0, false
			}
			step, isStepped = numberOf(sum.Args[1])
			switch {
			case sum.Operator == operator.Sub:
				step = -step
			case sum.Operator != operator.Add:
				isStepped = false
			}
			if !isStepped || step == 0 {
				return 0, false
			}
		}
	}
	return step, isStepped
}

// isReadBehind reports whether an instruction in the block of store reads the variable after the store.
func isReadBehind(store *cfg.Instr, object *cfg.Object) bool {
	instrs := store.Block.Instrs
	return slices.ContainsFunc(instrs[slices.Index(instrs, store)+1:], func(instr *cfg.Instr) bool { return reads(instr, object) })
}

func storesTo(instr *cfg.Instr, object *cfg.Object) bool {
	return instr.Op == cfg.Store && instr.Args[0].Op == cfg.Addr && instr.Args[0].Object == object
}

func reads(instr *cfg.Instr, object *cfg.Object) bool {
	instr = instr.Unconverted()
	return instr.Op == cfg.Load && instr.Args[0].Op == cfg.Addr && instr.Args[0].Object == object
}

func numberOf(instr *cfg.Instr) (int64, bool) {
	instr = instr.Unconverted()
	return instr.Int, instr.Op == cfg.Const
}

func compares(op operator.Op, x, y int64) bool {
	switch op {
	case operator.LT:
		return x < y
	case operator.LE:
		return x <= y
	case operator.GT:
		return x > y
	case operator.GE:
		return x >= y
	case operator.NE:
		return x != y
	}
	return x == y
}

// isAlone reports whether a loop uses the array base only in the store, and in loads of the element that was just
// stored.
func isAlone(store *cfg.Instr, base *cfg.Object, loop *cfg.Loop) bool {
	behind := false
	for _, b := range loop.Blocks {
		for _, instr := range b.Instrs {
			switch {
			case instr == store:
				behind = true
			case behind && b == store.Block && instr.Op == cfg.Load && isSame(instr.Args[0], store.Args[0]):
			case slices.ContainsFunc(instr.Args, func(arg *cfg.Instr) bool { return usesArray(instr, arg, base) }):
				return false
			}
		}
	}
	return true
}

// usesArray reports whether instr uses the array base through operand. An instruction that only computes an address
// does not use its operand.
func usesArray(instr, operand *cfg.Instr, base *cfg.Object) bool {
	if instr.Op == cfg.IndexAddr || instr.Op == cfg.FieldAddr || instr.Op == cfg.Convert {
		return false
	}
	isWhole := operand.Op == cfg.Addr
	operand = operand.Base()
	switch isPointer := base.Type.Kind != types.Array; {
	case isPointer && isWhole && instr.Op == cfg.Load:
		return false
	case isPointer && operand.Op == cfg.Load:
		operand = operand.Args[0]
	}
	return operand.Op == cfg.Addr && operand.Object == base
}

// isSame reports whether two expressions have the same form, with the same variables and constants.
func isSame(x, y *cfg.Instr) bool {
	return x == y || x.Op == y.Op && x.Object == y.Object && x.Int == y.Int && x.Operator == y.Operator && x.Field == y.Field &&
		(x.Op == cfg.Addr || x.Op == cfg.IndexAddr || x.Op == cfg.Convert || x.Op == cfg.Load || x.Op == cfg.Const || x.Op == cfg.Binary) &&
		slices.EqualFunc(x.Args, y.Args, isSame)
}

// allOf returns the extents of the elements that the indices select while the counters take all their values. It
// returns nil if an element within these extents is not selected, or if that is not known.
func allOf(indices []*cfg.Instr, counters []counter) []int64 {
	seen, extents := map[[2]int64]bool{}, make([]int64, len(indices))
	rounds := 1
	for _, c := range counters {
		rounds *= len(c.values)
	}
	if rounds > mostRounds || len(indices) > 2 {
		return nil
	}
	at := map[*cfg.Object]int64{}
	for round := range rounds {
		for _, c := range counters {
			at[c.object] = c.values[round%len(c.values)]
			round /= len(c.values)
		}
		var element [2]int64
		for k, index := range indices {
			n, isKnown := evaluated(index, at)
			if !isKnown || n < 0 {
				return nil
			}
			element[k], extents[k] = n, max(extents[k], n+1)
		}
		seen[element] = true
	}
	total := int64(1)
	for _, extent := range extents {
		total *= extent
	}
	if int64(len(seen)) != total {
		return nil
	}
	return extents
}

// evaluated computes an index from the values of the counters. It returns false if the index depends on anything else.
func evaluated(instr *cfg.Instr, values map[*cfg.Object]int64) (int64, bool) {
	instr = instr.Unconverted()
	switch {
	case instr.Op == cfg.Const:
		return instr.Int, true
	case instr.Op == cfg.Load && instr.Args[0].Op == cfg.Addr:
		n, isKnown := values[instr.Args[0].Object]
		return n, isKnown
	case instr.Op != cfg.Binary:
		return 0, false
	}
	x, isX := evaluated(instr.Args[0], values)
	y, isY := evaluated(instr.Args[1], values)
	switch {
	case !isX || !isY:
		return 0, false
	case instr.Operator == operator.Add:
		return x + y, true
	case instr.Operator == operator.Sub:
		return x - y, true
	case instr.Operator == operator.Mul:
		return x * y, true
	}
	return 0, false
}

// entering returns the state on the edge between the blocks `from` and `to`. If a loop begins at `to`, it removes the
// old values of the arrays that the loop overwrites.
func (f *frame) entering(now state, from, to *cfg.Block) state {
	for _, o := range f.overwritten {
		if now == nil || o.loop.Header != to || slices.Contains(o.loop.Blocks, from) {
			continue
		}
		now = maps.Clone(now)
		held := value{points: map[place]bool{{object: o.base}: true}, isSure: true}
		if o.isPointer {
			held = now[o.base]
		}
		for p := range held.points {
			if whole, isWritten := o.arrayAt(p); held.isSure && isLocal(p.object) && isWritten {
				now[p.object] = afterStore(now[p.object], whole, value{}, true)
			}
		}
	}
	return now
}

// arrayAt returns the path of the array that the loop overwrites. p is the array itself. If base is a pointer, p is
// where it points, which must be the first element of the array. isWritten is false if p is not in an array with the
// extents that the loop writes.
func (o *overwritten) arrayAt(p place) (array *path, isWritten bool) {
	array = p.path
	if o.isPointer {
		if array == nil || array.field != nil || array.isAny || array.index != 0 {
			return nil, false
		}
		array = array.parent
	}
	t := typeAt(p.object.Type, array)
	for _, extent := range o.extents {
		if t == nil || t.Kind != types.Array || t.Len != extent {
			return nil, false
		}
		t = t.Elem
	}
	return array, true
}

// typeAt returns the type of the part p of an object of type t, or nil if it is not known.
func typeAt(t *types.Type, p *path) *types.Type {
	for _, s := range p.steps() {
		switch {
		case s.field != nil:
			t = s.field.Type
		case t != nil:
			t = t.Elem
		}
	}
	return t
}
