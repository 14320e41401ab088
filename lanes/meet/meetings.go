package meet

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Meetings computes who meets whom at the events of a trace, and caches what several questions need.
type Meetings struct {
	// Trace is the trace of the meetings; prover, vectors and t belong to it.
	Trace   *trace.Trace
	prover  *prove.Prover
	vectors vector.Algebra
	t       *term.Table
	// rendezvous are those of the events, by their index; nil for calls that may hide collectives.
	rendezvous []*Rendezvous
	// eventOrders is a square matrix over the events, filled on demand; sides, sideOf and prefixes cache what is
	// derived from it.
	eventOrders []trace.Order
	sides       map[string]int
	sideOf      map[*trace.Event]int
	prefixes    map[prefixKey]*prefix
	// twins are the pairs of loops that were compared, nil for those that are no twins.
	twins map[[2]*trace.Loop]*twins
	// shared caches sharedBy.
	shared map[*trace.Event]*term.Term
	// assumption is the premise of all verdicts.
	assumption *term.Term
	// executed is the formula that some lane executes a collective, by collective and call path.
	executed map[trace.Chained]*term.Term
}

// Of makes the meetings of a trace, which must be complete before [Meetings.Relate] is called.
func Of(tr *trace.Trace) *Meetings {
	return &Meetings{Trace: tr, prover: tr.Prover, vectors: tr.Vectors, t: tr.Terms, sides: map[string]int{}, sideOf: map[*trace.Event]int{}, prefixes: map[prefixKey]*prefix{},
		twins: map[[2]*trace.Loop]*twins{}, shared: map[*trace.Event]*term.Term{}, executed: map[trace.Chained]*term.Term{}}
}

// All are the rendezvous of the events, by their index; nil for calls that may hide collectives.
func (m *Meetings) All() []*Rendezvous { return m.rendezvous }

// At is the rendezvous of an event that is a collective.
func (m *Meetings) At(e *trace.Event) *Rendezvous { return m.rendezvous[e.Index] }

// Premise holds in every execution: the assumptions about the launch, and that no lane reaches a place that control
// never reaches.
func (m *Meetings) Premise() *term.Term {
	if m.assumption == nil {
		m.assumption = m.t.And(m.Trace.Launch.Assumption, m.Trace.Launch.WholeClusters())
		for _, lanes := range m.Trace.Memory.RuledOut() {
			m.assumption = m.t.And(m.assumption, m.t.Not(m.t.Or(lanes.List()...)))
		}
	}
	return m.assumption
}

// Look notes that a question reads a launch register.
func (m *Meetings) Look(reg cfg.SpecialReg) {
	if m.Trace.Launch.Note(reg) {
		m.assumption = nil
	}
}

// Example finds an execution of a formula in which no collective was broken. It prefers a one-dimensional block.
func (m *Meetings) Example(f *term.Term) (smt.Answer, *prove.Execution) {
	return m.prover.Simplest(f, m.Trace.Launch.Plain)
}
