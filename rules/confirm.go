package rules

import (
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
)

// Machine holds functions that run the concrete machine to answer a rule's questions. A nil function is not called.
type Machine struct {
	Replay Replay
	// Reach makes a verdict definite if a run reaches its collective. It is for verdicts that are proved whenever their
	// collective is reached.
	Reach func(*Rule, *lanes.Fact, *lanes.Verdict)
	// Use reports for which inputs the undefined value that a verdict is about has an effect. For UsedBySome it also
	// returns such an input, nil if none was found.
	Use func(*lanes.Fact, *lanes.Verdict) (Use, *lanes.Witness)
	// Keeps reports whether runs contradict a definite race. They do if in none of them the store changes the value
	// that the other access reads or writes.
	Keeps func(*lanes.Fact, *lanes.Verdict) bool
}

// Use states for which inputs an undefined value has an effect.
type Use int

// The uses.
const (
	Used       Use = iota // for all inputs, as far as is known
	UsedBySome            // for some inputs
	Unused                // for none
)

// Replay runs the witness of a potential verdict on the concrete machine, and reports whether the run breaks the rule
// at the collective. It may also try other inputs. An input that breaks the rule becomes the witness.
type Replay func(*Rule, *lanes.Fact, *lanes.Verdict) bool

// confirmer replays the witnesses of one rule's potential verdicts. A collective in an unrolled loop has many
// executions, which become one finding. So the confirmer stops at a collective after one confirmed witness, or after
// maxRefuted witnesses that break no rule.
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

// confirm runs the witness of a potential verdict. If the run breaks the rule, the verdict is true, whatever the
// analysis approximated. Otherwise, or if there is no witness, the verdict becomes unconfirmed. If runs are not
// requested, confirm only marks the verdict as untried.
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

// show looks for an input that breaks the rule where the solver has found none within its steps. If a run shows one,
// the undecided verdict becomes potential, and show returns true.
func (c *confirmer) show(fact *lanes.Fact, v *lanes.Verdict) bool {
	if c.replay == nil || v.Open != lanes.OutOfBudget {
		return false
	}
	shown := *v
	shown.Certainty, shown.Witness = lanes.Potential, fact.Untried()
	if shown.Witness == nil || !c.replay(c.rule, fact, &shown) {
		return false
	}
	*v = shown
	c.confirmed[fact.Pos] = true
	return true
}
