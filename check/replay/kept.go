package replay

import (
	"slices"

	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// The runs for the verdicts on a root depend on other roots of the unit, for two reasons: the budgets are those of the
// unit, and a search is made once for a rule at a place. So the verdicts are the same in each unit if enough of the
// budgets is left, and if no other root has searched at the places of this root. Such verdicts can be kept and reused
// (lanes.Outcome). Reusing them spends as much of the budgets as the runs have spent.

// Replayers answer the questions of rules about one unit.
type Replayers struct {
	use, reach, keeps, replay *replayer
	confirms                  bool
}

// New returns the replayers of a unit. If confirms is true, they also run the witnesses of potential verdicts.
func New(confirms bool) *Replayers {
	r := &Replayers{newReplayer(), newReplayer(), newReplayer(), newReplayer(), confirms}
	r.use.confirms = confirms
	return r
}

// Machine returns the functions that answer the questions.
func (r *Replayers) Machine() rules.Machine {
	asked := rules.Machine{Use: r.use.useOf, Reach: r.reach.reach, Keeps: r.keeps.keeps}
	if r.confirms {
		asked.Replay = r.replay.confirmPotential
	}
	return asked
}

func (r *Replayers) all() [4]*replayer { return [...]*replayer{r.use, r.reach, r.keeps, r.replay} }

// Spent holds the parts of the budgets that the runs for one root have spent, for each of the replayers.
type Spent [4]SpentBy

// SpentBy counts the instructions that one replayer has run, by its budgets, and lists the searches that it has made.
type SpentBy struct {
	Replayed, Sought, Shrunk, Unused int
	Searched                         []Searched
}

// Searched is a search for an input that breaks a rule at a place. Only one search is made for a rule and a place,
// because inputs for other executions of the place are equally hard to find.
type Searched struct {
	Rule string
	Pos  source.Pos
}

// ledger records the budgets when the runs for a root began, and the searches after that. isShared reports whether a
// search was left out because another root had made it.
type ledger struct {
	replays, search, shrink, unused int
	searched                        []Searched
	isShared                        bool
}

// ledger returns a new ledger with the present budgets, for a root whose runs begin now.
func (r *replayer) ledger() ledger {
	return ledger{replays: r.leftToReplay, search: r.budget, shrink: r.leftToShrink, unused: r.leftForUnused}
}

// meets records that the search `at` was left out because it was made before. If this root has not made it, meets sets
// isShared.
func (l *ledger) meets(at Searched) { l.isShared = l.isShared || !slices.Contains(l.searched, at) }

// Begin must be called before the runs for a root. Spent then counts from this call.
func (r *Replayers) Begin() {
	for _, one := range r.all() {
		one.root = one.ledger()
	}
}

// Spent returns what was spent after Begin. It returns false if the answers may depend on other roots.
func (r *Replayers) Spent() (spent Spent, isFree bool) {
	isFree = true
	for i, one := range r.all() {
		l := &one.root
		by := SpentBy{Replayed: l.replays - one.leftToReplay, Sought: l.search - one.budget, Shrunk: l.shrink - one.leftToShrink, Unused: l.unused - one.leftForUnused}
		by.Searched = slices.Clone(l.searched)
		spent[i] = by
		isFree = isFree && !l.isShared && l.isOpen() && l.suffices(by)
	}
	return spent, isFree
}

// isOpen reports whether something was left of each budget when the root began. If nothing is left, a run is not made
// and spends nothing, but a search is recorded even then.
func (l *ledger) isOpen() bool { return l.replays > 0 && l.shrink > 0 && l.unused > 0 }

// suffices reports whether the budgets are large enough for runs that spend `by`, so that they limit none of these
// runs.
func (l *ledger) suffices(by SpentBy) bool {
	return (by.Replayed == 0 || l.replays > by.Replayed) &&
		(len(by.Searched) == 0 || l.search-by.Sought >= searchSteps) &&
		(by.Shrunk == 0 || l.shrink-by.Shrunk >= shrinkSteps) &&
		(by.Unused == 0 || l.unused-by.Unused >= placeUnusedSteps)
}

// MayTake reports whether the runs for a root that have spent this much elsewhere would be the same here.
func (r *Replayers) MayTake(spent Spent) bool {
	for i, one := range r.all() {
		l := one.ledger()
		isKnown := func(at Searched) bool { return one.searched[at] }
		if !l.suffices(spent[i]) || slices.ContainsFunc(spent[i].Searched, isKnown) {
			return false
		}
	}
	return true
}

// Take subtracts from the budgets what the runs for a root have spent elsewhere.
func (r *Replayers) Take(spent Spent) {
	for i, one := range r.all() {
		by := spent[i]
		one.leftToReplay, one.budget = one.leftToReplay-by.Replayed, one.budget-by.Sought
		one.leftToShrink, one.leftForUnused = one.leftToShrink-by.Shrunk, one.leftForUnused-by.Unused
		for _, at := range by.Searched {
			one.searched[at] = true
		}
	}
}
