package exec

import (
	"fmt"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// change is the candidate invariant about one cell, with what its kind needs.
type change struct {
	kind trace.Candidate
	step vector.Vec
	// shift of shifted.
	shift shift
	// other is the value of alternating in odd iterations; of a stronger one what that may be.
	other memory.Value
	// predicate of predicateMask.
	predicate predicate
	// classes of classUniform, and how often they have been parted.
	classes classes
	parted  int
	// shrinks, of classUniform and top: an iteration sets no bit that was not set, as in a walk over the
	// lanes of a mask.
	shrinks bool
	// nonzero, of classUniform and top: it is not zero, as what the condition of a do loop tests.
	nonzero bool
	// most, of classUniform and top: it is not above this, unsigned; 0 for no limit.
	most uint64
	// kept is a stronger candidate invariant that holds as long as no collective was broken,
	// nil for none.
	kept *change
}

// loopSummary is the search for what holds at a loop's header in an arbitrary iteration
// k: the strongest candidate invariants that no trial iteration has refuted.
type loopSummary struct {
	*trace.Loop
	id    string
	entry edge
	// together are the classes that stay in the loop and leave it together; kept those
	// that do as long as no collective was broken; parted says how often.
	together, kept classes
	parted         int
	// peers are keys by which lanes stay in the loop together as long as no collective was broken, if any are
	// known (peers.go); triedPeers says that they were looked for.
	peers      peers
	triedPeers bool
	// strays: a lane that is not in any more may be elsewhere in the function; else it
	// has left the kernel.
	strays         bool
	changes        map[memory.Cell]change
	global         bool                    // memory that anyone may write changes
	shared         bool                    // shared memory changes
	stores         bool                    // something is stored
	unsynchronized map[*memory.Object]bool // objects that an iteration leaves unsynchronized
	parts          map[*memory.Object]bool // arrays that an iteration does not leave uniform
	objects        map[*memory.Object]bool // objects whose contents change as a whole
	stored         map[*memory.Object]bool // followed shared variables that an iteration may store to
	locals         map[*cfg.Object]bool
	frame          *frame
	back           edge // to the header after the last trial's iteration
	// rounds are the last iterations that each lane can come to, mostRounds that of all.
	rounds     [warp.Size]uint64
	mostRounds uint64
	// outer is the search for the loop around it, nil for none.
	outer *loopSummary
}

// summarise interprets one arbitrary iteration of a loop. What the body writes is
// affine in k, shifted by k places, one of two values in turn, the set of lanes still in the loop,
// uniform, or else unknown per lane (and perhaps never zero, or never above what it may be at first), and the lanes stay
// together: these are the candidates for invariants. They hold at entry by construction; a trial iteration from a state
// in which they hold confirms that the iteration preserves them, or refutes and so weakens some. What the last trial
// records stands for every iteration. It returns the edges that leave the loop, and whether
// any lane may go round again.
func (in *interp) summarise(fr *frame, l *cfg.Loop, entry edge) (ways []edge, iterations bool) {
	in.loops++
	s := in.newSearch(fr, l, entry)
	in.around = s
	known := in.recall(fr, s)
	begin, scouting := in.start(), in.scouting
	for trials := 0; ; trials++ {
		in.restart(begin)
		in.scouting = scouting || !known && trials == 0
		in.unfinished = in.unfinished && scouting
		in.unrolled = max(in.unrolled, 1)
		header := in.header(s)
		in.leftBefore(fr, s)
		exits, back, again := in.iteration(fr, l, 0,
			edge{l.Header, header.Guard, header.State.Clone()}, nil)
		if again && trials == maxTrials {
			in.note(l.Header.Term.Pos, "loop too irregular to summarise", false)
			in.approximate(begin, "loop too irregular to summarise")
		} else if again && (in.refute(s, header, back, in.log.Since(begin.log).Events) || in.refuteStrays(s, back, exits)) {
			in.unfinished = true
		}
		if in.unfinished && !scouting && trials < maxTrials {
			continue
		}
		settled := again && trials < maxTrials && !in.unfinished
		if settled && in.limitRounds(s, header, back) {
			continue
		}
		in.scouting, in.unrolled = scouting, begin.unrolled
		in.learned[loopAt{fr.Chain, l}] = learned{s, fr}
		if s.Round = vector.Uniform(in.t.False); again {
			s.Round = back.Guard
			s.Next = in.follow(s, header.State, back.State)
		}
		for _, r := range in.log.Since(begin.log).Retired {
			s.Retired = append(s.Retired, r.Guard)
		}
		in.carries(s, header, back, exits, again)
		var met [warp.Size][]*term.Term
		if settled {
			met = in.wentRound(s, header, back)
			in.tellWentRound(s, header, back, met)
		}
		ways = in.leaveLoop(fr, s, header, exits, met, begin)
		in.complete(s)
		in.around = s.outer
		return ways, again
	}
}

// newSearch begins with a loop.
func (in *interp) newSearch(fr *frame, l *cfg.Loop, entry edge) *loopSummary {
	s := &loopSummary{
		rounds: unlimited(), mostRounds: maxIterations,
		Loop: &trace.Loop{Number: in.loops, InGraph: l, Call: fr.Call, Entering: entry.Guard, Leaves: fr.summary.leaves[l] != 0,
			Keeps: fr.summary.keeps[l], Mark: in.t.Len(), Age: in.memory.Versions},
		id: fmt.Sprintf("L%d", in.loops), entry: entry, frame: fr, locals: fr.summary.locals[l], outer: in.around,
		changes: map[memory.Cell]change{}, objects: map[*memory.Object]bool{}, unsynchronized: map[*memory.Object]bool{},
		parts: map[*memory.Object]bool{}, stored: map[*memory.Object]bool{}}
	if s.outer != nil {
		s.Around = s.outer.Loop
	}
	return s
}

// complete records what was found out about a loop.
func (in *interp) complete(s *loopSummary) {
	s.End, s.Last, s.AsOne = in.t.Len(), in.memory.Versions, s.together.one()
	for _, c := range s.sorted() {
		ch := s.changes[c]
		s.Invariants = append(s.Invariants, trace.Invariant{Variable: c.Object.Name + c.Path, Kind: ch.kind, Step: ch.step, Uniform: ch.classes.one(), Most: ch.most})
	}
	in.log.Summaries = append(in.log.Summaries, s.Loop)
}

// loopAt is a loop of a function called along a chain of calls.
type loopAt struct {
	chain string
	loop  *cfg.Loop
}

// learned is the last summary of a loop, and the call that it was made in.
type learned struct {
	*loopSummary
	frame *frame
}

// recall begins with what the last summary of the loop, in an earlier iteration or trial
// of a loop around it, had to give up: it would have to be given up again. False when
// there is none.
func (in *interp) recall(fr *frame, s *loopSummary) bool {
	last, ok := in.learned[loopAt{fr.Chain, s.InGraph}]
	if !ok {
		return false
	}
	s.together, s.kept, s.parted = last.together, last.kept, last.parted
	s.strays, s.global, s.shared, s.stores = last.strays, last.global, last.shared, last.stores
	s.stored = maps.Clone(last.stored)
	for _, o := range slices.SortedFunc(maps.Keys(last.objects), memory.ByID) {
		s.objects[in.counterpart(o, last.frame, fr)] = true
	}
	for _, c := range last.sorted() {
		here := memory.Cell{Object: in.counterpart(c.Object, last.frame, fr), Path: c.Path}
		in.materialize(s, here, last.entry.State.Cells[c])
		if ch := last.changes[c]; ch.kind >= trace.ClassUniform || ch.kind == trace.Affine && ch.step.IsConstant() || ch.kind == trace.Shifted ||
			ch.kind == trace.LaneSet && in.isLaneSet(s, here) || ch.kind == trace.GroupSet && in.isGroupSet(s, here) || ch.kind == trace.HeaderMask && in.isHeaderMask(s, here) {
			s.changes[here] = in.recalled(s, here, ch)
		}
	}
	return true
}

// recalled is what an earlier summary found out about a cell, as far as it holds at this
// entry too: lanes that were alike may come with words of their own now.
func (in *interp) recalled(s *loopSummary, c memory.Cell, ch change) change {
	first, known := in.firstWord(s, c)
	if ch.kind == trace.ClassUniform && known {
		ch = in.partedAt(s, ch, first)
	}
	_, isWord := s.entry.State.Cells[c].(vector.Vec)
	ch.shrinks = ch.shrinks && isWord
	ch.nonzero = ch.nonzero && in.startsNonzero(s, c)
	if ch.most > 0 {
		ch.most = in.startsAtMost(s, c)
	}
	if ch.kept == nil {
		return ch
	}
	kept := *ch.kept
	kept.shrinks = kept.shrinks && isWord
	if kept.most > 0 {
		kept.most = in.startsAtMost(s, c)
	}
	switch {
	case kept.kind == trace.PeerUniform, kept.kind == trace.Affine && !kept.step.IsConstant(), kept.kind == trace.LaneSet && !in.isLaneSet(s, c),
		kept.kind == trace.GroupSet && !in.isGroupSet(s, c):
		ch.kept = nil
	case kept.kind == trace.ClassUniform && known:
		kept.classes = kept.classes.part(in.unknowns.UnbrokenLanes(s.entry.Guard), in.unknowns.UnbrokenLanes(first).At)
		ch.kept = &kept
	default:
		ch.kept = &kept
	}
	return ch
}

// partedAt is a cell that was alike for classes, of which each lane comes with a word of
// its own now: more lanes may be alike as long as no collective was broken.
func (in *interp) partedAt(s *loopSummary, ch change, first vector.Vec) change {
	before := ch
	ch.classes = before.classes.part(s.entry.Guard, first.At)
	if ch.kept == nil && ch.classes != before.classes {
		ch.kept = &before
	}
	return ch
}

// counterpart is a variable of an earlier call, or of one of the calls around it, in
// a later call along the same chain.
func (in *interp) counterpart(o *memory.Object, earlier, later *frame) *memory.Object {
	for o.Decl != nil && earlier != later {
		if earlier.objects[o.Decl] == o {
			return in.local(later, o.Decl)
		}
		if earlier.Parent == nil {
			break
		}
		earlier, later = earlier.caller, later.caller
	}
	return o
}

// approximate marks the events since a point as not exact.
func (in *interp) approximate(since trial, reason string) {
	for _, e := range in.log.Since(since.log).Events {
		e.Approximate = reason
	}
}

// header is the state at the header in iteration k under the candidate invariants.
func (in *interp) header(s *loopSummary) edge {
	in.numberIteration(s)
	s.Reached = in.t.Var(s.id+".reached", 0, 0, 1, nil)
	in.unknowns.Enter(s.Reached, prove.Value{First: in.t.True, Loop: s.Number})
	in.Trace.Feed(s.Reached, trace.Feed{Loop: s.Loop, Control: true})
	s.Stays = vector.Uniform(s.Reached)
	if !s.together.one() {
		s.Stays = in.vectors.And(s.Stays, in.stillIn(s))
	}
	e := edge{Guard: in.vectors.And(s.entry.Guard, s.Stays), State: s.entry.State.Clone()}
	in.memory.Versions++
	s.setVersions(e.State, in.memory.Versions)
	in.shared.Pass(s.entry.State, e.State, s.objects, s.stored)
	in.setUniform(s, e.State)
	for c := range e.State.Cells {
		if s.objects[c.Object] {
			delete(e.State.Cells, c)
		}
	}
	for _, c := range s.sorted() {
		switch v := in.atIteration(s, c, e.Guard); {
		case s.objects[c.Object]: // of which no cell is known
		case v != nil:
			e.State.Cells[c] = v
			in.tellNonzero(s, s.changes[c], v)
		default:
			delete(e.State.Cells, c)
			delete(e.State.Uniform, c.Object)
		}
	}
	in.setPredicateMasks(s, e)
	in.setHeaderMasks(s, e)
	return e
}

// numberIteration names the number of the iteration, which no affine or shifted cell lets grow without a limit.
func (in *interp) numberIteration(s *loopSummary) {
	limit := s.mostRounds
	for _, c := range s.sorted() {
		ch := s.changes[c]
		switch ch.kind {
		case trace.Affine:
			limit = min(limit, iterationLimit(ch.step))
		case trace.Shifted:
			if first, known := in.firstWord(s, c); known {
				limit = min(limit, ch.shift.most(first.Bits()))
			}
		}
	}
	s.K = in.t.Var(fmt.Sprintf("%s.k<%d", s.id, limit), 32, 0, limit, nil)
	in.unknowns.Carry(s.K, prove.Value{First: in.t.Const(32, 0), Loop: s.Number, IsNumber: true})
}

// setVersions gives the memory that iterations change a version of its own.
func (s *loopSummary) setVersions(st *memory.State, version int) {
	if s.global {
		st.GlobalVersion = version
	}
	if s.shared {
		st.SharedVersion = version
	}
	if s.stores {
		st.StoreVersion = version
	}
	for o := range s.unsynchronized {
		st.LeaveUnsynchronized(o)
	}
	for o := range s.objects {
		st.Versions[o] = version
	}
}

// earlier is an unknown for each class that tells of the iterations before this one: in
// the first iteration, and as long as the lanes keep together, it is first.
func (in *interp) earlier(s *loopSummary, c classes, what string, first *term.Term) vector.Vec {
	unknown := c.vector(in.t, s.id+"."+what, 0, nil)
	in.Trace.FeedAll(unknown, trace.Feed{Loop: s.Loop, Control: true})
	for _, x := range unknown.List() {
		in.unknowns.Enter(x, prove.Value{First: first, Loop: s.Number})
	}
	switch {
	case s.kept.one():
		return in.assumeOf(c, s.entry.Guard, unknown, vector.Uniform(first))
	case s.kept == s.together || c != s.together:
		return in.assumeNothing(unknown)
	}
	kept := s.kept.vector(in.t, s.id+"."+what+"~", 0, nil)
	in.Trace.FeedAll(kept, trace.Feed{Loop: s.Loop, Control: true})
	for _, x := range kept.List() {
		in.unknowns.Enter(x, prove.Value{First: first, Loop: s.Number})
	}
	return in.assumeOf(c, s.entry.Guard, unknown, kept)
}

// iterationLimit is the number of iterations after which a counter with this step would leave the
// range of a signed word. A loop's counter is assumed not to wrap around.
func iterationLimit(step vector.Vec) uint64 {
	limit := uint64(maxIterations)
	for l := range warp.Size {
		if s := step.At(l); s.IsConst() && prove.IsStep(s.K, s.Bits) {
			limit = min(limit, prove.Room(s.K, s.Bits))
		}
	}
	return limit
}

const maxIterations = 1 << 30 // of a loop that is summarised

// sorted lists the changed cells in a fixed order.
func (s *loopSummary) sorted() []memory.Cell {
	var list []memory.Cell
	for c := range s.changes {
		list = append(list, c)
	}
	slices.SortFunc(list, memory.CompareCells)
	return list
}

// atIteration is the value of a changed cell at the header in iteration k; nil when the
// cell has no common shape over the iterations.
func (in *interp) atIteration(s *loopSummary, c memory.Cell, guard vector.Vec) memory.Value {
	ch := s.changes[c]
	if ch.kind == trace.Alternating {
		return in.alternatingAt(s, c, ch.other)
	}
	name := label{text: fmt.Sprintf("%s.%d%s", s.id, c.Object.ID, c.Path)}
	switch v := s.entry.State.Cells[c].(type) {
	case vector.Vec:
		return in.wordAtIteration(s, ch, v, name, guard)
	case memory.Pointer:
		if ch.kind == trace.Fixed {
			return v
		}
		v.Row = 0
		if last := len(v.Path) - 1; v.IsInside() && ch.kind != trace.Top {
			path := slices.Clone(v.Path)
			path[last].Bytes = in.wordAtIteration(s, ch, path[last].Bytes, name, guard)
			v.Path = path
			return v
		}
		first := in.memory.Address(v)
		v.Object, v.Path = nil, nil
		v.Addr = in.wordAtIteration(s, ch, first, name, guard)
		return v
	case nil:
		if !ch.step.IsNone() {
			return in.wordAtIteration(s, ch, ch.step, label{text: "?" + name.text, origin: memory.Approximation{}}, guard)
		}
	}
	return nil
}

// label names the unknowns that stand for what a cell holds in any iteration, and says what they are at most; 0 for no
// limit.
type label struct {
	text   string
	origin any
	most   uint64
}

func (in *interp) wordAtIteration(s *loopSummary, ch change, first vector.Vec, name label, guard vector.Vec) vector.Vec {
	bits := first.Bits()
	if ch.most > 0 {
		name.text, name.most = fmt.Sprintf("%s<=%d", name.text, ch.most), ch.most
	}
	switch ch.kind {
	case trace.Fixed:
		return first
	case trace.Affine:
		k := in.t.Resize(s.K, bits, false)
		return vector.Map2(first, ch.step, func(v, step *term.Term) *term.Term {
			return in.t.Add(v, in.t.Mul(k, step))
		})
	case trace.Shifted:
		iterations := in.t.Resize(s.K, bits, false)
		return vector.Map1(first, func(x *term.Term) *term.Term { return ch.shift.of(in.t, x, iterations) })
	case trace.LaneSet:
		return vector.Uniform(in.t.Pack(guard.List()))
	case trace.GroupSet:
		return in.groupsWithin(first, guard)
	case trace.PeerUniform:
		return in.peerWord(s, name, first)
	case trace.ClassUniform:
		word := in.keptWord(s, ch, ch.classes, in.carry(s, ch.classes, name, first), first, name, guard)
		if ch.shrinks {
			return in.partOfFirst(s, ch.classes, word, first)
		}
		return word
	}
	lanes := vector.Later(bits, func() vector.Vec { return in.carry(s, alone(), name, first) })
	word := in.keptWord(s, ch, alone(), lanes, first, name, guard)
	if ch.shrinks {
		return in.partOfFirst(s, alone(), word, first)
	}
	return word
}

// partOfFirst is what is left of a class's first word.
func (in *interp) partOfFirst(s *loopSummary, c classes, word, first vector.Vec) vector.Vec {
	whole := vector.Build(func(l int) *term.Term { return first.At(c.first(s.entry.Guard, l)) })
	return vector.Map2(word, whole, in.t.BAnd)
}

// keptWord is a word of one unknown for each class, with what it is as long as no
// collective was broken.
func (in *interp) keptWord(s *loopSummary, ch change, c classes, word, first vector.Vec, name label, guard vector.Vec) vector.Vec {
	if ch.kept == nil {
		return in.assumeNothing(word)
	}
	return in.assumeOf(c, s.entry.Guard, word, in.wordAtIteration(s, *ch.kept, first, label{text: name.text + "~", origin: name.origin}, guard))
}

// carry is an unknown for each class that stands for any iteration, and notes what it is in
// the first.
func (in *interp) carry(s *loopSummary, c classes, name label, first vector.Vec) vector.Vec {
	unknown := c.atMost(in.t, name, first.Bits())
	for l := range c {
		if int(c[l]) == l {
			in.unknowns.Carry(unknown.At(l), prove.Value{First: first.At(c.first(s.entry.Guard, l)), Loop: s.Number})
		}
	}
	return unknown
}

// local reports a variable that begins a new life in every iteration.
func (s *loopSummary) local(o *memory.Object) bool { return o.Decl != nil && s.locals[o.Decl] }
