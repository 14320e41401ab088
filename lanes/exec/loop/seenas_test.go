package loop

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/lanes/exec/shared"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// TestSeenAs: sets of lanes are distinguished from other words, under the guards of the lanes.
func TestSeenAs(t *testing.T) {
	in := ofTable(term.NewTable())
	all := in.t.Unknown("all", 0, nil)
	own := vector.Build(func(l int) *term.Term { return in.t.Unknown(fmt.Sprint("lane", l), 0, nil) })
	guard := in.vectors.And(own, vector.Uniform(all))
	for _, c := range []struct {
		name string
		set  vector.Vec
		want bool
	}{
		{"the guard", vector.Uniform(in.t.Pack(guard.List())), true},
		{"what the lanes know left out", vector.Uniform(in.t.Pack(own.List())), true},
		{"a lane too few", vector.Uniform(in.t.BAnd(in.t.Pack(own.List()), in.t.Const(32, ^uint64(1)))), false},
		{"one lane's word is another", vector.Build(func(l int) *term.Term {
			return in.t.Ite(in.t.Bool(l == 3), in.t.Const(32, 0), in.t.Pack(own.List()))
		}), false},
	} {
		if got := in.seenAs(guard, c.set, guard.List()); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestSeenAsIsQuick takes a word that a kernel chose in many iterations, such as the index of a maximum. Terms for all
// bits of the word would be many times as many as the iterations.
func TestSeenAsIsQuick(t *testing.T) {
	const iterations = 500
	in := ofTable(term.NewTable())
	guard := vector.Build(func(l int) *term.Term { return in.t.Unknown(fmt.Sprint("lane", l), 0, nil) })
	best := vector.Build(func(int) *term.Term { return in.t.Const(32, 0) })
	for n := range iterations {
		best = vector.Build(func(l int) *term.Term {
			better := in.t.Unknown(fmt.Sprint("better", n, ".", l), 0, nil)
			return in.t.Ite(better, in.t.Const(32, uint64(n)), best.At(l))
		})
	}
	before := in.t.Len()
	if in.seenAs(guard, best, guard.List()) {
		t.Error("a number is taken for the set of lanes")
	}
	if made := in.t.Len() - before; made > iterations {
		t.Errorf("%d terms are made to tell a number from a set of lanes", made)
	}
}

// ofTable is an inference for a root before anything ran.
func ofTable(t *term.Table) *Inference {
	tr, m := trace.New(t, nil, prove.New(t, smt.New(nil, 0))), memory.New(t, nil)
	return New(tr, m, shared.New(tr, m, true), false)
}
