package disjoint

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// variableSize is the size of the variable that drawn accesses touch.
const variableSize = 512

// address uses a word as an index of elements of a size, with an offset inside the element.
func (d *drawer) address(x *term.Term, size uint64) *term.Term {
	extend := d.t.ZExt
	if d.IntN(2) == 0 {
		extend = d.t.SExt
	}
	return d.t.AddConst(d.t.Mul(extend(x, 64), d.t.Const(64, size)), size*uint64(d.IntN(3))/2)
}

func (d *drawer) size() uint64 { return []uint64{1, 2, 4, 4, 8, 16}[d.IntN(6)] }

// guard draws a condition, or none.
func (d *drawer) guard(depth int) *term.Term {
	if d.IntN(4) == 0 {
		return d.t.True
	}
	return d.condition(depth)
}

// question draws a question about words.
func (d *drawer) question(word func() *term.Term, guards int) Question {
	element := d.size()
	sizes := []int64{int64(element), int64(element)}
	if d.IntN(3) == 0 {
		sizes[d.IntN(2)] = int64(d.size())
	}
	return Question{X: d.address(word(), element), Y: d.address(word(), element), SizeX: sizes[0], SizeY: sizes[1],
		Size: variableSize, Here: d.guard(guards), There: d.guard(guards)}
}

// inRows draws a question about two accesses that stay in rows of an array of arrays.
func (d *drawer) inRows() Question {
	const element = 4
	pitch := uint64(3 + d.IntN(6))
	q := d.question(func() *term.Term { return d.constant(0) }, 0)
	q.SizeX, q.SizeY = element, element
	for _, side := range []struct {
		at *(*term.Term)
		in *Arrays
	}{{&q.X, &q.InX}, {&q.Y, &q.InY}} {
		row := d.t.Mul(d.t.ZExt(d.word(d.IntN(2)), 64), d.t.Const(64, element*pitch))
		*side.at = d.t.Add(row, d.address(d.word(d.IntN(3)), element))
		if d.IntN(8) > 0 {
			side.in[d.IntN(2)] = Array{Start: row, Size: int64(element * pitch)}
		}
	}
	return q
}

// exchanged draws a question about lanes that exchange cells.
func (d *drawer) exchanged() Question {
	lane := func() *term.Term { return d.t.AddConst(d.t.Mul(d.unknowns[0], d.constant(4)), uint64(d.IntN(4))) }
	j := d.unknowns[1]
	word := func(x *term.Term) *term.Term {
		if d.IntN(3) == 0 {
			return x
		}
		return d.t.BXor(x, j)
	}
	q := d.question(func() *term.Term { return d.constant(0) }, 0)
	x, y := lane(), lane()
	q.SizeX, q.SizeY = 4, 4
	q.X, q.Y = d.t.Mul(d.t.ZExt(word(x), 64), d.t.Const(64, 4)), d.t.Mul(d.t.ZExt(word(y), 64), d.t.Const(64, 4))
	compare := func(x *term.Term) *term.Term {
		less := []func(x, y *term.Term) *term.Term{d.t.ULt, d.t.SLt}[d.IntN(2)]
		switch d.IntN(4) {
		case 0:
			return d.t.True
		case 1:
			return less(d.t.BXor(x, j), x)
		case 2:
			return d.t.Not(less(d.t.BXor(x, j), x))
		}
		return less(x, d.t.BXor(x, j))
	}
	q.Here, q.There = compare(x), compare(y)
	return q
}

// touches returns the first byte of an access in an execution, and whether it is made: it must lie in its variable and
// its arrays, and its condition must hold.
func touches(e *term.Evaluator, at *term.Term, size int64, in Arrays, guard *term.Term) (first int64, is bool) {
	first = int64(e.Value(at))
	if !e.Holds(guard) || first < 0 || first > variableSize-size {
		return 0, false
	}
	for _, a := range in {
		if a.Size == 0 {
			continue
		}
		if start := int64(e.Value(a.Start)); first < start || first+size > start+a.Size {
			return 0, false
		}
	}
	return first, true
}

// meet reports whether two accesses have a byte in common in an execution.
func (q Question) meet(e *term.Evaluator) bool {
	x, isX := touches(e, q.X, q.SizeX, q.InX, q.Here)
	y, isY := touches(e, q.Y, q.SizeY, q.InY, q.There)
	return isX && isY && x < y+q.SizeY && y < x+q.SizeX
}

// keepUnsigned leaves out executions in which a number is negative that conditions, or choices in words, compare as
// unsigned.
func (d *drawer) keepUnsigned(in ...*term.Term) {
	for n, x := range d.unknowns {
		compares := func(f *term.Term) bool { return slices.Contains(f.Args, x) }
		if slices.ContainsFunc(in, func(y *term.Term) bool { return slices.ContainsFunc(d.t.All(y, term.OpsOf(term.ULt)), compares) }) {
			d.values[n] = slices.DeleteFunc(d.values[n], func(v uint64) bool { return v >= 1<<31 })
		}
	}
}

// TestAnswersAgreeWithEvaluation: accesses that are proved disjoint are so in all executions. The number of proofs
// among the disjoint ones is known for these questions; a lower number is a regression.
func TestAnswersAgreeWithEvaluation(t *testing.T) {
	for kind, c := range []struct {
		about string
		draw  func(d *drawer) Question
		// fewest is the least number of disjoint accesses that must be proved.
		fewest int
	}{
		{"sums", func(d *drawer) Question {
			d.forms = 6
			return d.question(func() *term.Term { return d.word(1 + d.IntN(2)) }, d.IntN(2))
		}, 185},
		{"all forms", func(d *drawer) Question {
			return d.question(func() *term.Term { return d.word(1 + d.IntN(3)) }, d.IntN(2))
		}, 122},
		{"quotients and remainders", func(d *drawer) Question {
			d.forms = 14
			x := d.word(2)
			return d.question(func() *term.Term { return d.t.Add(x, d.word(1)) }, d.IntN(2))
		}, 135},
		{"choices and powers of two", func(d *drawer) Question {
			d.unknown("k", 0, 4)
			return d.question(func() *term.Term {
				shifted := d.t.LShr(d.constant(8, 16), d.unknowns[len(d.unknowns)-1])
				if d.IntN(2) == 0 {
					return d.t.Ite(d.condition(0), d.word(1), shifted)
				}
				return d.t.Add(d.t.Mul(d.word(0), shifted), d.word(0))
			}, 0)
		}, 84},
		{"rows", (*drawer).inRows, 151},
		{"exchanges", (*drawer).exchanged, 228},
	} {
		t.Run(c.about, func(t *testing.T) {
			disjoint, proved := 0, 0
			for seed := range uint64(300) {
				d := newDrawer(seed, uint64(100+kind), 18)
				q := c.draw(d)
				s := d.sums()
				got := s.areApartByStride(q, false) || s.AreDisjoint(q)
				d.keepUnsigned(q.X, q.Y, q.Here, q.There)
				is := d.executions(func(m term.Model) bool { return !q.meet(term.NewEvaluator(m)) })
				if got && !is {
					t.Fatalf("seed %d: said to be disjoint: %+v", seed, q)
				}
				if is {
					disjoint++
				}
				if got {
					proved++
				}
			}
			if proved < c.fewest {
				t.Errorf("%d of %d are proved, want %d", proved, disjoint, c.fewest)
			}
		})
	}
}

// TestKeptApartAgreesWithEvaluation checks the same for the lanes of two accesses.
func TestKeptApartAgreesWithEvaluation(t *testing.T) {
	const fewest = 21252
	kept := 0
	for seed := range uint64(150) {
		d := newDrawer(seed, 200, 12)
		access := func() Access {
			element := d.size()
			words, row := []*term.Term{d.word(d.IntN(3)), d.word(1)}, d.t.ZExt(d.word(0), 64)
			alike, step, pitch := d.IntN(3) > 0, uint64(d.IntN(3)), int64(16*(1+d.IntN(4)))
			start := d.t.Mul(row, d.t.Const(64, uint64(pitch)))
			guard, guarded, inRow := d.guard(0), d.IntN(3), d.IntN(2) == 0
			return Access{Size: int64(element),
				At: vector.Build(func(l int) *term.Term {
					x := words[0]
					if !alike {
						x = words[l/4%2]
					}
					at := d.t.AddConst(d.t.Mul(d.t.ZExt(x, 64), d.t.Const(64, element)), uint64(l)*step*element)
					if inRow {
						at = d.t.Add(at, start)
					}
					return at
				}),
				Guard: vector.Build(func(l int) *term.Term {
					switch {
					case guarded == 0:
						return guard
					case guarded == 1 && l%8 == 3:
						return d.t.False
					}
					return d.t.And(guard, d.t.Not(d.t.Eq(d.unknowns[0], d.t.Const(32, uint64(l%8)))))
				}),
				Arrays: func(l int) Arrays {
					if inRow && (guarded != 2 || l < 16) {
						return Arrays{{Start: start, Size: pitch}}
					}
					return Arrays{}
				}}
		}
		x, y := access(), access()
		s := d.sums()
		apart := s.DisjointLanes(x, y, variableSize)
		for _, lanes := range apart {
			kept += lanes.Count()
		}
		d.executions(func(m term.Model) bool {
			e := term.NewEvaluator(m)
			for i, others := range apart {
				at, is := touches(e, x.At.At(i), x.Size, x.Arrays(i), x.Guard.At(i))
				for l := range warp.Size {
					if !is || !others.Has(l) {
						continue
					}
					other, isToo := touches(e, y.At.At(l), y.Size, y.Arrays(l), y.Guard.At(l))
					if isToo && at < other+y.Size && other < at+x.Size {
						t.Fatalf("seed %d, %v: lanes %d and %d are said to be kept apart: %v and %v", seed, m, i, l, x.At.At(i), y.At.At(l))
					}
				}
			}
			return true
		})
	}
	if kept < fewest {
		t.Errorf("%d pairs are kept apart, want %d", kept, fewest)
	}
}
