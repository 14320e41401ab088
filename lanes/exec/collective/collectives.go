package collective

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Place gives access to the operands of the collective that is interpreted. The interpreter implements Place.
type Place interface {
	// Arg returns operand n. Word returns it as a vector of words, Truth as a vector of formulas.
	Arg(n int) memory.Value
	Word(n int) vector.Vec
	Truth(n int) vector.Vec
	// MayHaveLeft reports whether some thread may have left the kernel before the collective: earlier in the text, or
	// in an earlier iteration of an enclosing loop.
	MayHaveLeft() bool
}

// Setting holds what collectives need to know of the setting of an interpretation.
type Setting struct {
	// SharedWithCalls holds the collectives in which lanes at another call site may take part too.
	SharedWithCalls map[*cfg.Instr]bool
	// EveryWarp: the interpreted warp is arbitrary and stands for all warps of its block.
	EveryWarp bool
	// Used is the collective whose undefined values are followed, nil for none.
	Used *cfg.Instr
}

// Collectives computes the results of the collectives of one root.
type Collectives struct {
	trace    *trace.Trace
	unknowns *prove.Unknowns
	vectors  vector.Algebra
	t        *term.Table
	memory   *memory.Memory
	setting  Setting
}

// New returns the Collectives for the root of a trace.
func New(tr *trace.Trace, m *memory.Memory, s Setting) *Collectives {
	return &Collectives{trace: tr, unknowns: tr.Prover.Unknowns, vectors: tr.Vectors, t: tr.Terms, memory: m, setting: s}
}

// Arrive records that the lanes of an event's guard reach its collective. It numbers the event and reads the operands
// that decide which lanes take part. innermost is the innermost summarised loop around the event, nil for none.
func (c *Collectives) Arrive(event *trace.Event, innermost *trace.Loop, place Place) *Exchange {
	c.memory.Unknowns++
	event.Number = c.memory.Unknowns
	e := &Exchange{Event: event, c: c, trace: c.trace, vectors: c.vectors, t: c.t, memory: c.memory, place: place}
	e.readOperands()
	c.trace.Log.Events = append(c.trace.Log.Events, event)
	c.beginUndefined(event, innermost)
	e.arrives = c.vectors.Here(event.Guard)
	e.external = e.awaited()
	return e
}
