package loop

import (
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// follow returns, for each unknown of the arbitrary iteration, its value in the next iteration, for lanes that take
// the back edge. It returns nil if no races are looked for.
func (s *search) follow(now, next *memory.State) trace.Following {
	if !s.inference.racing {
		return nil
	}
	known := trace.Following{s.K: s.t.AddConst(s.K, 1), s.Reached: s.t.Or(s.Round.List()...)}
	if !s.togetherClasses.isOne() {
		s.followLanes(known)
	}
	for _, c := range s.sorted() {
		a, b, ok := s.inference.comparable(now.Cells[c], next.Cells[c])
		for l := 0; l < warp.Size && ok && now.Cells[c] != nil; l++ {
			if !s.Round.At(l).IsFalse() {
				s.inference.followWord(s.Loop, known, a.At(l), b.At(l))
			}
		}
	}
	return known
}

// followLanes adds to following, for each class, whether it is still in the loop in the next iteration.
func (s *search) followLanes(following trace.Following) {
	still := s.togetherClasses.vector(s.t, s.id+".in", 0, nil)
	header := s.vectors.And(s.entry.Guard, s.Stays)
	for l := range warp.Size {
		if following[still.At(l)] == nil && !header.At(l).IsFalse() {
			goes := s.t.Strip(s.Round.At(l), term.Common([]*term.Term{header.At(l)}))
			following[still.At(l)] = s.t.And(still.At(l), goes)
		}
	}
}

// followWord adds the value that an unknown has in the next iteration. now is a lane's word in this iteration, and
// contains the unknown. next is the lane's word in the next iteration. An unknown may be assumed to have a value as
// long as no collective was broken. The same is then added for this value.
func (in *Inference) followWord(s *trace.Loop, following trace.Following, now, next *term.Term) {
	for _, x := range append([]*term.Term{now}, now.Args...) {
		if c, carried := in.unknowns.Carried(x); !carried || c.Loop != s.Number || c.IsNumber || following[x] != nil || x.Bits != next.Bits {
			continue
		}
		if x != now && now.Op != term.BAnd { // x is neither the word itself, nor masked in it (partOfFirst)
			continue
		}
		following[x] = next
		if unbroken, assumed := in.unknowns.Assumed(x); assumed && following[unbroken] == nil {
			if _, carried := in.unknowns.Carried(unbroken); carried {
				following[unbroken] = in.unknowns.Unbroken(next)
			}
		}
	}
}
