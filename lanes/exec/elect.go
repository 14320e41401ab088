package exec

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// elect yields the number of one lane of those that take part, which all of them see
// alike; the second result says which lane that is. PTX leaves open which one.
func (in *interp) elect(fr *frame, e *exchange) memory.Value {
	leader := in.perGroup(e, func(l int) *term.Term { return in.elected(e, l) })
	fr.second[e.Instr] = vector.Build(func(l int) *term.Term { return in.t.Eq(leader.At(l), in.t.Const(32, uint64(l))) })
	return in.typed(e.Instr.Type, leader)
}

// elected is the leader of the lanes that take part with lane l: an unknown where that is
// one of them, the first of them where it is not, so that it may be each, and is one. A
// mask that is not known is taken for them, as its lanes come or break the rules. Where
// no lane takes part the mask lacks its own lane, and the leader may be any.
func (in *interp) elected(e *exchange, l int) *term.Term {
	t, members := in.t, e.Mask.At(l)
	if members.IsConst() {
		members = t.Pack(vector.Build(func(o int) *term.Term { return in.contribution(e, l, o, t.True) }).List())
	}
	leader := in.oneOf(e, l, members)
	first := t.BAnd(t.AddConst(t.Ffs(members), ^uint64(0)), t.Const(32, warp.Size-1))
	takesPart := t.Or(t.Select(members, leader), t.Eq(members, t.Const(32, 0)))
	return t.Ite(takesPart, leader, first)
}

// oneOf is an unknown lane between the first and the last that members may have.
func (in *interp) oneOf(e *exchange, l int, members *term.Term) *term.Term {
	bits := in.t.Split(members)
	possible := func(b *term.Term) bool { return !b.IsFalse() }
	first, end := max(slices.IndexFunc(bits, possible), 0), len(bits)
	for end > first+1 && bits[end-1].IsFalse() {
		end--
	}
	which := in.t.Const(32, uint64(e.Number))
	return in.t.OpaqueBounded("elect", 32, uint64(first), uint64(end-1), memory.ThreadOrigin{}, e.Mask.At(l), which)
}
