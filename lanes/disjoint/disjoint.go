package disjoint

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// sum is a linear combination: the constant k plus multiples of products, sorted by the numbers of the products.
type sum struct {
	k     int64
	parts []part
}

type part struct {
	product int
	by      int64
}

// product is a product of unknowns and its range. factors lists the indices of the unknowns in Sums.factors.
type product struct {
	factors []int
	lo, hi  int64
}

// factor is an unknown that is read as a signed or as an unsigned number.
type factor struct {
	*term.Term
	signed bool
}

// Sums writes words as sums, and caches them.
type Sums struct {
	t        *term.Table
	factors  []factor
	products []product
	number   map[factor]int
	byName   map[string]int
	of       map[reading]sum
	bounds   map[*term.Term][]sum
	facts    map[int][]sum
	decided  map[Question]bool
	excluded map[*term.Term]bool
	// Signed contains words that count as signed numbers, although they are parts of unsigned words.
	Signed map[*term.Term]bool
	// Counts reports whether a word is the counter of a loop that does not begin below zero, counts up and does not
	// wrap around. It may be nil.
	Counts func(*term.Term) bool
	// Slots contains the results of atomics that add to counters.
	Slots map[*term.Term]term.Slot
	// cases caches the cases into which a term is divided (casesOf), as one rewriter for each case.
	cases map[*term.Term][]*term.Rewriter
	// alike caches, for the addresses of all lanes, the groups of lanes whose addresses differ by a constant (byParts).
	alike map[[warp.Size]*term.Term][]*alike
}

// reading is a word and a manner to read it as a number. If divided is set, x % m is written as x - m * (x / m).
// Otherwise x % m is an unknown.
type reading struct {
	factor  factor
	divided bool
}

// Question asks whether two accesses to a variable of Size bytes have no byte in common. One access touches SizeX
// bytes at X under the condition Here, the other touches SizeY bytes at Y under the condition There.
type Question struct {
	X, Y         *term.Term
	SizeX, SizeY int64
	Size         int64
	// InX lists the arrays in the variable within which the access at X stays. InY lists those of the access at Y.
	InX, InY    Arrays
	Here, There *term.Term
}

// Arrays are arrays within which an access stays, innermost first. Unused entries have no size.
type Arrays [maxArrays]Array

// Array is an array of Size bytes that begins at the offset Start in a variable. Its size is 0 if nothing is known.
type Array struct {
	Start *term.Term
	Size  int64
}

// Of returns the question whether lane i of the access x and lane l of the access y have no byte in common. Both access
// the same variable, which has the given size in bytes.
func Of(x Access, i int, y Access, l int, size int64) Question {
	return Question{X: x.At.At(i), Y: y.At.At(l), SizeX: x.Size, SizeY: y.Size, Size: size,
		InX: x.Arrays(i), InY: y.Arrays(l), Here: x.Guard.At(i), There: y.Guard.At(l)}
}

// New returns a Sums without entries, for the words of a table. It computes each sum at its first use.
func New(t *term.Table) *Sums {
	return &Sums{t: t, number: map[factor]int{}, byName: map[string]int{}, of: map[reading]sum{},
		bounds: map[*term.Term][]sum{}, facts: map[int][]sum{}, decided: map[Question]bool{}, excluded: map[*term.Term]bool{},
		Signed: map[*term.Term]bool{}, Slots: map[*term.Term]term.Slot{}, cases: map[*term.Term][]*term.Rewriter{},
		alike: map[[warp.Size]*term.Term][]*alike{}}
}

// CopyFacts records for `word` the facts about the word `other`. The former is a copy of the latter, for instance for
// another warp.
func (s *Sums) CopyFacts(word, other *term.Term) {
	if s.Signed[other] {
		s.Signed[word] = true
	}
	if slot, is := s.Slots[other]; is {
		s.Slots[word] = slot
	}
}

// AreDisjoint reports whether the two accesses are proved to have no byte in common if both are executed. Callers use
// it for the pairs of lanes that DisjointLanes does not decide.
func (s *Sums) AreDisjoint(q Question) bool {
	d, known := s.decided[q]
	if !known {
		d = s.inAllCases(q, maxSplits) || s.areInDisjointArrays(q)
		s.decided[q] = d
	}
	return d
}

// areInDisjointArrays reports whether the accesses stay in arrays of one size that have no byte in common:
//
//	s[buf][i] and s[buf ^ 1][j]
func (s *Sums) areInDisjointArrays(q Question) bool {
	for n, x := range q.InX {
		m := slices.IndexFunc(q.InY[:], func(y Array) bool { return y.Size == x.Size })
		if x.Size == 0 || m < 0 {
			continue
		}
		arrays := q
		arrays.X, arrays.SizeX, arrays.InX = x.Start, x.Size, q.InX.around(n)
		arrays.Y, arrays.SizeY, arrays.InY = q.InY[m].Start, x.Size, q.InY.around(m)
		if s.inAllCases(arrays, maxSplits) {
			return true
		}
	}
	return false
}

// around returns the arrays that contain the array with index n.
func (in Arrays) around(n int) (list Arrays) {
	copy(list[:], in[n+1:])
	return list
}

// areApartByStride reports whether the accesses do not overlap because their distance is a constant plus multiples of a
// number. divided selects how remainders are read (see reading).
func (s *Sums) areApartByStride(q Question, divided bool) bool {
	apart, ok := s.apart(q, divided)
	return ok && isApartByStride(apart, q.SizeX, q.SizeY)
}

// apart returns the distance X - Y of the two accesses. divided selects how remainders are read (see reading). ok is
// false if the numbers become too large.
func (s *Sums) apart(q Question, divided bool) (distance sum, ok bool) {
	return s.plus(s.sumOf(q.X, true, divided), s.sumOf(q.Y, true, divided), -1)
}

// areApart reports whether the distance of the accesses, under the conditions of q, shows that they have no byte in
// common. divided states how remainders are read (see reading). limit bounds the number of conditions that are used.
func (s *Sums) areApart(q Question, divided bool, limit int) bool {
	apart, ok := s.apart(q, divided)
	if !ok {
		return false
	}
	x, y := s.plain(q.X, true), s.plain(q.Y, true)
	given := slices.Concat(s.boundsIn(q.Here), s.boundsIn(q.There), s.within(x, x, q.Size-q.SizeX), s.within(y, y, q.Size-q.SizeY),
		s.inArrays(x, x, q.SizeX, q.InX), s.inArrays(y, y, q.SizeY, q.InY))
	if slices.ContainsFunc(given, s.isNegative) {
		return true
	}
	if s.isFar(apart, q, given, limit) {
		return true
	}
	if less, is := s.nearer(apart); is && s.isFar(less, q, given, limit) {
		return true
	}
	return limit == fewEliminations && s.isApartByRest(reach{apart.parts, apart.k, apart.k}, q.SizeX, q.SizeY, given)
}

// isFar reports whether the accesses of q do not overlap at the given distance. It may assume that the sums in assumed
// are not negative. It uses at most limit sums.
func (s *Sums) isFar(distance sum, q Question, assumed []sum, limit int) bool {
	behind, _ := s.plus(sum{k: -q.SizeY}, distance, 1)
	ahead, _ := s.plus(sum{k: -q.SizeX}, distance, -1)
	return s.isEither(behind, ahead, assumed, limit)
}

// isEither reports whether one access lies entirely above the other. That is so if one of the distances behind and
// ahead is not negative. It may assume that the sums in assumed are not negative. It uses at most limit sums.
func (s *Sums) isEither(behind, ahead sum, assumed []sum, limit int) bool {
	for n := range limit + 1 {
		if s.isNeverNegative(behind, assumed, 1, n) || s.isNeverNegative(ahead, assumed, 1, n) {
			return true
		}
	}
	return false
}

// IsExcluded reports whether the condition f cannot be true, because the bounds in f contradict each other:
//
//	2 < d and d >> 1 < 1
func (s *Sums) IsExcluded(f *term.Term) bool {
	excluded, known := s.excluded[f]
	if !known {
		excluded = f.IsFalse() || s.denyOne(s.boundsIn(f))
		s.excluded[f] = excluded
	}
	return excluded
}

// denyOne reports whether some sum in assumed must be negative if the other sums are not.
func (s *Sums) denyOne(assumed []sum) bool {
	return slices.ContainsFunc(assumed, func(b sum) bool {
		denied, ok := s.plus(sum{k: -1}, b, -1)
		return ok && s.isNeverNegative(denied, assumed, 1, fewEliminations)
	})
}

// within returns sums that are not negative if an access stays in its variable. The address of the access is between
// lowest and highest. lastOffset is the last offset at which the access may begin.
func (s *Sums) within(lowest, highest sum, lastOffset int64) []sum {
	return slices.Concat(s.atLeast(highest, sum{}, 0), s.atLeast(sum{k: lastOffset}, lowest, 0))
}

// inArrays returns sums that are not negative if an access stays in the arrays. The address of the access is between
// lowest and highest, and size is the number of bytes that it touches.
func (s *Sums) inArrays(lowest, highest sum, size int64, arrays Arrays) (assumed []sum) {
	for _, array := range arrays {
		assumed = append(assumed, s.inArray(lowest, highest, size, array)...)
	}
	return assumed
}

// inArray returns sums that are not negative if an access stays in one array. It returns none for an array without a
// size. The address of the access is between lowest and highest, and size is the number of bytes that it touches.
func (s *Sums) inArray(lowest, highest sum, size int64, array Array) []sum {
	if array.Size == 0 {
		return nil
	}
	start := s.plain(array.Start, true)
	last, ok := s.plus(start, sum{k: array.Size - size}, 1)
	if !ok {
		return nil
	}
	return slices.Concat(s.atLeast(highest, start, 0), s.atLeast(last, lowest, 0))
}

// isNegative reports whether a sum is negative for all values of its parts.
func (s *Sums) isNegative(x sum) bool {
	negative, ok := s.plus(sum{}, x, -1)
	least, bounded := s.least(negative)
	return ok && bounded && least > 0
}

// isApartByStride reports whether two accesses cannot overlap because their distance is a constant plus a multiple of
// a stride, the common divisor of the parts. No multiple may bring the accesses close enough to overlap:
//
//	s[2 * i] and s[2 * j + 1]
func isApartByStride(distance sum, sizeX, sizeY int64) bool {
	return isApart(distance.k, strideOf(distance.parts), sizeX, sizeY)
}

// strideOf returns the common divisor of the parts of a distance, 0 if there are no parts.
func strideOf(parts []part) (stride int64) {
	for _, p := range parts {
		stride = commonDivisor(stride, p.by)
	}
	return stride
}

// isApart reports whether the accesses do not overlap at any distance k + n * stride. sizeX and sizeY are the numbers
// of bytes of the two accesses.
func isApart(k, stride, sizeX, sizeY int64) bool {
	if stride == 0 {
		return k >= sizeY || -k >= sizeX
	}
	rest := (k%stride + stride) % stride
	return rest >= sizeY && stride-rest >= sizeX
}

func commonDivisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// isNeverNegative reports whether goal is not negative if the sums in assumed are not negative. It tries to eliminate
// the part that can make goal smallest, with each fact about this part and each assumed sum. It makes at most attempts
// eliminations in a row. goal is an integer times scale, so a bound above -scale suffices.
func (s *Sums) isNeverNegative(goal sum, assumed []sum, scale int64, attempts int) bool {
	s.t.Work.Spend(eliminationWork * (1 + len(goal.parts)))
	if least, bounded := s.least(goal); bounded && least > -scale {
		return true
	}
	if attempts == 0 {
		return false
	}
	for _, p := range s.worst(goal) {
		for _, c := range append(s.factsOf(p.product), assumed...) {
			if rest, by, ok := s.without(goal, p, c); ok && s.isNeverNegative(rest, assumed, times(scale, by), attempts-1) {
				return true
			}
		}
	}
	return false
}

// worst returns the part that can make the sum least. If no part can make the sum less than its constant, it returns
// all parts.
func (s *Sums) worst(goal sum) []part {
	var worst []part
	var most int64
	for i, p := range goal.parts {
		if lowest := s.lowest(p); lowest < most {
			most, worst = lowest, goal.parts[i:i+1]
		}
	}
	if worst == nil {
		return goal.parts
	}
	return worst
}

// least returns a lower bound of a sum, computed from the ranges of its parts. bounded is false if there is none.
func (s *Sums) least(x sum) (n int64, bounded bool) {
	n = x.k
	for _, p := range x.parts {
		lowest := s.lowest(p)
		if n = saturated(n + lowest); lowest <= -farthest || n <= -farthest {
			return n, false
		}
	}
	return n, true
}

// lowest returns the least value of a part.
func (s *Sums) lowest(p part) int64 {
	x := s.products[p.product]
	if p.by > 0 {
		return times(p.by, x.lo)
	}
	return times(p.by, x.hi)
}

// without eliminates the part p of goal with the sum c, which is not negative. rest is goal * factor minus a multiple
// of c. So if rest is not negative, goal is not negative either. ok is false if c does not bound p from the side that
// matters, or if the numbers become too large.
func (s *Sums) without(goal sum, p part, c sum) (rest sum, factor int64, ok bool) {
	i, found := slices.BinarySearchFunc(c.parts, p.product, func(q part, n int) int { return q.product - n })
	if !found || c.parts[i].by > 0 != (p.by > 0) {
		return sum{}, 0, false
	}
	common := commonDivisor(c.parts[i].by, p.by)
	factor = abs(c.parts[i].by) / common
	if rest, ok = s.plus(sum{}, goal, factor); !ok {
		return sum{}, 0, false
	}
	rest, ok = s.plus(rest, c, -abs(p.by)/common)
	return rest, factor, ok
}

func abs(n int64) int64 { return max(n, -n) }

// plus returns a + n * b. ok is false if the numbers become too large.
func (s *Sums) plus(a, b sum, n int64) (total sum, ok bool) {
	return plusInto(make([]part, 0, len(a.parts)+len(b.parts)), a, b, n)
}

// plusInto returns a + n * b. It appends the parts of the total to room, which must be empty, to save an allocation. ok
// is false if the numbers become too large.
func plusInto(room []part, a, b sum, n int64) (total sum, ok bool) {
	total = sum{a.k + times(n, b.k), room}
	ok = abs(total.k) < farthest
	i, j := 0, 0
	for i < len(a.parts) || j < len(b.parts) {
		var p part
		switch {
		case j == len(b.parts) || i < len(a.parts) && a.parts[i].product < b.parts[j].product:
			p = a.parts[i]
			i++
		case i == len(a.parts) || b.parts[j].product < a.parts[i].product:
			p = part{b.parts[j].product, times(n, b.parts[j].by)}
			j++
		default:
			p = part{a.parts[i].product, a.parts[i].by + times(n, b.parts[j].by)}
			i++
			j++
		}
		if p.by != 0 {
			total.parts = append(total.parts, p)
			ok = ok && abs(p.by) < farthest
		}
	}
	return total, ok
}

// times returns a * b, bounded by farthest in both directions.
func times(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	if abs(a) > farthest/abs(b) {
		if a > 0 == (b > 0) {
			return farthest
		}
		return -farthest
	}
	return a * b
}

func saturated(n int64) int64 { return min(max(n, -farthest), farthest) }

// sumOf returns a word as a sum. signed reports whether the word is read as a signed number. divided states how its
// remainders are read (see reading).
func (s *Sums) sumOf(x *term.Term, signed, divided bool) sum {
	if x.Hi < 1<<(x.Bits-1) {
		signed = false // a word that is not negative is the same number in both readings
	}
	key := reading{factor{x, signed}, divided}
	if known, done := s.of[key]; done {
		return known
	}
	out, ok := s.spelled(key)
	if !ok {
		out = sum{parts: []part{{s.productOf([]int{s.factorOf(key.factor)}), 1}}}
	}
	s.of[key] = out
	return out
}

// spelled writes a word that is computed from others as a sum. ok is false for other words.
func (s *Sums) spelled(x reading) (out sum, ok bool) {
	switch x.factor.Op {
	case term.Const:
		return sum{k: term.Signed(x.factor.K, x.factor.Bits)}, abs(term.Signed(x.factor.K, x.factor.Bits)) < farthest
	case term.Add:
		out, ok = sum{k: term.Signed(x.factor.K, x.factor.Bits)}, true
		for i, a := range x.factor.Args {
			if out, ok = s.plus(out, s.partOf(a, x), term.Signed(x.factor.Coefs[i], x.factor.Bits)); !ok {
				return sum{}, false
			}
		}
		return out, ok
	case term.Mul:
		return s.times(s.partOf(x.factor.Args[0], x), s.partOf(x.factor.Args[1], x))
	case term.ZExt, term.SExt:
		return s.sumOf(x.factor.Args[0], x.factor.Op == term.SExt, x.divided), true
	}
	if x.divided {
		return s.remainder(x)
	}
	return sum{}, false
}

// partOf returns an operand of the word `whole`, a sum or product, as a sum. The operand is read as signed if the whole
// is read as signed, or if the operand is known to be a signed number (Signed).
func (s *Sums) partOf(x *term.Term, whole reading) sum {
	return s.sumOf(x, whole.factor.signed || s.Signed[x], whole.divided)
}

// remainder writes a remainder as the whole minus a multiple of the quotient. ok is false if the factor of x is no such
// remainder.
//
//	s[9 * (i / 8) + i % 8]
func (s *Sums) remainder(x reading) (out sum, ok bool) {
	if len(x.factor.Args) != 2 || !x.factor.Args[1].IsConst() {
		return sum{}, false
	}
	whole, by := x.factor.Args[0], term.Signed(x.factor.Args[1].K, x.factor.Bits)
	var quotient *term.Term
	switch {
	case x.factor.Op == term.SRem && by > 0 && (x.factor.signed || x.factor.Hi < 1<<(x.factor.Bits-1)):
		quotient = s.t.SDiv(whole, x.factor.Args[1])
	case x.factor.Op == term.URem && by > 0 && s.isExact(whole):
		quotient = s.t.UDiv(whole, x.factor.Args[1])
	case x.factor.Op == term.BAnd && by > 0 && by&(by+1) == 0 && s.isExact(whole):
		by++
		quotient = s.t.LShr(whole, s.t.Const(x.factor.Bits, uint64(bits.TrailingZeros64(uint64(by)))))
	case x.factor.Op == term.BAnd && by > 0 && by&(by+1) == 0: // holds even if the whole wraps around
		by++
		whole := s.sumOf(whole, false, true)
		return s.plus(whole, s.someMultiple(x.factor.Args[0]), -by)
	default:
		return sum{}, false
	}
	signed := x.factor.Op == term.SRem
	return s.plus(s.sumOf(whole, signed, true), s.sumOf(quotient, signed, true), -by)
}

// someMultiple returns an unknown number, which is the same for equal words.
func (s *Sums) someMultiple(word *term.Term) sum {
	n := s.t.Var(fmt.Sprintf("quotient of %d", word.ID), 64, 0, math.MaxUint64, nil)
	return s.sumOf(n, true, true)
}

// times returns the product of two sums. ok is false if it has too many parts, or if the numbers become too large.
func (s *Sums) times(a, b sum) (out sum, ok bool) {
	if len(a.parts)*len(b.parts) > maxParts {
		return sum{}, false
	}
	out, ok = s.plus(sum{}, b, a.k)
	for _, p := range a.parts {
		if !ok {
			return sum{}, false
		}
		if out, ok = s.plus(out, sum{parts: []part{p}}, b.k); !ok {
			return sum{}, false
		}
		for _, q := range b.parts {
			both := s.productOf(slices.Sorted(slices.Values(slices.Concat(s.products[p.product].factors, s.products[q.product].factors))))
			if out, ok = s.plus(out, sum{parts: []part{{both, times(p.by, q.by)}}}, 1); !ok {
				return sum{}, false
			}
		}
	}
	return out, ok
}

// factorOf returns the number of a factor in s.factors. It adds a factor that is not in the list.
func (s *Sums) factorOf(f factor) int {
	n, known := s.number[f]
	if !known {
		n = len(s.factors)
		s.number[f] = n
		s.factors = append(s.factors, f)
	}
	return n
}

// productOf returns the number of a product of factors, which must be sorted.
func (s *Sums) productOf(factors []int) int {
	name := strings.Trim(fmt.Sprint(factors), "[]")
	n, known := s.byName[name]
	if !known {
		n = len(s.products)
		s.byName[name] = n
		p := product{factors, 1, 1}
		for _, f := range factors {
			lo, hi := s.factors[f].span()
			ends := []int64{times(p.lo, lo), times(p.lo, hi), times(p.hi, lo), times(p.hi, hi)}
			p.lo, p.hi = slices.Min(ends), slices.Max(ends)
		}
		s.products = append(s.products, p)
	}
	return n
}

// mayBeNegative holds the operators whose results may represent negative numbers.
var mayBeNegative = term.OpsOf(term.Ite, term.SDiv, term.SRem, term.AShr, term.SExt, term.Trunc, term.BAnd, term.BOr, term.BXor)

// span returns the range of an unknown, read as a number. An unknown that is computed from others may be negative, even
// if it is read as unsigned:
//
//	s[threadIdx.x + (c ? -1 : 1)]
func (f factor) span() (lo, hi int64) {
	top := uint64(1) << (f.Bits - 1)
	switch {
	case !f.signed && f.Hi >= top && term.OpsOf(f.Op)&mayBeNegative != 0:
		return saturated(term.Signed(top, f.Bits)), int64(min(f.Hi, farthest))
	case !f.signed || f.Hi < top:
		return int64(min(f.Lo, farthest)), int64(min(f.Hi, farthest))
	case f.Lo >= top:
		return saturated(term.Signed(f.Lo, f.Bits)), saturated(term.Signed(f.Hi, f.Bits))
	}
	return saturated(term.Signed(top, f.Bits)), saturated(int64(top - 1))
}

// boundsIn returns sums that are not negative if f holds.
func (s *Sums) boundsIn(f *term.Term) []sum {
	list, known := s.bounds[f]
	if !known {
		for _, l := range f.Conjuncts() {
			list = append(list, s.boundsOf(l)...)
		}
		for _, b := range slices.Clone(list) {
			for _, p := range b.parts {
				list = append(list, s.factsOf(p.product)...)
			}
		}
		s.bounds[f] = list
	}
	return list
}

// boundsOf returns sums that are not negative if the comparison l holds.
func (s *Sums) boundsOf(l *term.Term) []sum {
	holds := l.Op != term.Not
	if !holds {
		l = l.Args[0]
	}
	if len(l.Args) != 2 || l.Args[0].Bits == 0 {
		return nil
	}
	x, y := l.Args[0], l.Args[1]
	switch {
	case l.Op == term.SLt && holds:
		return s.atLeast(s.plain(y, true), s.plain(x, true), 1)
	case l.Op == term.SLt:
		return s.atLeast(s.plain(x, true), s.plain(y, true), 0)
	case l.Op == term.ULt && holds && s.isExact(x) && s.isAtMost(y):
		return s.atLeast(s.plain(y, false), s.plain(x, false), 1)
	case l.Op == term.ULt && !holds && s.isAtMost(x) && s.isExact(y):
		return s.atLeast(s.plain(x, false), s.plain(y, false), 0)
	case l.Op == term.Eq && holds && s.isExact(x) && s.isExact(y):
		return slices.Concat(s.atLeast(s.plain(x, false), s.plain(y, false), 0), s.atLeast(s.plain(y, false), s.plain(x, false), 0))
	}
	return nil
}

// plain returns the word x, read as a signed or unsigned number, as a sum. Each remainder is an unknown in it.
func (s *Sums) plain(x *term.Term, signed bool) sum { return s.sumOf(x, signed, false) }

// atLeast returns the sum that is not negative if a is at least b + n. It returns none if the numbers are too large.
func (s *Sums) atLeast(a, b sum, n int64) []sum {
	c, ok := s.plus(a, b, -1)
	if !ok {
		return nil
	}
	c.k -= n
	return []sum{c}
}

// isAtMost reports whether x is at most the sum of its parts, read as unsigned numbers. That is so if the sum is never
// negative. Then x equals the sum, or is less because x wraps around.
func (s *Sums) isAtMost(x *term.Term) bool {
	least, bounded := s.least(s.plain(x, false))
	return bounded && least >= 0
}

// isExact reports whether the sum of x with unsigned parts cannot wrap around.
func (s *Sums) isExact(x *term.Term) bool {
	if !s.isAtMost(x) {
		return false
	}
	negative, _ := s.plus(sum{}, s.plain(x, false), -1)
	more, bounded := s.least(negative)
	return bounded && (x.Bits > 60 || -more < 1<<x.Bits)
}

// factsOf returns sums that are not negative because of how the only factor of a product is computed. It returns none
// for a product of several factors.
func (s *Sums) factsOf(product int) []sum {
	p := s.products[product]
	if len(p.factors) != 1 {
		return nil
	}
	facts, known := s.facts[product]
	if !known {
		facts = s.factsByDefinition(s.factors[p.factors[0]], sum{parts: []part{{product, 1}}})
		s.facts[product] = facts
	}
	return slices.Clip(facts)
}

// factsByDefinition returns sums that are not negative by the definition of f, if f is a quotient, a remainder, or a
// word whose low bits are cleared. value is f as a sum. f is read as signed if its operand is.
func (s *Sums) factsByDefinition(f factor, value sum) []sum {
	if len(f.Args) != 2 {
		return nil
	}
	signed := f.Op == term.SDiv || f.Op == term.AShr || f.Op == term.SRem || f.Op == term.BAnd && (f.signed || s.Signed[f.Args[0]])
	if !signed && !s.isExact(f.Args[0]) {
		return nil
	}
	whole, by := s.plain(f.Args[0], signed), f.Args[1]
	switch {
	case f.Op == term.BAnd && by.IsConst():
		return s.rounded(whole, value, by)
	case f.Op == term.URem && s.isExact(by):
		return slices.Concat(s.atLeast(whole, value, 0), s.atLeast(s.plain(by, false), value, 1))
	case f.Op == term.LShr && by.IsConst(), f.Op == term.AShr && by.IsConst():
		return s.quotient(whole, value, 1<<min(by.K, 40), 0)
	case f.Op == term.UDiv && by.IsConst():
		return s.quotient(whole, value, int64(min(by.K, farthest)), 0)
	case f.Op == term.SDiv && by.IsConst() && term.Signed(by.K, by.Bits) > 0:
		if least, bounded := s.least(whole); bounded && least >= 0 {
			return s.quotient(whole, value, int64(by.K), 0)
		}
		return s.quotient(whole, value, int64(by.K), 1-int64(by.K))
	}
	return nil
}

// rounded returns sums that are not negative, for a word whose low bits are cleared (factsByDefinition). whole is the
// operand, value the result. whole is at least value, and less than value plus one unit of the lowest bit that mask
// keeps.
func (s *Sums) rounded(whole, value sum, mask *term.Term) []sum {
	if low := -term.Signed(mask.K, mask.Bits); low > 0 && low&(low-1) == 0 {
		return slices.Concat(s.atLeast(whole, value, 0), s.atLeast(value, whole, 1-low))
	}
	return nil
}

// quotient returns sums that are not negative, for a division by a constant (factsByDefinition). They state that
// the remainder, whole - value * divisor, is in the range from least to divisor - 1.
func (s *Sums) quotient(whole, value sum, divisor, least int64) []sum {
	again, ok := s.plus(sum{}, value, divisor)
	if !ok {
		return nil
	}
	return slices.Concat(s.atLeast(again, whole, 1-divisor), s.atLeast(whole, again, least))
}
