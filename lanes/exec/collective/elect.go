package collective

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// elect returns the number of the leader. This is one of the lanes that take part, and all of them get the same number.
// The second result states for each lane whether it is the leader. PTX does not specify which lane is elected.
func (e *Exchange) elect() memory.Value {
	leader := e.perGroup(func(l int) *term.Term { return e.elected(l) })
	e.Second = vector.Build(func(l int) *term.Term { return e.t.Eq(leader.At(l), e.t.Const(32, uint64(l))) })
	return e.c.typed(e.Instr.Type, leader)
}

// elected returns the leader of the lanes that take part with lane l. It draws an unknown lane u (oneOf). The leader is
// u if u takes part, otherwise the first lane that takes part. So each lane that takes part may be the leader, and no
// other lane may be. If the mask is not a constant, all lanes that it names count as taking part, because they arrive
// or break the rules. If no lane takes part, the mask of lane l does not name l. The leader is then u.
func (e *Exchange) elected(l int) *term.Term {
	t, members := e.t, e.Mask.At(l)
	if members.IsConst() {
		members = t.Pack(vector.Build(func(o int) *term.Term { return e.contribution(l, o, t.True) }).List())
	}
	leader := e.oneOf(l, members)
	first := t.BAnd(t.AddConst(t.Ffs(members), ^uint64(0)), t.Const(32, warp.Size-1))
	takesPart := t.Or(t.Select(members, leader), t.Eq(members, t.Const(32, 0)))
	return t.Ite(takesPart, leader, first)
}

// oneOf returns an unknown lane number. Its range reaches from the first to the last lane that may be in members.
func (e *Exchange) oneOf(l int, members *term.Term) *term.Term {
	bits := e.t.Split(members)
	possible := func(b *term.Term) bool { return !b.IsFalse() }
	first, end := max(slices.IndexFunc(bits, possible), 0), len(bits)
	for end > first+1 && bits[end-1].IsFalse() {
		end--
	}
	which := e.t.Const(32, uint64(e.Number))
	return e.t.OpaqueBounded("elect", 32, uint64(first), uint64(end-1), memory.ThreadOrigin{}, e.Mask.At(l), which)
}
