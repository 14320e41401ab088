package rules

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
)

// Claim is a finding of a rule about a program, before it is asked whether an execution reaches its place.
type Claim struct {
	Finding
	// Place is the instruction that an execution must reach for the finding to hold; its At is nil if the text alone
	// breaks the rule.
	Place Place
	// Unshown is the message if no execution is shown to reach the place, "" for the same message.
	Unshown string
	// Spin is set if a run must also show that lanes go round the loop around the place for ever.
	Spin *Spin
}

// Place is an instruction of a function.
type Place struct {
	In *cfg.Func
	At *cfg.Instr
}

// Spin is the state in which a run of a waiting loop begins.
type Spin struct {
	// Cell is the machine's name of the memory that the loop waits for. It holds Free; if Cell is "", all memory does.
	Cell string
	Free int64
	// Warp is the warp whose lanes wait.
	Warp int
}

// Runs answers questions about the executions of a program. A question that is nil is not asked.
type Runs struct {
	// Come returns why no execution is shown to reach some places. It leaves out the places that one reaches.
	Come func([]Place) map[*cfg.Instr]lanes.Reservation
	// Hang reports whether a run in lockstep goes round the loop around a place for ever.
	Hang func(Place, *Spin) bool
}

// judge returns the findings of claims, unconfirmed if a run that they need is not shown.
func (r Runs) judge(claims []Claim) (found []Finding) {
	why := r.reservations(claims)
	for _, c := range claims {
		if r := why[c.Place.At]; !r.IsNone() && !c.IsOpen() {
			c.unconfirm(r)
		}
		found = append(found, c.Finding)
	}
	return found
}

// unconfirm makes the finding of a claim unconfirmed.
func (c *Claim) unconfirm(reservation lanes.Reservation) {
	c.Severity, c.Certainty, c.Unconfirmed = Note, lanes.Unconfirmed, reservation.String()
	if c.Unshown != "" {
		c.Message, c.Cases = c.Unshown, []Case{{Text: c.Unshown}}
	}
}

// reservations returns why claims are not proved, by their places.
func (r Runs) reservations(claims []Claim) map[*cfg.Instr]lanes.Reservation {
	why := map[*cfg.Instr]lanes.Reservation{}
	var places []Place
	for _, c := range claims {
		switch {
		case c.Place.At == nil || c.IsOpen():
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
