package host

import (
	"iter"
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/integer"
)

// literal is a condition, or its negation, that holds on a path.
type literal struct {
	on    *unknown
	holds bool
}

func (l literal) same(other literal) bool {
	return l.holds == other.holds && l.on.name == other.on.name
}

type path []literal

// atoms returns the number of conditions on the path p, with those of the paths that joined on it.
func (p path) atoms() (n int) {
	for _, l := range p {
		n++
		for _, one := range l.on.alternatives {
			n += one.atoms()
		}
	}
	return n
}

// joined yields, for each place on p where paths joined, those of these paths that p does not exclude.
func (p path) joined() iter.Seq[[]path] {
	return func(yield func([]path) bool) {
		for _, l := range p {
			if len(l.on.alternatives) == 0 || !l.holds {
				continue
			}
			if left := slices.DeleteFunc(slices.Clone(l.on.alternatives), p.excludes); len(left) > 0 && !yield(left) {
				return
			}
		}
	}
}

// excludes reports whether a condition on the path p is the opposite of one on the path other.
func (p path) excludes(other path) bool {
	return slices.ContainsFunc(other, func(l literal) bool {
		return slices.ContainsFunc(p, literal{l.on, !l.holds}.same)
	})
}

// decides reports whether the path p decides the condition cond, and which value the condition then has.
func (p path) decides(cond *unknown) (holds, decided bool) {
	for _, l := range p {
		if l.on.name == cond.name {
			return l.holds, true
		}
	}
	if cond.test != nil {
		if !p.admits(literal{cond, true}) {
			return false, true
		}
		if !p.admits(literal{cond, false}) {
			return true, true
		}
	}
	for alternatives := range p.joined() {
		if holds, decided = decidedOnAll(alternatives, cond); decided {
			return holds, true
		}
	}
	return false, false
}

// decidedOnAll reports in decided whether all paths decide a condition with the same result, and returns this result in
// holds.
func decidedOnAll(alternatives []path, cond *unknown) (holds, decided bool) {
	for i, one := range alternatives {
		isTrue, isDecided := one.decides(cond)
		if !isDecided || i > 0 && isTrue != holds {
			return false, false
		}
		holds = isTrue
	}
	return holds, true
}

// admits reports whether some value of an unknown satisfies all its comparisons with constants: those on the path, and
// the comparison added.
func (p path) admits(added literal) bool {
	low, high := append(slices.Clip(p), added).bounds(added.on.test.kernel)
	return low <= high
}

// pins returns the value of the unknown called name, if comparisons with constants on the path leave only one.
// Otherwise it returns false.
func (p path) pins(name string) (int64, bool) {
	low, high := p.bounds(name)
	return low, low == high && high < math.MaxInt64
}

// bounds returns the least and the greatest value that comparisons with constants on the path leave for the unknown
// called name. Without such a comparison, these are the limits of int64.
func (p path) bounds(name string) (low, high int64) {
	low, high = math.MinInt64, math.MaxInt64
	var not []int64
	for _, l := range p {
		t := l.on.test
		if t == nil || t.kernel != name {
			continue
		}
		least, greatest := limits(t.t)
		low, high = max(low, least), min(high, greatest)
		switch {
		case t.op == operator.EQ && l.holds:
			low, high = max(low, t.bound), min(high, t.bound)
		case t.op == operator.EQ:
			not = append(not, t.bound)
		case t.op == operator.GT && l.holds:
			low = max(low, t.bound+1)
		case t.op == operator.GT:
			high = min(high, t.bound)
		case l.holds:
			low = max(low, t.bound)
		default:
			high = min(high, t.bound-1)
		}
	}
	for alternatives := range p.joined() {
		least, greatest := boundsOnAny(alternatives, name)
		low, high = max(low, least), min(high, greatest)
	}
	for low < high && slices.Contains(not, low) {
		low++
	}
	for low < high && slices.Contains(not, high) {
		high--
	}
	if low == high && slices.Contains(not, low) {
		low++
	}
	return low, high
}

// boundsOnAny returns the least and the greatest value that some of the paths leaves for the unknown called name.
func boundsOnAny(alternatives []path, name string) (low, high int64) {
	low, high = math.MaxInt64, math.MinInt64
	for _, one := range alternatives {
		least, greatest := one.bounds(name)
		low, high = min(low, least), max(high, greatest)
	}
	return low, high
}

// limits returns the least and the greatest value of a type. For unsigned integers of 64 bits, the greatest is that of
// int64, which stands for all larger values too.
func limits(t *types.Type) (least, greatest int64) {
	switch {
	case t == nil || t.Kind != types.Int && t.Kind != types.Bool:
		return math.MinInt64, math.MaxInt64
	case t.Kind == types.Bool:
		return 0, 1
	case !t.Signed && t.Bits >= 64:
		return 0, math.MaxInt64
	case !t.Signed:
		return 0, 1<<t.Bits - 1
	}
	return integer.Wrap(1<<(t.Bits-1), t), 1<<(t.Bits-1) - 1
}

// mostTries bounds the steps of a search among paths that joined.
const mostTries = 128

// certain reports whether some input takes the path p. The first conditions of p are those on the path to the launch;
// the parameter first is their number. They are assumed to be possible together, and the rest are decisions. certain
// returns false if a decision and another condition are computed from one input, unless both compare the input with
// constants. At each place where paths joined, one of these paths must be possible with all the other conditions.
// certain also returns false if there are too many of these paths to try.
func (p path) certain(first int) bool {
	tries := mostTries
	return path(nil).leadsOn(p[:first], p[first:], &tries)
}

// leadsOn reports whether some input that takes the path p may take the path rest as well, and then make the decisions. It
// tries each path that joined on rest, and returns false if there are too many.
func (p path) leadsOn(rest, decisions path, tries *int) bool {
	if *tries--; *tries < 0 || p.excludes(decisions) {
		return false
	}
	if len(rest) == 0 {
		return append(slices.Clip(p), decisions...).isPossible() && areIndependent(p, decisions)
	}
	l := rest[0]
	if l.holds && len(l.on.alternatives) > 0 {
		return slices.ContainsFunc(l.on.alternatives, func(one path) bool {
			return p.leadsOn(slices.Concat(one, rest[1:]), decisions, tries)
		})
	}
	return !p.excludes(path{l}) && append(slices.Clip(p), l).leadsOn(rest[1:], decisions, tries)
}

// isPossible reports whether the comparisons with constants on p leave some value for each unknown.
func (p path) isPossible() bool {
	return !slices.ContainsFunc(p, func(l literal) bool {
		if l.on.test == nil {
			return false
		}
		low, high := p.bounds(l.on.test.kernel)
		return low > high
	})
}

// areIndependent reports whether no decision may contradict an earlier one or a condition on the path p.
func areIndependent(p, decisions path) bool {
	for i, l := range decisions {
		mayExclude := func(earlier literal) bool { return !earlier.same(l) && related(earlier.on, l.on) }
		if slices.ContainsFunc(p, mayExclude) || slices.ContainsFunc(decisions[:i], mayExclude) {
			return false
		}
	}
	return true
}

func related(a, b *unknown) bool {
	if a.test != nil && b.test != nil && a.test.kernel == b.test.kernel {
		return false
	}
	if slices.Contains(a.deps, anyInput) || slices.Contains(b.deps, anyInput) {
		return true
	}
	return slices.ContainsFunc(a.deps, func(d int) bool { return slices.Contains(b.deps, d) })
}
