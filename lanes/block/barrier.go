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

// Judge looks at the barriers of one trace, and remembers what several of them ask.
type Judge struct {
	meet *meet.Meetings
	// trace is what the meetings are of; prover, vectors and t are its own.
	trace   *trace.Trace
	prover  *prove.Prover
	vectors vector.Algebra
	t       *term.Table
	// arrivalCounts are those of the barriers with a number.
	arrivalCounts map[countedName]*arrivalCounts
	// interleavings are what the warps come to, once it has been asked for.
	interleavings    *interleavings
	hasInterleavings bool
	// controls are what decides on the iterations of a loop.
	controls map[*trace.Loop][]read
	// groupsAt are the groups of warps that come to a barrier with a number.
	groupsAt map[*trace.Event][]group
	// fewest is what FewestThreads found, once it has been asked for.
	fewest    int
	hasFewest bool
}

// Of judges a trace.
func Of(m *meet.Meetings) *Judge {
	tr := m.Trace
	return &Judge{meet: m, trace: tr, prover: tr.Prover, vectors: tr.Vectors, t: tr.Terms, arrivalCounts: map[countedName]*arrivalCounts{},
		controls: map[*trace.Loop][]read{}, groupsAt: map[*trace.Event][]group{}}
}

// Barrier is a rendezvous at a barrier of the block.
type Barrier struct {
	Meeting *meet.Rendezvous
	// event is that of the meeting.
	event *trace.Event
	j     *Judge
}

// Barrier is that of a rendezvous.
func (j *Judge) Barrier(p *meet.Rendezvous) *Barrier {
	return &Barrier{Meeting: p, event: p.Event, j: j}
}

// Hang is that warps wait for ever at a barrier with a number of threads.
type Hang struct {
	// Found is an execution in which they do.
	Found  *prove.Execution
	Detail detail.Detail
	// Always reports that they do in every execution that comes to the barrier. Unreached says why none is shown to
	// come, nil where one is.
	Always    bool
	Unreached *meet.Reach
	// Imprecision is why it is not exact.
	Imprecision trace.Imprecision
	// InAll reports that it takes all warps of the block to see it.
	InAll bool
	// Related are where other warps wait for ever meanwhile.
	Related []source.Pos
}

// Outcome is what looking at all that come to a barrier in an execution came to.
type Outcome struct {
	// Hang is nil where none was found.
	Hang *Hang
	// Open reports a question that the solver left open, Compared that it is known how often they come.
	Open, Compared bool
}

// InWholeBlock asks about all that come to a barrier with a number, its own or one of threads, in an execution.
func (b *Barrier) InWholeBlock() Outcome {
	if !IsCounted(b.event) && !b.event.Instr.Collective.IsByName() {
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

// always says of a hang that it is one in every execution that comes to the barrier, where the barrier is executed
// whenever its call is.
func (b *Barrier) always(h *Hang) *Hang {
	if b.j.trace.Memory.TakesAlike() || !b.Meeting.AlwaysComes() {
		return h
	}
	h.Always = true
	if reach := b.Meeting.ReachIn(grid.AnyWarp); !reach.Shown {
		h.Unreached = &reach
	}
	return h
}
