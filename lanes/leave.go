package lanes

import (
	"fmt"
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// leftBefore records the lanes that may have left the kernel from an earlier
// turn of a loop whose lanes do not stay together.
func (in *interp) leftBefore(fr *frame, s *summary) {
	if s.together || !fr.shape.leaves[s.loop] {
		return
	}
	left := in.earlier(s, "gone", in.t.False)
	gone := in.and(s.entry.guard, in.and(in.not(s.stays), left))
	in.retired = append(in.retired, retirement{in.loopPlace(fr, s, -1), gone, nil})
}

// loopPlace is the place of the loop's header in a turn.
func (in *interp) loopPlace(fr *frame, s *summary, turn int) *place {
	return &place{frame: fr, block: s.loop.Header, turns: append(slices.Clone(fr.turns), turn),
		pos: s.loop.Header.Term.Pos}
}

// leaveLoop turns the edges out of the arbitrary turn into edges out of the
// loop: every lane of the entry leaves along exactly one of them, at a turn of its
// own unless the lanes stay together, or out of the kernel.
func (in *interp) leaveLoop(fr *frame, s *summary, exits []edge, begin trial) []edge {
	gone := len(in.retired) > begin.retired
	for i := begin.retired; i < len(in.retired); i++ {
		in.retired[i].within = s
	}
	rest := s.entry.guard
	for i, way := range exits {
		taken := rest
		if gone || i+1 < len(exits) {
			taken = in.and(rest, in.takes(s, way.guard, i))
		}
		exits[i].guard, rest = taken, in.and(rest, in.not(taken))
	}
	if gone {
		in.retired = append(in.retired, retirement{in.loopPlace(fr, s, math.MaxInt), rest, nil})
	}
	if !s.together {
		in.ownTurns(s, exits)
	}
	for _, e := range in.events[begin.events:] {
		e.within = append(e.within, s)
	}
	return exits
}

// takes says which lanes leave along the i-th way: one unknown for all when the
// lanes stay together to the end.
func (in *interp) takes(s *summary, guard vec, i int) vec {
	name := fmt.Sprintf("%s.way%d", s.id, i)
	all, inTurn := uniform(in.t.Var(name, 0, 0, 1, nil)), in.and(s.entry.guard, s.stays)
	switch {
	case s.together && in.leaveTogether(s, inTurn, guard):
		return all
	case (s.together || s.keptTogether) && in.leaveTogether(s, in.unbrokenLanes(inTurn), in.unbrokenLanes(guard)):
		return in.assumeAll(in.laneVector(name, 0), all)
	}
	return in.laneVector(name, 0)
}

// ownTurns renames what was found out about turn k: each lane that leaves has
// its own last turn, so the unknowns made within the loop become lane's own.
func (in *interp) ownTurns(s *summary, exits []edge) {
	rename := make([]*term.Rewriter, warp.Size)
	for l := range rename {
		rename[l] = in.t.NewRewriter(func(x *term.Term) *term.Term { return in.own(s, x, l) })
	}
	for _, way := range exits {
		for _, c := range in.cellsOf([]edge{way}) {
			if v := way.st.cells[c]; !sameValue(v, s.entry.st.cells[c]) {
				way.st.cells[c] = renamed(v, rename)
			}
		}
	}
}

// own is lane l's copy of an unknown made within the loop.
func (in *interp) own(s *summary, x *term.Term, l int) *term.Term {
	if x.ID < s.mark {
		return x
	}
	name := fmt.Sprintf("%s~%s.%d", x.Name, s.id, l)
	var own *term.Term
	if x.Op == term.Var {
		own = in.t.Var(name, x.Bits, x.Lo, x.Hi, x.Origin)
	} else {
		own = in.t.OpaqueBounded(name, x.Bits, x.Lo, x.Hi, x.Origin, x.Args...)
	}
	if s.keptTogether {
		in.assume(own, x)
	}
	return own
}

// sameValue reports values that are equal without a question.
func sameValue(v, w value) bool {
	if identical(v, w) {
		return true
	}
	a, ok := v.(vec)
	b, ok2 := w.(vec)
	return ok && ok2 && a.equal(b)
}

func renamed(v value, rename []*term.Rewriter) value {
	vector := func(v vec) vec {
		return build(func(l int) *term.Term { return rename[l].Rewrite(v.at(l)) })
	}
	switch v := v.(type) {
	case vec:
		return vector(v)
	case pointer:
		if v.obj == nil {
			v.addr = vector(v.addr)
			return v
		}
		v.path = slices.Clone(v.path)
		for i, s := range v.path {
			if s.field == nil {
				v.path[i].bytes = vector(s.bytes)
			}
		}
		return v
	case aggregate:
		out := aggregate{}
		for k, x := range v {
			out[k] = renamed(x, rename)
		}
		return out
	}
	return v
}
