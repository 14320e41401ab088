package rules

import (
	"cmp"

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
	// Early is an access before a wait for other grids, which a run must show. It is nil for other claims.
	Early *early.Access
	// Read is a read by an asynchronous engine of stored bytes that no proxy fence has made visible, which a run must
	// show. It is nil for other claims.
	Read *unfenced.Read
	// Flight is a use of registers of a product, nil for other claims. A run must show it, unless each execution that
	// reaches the place breaks the rule.
	Flight *inflight.Fault
	// Unwritten is a read of shared memory that finds bytes which nobody has written, which a run must show. It is nil for
	// other claims.
	Unwritten *unwritten.Read
	// Use is a use of an mbarrier, which a run must show to be wrong. It is nil for other claims.
	Use *arrivals.Use
	// Spin is not nil if a run must show that lanes go round the loop around the place forever.
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
	// Requested are the keys of the rules with OnRequest that are asked.
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
	// Arrivals returns a run in which an mbarrier is used wrongly by an instruction, or nil if none is found.
	Arrivals func(*arrivals.Use) *arrivals.Fault
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
		case c.Early != nil:
			isKept = r.judgeEarly(&c)
		case c.Read != nil:
			isKept = r.judgeRead(&c)
		case c.needsFlight():
			r.judgeFlight(&c)
		case !reservation.IsNone() && c.Flight != nil:
			r.reachFlight(&c, reservation)
		case c.Use != nil:
			isKept = r.judgeUse(&c)
		case c.Unwritten != nil:
			isKept = r.judgeUnwritten(&c)
		case !reservation.IsNone() && !c.IsOpen():
			c.unconfirm(reservation)
		}
		if isKept {
			found = append(found, c.Finding)
		}
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
	c.Witness, c.Run = inputLines(shown), runOf(shown.Root, shown)
	return true
}

// judgeRead judges the finding of an engine's read. If a run shows it, the run becomes the finding's witness; otherwise
// the finding becomes unconfirmed. It returns false, and the finding is dropped, if no run shows it and the kernel has a
// proxy fence or stores nothing.
func (r Runs) judgeRead(c *Claim) bool {
	if r.Unfenced == nil {
		return false
	}
	shown := r.Unfenced(c.Read)
	if shown == nil {
		c.unconfirm(lanes.Reservation{Cause: lanes.Approximated, Text: "no run that was tried reads stored bytes here"})
		c.Key = potentialKeyOf(c.Key)
		return c.Read.IsBare
	}
	word := "stored here"
	if c.Read.Fills {
		word = "read here"
	}
	c.Related = append(c.Related, Related{Pos: shown.Store.Pos, Text: word})
	if !shown.Always || c.Read.Fills {
		c.Key, c.Severity, c.Certainty = potentialKeyOf(c.Key), Warning, lanes.Potential
	}
	c.Witness, c.Run = inputLines(shown.Witness), runOf(shown.Witness.Root, shown.Witness)
	return true
}

// needsFlight reports whether the claim is about registers of a product, and some executions that reach its place may
// keep the rule.
func (c *Claim) needsFlight() bool { return c.Flight != nil && !c.Flight.Always }

// showFlight returns the input of a run that uses registers of a product as the claim says, nil if none is found.
func (r Runs) showFlight(c *Claim) *lanes.Witness {
	if r.Flight == nil {
		return nil
	}
	return r.Flight(c.Flight)
}

// reachFlight gives a use of registers in each execution that reaches its place the run that reaches it. Without such a
// run the finding becomes unconfirmed.
func (r Runs) reachFlight(c *Claim, reservation lanes.Reservation) {
	if shown := r.showFlight(c); shown != nil {
		c.Witness = inputLines(shown)
		return
	}
	c.unconfirm(reservation)
}

// judgeFlight makes the finding of a use of registers that is not certain potential, with the run that shows it, or
// unconfirmed.
func (r Runs) judgeFlight(c *Claim) {
	shown := r.showFlight(c)
	if shown == nil {
		c.unconfirm(lanes.Reservation{Cause: lanes.Approximated, Text: "no run that was tried uses the registers so"})
		return
	}
	c.Certainty, c.Witness, c.Run = lanes.Potential, inputLines(shown), runOf(shown.Root, shown)
}

// judgeUnwritten judges the finding of a read of unwritten shared memory. If a run shows it, the run becomes the finding's
// witness. It returns false, and the finding is dropped, if no run shows it and something may write the variable.
func (r Runs) judgeUnwritten(c *Claim) bool {
	if r.Unwritten == nil {
		return false
	}
	shown, verb := r.Unwritten(c.Unwritten), "Reads"
	if shown == nil {
		c.unconfirm(lanes.Reservation{Cause: lanes.Approximated, Text: "no run that was tried uses what it finds here"})
		c.Key = potentialKeyOf(c.Key)
		return c.Unwritten.IsFirst
	}
	if !shown.Always && !c.Unwritten.IsFirst {
		c.Key, c.Severity, c.Certainty = potentialKeyOf(c.Key), Warning, lanes.Potential
		verb = "May read"
	}
	c.Message = unwrittenText(c.Unwritten, verb, shown.Element)
	c.Cases, c.Witness, c.Run = []Case{{Text: c.Message}}, inputLines(shown.Witness), runOf(c.Unwritten.Root, shown.Witness)
	return true
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
		case c.Place.At == nil || c.IsOpen() || c.Early != nil || c.Read != nil || c.needsFlight() || c.Unwritten != nil || c.Use != nil:
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
