package rules

import (
	"cmp"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules/early"
)

// Claim is a finding of a rule about the program's text that may still need a proof: that an execution reaches its
// place.
type Claim struct {
	Finding
	// Place is the instruction that an execution must reach for the finding to hold. Place.At is nil if the text alone
	// breaks the rule.
	Place Place
	// Unshown is the message if no execution is shown to reach the place, "" if the message is the same then.
	Unshown string
	// Early is an access before a wait for other grids, which a run must show. It is nil for other claims.
	Early *early.Access
	// Spin is not nil if a run must show that lanes go round the loop around the place for ever.
	Spin *Spin
}

// Place is an instruction of a function.
type Place struct {
	In *cfg.Func
	At *cfg.Instr
}

// Spin is the state in which the run of a loop that waits begins.
type Spin struct {
	// Cell is the name, in the machine, of the memory that the loop waits for. At the beginning it holds Free. If Cell
	// is "", all memory holds Free.
	Cell string
	Free int64
	// Warp is the warp whose lanes wait.
	Warp int
}

// Runs answers questions about the executions of a program. A question whose function is nil is not asked.
type Runs struct {
	// Come returns, for the instruction of each place, why no execution is shown to reach it. The reservation is empty
	// if one is shown to reach it.
	Come func([]Place) map[*cfg.Instr]lanes.Reservation
	// Hang reports whether a run in lockstep goes round the loop around a place for ever.
	Hang func(Place, *Spin) bool
	// Early returns the input of a run that makes an access before each wait for other grids, nil if none is found.
	Early func(*early.Access) *lanes.Witness
}

// judge returns the findings of claims. A finding becomes unconfirmed if the run that it needs is not shown.
func (r Runs) judge(claims []Claim) (found []Finding) {
	why := r.reservations(claims)
	for _, c := range claims {
		if c.Early != nil {
			if !r.judgeEarly(&c) {
				continue
			}
		} else if r := why[c.Place.At]; !r.IsNone() && !c.IsOpen() {
			c.unconfirm(r)
		}
		found = append(found, c.Finding)
	}
	return found
}

// judgeEarly judges the finding of an early access. If a run shows the access, the run becomes the finding's witness;
// otherwise the finding becomes unconfirmed. It returns false, and the finding is dropped, if no run shows the access
// and its memory may not be global.
func (r Runs) judgeEarly(c *Claim) bool {
	if r.Early == nil {
		return c.Early.IsGlobal
	}
	shown := r.Early(c.Early)
	if shown == nil {
		c.unconfirm(lanes.Reservation{Cause: lanes.Approximated, Text: "no run that was tried comes here before it waits"})
		c.Key = cmp.Or(potentialKeyOf(c.Key), c.Key)
		return c.Early.IsGlobal
	}
	if !c.Early.Always {
		c.Certainty = lanes.Potential
	}
	c.Witness = inputLines(shown)
	return true
}

// potentialKeyOf returns the key of the potential variant of a rule, "" if it has none.
func potentialKeyOf(key string) string {
	for _, rule := range All() {
		if rule.PotentialOf == key {
			return rule.Key
		}
	}
	return ""
}

// unconfirm makes the finding of a claim unconfirmed, with the reason in reservation.
func (c *Claim) unconfirm(reservation lanes.Reservation) {
	c.Severity, c.Certainty, c.Unconfirmed = Note, lanes.Unconfirmed, reservation.String()
	if c.Unshown != "" {
		c.Message, c.Cases = c.Unshown, []Case{{Text: c.Unshown}}
	}
}

// reservations returns, for the place of each claim that is not proved, the reason.
func (r Runs) reservations(claims []Claim) map[*cfg.Instr]lanes.Reservation {
	why := map[*cfg.Instr]lanes.Reservation{}
	var places []Place
	for _, c := range claims {
		switch {
		case c.Place.At == nil || c.IsOpen() || c.Early != nil:
		case c.Spin == nil || r.Hang == nil:
			places = append(places, c.Place)
		case !r.Hang(c.Place, c.Spin):
			why[c.Place.At] = lanes.Reservation{Cause: lanes.Approximated, Text: "no run that was tried waits for ever"}
		}
	}
	if r.Come != nil && len(places) > 0 {
		for at, reservation := range r.Come(places) {
			why[at] = reservation
		}
	}
	return why
}
