package lanes

import (
	"errors"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/block"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/race"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// A root in which lanes may race for shared memory (package race) is interpreted once more for it, and
// only where the graph has accesses that may follow each other without a barrier of all lanes
// (package slice); then with their addresses, and without what the collectives exchange.

var errTooManyCalls = errors.New("it leads to too many calls")

// allRaces looks for the races that the options ask for.
func (r *Result) allRaces(s exec.Setting, opts Options, left *allowance) {
	if opts.Races {
		r.races(s, left, opts.See)
	}
	if opts.BlockRaces {
		r.blockRaces(s, left, opts.See)
	}
}

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
	if s.BetweenWarps {
		s.QuerySteps = blockRaceSteps
	}
	j, ranOut := interpret(s)
	if ranOut == nil {
		ranOut = exec.WithinBudget(func() { j.facts(see) })
	}
	left.note(s.Root, s.Work)
	return ranOut
}

// blockRaces interprets a root for races between the warps of its blocks. If several extents of a block are unknown, the
// number of a warp is a sum of products, which the solver rarely decides, so likely blocks stand for all.
func (r *Result) blockRaces(s exec.Setting, left *allowance, see func([]*Fact)) {
	if b := s.Blocks.Shape; b.Known() && b.Threads() <= warp.Size {
		return
	}
	sliced, found := slice.OfSharedInBlock(s.Root, s.Functions.Policy())
	if !found {
		return
	}
	s.BetweenWarps = true
	if sliced == nil {
		r.endRaces(s, errTooManyCalls, see)
		return
	}
	for _, b := range grid.ForWarps(s.Blocks, s.Root) {
		s.Blocks, s.Work = b, left.of(s.Root, blockRaceFloor+s.Work.Done/blockRaceShare)
		if ranOut := r.racesIn(s, sliced, left, see); ranOut != nil {
			r.endRaces(s, ranOut, see)
			return
		}
	}
}

// endRaces notes why the races of a root were not looked for to the end, and shows a fact that says of
// the root what others say of an access: whether its lanes race is not decided.
func (r *Result) endRaces(s exec.Setting, ranOut error, see func([]*Fact)) {
	at := s.Root.Decl.Pos
	of := "races on shared memory"
	if s.BetweenWarps {
		of = "races between warps on shared memory"
	}
	r.Notes = append(r.Notes, trace.Note{Pos: at, Root: s.Root, Reason: of + " are looked for in part only: " + ranOut.Error()})
	f := &Fact{Site: &cfg.Instr{Op: cfg.Load, Pos: at}, Pos: at, Context: contextOf(&s, s.Blocks), betweenWarps: s.BetweenWarps}
	if see != nil {
		see([]*Fact{f})
	}
}

// MissingSyncwarp: two lanes of the warp touch one byte of shared memory, one of them writing, with
// nothing between that orders them.
func (f *Fact) MissingSyncwarp() []Verdict {
	if f.rendezvous == nil {
		f.Undecided = true
		return nil
	}
	found := f.uniformFirst((*Fact).missingSyncwarp)
	f.Undecided = f.Undecided || f.races != nil && !f.betweenWarps && f.races.Open && len(found) == 0
	return found
}

func (f *Fact) missingSyncwarp() []Verdict {
	defer f.question()()
	if f.races == nil || f.betweenWarps || !f.races.HasAny() {
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

// MissingSyncthreads: threads of two warps of the block touch one byte of shared memory, one of them writing, with no
// barrier between that orders them.
func (f *Fact) MissingSyncthreads() []Verdict {
	if f.rendezvous == nil {
		f.Undecided = true
		return nil
	}
	found := f.uniformFirst((*Fact).missingSyncthreads)
	f.Undecided = f.Undecided || f.races != nil && f.betweenWarps && f.races.Open && len(found) == 0
	return found
}

func (f *Fact) missingSyncthreads() []Verdict {
	defer f.question()()
	if f.races == nil || !f.betweenWarps || !f.races.HasAny() {
		return nil
	}
	lanes := f.races.Lanes()
	f.races.Find()
	return f.decide((*Fact).missingSyncthreads, violation{lanes: lanes, ways: f.races.Ways, mask: noMask, sure: f.races.Certain,
		detail: func(e *prove.Execution, v *Verdict) {
			if found, happens := f.races.In(e); happens {
				v.Detail, v.Related = found, append(v.Related, found.Earlier)
			}
		}})
}

// raceFacts are the accesses of a complete interpretation that may race with earlier ones.
func (j *judge) raceFacts() []*Fact {
	var facts []*Fact
	candidates := race.Of(j.meet).Candidates
	if j.setting.BetweenWarps {
		candidates = race.AcrossWarps(j.meet, j.barriers).Candidates
	}
	for _, c := range candidates() {
		f := j.fact(j.rendezvous(c.Meeting))
		f.races, f.betweenWarps = c, j.setting.BetweenWarps
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
	if s.Sliced, _ = slice.OfSharedInBlock(s.Root, s.Functions.Policy()); s.Sliced == nil {
		return nil
	}
	if next, ranOut := interpret(s); ranOut == nil {
		j.across = race.AcrossWarps(next.meet, block.Of(next.meet))
	}
	return j.across
}
