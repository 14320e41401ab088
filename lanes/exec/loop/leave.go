package loop

import (
	"fmt"
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// This file computes how lanes leave a loop that was summarised by one arbitrary iteration k:
//
//	while (d[i] > x) { if (d[i] == y) return; i += 32; }     two exits, one of them out of the kernel
//
// Each lane that enters leaves along exactly one exit, in its last iteration, which may differ from lane to lane.
// Formulas that are true of iteration k are true of each last iteration. So after the loop every unknown of iteration k
// is replaced by an unknown per last iteration (own): one for all lanes if they stay together, one per class if the
// lanes of each class stay together, else one per lane. Which exit a lane takes is unknown too. Three cases are known
// more exactly:
//
//	atOnce         If some exit leaves the kernel, and no lane takes the back edge once another leaves the loop: all
//	               lanes that leave do so in one iteration, and all others have left the kernel.
//	leftBefore     Lanes that may leave the kernel in an earlier iteration are retired before the events of this one.
//	masksOfExits   A mask of the lanes that take an exit in one iteration becomes, after the loop, the set of lanes with
//	               the same exit and the same last iteration.

// leftBefore records the lanes that may have left the kernel in an earlier iteration, for a loop whose lanes do not
// stay together.
func (s *search) leftBefore() {
	if s.togetherClasses.isOne() || !s.Leaves {
		return
	}
	left := vector.Uniform(s.t.True)
	if s.mayStray {
		left = s.earlier(alone(), "gone", s.t.False)
	}
	gone := s.vectors.And(s.entry.Guard, s.vectors.And(s.vectors.Not(s.Stays), left))
	s.trace.Log.Retired = append(s.trace.Log.Retired,
		trace.Retirement{Point: s.loopPoint(-1), Guard: gone, Loop: nil, Trap: s.task.ByTrap})
}

// refuteStrays looks for an iteration in which some lane may take the back edge while another lane leaves the loop and
// stays in the kernel. It reports whether this trial is the first with such an iteration. As long as no trial has one,
// a lane that leaves the loop before others leaves the kernel.
func (s *search) refuteStrays(backEdge Edge, exits []Edge) bool {
	if s.mayStray {
		return false
	}
	again := s.inference.conditions(backEdge.Guard)
	for _, exit := range exits {
		for _, leaves := range s.inference.conditions(exit.Guard) {
			for _, b := range again {
				s.mayStray = s.mayStray || !s.inference.exclude(leaves, b) && !s.inference.exclude(b, leaves)
			}
		}
	}
	return s.mayStray
}

// condition is a formula with the rewriter that simplifies other formulas under it.
type condition struct {
	*term.Term
	where *term.Rewriter
}

// conditions returns the distinct terms of a guard, each with its rewriter.
func (in *Inference) conditions(guard vector.Vec) []condition {
	var list []condition
	for _, f := range guard.Distinct() {
		list = append(list, condition{f, in.t.Where(f)})
	}
	return list
}

// exclude reports whether the form of f and g shows that g is false where f holds. The caller tries both orders,
// because only one may succeed: after a vote each lane knows its own vote.
func (in *Inference) exclude(f, g condition) bool {
	return in.t.And(f.Term, f.where.Rewrite(g.Term)).IsFalse()
}

// loopPoint returns the point of the loop's header in an iteration.
func (s *search) loopPoint(iteration int) *trace.Point {
	return &trace.Point{Call: s.Call, Block: s.InGraph.Header, Iterations: append(slices.Clone(s.task.Iterations), iteration),
		Pos: s.InGraph.Header.Term.Pos}
}

// leaveLoop makes the edges out of the loop from the edges out of the arbitrary iteration. Every lane of the entry
// leaves the kernel, or takes exactly one of the edges. Each lane leaves in its own last iteration. In two cases all
// lanes have the same last iteration: they stay together, or all lanes that leave do so in one iteration (atOnce).
func (s *search) leaveLoop(header Edge, exits []Edge, met [warp.Size][]*term.Term, begin trace.Mark) []Edge {
	inside := s.trace.Log.Since(begin)
	gone, trap, keeps := len(inside.Retired) > 0, true, s.MayNotEnd
	for i := range inside.Retired {
		inside.Retired[i].Loop = s.Loop
		trap = trap && inside.Retired[i].Trap
	}
	atOnce := gone && !keeps && !s.mayStray && !s.togetherClasses.isOne()
	var masks [][]memory.Cell
	var rename []*term.Rewriter
	if !s.togetherClasses.isOne() {
		masks = s.inference.masksOfExits(exits)
		rename = s.ownIterations(exits, atOnce)
	}
	rest, conditions := s.entry.Guard, make([]vector.Vec, len(exits))
	for i, exit := range exits {
		taken := rest
		conditions[i] = exit.Guard
		switch {
		case atOnce:
			taken = exit.Guard
		case gone || keeps || i+1 < len(exits):
			taken = s.vectors.And(rest, s.takes(exit.Guard, i))
		}
		exits[i].Guard, rest = taken, s.vectors.And(rest, s.vectors.Not(taken))
	}
	if keeps {
		rest = s.vectors.And(rest, s.vectors.PerLane(fmt.Sprintf("?%s.gone", s.id), 0, memory.Approximation{})) // the lanes that have not left are still in the loop
	}
	if gone {
		s.trace.Log.Retired = append(s.trace.Log.Retired, trace.Retirement{Point: s.loopPoint(math.MaxInt), Guard: rest, Loop: nil, Trap: trap})
	}
	if !atOnce {
		s.setMasksOfExits(exits, masks)
	}
	s.knowExits(exits, conditions)
	if rename != nil && !atOnce {
		s.knowLast(met, header, exits, conditions, rename)
	}
	for _, e := range inside.Events {
		e.Within = append(e.Within, s.Loop)
	}
	for _, u := range inside.Uses {
		u.Within = append(u.Within, s.Loop)
	}
	for _, a := range inside.Accesses {
		a.Within = append(a.Within, s.Loop)
	}
	for _, l := range inside.Links {
		l.Within = append(l.Within, s.Loop)
	}
	return exits
}

// takes returns the guard of the i-th exit. It has one unknown for each set of lanes that leave the loop together.
func (s *search) takes(guard vector.Vec, i int) vector.Vec {
	name, inIteration := fmt.Sprintf("%s.way%d", s.id, i), s.vectors.And(s.entry.Guard, s.Stays)
	together := s.leaveAlike(s.togetherClasses, inIteration, guard)
	kept := s.leaveAlike(s.unbroken, s.unknowns.UnbrokenLanes(inIteration), s.unknowns.UnbrokenLanes(guard))
	unknown := together.vector(s.t, name, 0, nil)
	s.trace.FeedAll(unknown, trace.Feed{Loop: s.Loop, Control: true})
	if kept == together {
		return unknown
	}
	unbroken := kept.vector(s.t, name+"~", 0, nil)
	s.trace.FeedAll(unbroken, trace.Feed{Loop: s.Loop, Control: true})
	return s.inference.assumeOf(together, s.entry.Guard, unknown, unbroken)
}

// ownIterations returns, for each lane, the rewriter from unknowns of iteration k to those of the lane's last
// iteration. The lanes of a class share their last iteration. If atOnce is set, all lanes do.
func (s *search) ownIterations(exits []Edge, atOnce bool) (rename []*term.Rewriter) {
	iterations := s.togetherClasses
	if atOnce {
		iterations = classes{}
	}
	s.rounds = s.roundsOf(iterations)
	rename = make([]*term.Rewriter, warp.Size)
	for l := range rename {
		class := int(iterations[l])
		if class != l {
			rename[l] = rename[class]
			continue
		}
		rename[l] = s.t.NewRewriter(func(x *term.Term) *term.Term { return s.own(x, class) })
	}
	for i, exit := range exits {
		s.partUniform(exit)
		for _, c := range exit.State.CellsKnown() {
			if v := exit.State.Cells[c]; !sameValue(v, s.entry.State.Cells[c]) {
				exit.State.Cells[c] = renamed(v, rename)
			}
		}
		if atOnce {
			exits[i].Guard = renamed(exit.Guard, rename).(vector.Vec)
		}
	}
	return rename
}

// masksOfExits lists, for each exit, the cells that hold the set of lanes that take the exit in one iteration:
//
//	same = __ballot_sync(mask, key == k); if (key == k) { __syncwarp(same); break; }
func (in *Inference) masksOfExits(exits []Edge) [][]memory.Cell {
	list := make([][]memory.Cell, len(exits))
	for i, exit := range exits {
		lanes := exit.Guard.List()
		for _, c := range exit.State.CellsKnown() {
			if v, isWord := exit.State.Cells[c].(vector.Vec); isWord && v.Bits() == warp.Size && in.seenAs(exit.Guard, v, lanes) {
				list[i] = append(list[i], c)
			}
		}
	}
	return list
}

// setMasksOfExits sets the cells of masksOfExits after the loop. In each lane they hold the lanes that take the same
// exit in the same last iteration.
func (s *search) setMasksOfExits(exits []Edge, masks [][]memory.Cell) {
	iteration := vector.Build(func(l int) *term.Term { return s.own(s.K, int(s.togetherClasses[l])) })
	for i, cells := range masks {
		exit := exits[i]
		leaving := vector.Later(warp.Size, func() vector.Vec {
			return vector.Build(func(l int) *term.Term {
				with := func(o int) *term.Term { return s.t.And(exit.Guard.At(o), s.t.Eq(iteration.At(l), iteration.At(o))) }
				return s.t.Pack(vector.Build(with).List())
			})
		})
		for _, c := range cells {
			exit.State.Cells[c] = leaving
		}
	}
}

// own returns the copy of x for the last iteration of a class, if the loop made the unknown x. Otherwise it returns x.
func (s *search) own(x *term.Term, class int) *term.Term {
	if x.ID < s.Mark {
		return x
	}
	name := fmt.Sprintf("%s~%s.%d", x.Name, s.id, class)
	origin := x.Origin
	if _, read := origin.(memory.ShuffleOrigin); read { // the origin refers to iteration k
		origin = any(memory.ResultOrigin{Operation: "shfl"})
		if memory.IsImprecise(x) {
			origin = memory.Approximation{}
		}
	}
	var own *term.Term
	if x.Op == term.Var {
		most := x.Hi
		if x == s.K && s.rounds[class] < most {
			most = s.rounds[class]
			name += fmt.Sprintf("<=%d", most)
		}
		own = s.t.Var(name, x.Bits, x.Lo, most, origin)
		s.trace.Feed(own, trace.Feed{Of: []vector.Vec{vector.Uniform(x)}})
		s.trace.Undefined.Copied(own, x)
	} else {
		own = s.t.OpaqueBounded(name, x.Bits, x.Lo, x.Hi, origin, x.Args...)
	}
	if s.unbroken.isOne() {
		s.unknowns.Assume(own, x)
	}
	return own
}

// sameValue reports whether two values are equal term by term.
func sameValue(v, w memory.Value) bool {
	if memory.Identical(v, w) {
		return true
	}
	a, ok := v.(vector.Vec)
	b, ok2 := w.(vector.Vec)
	return ok && ok2 && a.Equal(b)
}

func renamed(v memory.Value, rename []*term.Rewriter) memory.Value {
	each := func(v vector.Vec) vector.Vec {
		return vector.Build(func(l int) *term.Term { return rename[l].Rewrite(v.At(l)) })
	}
	switch v := v.(type) {
	case vector.Vec:
		return each(v)
	case memory.Pointer:
		if v.Object == nil {
			v.Addr = each(v.Addr)
			return v
		}
		v.Path = slices.Clone(v.Path)
		for i, s := range v.Path {
			if s.Field == nil {
				v.Path[i].Bytes = each(s.Bytes)
			}
		}
		return v
	case memory.Aggregate:
		out := memory.Aggregate{}
		for k, x := range v.All() {
			out[k] = renamed(x, rename)
		}
		return out
	}
	return v
}
