package rules

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules/arrivals"
	"github.com/warpcheck/warpcheck/rules/early"
	"github.com/warpcheck/warpcheck/rules/inflight"
	"github.com/warpcheck/warpcheck/rules/unfenced"
	"github.com/warpcheck/warpcheck/rules/unwritten"
)

// Claim is a finding of a rule about the program's text that may still need a proof: that an execution reaches its
// place.
type Claim struct {
	Finding
	// Place is the instruction that an execution must reach for the finding to hold. Place.At is nil if the text alone
	// breaks the rule.
	Place Place
	// Unshown is the message if no execution is shown to reach the place, or "" if the message is the same then.
	Unshown string
	// Proof is how runs judge the claim. It is nil if the claim holds wherever an execution reaches its place.
	Proof proof
	// Spin is not nil if a run must show that lanes go round the loop around the place forever.
	Spin *Spin
}

// proof is how runs of the concrete machine judge the claims of a rule. Each such rule has one, beside its finding.
type proof interface {
	// judge judges the finding of a claim by a run, which becomes the finding's example. reservation says why no execution
	// is shown to reach the place; it is empty if one is, or if that is not asked. judge returns false if the finding is
	// to be dropped.
	judge(r Runs, c *Claim, reservation lanes.Reservation) (isKept bool)
	// needsPlace reports whether the caller must look for an execution that reaches the place.
	needsPlace() bool
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
	// Requested are the keys of the rules with OnRequest that must be asked.
	Requested []string
	// Come returns, for the instruction of each place, why no execution is shown to reach it. The reservation is empty
	// if one is shown to reach it.
	Come func([]Place) map[*cfg.Instr]lanes.Reservation
	// Hang reports whether a run in lockstep goes round the loop around a place forever.
	Hang func(Place, *Spin) bool
	// Early returns the input of a run that makes an access before each wait for other grids, or nil if none is found.
	Early func(*early.Access) *lanes.Witness
	// Unfenced returns a run in which an engine reads stored bytes without a proxy fence, or nil if none is found.
	Unfenced func(*unfenced.Read) *Unfenced
	// Flight returns the input of a run that uses registers of a product as a fault says, nil if none is found.
	Flight func(*inflight.Fault) *lanes.Witness
	// Arrivals returns a fault of an mbarrier instruction in a run, or nil if none is found.
	Arrivals func(*cfg.Called) *arrivals.Fault
	// Unwritten returns a run in which a read finds bytes that nobody has written, with an effect, or nil if none is found.
	Unwritten func(*unwritten.Read) *Unwritten
}

// Unwritten is a run in which a read of shared memory finds bytes of Element that nobody has written.
type Unwritten struct {
	Witness *lanes.Witness
	Element string
	// Always says whether each run with this block reads so.
	Always bool
}

// Unfenced is a run in which an engine reads what Store stored without a proxy fence.
type Unfenced struct {
	Witness *lanes.Witness
	Store   *cfg.Instr
	// Always says whether each run with this block reads so.
	Always bool
}

// judge returns the findings of claims. A finding becomes unconfirmed if the run that it needs is not shown.
func (r Runs) judge(claims []Claim) (found []Finding) {
	why := r.reservations(claims)
	for _, c := range claims {
		isKept := true
		switch reservation := why[c.Place.At]; {
		case c.Proof != nil:
			isKept = c.Proof.judge(r, &c, reservation)
		case !reservation.IsNone() && !c.IsOpen():
			c.unconfirm(reservation)
		}
		if isKept {
			found = append(found, c.Finding)
		}
	}
	return found
}

// potentialKeyOf returns the key of the potential variant of a rule, or "" if it has none.
func potentialKeyOf(key string) string {
	for _, rule := range All() {
		if rule.PotentialOf == key {
			return rule.Key
		}
	}
	return ""
}

// show makes the input of a run the example of the finding.
func (c *Claim) show(w *lanes.Witness) { c.Witness, c.Run = inputLines(w), runOf(w.Root, w) }

// makePotential makes the finding one of the potential variant of its rule.
func (c *Claim) makePotential() {
	c.Key, c.Severity, c.Certainty = potentialKeyOf(c.Key), Warning, lanes.Potential
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
		case c.Place.At == nil || c.IsOpen() || c.Proof != nil && !c.Proof.needsPlace():
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
