package meet

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Meetings computes which lanes meet at the events of a trace, and caches results that several questions need.
type Meetings struct {
	// Trace is the trace of the meetings. prover, vectors and t are those with which it was made.
	Trace   *trace.Trace
	prover  *prove.Prover
	vectors vector.Algebra
	t       *term.Table
	// rendezvous holds the rendezvous of each event, by the event's index. It is nil for calls that may hide
	// collectives.
	rendezvous []*Rendezvous
	// eventOrders caches the order of each pair of events, as a square matrix. sides, sideOf and prefixes cache
	// results derived from it.
	eventOrders []trace.Order
	sides       map[string]int
	sideOf      map[*trace.Event]int
	prefixes    map[prefixKey]*prefix
	// twins caches the pairs of loops that were compared. An entry is nil if the two loops are no twins.
	twins map[[2]*trace.Loop]*twins
	// shared caches, for each event, the conjuncts that all its guards share (sharedBy).
	shared map[*trace.Event]*term.Term
	// assumption caches the formula that holds in every execution (Premise). It is nil before the first use. It becomes
	// nil again when a question reads another launch register.
	assumption *term.Term
	// executed caches, for a collective and the calls to it, the formula that some lane executes it.
	executed map[trace.Chained]*term.Term
	// endings examines the loops on the paths to the meetings.
	endings *cfg.Endings
}

// Of returns the Meetings of a trace. The trace must be complete before [Meetings.Relate] is called.
func Of(tr *trace.Trace) *Meetings {
	return &Meetings{Trace: tr, prover: tr.Prover, vectors: tr.Vectors, t: tr.Terms, sides: map[string]int{}, sideOf: map[*trace.Event]int{}, prefixes: map[prefixKey]*prefix{},
		twins: map[[2]*trace.Loop]*twins{}, shared: map[*trace.Event]*term.Term{}, executed: map[trace.Chained]*term.Term{},
		endings: cfg.NewEndings()}
}

// All returns the rendezvous of all events, by the event's index. Its entries are nil for calls that may hide
// collectives.
func (m *Meetings) All() []*Rendezvous { return m.rendezvous }

// At returns the rendezvous of e, which must be a collective.
func (m *Meetings) At(e *trace.Event) *Rendezvous { return m.rendezvous[e.Index] }

// Premise returns a formula that holds in every execution. It states that the assumptions about the launch hold, and
// that no lane executes under a guard that is ruled out (trace.MemoryFacts).
func (m *Meetings) Premise() *term.Term {
	if m.assumption == nil {
		m.assumption = m.t.And(m.Trace.Launch.Assumption, m.Trace.Launch.WholeClusters())
		for _, lanes := range m.Trace.Memory.RuledOut() {
			m.assumption = m.t.And(m.assumption, m.t.Not(m.t.Or(lanes.List()...)))
		}
	}
	return m.assumption
}

// Look records that a question reads the launch register reg. Premise may then have to include assumptions about reg.
func (m *Meetings) Look(reg cfg.SpecialReg) {
	if m.Trace.Launch.Note(reg) {
		m.assumption = nil
	}
}

// Example finds an execution of f in which no collective was broken before. It prefers a one-dimensional block.
func (m *Meetings) Example(f *term.Term) (smt.Answer, *prove.Execution) {
	return m.prover.Simplest(f, m.Trace.Launch.Plain)
}
