package block

import (
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/meet"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/source"
)

// Judge judges the barriers of one trace. It caches results that several barriers need.
type Judge struct {
	meet *meet.Meetings
	// trace is the trace of the meetings. prover, vectors and t are the tools with which it was made.
	trace   *trace.Trace
	prover  *prove.Prover
	vectors vector.Algebra
	t       *term.Table
	// arrivalCounts caches the counts of arrivals at barriers with a number of threads.
	arrivalCounts map[countedName]*arrivalCounts
	// interleavings caches the barriers that the warps execute. It is valid if hasInterleavings is set.
	interleavings    *interleavings
	hasInterleavings bool
	// controls caches the terms that decide how often a loop iterates.
	controls map[*trace.Loop][]read
	// groupsAt caches the groups of warps that execute a barrier with a number of threads.
	groupsAt map[*trace.Event][]group
	// fewest is the size of the smallest block that the barriers allow (FewestThreads). It is valid if hasFewest is
	// set.
	fewest    int
	hasFewest bool
}

// Of returns a judge for the barriers of the trace of m.
func Of(m *meet.Meetings) *Judge {
	tr := m.Trace
	return &Judge{meet: m, trace: tr, prover: tr.Prover, vectors: tr.Vectors, t: tr.Terms, arrivalCounts: map[countedName]*arrivalCounts{},
		controls: map[*trace.Loop][]read{}, groupsAt: map[*trace.Event][]group{}}
}

// Barrier is a rendezvous at a barrier of the block.
type Barrier struct {
	Meeting *meet.Rendezvous
	// event is the execution of the barrier in the trace, the same as in Meeting.
	event *trace.Event
	j     *Judge
}

// Barrier returns the rendezvous p as a barrier to judge.
func (j *Judge) Barrier(p *meet.Rendezvous) *Barrier {
	return &Barrier{Meeting: p, event: p.Event, j: j}
}

// Hang describes warps that wait for ever at a barrier with a number of threads.
type Hang struct {
	// Found is an execution in which the warps wait for ever.
	Found  *prove.Execution
	Detail detail.Detail
	// Always reports whether warps wait for ever in every execution that reaches the barrier. Unreached states why no
	// execution is shown to reach the barrier. It is nil if one is shown.
	Always    bool
	Unreached *meet.Reach
	// Imprecision states why the hang is not exact.
	Imprecision trace.Imprecision
	// InAll reports whether an example needs all warps of the block.
	InAll bool
	// Related lists the places where other warps wait for ever at the same time.
	Related []source.Pos
}

// Outcome is the result of comparing all arrivals at a barrier.
type Outcome struct {
	// Hang is nil if no hang was found.
	Hang *Hang
	// Open reports whether the solver left some question undecided. Compared reports whether the numbers of arrivals
	// are known.
	Open, Compared bool
}

// InWholeBlock compares all arrivals at a barrier with a name or a number of threads.
func (b *Barrier) InWholeBlock() Outcome {
	if !IsCounted(b.event) && !b.event.Instr.Collective.HasWrittenNumber() {
		return Outcome{Compared: true}
	}
	n := b.j.barriers()
	if n != nil && n.whole {
		return Outcome{Hang: b.hanging(n), Compared: true}
	}
	o := Outcome{Compared: b.areCounted(b.places())}
	if IsCounted(b.event) {
		o = b.uneven()
	}
	if n != nil && o.Hang == nil {
		o.Hang = b.hanging(n)
	}
	return o
}

// markAlways marks a hang as certain in every execution that reaches the barrier. It leaves the hang as it is in two
// cases: values were assumed to be the same in all lanes, or the barrier may be executed without any lane at this event
// (AlwaysArrives).
func (b *Barrier) markAlways(h *Hang) *Hang {
	if b.j.trace.Memory.TakesAlike() || !b.Meeting.AlwaysArrives() {
		return h
	}
	h.Always = true
	if reach := b.Meeting.ReachIn(grid.AnyWarp); !reach.Shown {
		h.Unreached = &reach
	}
	return h
}
