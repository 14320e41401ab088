package prove

import (
	"fmt"

	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// A condition may compare the number of lanes in a set with a constant, such as the rank of a lane among those with an
// equal key:
//
//	unsigned peers = __match_any_sync(~0u, key);
//	if (__popc(peers & lanesBelow) >= 3) __syncwarp(peers);
//
// For the solver each of the 32 counts is a sum of bits, and the formula is often too hard. Most proofs need only
// whether a count is zero. Here, the first lane of each set has rank 0: the mask names it, and it does not arrive.

// isRefutedWithoutCounts reports whether f is unsatisfiable even if each of its counts is unknown, except whether it is
// zero.
func (p *Prover) isRefutedWithoutCounts(f *term.Term) bool {
	var counts, unknowns []*term.Term
	known := []*term.Term{nil} // known[0] is set below: f without its counts
	term.Any([]*term.Term{f}, func(x *term.Term) bool {
		if set := countedIn(x); set != nil {
			holds := p.t.Unknown(fmt.Sprintf("count#%d", x.ID), 0, nil)
			counts, unknowns = append(counts, x), append(unknowns, holds)
			isEmpty := p.t.Eq(set, p.t.Const(set.Bits, 0))
			known = append(known, p.t.Or(p.t.Not(isEmpty), p.t.Iff(holds, p.t.Bool(holdsAtZero(x)))))
		}
		return false
	})
	if len(counts) == 0 {
		return false
	}
	known[0] = p.t.Replace(f, counts, unknowns)
	answer, _ := p.Solver.Satisfiable(p.t.And(known...))
	return answer == smt.No
}

// countedIn returns the set whose number of members a formula compares with a constant. It returns nil for other terms.
func countedIn(x *term.Term) *term.Term {
	if x.Op != term.Eq && x.Op != term.ULt && x.Op != term.SLt {
		return nil
	}
	for i, count := range x.Args {
		if count.Op == term.Popc && x.Args[1-i].IsConst() {
			return count.Args[0]
		}
	}
	return nil
}

// holdsAtZero reports whether the comparison of a count with a constant is true for the count 0.
func holdsAtZero(x *term.Term) bool {
	signed := func(a *term.Term) int64 {
		if !a.IsConst() {
			return 0
		}
		return term.Signed(a.K, a.Bits)
	}
	a, b := x.Args[0], x.Args[1]
	switch x.Op {
	case term.Eq:
		return signed(a) == signed(b)
	case term.SLt:
		return signed(a) < signed(b)
	}
	return uint64(signed(a)) < uint64(signed(b))
}
