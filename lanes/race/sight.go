package race

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// Sight states how terms of this warp become terms of another warp. Pairs of accesses in the same loops share it.
type Sight struct {
	// Name is a prefix for the unknowns of the other warp. Each sight has its own, because an unknown may have a copy
	// in one sight and be shared by the warps in another.
	Name string
	// In is the innermost loop in which both warps execute the same iteration, nil for none.
	In *trace.Loop
	// IsOwn reports whether a term that is block-uniform may nevertheless differ between the two warps. Such a term
	// gets a copy, like all terms that are not block-uniform.
	IsOwn func(*term.Term) bool
	// Copied is called with each unknown and its copy for the other warp.
	Copied func(x, own *term.Term, view *term.Rewriter)
}

// sighting is a Sight with the rivals whose terms it determines.
type sighting struct {
	Sight
	rivals []Rival
}

// placed is the key of a cached sight: the innermost loops around the two accesses, the loop of the pair, and the
// innermost loop in which both warps execute the same iteration. Each is nil if there is no such loop.
type placed struct{ earlier, later, loop, in *trace.Loop }

// sightOf returns the rivals of a pair of accesses, with the names and copies of their terms.
func (x *Across) sightOf(p pair) *sighting { return x.sightIn(p, x.inStep(p, x.holdsBlock)) }

// sightIn returns the rivals of a pair of accesses, for warps that execute the iterations of one loop together. The
// parameter `in` is this loop, nil if there is none.
func (x *Across) sightIn(p pair, in *trace.Loop) *sighting {
	at := placed{innermost(p.earlier), innermost(p.later), p.loop, in}
	if x.sights[at] == nil {
		s := Sight{Name: "rival's ", In: in, IsOwn: ownOf(p, in), Copied: x.copied}
		if n := len(x.sights); n > 0 {
			s.Name = fmt.Sprintf("rival's %d ", n)
		}
		x.sights[at] = &sighting{s, x.others.Rivals(s)}
	}
	return x.sights[at]
}

// innermost returns the innermost summarised loop around an access, nil for none.
func innermost(a *trace.Access) *trace.Loop {
	if len(a.Within) == 0 {
		return nil
	}
	return a.Within[0]
}

// inStep returns the innermost loop around both accesses whose iterations two warps execute together. The warps are in
// the same iteration or, if the pair is of two iterations, in consecutive iterations. In each loop further out they are
// in the same iteration. The function holds reports whether a loop makes warps execute its iterations together.
func (x *Across) inStep(p pair, holds func(*trace.Loop) bool) *trace.Loop {
	s := p.loop
	if s == nil && len(p.later.Within) > 0 {
		s = p.later.Within[0]
	}
	for ; s != nil; s = s.Around {
		if p.earlier.IsWithin(s) && holds(s) {
			return s
		}
	}
	return nil
}

// holdsBlock reports whether each iteration of a loop has a barrier of the whole block.
func (x *Across) holdsBlock(s *trace.Loop) bool {
	holds, known := x.judge.holding[s]
	if !known {
		holds = slices.ContainsFunc(x.judge.trace.Log.Events, func(e *trace.Event) bool {
			return e.IsSync() && x.judge.isOfAll(e) && x.judge.isInEachIteration(e, s)
		})
		x.judge.holding[s] = holds
	}
	return holds
}

// isInEachIteration reports whether, in each iteration of the loop s, all lanes that take the back edge execute the
// barrier e.
func (j *Judge) isInEachIteration(e *trace.Event, s *trace.Loop) bool {
	return e.Within != nil && e.Within[0] == s && j.implies(s.Round, e.Guard)
}

// ownOf returns a predicate for terms that may differ because the two warps of a pair are in different iterations. If
// the parameter `in` is nil, these are the terms of all loops around the accesses. Otherwise `in` is a loop whose
// iterations the warps share, and only terms of loops nested in it may differ.
func ownOf(p pair, in *trace.Loop) func(*term.Term) bool {
	var loops []*trace.Loop
	for _, a := range []*trace.Access{p.earlier, p.later} {
		for _, s := range a.Within {
			if in == nil || s != in && s.IsWithin(in) {
				loops = append(loops, s)
			}
		}
	}
	return func(y *term.Term) bool {
		if _, isArgument := y.Origin.(memory.ArgOrigin); isArgument {
			return false
		}
		return slices.ContainsFunc(loops, func(s *trace.Loop) bool { return s.Computes(y) || !s.IsFixed(y) })
	}
}

// copied gives `own`, the copy of the unknown y for another warp, the facts that are known about y. seen rewrites the
// facts for that warp.
func (x *Across) copied(y, own *term.Term, seen *term.Rewriter) {
	x.judge.sums.CopyFacts(own, y)
	if slot, is := x.judge.sums.Slots[y]; is {
		slot.Index, slot.Step = seen.Rewrite(slot.Index), seen.Rewrite(slot.Step)
		x.judge.sums.Slots[own] = slot
	}
}
