package rules

import (
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
)

// Machine is the concrete machine, as far as rules ask it. A question that is nil is not asked.
type Machine struct {
	Replay Replay
	// Reach makes a verdict definite that is so if its collective is reached, where a run does so.
	Reach func(*Rule, *lanes.Fact, *lanes.Verdict)
	// Use says of a verdict about a shuffle whether its undefined value has an effect, and for which input where only
	// some give it one, nil where none was found.
	Use func(*lanes.Fact, *lanes.Verdict) (Use, *lanes.Witness)
}

// Use says whether an undefined value has an effect.
type Use int

// The uses.
const (
	Used       Use = iota // whenever it comes about, as far as is known
	UsedBySome            // for some inputs
	Unused                // for none
)

// Replay runs the witness of a potential verdict on the concrete machine and reports whether
// a rule is broken there at the collective. Where only another input breaks the rule, the verdict
// is made one of that.
type Replay func(*Rule, *lanes.Fact, *lanes.Verdict) bool

// confirmer replays the witnesses of one rule's potential verdicts. A collective
// in an unrolled loop has many executions, which become one finding: one that is
// confirmed is enough, and after maxRefuted that are not, no more are tried.
type confirmer struct {
	rule      *Rule
	replay    Replay
	confirmed map[source.Pos]bool
	refuted   map[source.Pos]int
}

const maxRefuted = 2

func newConfirmer(rule *Rule, replay Replay) *confirmer {
	return &confirmer{rule, replay, map[source.Pos]bool{}, map[source.Pos]int{}}
}

// confirm runs the witness of a potential verdict. One that breaks a rule there is
// real whatever was approximated on the way to it; one that does not is not confirmed, nor is one without a
// witness.
func (c *confirmer) confirm(fact *lanes.Fact, v *lanes.Verdict) {
	at := fact.Pos
	switch {
	case c.replay == nil:
		v.IsUntried = true
		return
	case c.confirmed[at]:
		v.Reservation = lanes.Reservation{}
		return
	case v.Witness == nil || c.refuted[at] == maxRefuted:
		v.Reservation = v.Reservation.Or(lanes.Unreplayed)
	case c.replay(c.rule, fact, v):
		c.confirmed[at] = true
		v.Reservation = lanes.Reservation{}
		return
	default:
		c.refuted[at]++
		v.Reservation = v.Reservation.Or(lanes.Refuted)
	}
	v.Certainty = lanes.Unconfirmed
}
