package lanes

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/race"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// A root in which lanes may race for shared memory (package race) is interpreted once more for it, and
// only where the graph has accesses that may follow each other without a barrier of all lanes
// (package slice); then with their addresses, and without what the collectives exchange.

// races interprets a root for the accesses of its lanes to shared memory, with the work that is left
// to it.
func (r *Result) races(s exec.Setting, left *allowance, see func([]*Fact)) {
	sliced, found := slice.OfShared(s.Root, s.Functions.Policy())
	if !found {
		return
	}
	if left.leftFor(s.Root) <= 0 {
		r.endRaces(s, left.reason(s.Root), see)
		return
	}
	s.Work = left.of(s.Root, raceFloor+s.Work.Done/raceShare)
	s.Racing, s.Sliced, s.QuerySteps = true, sliced, raceSteps
	j, ranOut := interpret(s)
	if ranOut == "" {
		ranOut = exec.WithinBudget(func() { j.facts(see) })
	}
	left.note(s.Root, s.Work)
	if ranOut != "" {
		r.endRaces(s, ranOut, see)
	}
}

// endRaces notes why the races of a root were not looked for to the end, and shows a fact that says of
// the root what others say of an access: whether its lanes race is not decided.
func (r *Result) endRaces(s exec.Setting, reason string, see func([]*Fact)) {
	at := s.Root.Decl.Pos
	r.Notes = append(r.Notes, trace.Note{Pos: at, Root: s.Root, Reason: "races on shared memory are looked for in part only: " + reason})
	f := &Fact{Site: &cfg.Instr{Op: cfg.Load, Pos: at}, Pos: at, Context: contextOf(&s, s.Blocks)}
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
	for _, c := range race.Of(j.Meetings).Candidates() {
		f := j.fact(&rendezvous{c.Rendezvous, j})
		f.races = c
		facts = append(facts, f)
	}
	return facts
}
