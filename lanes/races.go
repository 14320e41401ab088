package lanes

import (
	"errors"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/block"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/race"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// A root in which lanes may race for shared memory (package race) is interpreted once more for it, and
// only where the graph has accesses that may follow each other without a barrier of all lanes
// (package slice); then with their addresses, and without what the collectives exchange.

var errTooManyCalls = errors.New("it leads to too many calls")

// races interprets a root for the accesses of its lanes to shared memory, with the work that is left
// to it; where that does not suffice, once more without what large functions do.
func (r *Result) races(s exec.Setting, left *allowance, see func([]*Fact)) {
	sliced, found := slice.OfShared(s.Root, s.Functions.Policy())
	if !found {
		return
	}
	ranOut, isShown := errTooManyCalls, false
	show := func(facts []*Fact) {
		isShown = true
		if see != nil {
			see(facts)
		}
	}
	s.Work = left.of(s.Root, raceFloor+s.Work.Done/raceShare)
	if sliced != nil {
		ranOut = r.racesIn(s, sliced, left, show)
	}
	if ranOut == nil {
		return
	}
	if s.Work = left.again(s.Root, s.Work); s.Work.Limit > 0 && !isShown {
		if part := slice.OfSharedOutsideLarge(s.Root, s.Functions.Policy()); part != nil {
			r.racesIn(s, part, left, show)
		}
	}
	r.endRaces(s, ranOut, show)
}

// racesIn interprets a slice of a root. It returns an error if that ended before all races were asked about.
func (r *Result) racesIn(s exec.Setting, sliced *slice.Call, left *allowance, see func([]*Fact)) (ranOut error) {
	if left.leftFor(s.Root) <= 0 {
		return left.spent()
	}
	s.Racing, s.Sliced, s.QuerySteps = true, sliced, raceSteps
	j, ranOut := interpret(s)
	if ranOut == nil {
		ranOut = exec.WithinBudget(func() { j.facts(see) })
	}
	left.note(s.Root, s.Work)
	return ranOut
}

// endRaces notes why the races of a root were not looked for to the end, and shows a fact that says of
// the root what others say of an access: whether its lanes race is not decided.
func (r *Result) endRaces(s exec.Setting, ranOut error, see func([]*Fact)) {
	at := s.Root.Decl.Pos
	r.Notes = append(r.Notes, trace.Note{Pos: at, Root: s.Root, Reason: "races on shared memory are looked for in part only: " + ranOut.Error()})
	f := &Fact{Site: &cfg.Instr{Op: cfg.Load, Pos: at}, Pos: at, Context: contextOf(&s, s.Blocks)}
	see([]*Fact{f})
}

// MissingSyncwarp: two lanes of the warp touch one byte of shared memory, one of them writing, with
// nothing between that orders them.
func (f *Fact) MissingSyncwarp() []Verdict {
	if f.rendezvous == nil {
		f.Undecided = true
		return nil
	}
	found := f.uniformFirst((*Fact).missingSyncwarp)
	f.Undecided = f.Undecided || f.races != nil && f.races.Open && len(found) == 0
	return found
}

func (f *Fact) missingSyncwarp() []Verdict {
	defer f.question()()
	if f.races == nil || !f.races.HasAny() {
		return nil
	}
	lanes := f.races.Lanes()
	f.races.Find()
	return f.decide((*Fact).missingSyncwarp, violation{lanes: lanes, ways: f.races.Ways, mask: noMask, detail: func(e *prove.Execution, v *Verdict) {
		if found, happens := f.races.In(e); happens {
			v.Detail, v.Related = found, append(v.Related, found.Earlier)
		}
	}})
}

// raceFacts are the accesses of a complete interpretation that may race with earlier ones.
func (j *judge) raceFacts() []*Fact {
	var facts []*Fact
	for _, c := range race.Of(j.meet).Candidates() {
		f := j.fact(j.rendezvous(c.Meeting))
		f.races = c
		facts = append(facts, f)
	}
	return facts
}

// SharesWithOtherWarps reports a race of which one of the cells may be used by a thread of another warp as well, before
// all threads of the block have waited for each other: to order the lanes of a warp repairs nothing there. It is true of
// what is not proved to be otherwise.
func (f *Fact) SharesWithOtherWarps() bool {
	switch {
	case f.rendezvous == nil || f.races == nil:
		return true
	case len(f.rendezvous.j.trace.Launch.Indices()) == 0 && !f.rendezvous.j.isOfOneWarp():
		return false
	}
	if f.shares == nil {
		shares := f.rendezvous.j.mayMeetOtherWarps(f.races)
		f.shares = &shares
	}
	return *f.shares
}

// mayMeetOtherWarps asks it of the accesses that race with a candidate.
func (j *judge) mayMeetOtherWarps(c *race.Candidate) bool {
	meets := true
	exec.WithinBudget(func() {
		if across := j.acrossWarps(); across != nil {
			meets = across.MayMeet(j.touchedBy(c), func(*cfg.Instr) bool { return false })
		}
	})
	return meets
}

// touchedBy are the accesses of the races of a candidate.
func (j *judge) touchedBy(c *race.Candidate) map[trace.Chained]bool {
	touched := map[trace.Chained]bool{c.Meeting.Event.Chained(): true}
	for _, one := range c.Conflicts() {
		touched[one.Earlier.Chained()] = true
	}
	return touched
}

// acrossWarps interprets the root once more for the accesses of all threads of a block; nil where that takes too much
// work.
func (j *judge) acrossWarps() *race.Across {
	if j.across != nil || j.isAcross {
		return j.across
	}
	j.isAcross = true
	s := j.again()
	s.Work = exec.NewMeter(raceFloor)
	if s.Sliced = slice.OfSharedInBlock(s.Root, s.Functions.Policy()); s.Sliced == nil {
		return nil
	}
	if next, ranOut := interpret(s); ranOut == nil {
		j.across = race.AcrossWarps(next.meet, block.Of(next.meet).Rivals)
	}
	return j.across
}
