package rules

import (
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
)

// Machine is what rules ask of the concrete machine. A question that is nil is not asked.
type Machine struct {
	Replay Replay
	// Reach makes a verdict definite that holds whenever its collective is reached, if a run reaches it.
	Reach func(*Rule, *lanes.Fact, *lanes.Verdict)
	// Use returns whether the undefined value of a shuffle, which a verdict is about, has an effect. If it has one only
	// for some inputs, it returns such an input, nil if none was found.
	Use func(*lanes.Fact, *lanes.Verdict) (Use, *lanes.Witness)
}

// Use says whether an undefined value has an effect.
type Use int

// The uses.
const (
	Used       Use = iota // for all inputs, as far as is known
	UsedBySome            // for some inputs
	Unused                // for none
)

// Replay runs the witness of a potential verdict on the concrete machine and reports whether a rule is broken there at
// the collective. If only another input breaks the rule, the verdict gets that one as its witness.
type Replay func(*Rule, *lanes.Fact, *lanes.Verdict) bool

// confirmer replays the witnesses of one rule's potential verdicts. A collective in an unrolled loop has many
// executions, which become one finding. So one confirmed witness is enough, and after maxRefuted refuted ones no more
// are tried.
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

// confirm runs the witness of a potential verdict. If the run breaks the rule there, the verdict is real, whatever was
// approximated before. Otherwise, and without a witness, the verdict becomes unconfirmed.
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
