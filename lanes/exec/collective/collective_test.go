package collective

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// operands has the operands of an instruction, in a kernel that no thread has left.
type operands struct {
	words   []vector.Vec
	vectors vector.Algebra
}

func (o operands) Arg(n int) memory.Value { return o.words[n] }

func (o operands) Word(n int) vector.Vec { return o.words[n] }

func (o operands) Truth(n int) vector.Vec { return o.vectors.Truth(o.words[n]) }

func (o operands) MayHaveLeft() bool { return false }

// collectives returns the Collectives of an empty kernel, in which all 32 lanes are alive.
func collectives() *Collectives {
	t := term.NewTable()
	root := &cfg.Func{Kernel: true}
	tr := trace.New(t, root, prove.New(t, smt.New(nil, 0)))
	tr.Alive = vector.Uniform(t.True)
	return New(tr, memory.New(t, root), Setting{})
}

// arrive lets the lanes of guard arrive at a collective with a mask and a value.
func (c *Collectives) arrive(kind cfg.ClassKind, guard, mask, value vector.Vec) *Exchange {
	i := &cfg.Instr{Op: cfg.Collective_, Type: &types.Type{Kind: types.Int, Bits: 32},
		Collective: &cfg.Collective{Class: cfg.Class{Kind: kind}, Mask: 0, Value: 1, Source: -1, Width: -1}}
	return c.Arrive(&trace.Event{Instr: i, Guard: guard}, nil, operands{[]vector.Vec{mask, value}, c.vectors})
}

// TestBallot: a ballot of all lanes is the set of lanes with a true predicate. If a named lane does not arrive, its bit
// is unknown. It is 0 as long as no collective was broken.
func TestBallot(t *testing.T) {
	c := collectives()
	pred := vector.Build(func(l int) *term.Term { return c.t.Unknown(fmt.Sprint("pred", l), 0, nil) })
	all, everyone := c.vectors.Constant(32, 0xffffffff), vector.Uniform(c.t.True)
	voted := c.arrive(cfg.VoteBallot, everyone, all, pred).Result().(vector.Vec)
	if want := c.t.Pack(pred.List()); !voted.IsUniform() || voted.At(0) != want {
		t.Errorf("all vote: %v, want %v", voted.At(0), want)
	}
	others := vector.Build(func(l int) *term.Term { return c.t.Bool(l != 7) })
	e := c.arrive(cfg.VoteBallot, others, all, pred)
	voted = e.Result().(vector.Vec)
	if bit := c.t.Bit(voted.At(0), 7); bit.IsConst() {
		t.Errorf("the vote of a lane that is elsewhere is %v", bit)
	} else if unbroken := c.unknowns.Unbroken(bit); !e.Assumes || !unbroken.IsFalse() {
		t.Errorf("as long as no collective was broken it is %v", unbroken)
	}
	if bit := c.t.Bit(voted.At(0), 6); bit != pred.At(6) {
		t.Errorf("the vote of a lane that is here is %v", bit)
	}
}

// TestMetElsewhere: nothing is assumed about a collective that lanes meet from another site.
func TestMetElsewhere(t *testing.T) {
	c := collectives()
	others := vector.Build(func(l int) *term.Term { return c.t.Bool(l != 7) })
	e := c.arrive(cfg.VoteAny, others, c.vectors.Constant(32, 0xffffffff), vector.Uniform(c.t.False))
	c.setting.SharedWithCalls = map[*cfg.Instr]bool{e.Instr: true}
	voted := e.Result().(vector.Vec).At(0)
	if voted.IsConst() || c.unknowns.Unbroken(voted) != voted {
		t.Errorf("a vote with lanes of another site is %v", voted)
	}
}

// TestAgreedMask: lanes that each pass their own side of a branch pass one mask.
func TestAgreedMask(t *testing.T) {
	c := collectives()
	pred := vector.Build(func(l int) *term.Term { return c.t.Unknown(fmt.Sprint("pred", l), 0, nil) })
	sides := c.t.Pack(pred.List())
	mine := vector.Map1(pred, func(p *term.Term) *term.Term { return c.t.Ite(p, sides, c.t.BNot(sides)) })
	if agreed := c.agreedMask(pred, mine); !agreed.IsUniform() || agreed.At(0) != sides {
		t.Errorf("the lanes of one side pass %v", agreed.At(0))
	}
	if apart := c.agreedMask(vector.Uniform(c.t.True), mine); apart.IsUniform() {
		t.Errorf("the lanes of both sides pass %v", apart.At(0))
	}
}
