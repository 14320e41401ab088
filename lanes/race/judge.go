package race

import (
	"sync"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/disjoint"
	"github.com/warpcheck/warpcheck/lanes/meet"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Judge compares the accesses of one trace, and caches results that several pairs need.
type Judge struct {
	meet *meet.Meetings
	// trace is the trace of the meetings. prover and t are those with which it was made.
	trace  *trace.Trace
	prover *prove.Prover
	t      *term.Table
	// implied caches whether one guard implies another. sums caches addresses and conditions as sums. The three views
	// cache rewriters from terms of an arbitrary iteration. nextViews are to the next iteration, earlierViews to one
	// before the last, and firstViews to the first.
	implied                 map[[2]vector.Vec]bool
	sums                    *disjoint.Sums
	nextViews, earlierViews map[*trace.Loop]*term.Rewriter
	firstViews              map[nest]*term.Rewriter
	// lastOfAll holds, for each number n, the index of the last barrier that all lanes execute among the first n events
	// of the trace. It is -1 if there is none.
	lastOfAll []int
	extents   map[*trace.Access]extent
	// acrossWarps reports whether threads of two warps are compared. Then only barriers of the block order accesses.
	acrossWarps bool
	holding     map[*trace.Loop]bool
	// allAt caches, by the point of a link, whether all threads of the block wait there for one phase. passedByAll
	// caches, by point, whether all threads execute it equally often. deciders caches, for each block of a function, the
	// blocks whose branches decide whether it is executed.
	allAt, passedByAll map[*trace.Point]bool
	deciders           map[*cfg.Func][][]int
	dataflows          cfg.Dataflows
	// awaits returns the reads by which lanes wait for each other. waits returns the accesses of these reads. Both are
	// computed at the first call.
	awaits func() cfg.Awaits
	waits  func() []*trace.Access
	// hasArrivals reports whether a thread may arrive at a barrier of the block without waiting. It is computed at the
	// first call.
	hasArrivals func() bool
	// links returns the links that order accesses without a flag. flagLinks returns the fences and the accesses to
	// flags. Both are computed at the first call.
	links     func() []trace.Link
	flagLinks func() flagLinks
	// promise caches the conjunction of the assumptions about arguments (promised), nil until its first use.
	promise *term.Term
	// unknowns numbers the unknowns that freshUnknown makes.
	unknowns int
}

// Of returns a judge of a complete trace.
func Of(m *meet.Meetings) *Judge {
	tr := m.Trace
	j := &Judge{meet: m, trace: tr, prover: tr.Prover, t: tr.Terms, implied: map[[2]vector.Vec]bool{}, sums: disjoint.New(tr.Terms),
		nextViews: map[*trace.Loop]*term.Rewriter{}, earlierViews: map[*trace.Loop]*term.Rewriter{}, firstViews: map[nest]*term.Rewriter{}, extents: map[*trace.Access]extent{}, holding: map[*trace.Loop]bool{}, allAt: map[*trace.Point]bool{}, passedByAll: map[*trace.Point]bool{}, deciders: map[*cfg.Func][][]int{},
		dataflows: cfg.Dataflows{}, awaits: sync.OnceValue(tr.Root.Awaits), hasArrivals: sync.OnceValue(func() bool { return tr.Root.LeadsTo(isArrival) })}
	j.waits, j.links, j.flagLinks = sync.OnceValue(j.readsThatWait), sync.OnceValue(j.linksWithoutFlag), sync.OnceValue(j.findFlagLinks)
	for _, a := range tr.Log.Accesses {
		j.extents[a] = extentOf(a)
	}
	j.sums.Signed, j.sums.Counts = tr.Signed, tr.Prover.CountsUp
	for x, slot := range tr.Slots {
		j.sums.Slots[x] = slot
	}
	j.lastOfAll = j.findLastOfAll()
	return j
}
