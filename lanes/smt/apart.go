package smt

import (
	"math/rand/v2"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// Each lane of a warp may leave a loop in a different iteration. All these iterations depend on one bound that the
// lanes share:
//
//	for (i = threadIdx.x; i <= n; i += 256) v += d[i];        32 numbers of iterations, one n
//
// With several loops and two warps, a formula about this is easy but large: Z3 gives up before it has found all
// numbers. Once n is a constant, each number is a separate question, and a small value answers it.

// Limits of guessApart. fewestApart is the least number of separate unknowns with which it is worth trying. sharedDraws
// is how often values are drawn for the shared unknowns. valuesApart is how many values are tried for each separate
// unknown.
const (
	fewestApart = 16
	sharedDraws = 128
	valuesApart = 12
)

// guessApart looks for a model of a conjunction in two steps. First it draws random values for the shared unknowns
// (apartIn). Then it looks for a value of each separate unknown by itself. The result is false if none was found.
func (s *Solver) guessApart(conjuncts, unknowns []*term.Term) (term.Model, bool) {
	g := s.apartIn(conjuncts, unknowns)
	if len(g.apart) < fewestApart {
		return nil, false
	}
	random, fixed := rand.New(rand.NewPCG(0, 3)), fixedBy(conjuncts)
	for range sharedDraws {
		m := modelOf(g.shared, func(_ int, x *term.Term) uint64 {
			if v, isFixed := fixed[x]; isFixed {
				return v
			}
			return x.Lo + random.Uint64N(sharedBounds[random.IntN(len(sharedBounds))])
		})
		if s.holds(g.rest, m) && s.complete(g, m) {
			return m, s.holds(conjuncts, m)
		}
	}
	return nil, false
}

// sharedBounds holds the bounds for drawn values. To draw a value, one of the bounds is picked first.
var sharedBounds = []uint64{1, 2, 8, 128, 1024}

// apart divides the unknowns of a conjunction into shared ones and separate ones (the field apart). Each conjunct has
// at most one separate unknown. Once the shared unknowns have values, each separate unknown can be solved by itself.
type apart struct {
	// apart lists the separate unknowns: no two of them occur in the same conjunct. conjuncts holds the conjuncts of
	// each separate unknown. shared lists the shared unknowns. rest lists the conjuncts without separate unknowns.
	apart     []*term.Term
	conjuncts map[*term.Term][]*term.Term
	shared    []*term.Term
	rest      []*term.Term
}

// apartIn chooses unknowns of a conjunction so that no conjunct has two of them. It visits the unknowns by the number of
// conjuncts that they occur in, the fewest first. The unknowns that it does not choose are the shared ones.
func (s *Solver) apartIn(conjuncts, unknowns []*term.Term) *apart {
	in := map[*term.Term][]*term.Term{}
	for _, c := range conjuncts {
		for _, x := range s.flatten([]*term.Term{c}, (*term.Term).IsUnknown) {
			if x.IsUnknown() {
				in[x] = append(in[x], c)
			}
		}
	}
	order := slices.Clone(unknowns)
	slices.SortStableFunc(order, func(x, y *term.Term) int { return len(in[x]) - len(in[y]) })
	g, taken := &apart{conjuncts: map[*term.Term][]*term.Term{}}, map[*term.Term]bool{}
	for _, x := range order {
		if slices.ContainsFunc(in[x], func(c *term.Term) bool { return taken[c] }) {
			g.shared = append(g.shared, x)
			continue
		}
		g.apart, g.conjuncts[x] = append(g.apart, x), in[x]
		for _, c := range in[x] {
			taken[c] = true
		}
	}
	g.rest = slices.DeleteFunc(slices.Clone(conjuncts), func(c *term.Term) bool { return taken[c] })
	return g
}

// complete adds values of the unknowns in g.apart to m, a model of the shared unknowns. It reports whether it finds a
// value for each of them. It tries only the least values of an unknown's range, at most valuesApart.
func (s *Solver) complete(g *apart, m term.Model) bool {
	for _, x := range g.apart {
		found := false
		for n := range uint64(valuesApart) {
			if found = n <= x.Hi-x.Lo && s.holdsWith(g, m, x, x.Lo+n); found {
				m[x] = x.Lo + n
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// holdsWith reports whether all conjuncts of the separate unknown x are true if x is v and the shared unknowns have
// their values in m.
func (s *Solver) holdsWith(g *apart, m term.Model, x *term.Term, v uint64) bool {
	s.evaluator.Reset(nil)
	for _, y := range g.shared {
		s.evaluator.Set(y, m[y])
	}
	s.evaluator.Set(x, v)
	return s.evaluate(g.conjuncts[x])
}
