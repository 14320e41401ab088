package together

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// name is an index expression that is not constant, such as `i & 3`. It represents the present value of the expression,
// so elements with the same name are the same element. After a store to a variable in the expression, an unknown index
// replaces the name (forget).
type name struct {
	nameKey
	// objects lists the variables in the expression.
	objects []*cfg.Object
}

// nameKey holds the operator and operands of a name. Equal keys share one name (hash consing).
type nameKey struct {
	op       cfg.Op
	operator operator.Op
	object   *cfg.Object
	special  cfg.SpecialReg
	number   int64
	typ      *types.Type
	x, y     *name
}

// names holds each name once, so that names can be compared by their pointers.
type names map[nameKey]*name

func (ns names) of(key nameKey) *name {
	if n := ns[key]; n != nil {
		return n
	}
	n := &name{nameKey: key}
	if key.object != nil {
		n.objects = []*cfg.Object{key.object}
	}
	for _, operand := range []*name{key.x, key.y} {
		if operand != nil {
			n.objects = append(n.objects, operand.objects...)
		}
	}
	ns[key] = n
	return n
}

// named returns the name of index, for its use by the instruction element. It returns nil if index was computed in
// another block, or if a variable in it may be written before element. It also returns nil if index has a part that a
// name cannot contain, such as a call or a load from memory other than a local variable.
func (ns names) named(index, element *cfg.Instr) *name {
	key := nameKey{op: index.Op, operator: index.Operator, typ: index.Type}
	switch {
	case index.Block != element.Block || len(index.Args) > 2:
		return nil
	case index.Op == cfg.Const:
		key.number = index.Int
	case index.Op == cfg.Special && isFixed(index.Special):
		key.special = index.Special
	case index.Op == cfg.Load && isUnaliased(index.Args[0]) && !writtenBetween(index, element, index.Args[0].Object):
		key.object = index.Args[0].Object
	case index.Op == cfg.Convert || index.Op == cfg.Unary || index.Op == cfg.Binary:
		for i, arg := range index.Args {
			operand := ns.named(arg, element)
			if operand == nil {
				return nil
			}
			if i == 0 {
				key.x = operand
			} else {
				key.y = operand
			}
		}
	default:
		return nil
	}
	return ns.of(key)
}

// isFixed reports whether a name can contain a register. Each of these registers is constant while a thread runs.
func isFixed(register cfg.SpecialReg) bool {
	switch register {
	case cfg.TidX, cfg.TidY, cfg.TidZ, cfg.LaneID, cfg.NTidX:
		return true
	}
	return false
}

// isUnaliased reports whether an address is that of a local variable, and only direct stores and calls that get this
// address may write the variable.
func isUnaliased(address *cfg.Instr) bool {
	return address.Op == cfg.Addr && isLocal(address.Object) && !address.Object.Escapes
}

// writtenBetween reports whether an instruction between first and last, in one block, may write object.
func writtenBetween(first, last *cfg.Instr, object *cfg.Object) bool {
	instrs := first.Block.Instrs
	from, to := slices.Index(instrs, first), slices.Index(instrs, last)
	return slices.ContainsFunc(instrs[from+1:max(to, from+1)], func(instr *cfg.Instr) bool {
		return instr.Op == cfg.Alloc && instr.Object == object || instr.Op != cfg.Load && slices.ContainsFunc(instr.Args, func(arg *cfg.Instr) bool {
			return arg.Op == cfg.Addr && arg.Object == object
		})
	})
}

// isApart reports whether it is known that two names never have the same value: `i` and `i + 1`, `i` and `i ^ 1`.
func (n *name) isApart(m *name) bool {
	if n.op == cfg.Convert && m.op == cfg.Convert && n.typ == m.typ && n.x.typ == m.x.typ && n.widens() {
		return n.x.isApart(m.x)
	}
	for _, op := range []operator.Op{operator.Add, operator.Xor} {
		x, by := n.split(op)
		y, other := m.split(op)
		if x == y && by != other {
			return true
		}
	}
	return n.op == cfg.Const && m.op == cfg.Const && n.number != m.number
}

// widens reports whether the name is a conversion that maps different numbers to different numbers.
func (n *name) widens() bool {
	return isWord(n.typ) && isWord(n.x.typ) && n.typ.Bits >= n.x.typ.Bits
}

// split returns a and k if the name has the form `a op k` with a constant k. It treats a - k as a + -k. Otherwise it
// returns the name itself and 0.
func (n *name) split(op operator.Op) (base *name, constant int64) {
	if n.op == cfg.Binary && n.y.op == cfg.Const {
		switch {
		case n.operator == op:
			return n.x, n.y.number
		case n.operator == operator.Sub && op == operator.Add:
			return n.x, -n.y.number
		}
	}
	return n, 0
}

// span holds the values that a name has in the iterations of a loop.
type span struct {
	loop   *cfg.Loop
	values []int64
	// isOnce reports whether all values are different.
	isOnce bool
}

// spanKey holds the parts of a span. Equal keys share one span.
type spanKey struct {
	name *name
	loop *cfg.Loop
}

// spanOf returns the values that an index has in the iterations of a loop around it. It returns nil if a variable in
// the index is not the counter of the loop, if the index is in the loop's header, or if a value exceeds mostElements.
func (f *frame) spanOf(index *cfg.Instr, n *name) *span {
	for loop := index.Block.Loop; loop != nil; loop = loop.Parent {
		if index.Block == loop.Header {
			continue
		}
		counter, isCounted := f.counterOf(loop)
		if isCounted && len(n.objects) > 0 && !slices.ContainsFunc(n.objects, func(o *cfg.Object) bool { return o != counter.object }) {
			return f.spanned(index, spanKey{n, loop}, counter)
		}
	}
	return nil
}

// counterOf returns the counter of a loop, and whether it has one. It caches the answer.
func (f *frame) counterOf(loop *cfg.Loop) (counter, bool) {
	c, isKnown := f.counters[loop]
	if !isKnown {
		if found, isCounted := countedBy(loop); isCounted && !f.fn.Irreducible {
			c = &found
		}
		f.counters[loop] = c
	}
	if c == nil {
		return counter{}, false
	}
	return *c, true
}

func (f *frame) spanned(index *cfg.Instr, key spanKey, counter counter) *span {
	if s, isKnown := f.spans[key]; isKnown {
		return s
	}
	s := &span{loop: key.loop, isOnce: true}
	for _, value := range counter.values {
		n, isKnown := evaluated(index, map[*cfg.Object]int64{counter.object: value})
		if !isKnown || n < 0 || n > mostElements {
			s = nil
			break
		}
		s.isOnce = s.isOnce && !slices.Contains(s.values, n)
		s.values = append(s.values, n)
	}
	f.spans[key] = s
	return s
}
