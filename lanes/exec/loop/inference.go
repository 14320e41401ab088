package loop

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/exec/shared"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Edge is a control-flow edge into a block, with the lanes that take it and their memory.
type Edge struct {
	To    *cfg.Block
	Guard vector.Vec
	State *memory.State
}

// Body runs the body of one loop in one call, for the search. The interpreter implements it.
type Body interface {
	// Iterate interprets one arbitrary iteration for lanes at the header. It returns the edges out of the loop and the
	// state back at the header, if any lane takes the back edge.
	Iterate(header Edge) (exits []Edge, back Edge, again bool)
	// LookAhead interprets the header alone, for lanes that arrive along an edge, and returns the edges out of it. It
	// records nothing.
	LookAhead(edge Edge) []Edge
	// Mark marks the end of the records so far. The function that it returns removes all later records.
	Mark() (restart func())
	// Counterpart returns the variable of this run of the loop that corresponds to o, a variable of an earlier run
	// along the same chain of calls.
	Counterpart(o *memory.Object, earlier Body) *memory.Object
	// GiveUp records that the loop is not summarised exactly, and why.
	GiveUp(reason string)
}

// Task is a loop to summarise, for the lanes that enter it.
type Task struct {
	Loop  *cfg.Loop
	Call  *trace.Call
	Entry Edge
	Body  Body
	// Iterations holds the numbers of the iterations of the loops around, outermost first.
	Iterations []int
	// Locals is the set of the variables whose lifetime is one iteration.
	Locals map[*cfg.Object]bool
	// Leaves: lanes may leave the kernel in the loop. ByTrap: they do so by a trap only. MayNotEnd: they may stay in
	// the loop for ever.
	Leaves, ByTrap, MayNotEnd bool
}

// Inference finds the invariants of the loops of one root.
type Inference struct {
	trace    *trace.Trace
	unknowns *prove.Unknowns
	vectors  vector.Algebra
	t        *term.Table
	memory   *memory.Memory
	shared   *shared.History
	// racing: the interpretation looks for races, so values of the next iteration are found too.
	racing bool
	// outer is the innermost loop that is being summarised, nil for none.
	outer *search
	// learned holds the last search of each loop.
	learned map[site]*search
	// count is the number of loops summarised. A loop is counted again in each iteration or trial of a loop around it.
	count int
	// scouting: an outer loop is in its first trial. Then inner loops try one iteration only. unfinished: in an inner
	// loop, this one iteration refuted some candidates.
	scouting, unfinished bool
}

// New returns an inference that has summarised no loop yet. If racing is set, it also finds the values of unknowns in
// the next iteration.
func New(tr *trace.Trace, m *memory.Memory, h *shared.History, racing bool) *Inference {
	return &Inference{trace: tr, unknowns: tr.Prover.Unknowns, vectors: tr.Vectors, t: tr.Terms, memory: m, shared: h, racing: racing,
		learned: map[site]*search{}}
}

// Count returns the number of loops summarised so far.
func (in *Inference) Count() int { return in.count }

// Innermost returns the innermost loop that is being summarised, nil for none.
func (in *Inference) Innermost() *trace.Loop {
	if in.outer == nil {
		return nil
	}
	return in.outer.Loop
}

// Summarise interprets one arbitrary iteration of a loop, which stands for all iterations. It returns the edges that
// leave the loop, and whether any lane may take the back edge.
//
// The candidates hold at the entry by construction. Each trial iteration begins in a state in which all candidates
// hold. It confirms that the iteration preserves them, or it refutes some, which are weakened for the next trial. The
// records of the last trial are true of every iteration.
func (in *Inference) Summarise(task Task) (exits []Edge, repeats bool) {
	in.count++
	s := in.newSearch(task)
	in.outer = s
	known := s.recall()
	begin, restart, scouting := in.trace.Log.Marked(), task.Body.Mark(), in.scouting
	for trials := 0; ; trials++ {
		restart()
		in.scouting = scouting || !known && trials == 0
		in.unfinished = in.unfinished && scouting
		header := s.header()
		s.leftBefore()
		exits, backEdge, again := task.Body.Iterate(Edge{task.Loop.Header, header.Guard, header.State.Clone()})
		if again && trials == maxTrials {
			s.giveUp(begin)
		} else if again && (s.refute(header, backEdge, in.trace.Log.Since(begin).Events) || s.refuteStrays(backEdge, exits)) {
			in.unfinished = true
		}
		if in.unfinished && !scouting && trials < maxTrials {
			continue
		}
		settled := again && trials < maxTrials && !in.unfinished
		if settled && s.limitRounds(header, backEdge) {
			continue
		}
		in.scouting = scouting
		in.learned[site{task.Call.Chain, task.Loop}] = s
		exits = s.finish(header, backEdge, exits, again, settled, begin)
		in.outer = s.outer
		return exits, again
	}
}

// giveUp marks the events recorded after a mark as imprecise, because the loop has no exact summary.
func (s *search) giveUp(mark trace.Mark) {
	why := trace.Imprecision{Kind: trace.LoopNotSummarised, Pos: s.task.Loop.Header.Term.Pos, Reason: "loop too irregular to summarise"}
	s.task.Body.GiveUp(why.Reason)
	for _, e := range s.trace.Log.Since(mark).Events {
		e.Imprecision = why
	}
}

// finish records what the last trial found, and returns the edges that leave the loop. repeats reports whether some
// lane takes the back edge, and settled whether no candidate was refuted. begin marks the log before the trials.
func (s *search) finish(header, backEdge Edge, exits []Edge, repeats, settled bool, begin trace.Mark) []Edge {
	if s.Round = vector.Uniform(s.t.False); repeats {
		s.Round = backEdge.Guard
		s.Next = s.follow(header.State, backEdge.State)
	}
	for _, r := range s.trace.Log.Since(begin).Retired {
		s.Retired = append(s.Retired, r.Guard)
	}
	s.carries(header, backEdge, exits, repeats)
	var met [warp.Size][]*term.Term
	if settled {
		met = s.wentRound(header, backEdge)
		s.tellWentRound(header, backEdge, met)
	}
	exits = s.leaveLoop(header, exits, met, begin)
	s.complete()
	return exits
}

// newSearch begins the search for a loop.
func (in *Inference) newSearch(task Task) *search {
	s := &search{
		inference: in, task: task, trace: in.trace, unknowns: in.unknowns, vectors: in.vectors, t: in.t, memory: in.memory,
		rounds: unlimited(), mostRounds: maxIterations,
		Loop: &trace.Loop{Number: in.count, InGraph: task.Loop, Call: task.Call, Entering: task.Entry.Guard, Leaves: task.Leaves,
			MayNotEnd: task.MayNotEnd, Mark: in.t.Len(), Age: in.memory.Versions},
		id: fmt.Sprintf("L%d", in.count), entry: task.Entry, outer: in.outer,
		changes: map[memory.Cell]change{}, objects: map[*memory.Object]bool{}, unsynchronized: map[*memory.Object]bool{},
		nonUniform: map[*memory.Object]bool{}, stored: map[*memory.Object]bool{}}
	if s.outer != nil {
		s.Around = s.outer.Loop
	}
	return s
}

// complete adds the loop, with its invariants, to the summaries of the trace.
func (s *search) complete() {
	s.End, s.Last, s.AsOne = s.t.Len(), s.memory.Versions, s.togetherClasses.isOne()
	for _, c := range s.sorted() {
		ch := s.changes[c]
		s.Invariants = append(s.Invariants, trace.Invariant{Variable: c.Object.Name + c.Path, Kind: ch.kind, Step: ch.step, Uniform: ch.classes.isOne(), Most: ch.most})
	}
	s.trace.Log.Summaries = append(s.trace.Log.Summaries, s.Loop)
}

// site is a loop of a function called along a chain of calls.
type site struct {
	chain string
	loop  *cfg.Loop
}
