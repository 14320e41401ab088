package lanes

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/internal/linetext"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/meet"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// Cause is the reason why a verdict is less certain than its formulas alone would make it.
type Cause int

// The causes.
const (
	// NoCause: nothing makes the verdict less certain.
	NoCause Cause = iota
	// Approximated: a value that the verdict depends on was approximated; Text names it.
	Approximated
	// Unreached: each execution that reaches the place breaks the rule, but no execution is shown to reach it. The
	// field On names the unknowns that decide whether an execution reaches it.
	Unreached
	// Supposed: a run showed the fault, but the fault depends on a supposed value: one that the simulated machine
	// (package sim) cannot compute and chooses instead. The field On names the value.
	Supposed
	// Refuted: a run of the example did not show the fault. Unreplayed: there was no run.
	Refuted
	Unreplayed
	// OfOneInstance: another instance of the template keeps the rule. Text names it.
	OfOneInstance
	// OfOneShape: the rule is kept in another block with which the kernel may be launched. Text names the other block.
	OfOneShape
)

// Reservation is the reason why a verdict is not certain: a cause with its particulars. The zero value means no reason
// for doubt.
type Reservation struct {
	Cause Cause
	Text  string
	On    []string
}

// IsNone reports whether there is no reason for doubt.
func (why Reservation) IsNone() bool { return why.Cause == NoCause }

// Or returns why with the given cause if why has none. Otherwise it returns why unchanged.
func (why Reservation) Or(cause Cause) Reservation {
	if why.IsNone() {
		why.Cause = cause
	}
	return why
}

// String words the reason for messages. It is "" if there is none.
func (why Reservation) String() string {
	switch why.Cause {
	case Unreached:
		return "not shown to be reached" + dependsOn(why.On)
	case Supposed:
		return "not shown by a run" + dependsOn(why.On)
	case Refuted:
		return "a run of the example did not show it"
	case OfOneInstance:
		return "not so with " + why.Text
	case OfOneShape:
		return "not so in a block of " + why.Text + ", and no launch is known"
	case Unreplayed:
		return "its example was not run: others of this place were, and did not show it"
	}
	return why.Text
}

// mostNamed is the largest number of elements of On that a text names.
const mostNamed = 2

func dependsOn(names []string) string {
	switch {
	case len(names) == 0:
		return ""
	case len(names) <= mostNamed:
		return ": it depends on " + joined(names)
	}
	return fmt.Sprintf(": it depends on %s and %d more", joined(names[:mostNamed]), len(names)-mostNamed)
}

func joined(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return names[0] + " and " + names[1]
}

// approximated returns the reservation for a verdict that depends on an approximated value. It is empty if the
// imprecision is the zero value.
func approximated(i trace.Imprecision) Reservation {
	if i.IsNone() {
		return Reservation{}
	}
	return Reservation{Cause: Approximated, Text: i.Reason}
}

// unreached returns the reservation of a verdict about a place that no execution is shown to reach.
func (j *judge) unreached(reach *meet.Reach) Reservation {
	var on []string
	for _, x := range reach.On {
		on = append(on, j.nameOfUnknown(x))
	}
	if l := reach.Behind; l != nil {
		on = append(on, "whether the loop of "+linetext.Of(l.Header.Term.Pos)+" ends")
	}
	slices.SortFunc(on, linetext.Compare)
	return Reservation{Cause: Unreached, On: slices.Compact(on)}
}

// nameOfUnknown describes an unknown that is no input, for messages.
func (j *judge) nameOfUnknown(x *term.Term) string {
	if _, begins := j.prover.Unknowns.Begins(x); begins {
		return "what a loop leaves behind"
	}
	switch o := x.Origin.(type) {
	case memory.ResultOrigin:
		return "what " + o.Operation + " returns"
	case memory.UnparsedOrigin:
		return "what " + o.Name + " is"
	case memory.Unmodelled:
		return "what " + o.Function + " returns"
	case memory.FloatFunction:
		return floatingName(o)
	case memory.FloatOrder:
		return "how floating-point numbers compare"
	case memory.Origin:
		return contentName(o.Object)
	case memory.LocalOrigin:
		return contentName(o.Array.Name)
	case memory.ShuffleOrigin:
		return "what a shuffle reads"
	case memory.ObjectOrigin:
		return "the address of " + o.Of.Name
	case grid.Origin:
		return "the launch"
	}
	return "a value that is not computed"
}

func floatingName(o memory.FloatFunction) string {
	if o.Function == "" {
		return "floating-point arithmetic"
	}
	return "what " + o.Function + " returns"
}

func contentName(object string) string {
	if object == "" {
		return "what memory holds"
	}
	return "what " + object + " holds"
}
