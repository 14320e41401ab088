package lanes

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// TestSeenAs tells sets of lanes from other words, by what the lanes of a guard know.
func TestSeenAs(t *testing.T) {
	in := &interp{t: term.NewTable()}
	all := in.t.Unknown("all", 0, nil)
	own := build(func(l int) *term.Term { return in.t.Unknown(fmt.Sprint("lane", l), 0, nil) })
	guard := in.and(own, uniform(all))
	for _, c := range []struct {
		name string
		set  vec
		want bool
	}{
		{"the guard", uniform(in.t.Pack(guard.list())), true},
		{"what the lanes know left out", uniform(in.t.Pack(own.list())), true},
		{"a lane too few", uniform(in.t.BAnd(in.t.Pack(own.list()), in.t.Const(32, ^uint64(1)))), false},
		{"one lane's word is another", build(func(l int) *term.Term {
			return in.t.Ite(in.t.Bool(l == 3), in.t.Const(32, 0), in.t.Pack(own.list()))
		}), false},
	} {
		if got := in.seenAs(guard, c.set, guard.list()); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestSeenAsIsQuick takes a word that a kernel chose in many turns, as the place of a
// maximum is: to write out all its bits takes many times as many terms.
func TestSeenAsIsQuick(t *testing.T) {
	const turns = 500
	in := &interp{t: term.NewTable()}
	guard := build(func(l int) *term.Term { return in.t.Unknown(fmt.Sprint("lane", l), 0, nil) })
	best := build(func(int) *term.Term { return in.t.Const(32, 0) })
	for n := range turns {
		best = build(func(l int) *term.Term {
			better := in.t.Unknown(fmt.Sprint("better", n, ".", l), 0, nil)
			return in.t.Ite(better, in.t.Const(32, uint64(n)), best.at(l))
		})
	}
	before := in.t.Len()
	if in.seenAs(guard, best, guard.list()) {
		t.Error("a number is taken for the set of lanes")
	}
	if made := in.t.Len() - before; made > turns {
		t.Errorf("%d terms are made to tell a number from a set of lanes", made)
	}
}
