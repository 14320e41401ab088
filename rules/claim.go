package rules

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
)

// A Claim is a finding that a rule makes of a program as it stands.
type Claim struct {
	Finding
	// Place is what it holds of whenever an execution comes there; its At is nil where the text alone breaks the rule.
	Place Place
	// Unshown is the message where no execution is shown to come there, "" for the same.
	Unshown string
	// Spin is set where it takes a run as well in which lanes go round the loop around the place for ever.
	Spin *Spin
}

// Place is an instruction of a function.
type Place struct {
	In *cfg.Func
	At *cfg.Instr
}

// Spin is what a run of a loop that waits begins with.
type Spin struct {
	// Cell is the memory that it waits for, as the machine names it, which holds Free; all memory does where it is "".
	Cell string
	Free int64
	// Warp is the one whose lanes wait.
	Warp int
}

// Runs answers questions about the executions of a program. A question that is nil is not asked.
type Runs struct {
	// Come says of places why no execution is shown to come there, nothing of those where one is.
	Come func([]Place) map[*cfg.Instr]lanes.Reservation
	// Hang reports a run in lockstep that goes round the loop around a place for ever.
	Hang func(Place, *Spin) bool
}

// judge are the findings that claims come to.
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

// unconfirm makes the finding of a claim one that nothing has shown.
func (c *Claim) unconfirm(why lanes.Reservation) {
	c.Severity, c.Certainty, c.Unconfirmed = Note, lanes.Unconfirmed, why.String()
	if c.Unshown != "" {
		c.Message, c.Cases = c.Unshown, []Case{{Text: c.Unshown}}
	}
}

// reservations say of the places of claims why they are not proved.
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
