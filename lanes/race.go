package lanes

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Two lanes of a warp race for a byte of shared memory when both touch it, one writes, and no chain
// of barriers leads from the one to the other:
//
//	s[lane] = v;                           lane i, where i comes here
//	__syncwarp(mask);                      i knows what the lanes of mask did, as they of i
//	x = s[lane ^ 16];                      lane j: a race where j is i ^ 16 and not in mask
//
// Of two accesses this is, for lanes i and j, that both come, that the bytes overlap, and that what
// i did has not reached j: a set of lanes that begins with i and grows at each barrier between. A
// root is interpreted once more for it, and only where the graph has accesses that may follow each
// other without a barrier of all lanes (package slice); then with their addresses, and without
// what the collectives exchange. An access in an arbitrary iteration of a loop is compared with
// those of the same iteration and of the next.

// races interprets a root for the accesses of its lanes to shared memory, with the work that is left
// to it.
func (r *Result) races(s exec.Setting, left *allowance, see func([]*Fact)) {
	sliced, found := slice.OfShared(s.Root, s.Functions.Policy())
	if !found {
		return
	}
	if left.isUsedUp() {
		r.noteRaces(s.Root, left.reason())
		return
	}
	work := left.of(s.Root, raceFloor+s.Work.Done/raceShare)
	s.Racing, s.Sliced, s.Work, s.QuerySteps = true, sliced, exec.NewMeter(work), raceSteps
	j, ranOut := interpret(s)
	if ranOut == "" {
		ranOut = exec.WithinBudget(func() { j.facts(see) })
	}
	left.note(s.Root, s.Work)
	if ranOut != "" {
		r.noteRaces(s.Root, ranOut)
	}
}

// noteRaces notes why the races of a root were not looked for to the end.
func (r *Result) noteRaces(root *cfg.Func, reason string) {
	r.Notes = append(r.Notes, trace.Note{Pos: root.Decl.Pos, Root: root, Reason: "races on shared memory are looked for in part only: " + reason})
}

// MissingSyncwarp: two lanes of the warp touch one byte of shared memory, one of them writing, with
// nothing between that orders them.
func (f *Fact) MissingSyncwarp() []Verdict { return f.uniformFirst((*Fact).missingSyncwarp) }

func (f *Fact) missingSyncwarp() []Verdict {
	defer f.orUndecided()
	if len(f.clashes) == 0 {
		return nil
	}
	lanes := vector.Build(func(j int) *term.Term {
		var ways []*term.Term
		for _, c := range f.clashes {
			for i := range warp.Size {
				ways = append(ways, c.pairs[i][j])
			}
		}
		return f.rendezvous.j.t.Or(ways...)
	})
	f.rendezvous.j.findRace(f.clashes)
	return f.decide((*Fact).missingSyncwarp, violation{lanes: lanes, mask: noMask, detail: func(e *prove.Execution, v *Verdict) {
		if race, happens := raceIn(e, f.clashes); happens {
			v.Detail, v.Related = race, append(v.Related, race.Earlier)
		}
	}})
}

// findRace looks for an execution with one of a few races. All pairs of lanes together may be beyond the
// solver, which tries first what it has found last.
func (j *judge) findRace(clashes []*clash) {
	for _, c := range clashes[:min(len(clashes), maxTried)] {
		if j.FindSimplest(j.t.And(j.premise(), c.some()), j.Launch.Plain) {
			return
		}
	}
}

// raceIn is the first of the races that happens in an execution.
func raceIn(e *prove.Execution, clashes []*clash) (race Race, happens bool) {
	for _, c := range clashes {
		for j := range warp.Size {
			for i := range warp.Size {
				if !c.pairs[i][j].IsFalse() && e.Holds(c.pairs[i][j]) {
					return Race{Lane: j, Other: i, Earlier: c.earlier.Position(), Copies: c.earlier.Instr.Async, Object: c.object.Name,
						Offset: int64(e.Value(c.at.At(j)))}, true
				}
			}
		}
	}
	return Race{}, false
}
