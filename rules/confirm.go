package rules

import (
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
)

// Machine holds the questions that rules ask of the concrete machine. A question whose function is nil is not asked.
type Machine struct {
	Replay Replay
	// Reach takes a verdict that holds whenever its collective is reached. If a run reaches the collective, Reach makes
	// the verdict definite.
	Reach func(*Rule, *lanes.Fact, *lanes.Verdict)
	// Use returns whether the undefined value of a shuffle has an effect. A verdict is about this value. If the value
	// has an effect for some inputs only, Use also returns such an input, or nil if none was found.
	Use func(*lanes.Fact, *lanes.Verdict) (Use, *lanes.Witness)
}

// Use is an answer to the question for which inputs an undefined value has an effect.
type Use int

// The uses.
const (
	Used       Use = iota // for all inputs, as far as is known
	UsedBySome            // for some inputs
	Unused                // for none
)

// Replay runs the witness of a potential verdict on the concrete machine, and reports whether the run breaks the rule
// at the collective. If only another input breaks the rule, that input becomes the witness of the verdict.
type Replay func(*Rule, *lanes.Fact, *lanes.Verdict) bool

// confirmer replays the witnesses of one rule's potential verdicts. A collective in an unrolled loop has many
// executions, which become one finding. So one confirmed witness is enough, and after maxRefuted witnesses that break
// no rule, no more are tried.
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

// confirm runs the witness of a potential verdict. If the run breaks the rule, the verdict is real, whatever the
// analysis approximated. If it does not, or if there is no witness, the verdict becomes unconfirmed.
func (c *confirmer) confirm(fact *lanes.Fact, v *lanes.Verdict) {
	pos := fact.Pos
	switch {
	case c.replay == nil:
		v.IsUntried = true
		return
	case c.confirmed[pos]:
		v.Reservation = lanes.Reservation{}
		return
	case v.Witness == nil || c.refuted[pos] == maxRefuted:
		v.Reservation = v.Reservation.Or(lanes.Unreplayed)
	case c.replay(c.rule, fact, v):
		c.confirmed[pos] = true
		v.Reservation = lanes.Reservation{}
		return
	default:
		c.refuted[pos]++
		v.Reservation = v.Reservation.Or(lanes.Refuted)
	}
	v.Certainty = lanes.Unconfirmed
}
