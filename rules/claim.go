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

// Claim is a finding of a rule about the program's text, with the means to prove it. Most claims are right only if an
// execution reaches their place.
type Claim struct {
	Finding
	// Place is the instruction of the claim. The finding is right only if an execution reaches it. Place.At is nil if
	// the text alone breaks the rule.
	Place Place
	// Unshown replaces the message of the finding if no execution is shown to reach the place. If it is "", the message
	// stays.
	Unshown string
	// Proof judges the claim by runs. If it is nil, the claim is proved as soon as an execution reaches its place.
	Proof proof
	// Spin is set for a claim about a loop that waits. A run must then show that lanes stay in the loop around the
	// place forever.
	Spin *Spin
}

// proof judges the claims of one rule by runs of the concrete machine. Its implementations are next to the findings of
// their rules.
type proof interface {
	// judge looks for a run that shows the finding of c, and makes it the example of the finding. reservation is the
	// reason why no execution is shown to reach the place. It is empty if an execution is shown to reach the place, or
	// if needsPlace is false. isKept is false if the finding must be dropped.
	judge(r Runs, c *Claim, reservation lanes.Reservation) (isKept bool)
	// needsPlace reports whether judge needs to know if an execution reaches the place.
	needsPlace() bool
	// root returns the root if the judgement depends on this root alone, nil if it depends on more.
	root() *cfg.Func
}

// Place is the instruction At of the function In.
type Place struct {
	In *cfg.Func
	At *cfg.Instr
}

// Spin is the initial state of a run that shows that a loop waits forever.
type Spin struct {
	// Cell is the machine's name of the memory for which the loop waits. It has the value Free when the run begins. If
	// Cell is "", all memory has this value.
	Cell string
	Free int64
	// Warp is the warp whose lanes wait.
	Warp int
}

// Runs holds functions that answer questions about the executions of a program by running it. A nil function is not
// called.
type Runs struct {
	// Requested lists the keys of the rules with OnRequest that are asked in this run. By default such rules are not
	// asked.
	Requested []string
	// Reach maps the instruction of each place to the reason why no execution is shown to reach it. The reason is empty
	// (Reservation.IsNone) if an execution is shown to reach it.
	Reach func([]Place) map[*cfg.Instr]lanes.Reservation
	// Hang reports whether lanes in a lockstep run stay in the loop around a place forever.
	Hang func(Place, *Spin) bool
	// Early returns the input of a run that makes the access before any wait for other grids, or nil if none is found.
	Early func(*early.Access) *lanes.Witness
	// Unfenced returns a run with the fault of a place, such as an engine that reads stored bytes without a proxy
	// fence. It returns nil if no run with the fault is found.
	Unfenced func(*unfenced.Read) *Unfenced
	// Flight returns the input of a run with the fault: it uses registers while a product may still access them. It
	// returns nil if none is found.
	Flight func(*inflight.Fault) *lanes.Witness
	// Arrivals returns the fault that a run has at an mbarrier instruction, or nil if none is found.
	Arrivals func(*cfg.Called) *arrivals.Fault
	// Unwritten returns a run in which a read finds bytes that nobody has written, and in which their values have an
	// effect. It returns nil if none is found.
	Unwritten func(*unwritten.Read) *Unwritten
	// Judged returns the judgements of the claims about a root, in their order, if they are known because the same root
	// was judged before. Judge is called with new ones.
	Judged func(root *cfg.Func) []Judgement
	Judge  func(root *cfg.Func, all []Judgement)
}

// Judgement is the result of judging a claim: whether its finding is kept, and the finding itself.
type Judgement struct {
	IsKept  bool
	Finding Finding
}

// Unwritten is a run in which a read of the shared variable or element Element finds bytes that no thread has written.
type Unwritten struct {
	Witness *lanes.Witness
	Element string
	// Thread is the number of the thread that reads.
	Thread int
	// Always reports whether each run with the block of the witness has such a read.
	Always bool
}

// Unfenced is a run in which an access by an asynchronous engine or by a thread is not ordered after the instruction
// Other.
type Unfenced struct {
	Fault   unfenced.Fault
	Witness *lanes.Witness
	Other   *cfg.Instr
	// Always reports whether each run with the block of the witness has the fault.
	Always bool
}

// judge returns the findings of claims. A finding becomes unconfirmed if no run proves its claim. The proof of a claim
// may also drop the finding.
func (r Runs) judge(claims []Claim) (found []Finding) {
	why := r.reservations(claims)
	ofRoot := byRoot(claims)
	judged := map[*cfg.Func][]Judgement{}
	for _, c := range claims {
		var one Judgement
		if root := c.root(); root == nil {
			one = r.judgeClaim(&c, why[c.Place.At])
		} else {
			if judged[root] == nil {
				judged[root] = r.judgeRoot(root, ofRoot[root])
			}
			one, judged[root] = judged[root][0], judged[root][1:]
		}
		if one.IsKept {
			found = append(found, one.Finding)
		}
	}
	return found
}

// judgeClaim judges one claim. reservation is the reason why no execution is shown to reach its place.
func (r Runs) judgeClaim(c *Claim, reservation lanes.Reservation) Judgement {
	isKept := true
	switch {
	case c.Proof != nil:
		isKept = c.Proof.judge(r, c, reservation)
	case !reservation.IsNone() && !c.IsOpen():
		c.unconfirm(reservation)
	}
	return Judgement{isKept, c.Finding}
}

// root returns the root if the judgement of the claim depends on this root alone, nil if it depends on more.
func (c *Claim) root() *cfg.Func {
	if c.Proof == nil {
		return nil
	}
	return c.Proof.root()
}

// byRoot returns the claims about each root whose judgement depends on the root alone.
func byRoot(claims []Claim) map[*cfg.Func][]Claim {
	all := map[*cfg.Func][]Claim{}
	for _, c := range claims {
		if root := c.root(); root != nil {
			all[root] = append(all[root], c)
		}
	}
	return all
}

// judgeRoot judges the claims about a root.
func (r Runs) judgeRoot(root *cfg.Func, claims []Claim) (all []Judgement) {
	if r.Judged != nil {
		if known := r.Judged(root); len(known) == len(claims) {
			return known
		}
	}
	for i := range claims {
		all = append(all, r.judgeClaim(&claims[i], lanes.Reservation{}))
	}
	if r.Judge != nil {
		r.Judge(root, all)
	}
	return all
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

// show makes w, the input of a run, the example that the finding shows to users.
func (c *Claim) show(w *lanes.Witness) { c.Witness, c.Run = inputLines(w), runOf(w.Root, w) }

// makePotential moves the finding to the potential variant of its rule.
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

// reservations returns, for the instruction of each claim's place, the reason why no execution is shown to reach it.
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
	if r.Reach != nil && len(places) > 0 {
		for at, reservation := range r.Reach(places) {
			why[at] = reservation
		}
	}
	return why
}
