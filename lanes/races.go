package lanes

import (
	"errors"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/block"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/race"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// If lanes may race for shared memory (package race), the root is interpreted once more. The control-flow graph decides
// whether they may: it must have two accesses that may follow each other without a barrier of all lanes between them
// (package slice). The interpretation records the addresses of accesses, and leaves out the values that collectives
// exchange. The search for races between the warps of a block uses the same interpretation if both searches are about
// the same block.

var (
	errTooManyCalls = errors.New("it leads to too many calls")
	errNoBlockFits  = errors.New("no block fits its arrays")
)

// allRaces looks for the races that the options ask for. Both searches use one slice: a slice for races between warps
// contains everything that the search for races within a warp needs.
func (r *Result) allRaces(s exec.Setting, opts Options, budgets raceAllowances) {
	blocks := blocksOfSeveralWarps(s, opts)
	of := slice.OfSharedInBlock
	if len(blocks) == 0 {
		of = slice.OfShared
	}
	sliced, found := of(s.Root, s.Functions.Policy())
	if !found {
		return
	}
	var inWarp *judge
	if opts.Races && sliced.Races() {
		inWarp = r.races(s, sliced, budgets.inWarp, opts.See)
	}
	if len(blocks) > 0 {
		r.blockRaces(s, sliced, blocks, inWarp, budgets.betweenWarps, opts.See)
	}
}

// blocksOfSeveralWarps returns the blocks in which warps are compared. It returns none if the options do not ask for
// this. If several extents of a block are unknown, the number of a warp is a sum of products, which the solver can
// rarely handle. Then a likely block represents all.
func blocksOfSeveralWarps(s exec.Setting, opts Options) []grid.Blocks {
	if b := s.Blocks.Shape; !opts.BlockRaces || b.Known() && b.Threads() <= warp.Size {
		return nil
	}
	return grid.ForWarps(s.Blocks, s.Root)
}

// races interprets a slice of a root for the accesses of its lanes to shared memory, with the work that is left for the
// root. If the work does not suffice, it tries once more without the accesses of large functions. The result is the
// interpretation of the whole slice, nil if it is not complete. If the root reaches too many calls, sliced is nil.
func (r *Result) races(s exec.Setting, sliced *slice.Call, budget *allowance, see func([]*Fact)) (whole *judge) {
	ranOut, isShown := errTooManyCalls, false
	show := func(facts []*Fact) {
		isShown = true
		if see != nil {
			see(facts)
		}
	}
	s.Work = budget.of(s.Root, s.Effort.Times(raceFloor)+s.Work.Done/raceShare)
	if sliced != nil {
		whole, ranOut = r.racesIn(s, sliced, budget, show)
	}
	if ranOut == nil {
		return whole
	}
	if s.Work = budget.again(s.Root, s.Work); s.Work.Limit > 0 && !isShown {
		if part := slice.OfSharedOutsideLarge(s.Root, s.Functions.Policy()); part != nil {
			r.racesIn(s, part, budget, show)
		}
	}
	r.endRaces(s, ranOut, show)
	return whole
}

// racesIn interprets a slice of a root, and calls the function see with the facts about each possible race. whole is
// the interpretation, nil if it is not complete. ranOut is not nil if the budget did not suffice for all races, or if
// the block is too large for the arrays of the root.
func (r *Result) racesIn(s exec.Setting, sliced *slice.Call, budget *allowance, see func([]*Fact)) (whole *judge, ranOut error) {
	if budget.leftFor(s.Root) <= 0 {
		return nil, budget.spent()
	}
	s.Racing, s.Sliced, s.QuerySteps = true, sliced, uint32(s.Effort.Times(raceSteps))
	if s.BetweenWarps {
		s.QuerySteps = uint32(s.Effort.Times(blockRaceSteps))
	}
	j, ranOut := interpret(s)
	if ranOut == nil {
		fits := true
		whole, ranOut = j, exec.WithinBudget(func() { fits = j.fits() })
		switch {
		case ranOut == nil && fits:
			ranOut = j.askRaces(see)
		case ranOut == nil:
			ranOut = errNoBlockFits
		}
	}
	budget.note(s.Root, s.Work)
	return whole, ranOut
}

// fits reports whether the arrays of the root are large enough for the block. They always are in a block with a known
// launch. A likely block (StandsFor) may be too large.
func (j *judge) fits() bool {
	return j.trace.Launch.StandsFor == nil || race.AcrossWarps(j.meet, j.barriers).Fits()
}

// blockRaces looks for races between the warps of a root, in the first of the given blocks that fits (judge.fits).
// inWarp is the interpretation for races within a warp. blockRaces uses it if it is of the same block. The function see
// is called with the facts about the races.
func (r *Result) blockRaces(s exec.Setting, sliced *slice.Call, blocks []grid.Blocks, inWarp *judge, budget *allowance, see func([]*Fact)) {
	s.BetweenWarps = true
	if sliced == nil {
		r.endRaces(s, errTooManyCalls, see)
		return
	}
	for _, b := range blocks {
		isKnown := inWarp != nil && b.AreAs(inWarp.setting.Blocks)
		s.Blocks, s.Work = b, budget.of(s.Root, s.Effort.Times(blockRaceFloor)+s.Work.Done/blockRaceShare)
		ranOut := budget.spent()
		switch {
		case !isKnown:
			_, ranOut = r.racesIn(s, sliced, budget, see)
		case budget.leftFor(s.Root) > 0:
			ranOut = inWarp.betweenWarps(s.Work).askRaces(see)
			budget.note(s.Root, s.Work)
		}
		if ranOut != errNoBlockFits {
			if ranOut != nil {
				r.endRaces(s, ranOut, see)
			}
			return
		}
	}
}

// betweenWarps returns a judge of the same trace for races between warps. After the call, the trace and its solver
// count their work in the meter `work`.
func (j *judge) betweenWarps(work *term.Meter) *judge {
	s, solver := j.setting, j.prover.Solver
	s.BetweenWarps, s.QuerySteps, s.Work = true, uint32(s.Effort.Times(blockRaceSteps)), work
	work.Taken = j.t.Work.Taken
	j.t.Work, solver.Work = work, work
	solver.Steps, solver.Failed = s.QuerySteps, 0
	next := judgeOf(j.trace, s)
	next.meet.Relate()
	return next
}

// endRaces records that the search for races in a root was not finished, because of ranOut. It calls see with a fact
// about the root as a whole. From this fact, rules report that the races of the root are not decided.
func (r *Result) endRaces(s exec.Setting, ranOut error, see func([]*Fact)) {
	pos := s.Root.Decl.Pos
	of := "races on shared memory"
	if s.BetweenWarps {
		of = "races between warps on shared memory"
	}
	r.Notes = append(r.Notes, trace.Note{Pos: pos, Root: s.Root, Limited: isLimit(ranOut),
		Reason: of + " in " + s.Root.Name + " are looked for in part only: " + ranOut.Error()})
	f := &Fact{Site: &cfg.Instr{Op: cfg.Load, Pos: pos}, Pos: pos, Context: contextOf(&s, s.Blocks), betweenWarps: s.BetweenWarps}
	if see != nil {
		see([]*Fact{f})
	}
}

// MissingSyncwarp returns the verdicts on races within the warp: two lanes touch one byte of shared memory, at least
// one of them writes, and nothing between the two accesses orders them.
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
	return f.decide((*Fact).missingSyncwarp, violation{lanes: lanes, ways: f.races.Cases(), mask: noMask, detail: f.showRace})
}

// showRace adds the first race of an execution to a verdict.
func (f *Fact) showRace(e *prove.Execution, v *Verdict) {
	if found, happens := f.races.In(e); happens {
		v.Detail, v.Related = found, append(v.Related, found.Earlier)
	}
}

// MissingSyncthreads returns the verdicts on races between warps: threads of two warps of the block touch one byte of
// shared memory, at least one of them writes, and no barrier between the two accesses orders them.
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
	found := f.decide((*Fact).missingSyncthreads, violation{lanes: lanes, ways: f.races.Cases(), mask: noMask, sameWarp: f.races.Certain, plain: f.races.Plain(),
		detail: f.showRace})
	f.restOnShape(found)
	return found
}

// restOnShape makes verdicts unconfirmed if the race does not occur in another likely block with the same known
// extents. The kernel may be written only for blocks without the race.
func (f *Fact) restOnShape(found []Verdict) {
	j := f.rendezvous.j
	if len(found) == 0 || found[0].Certainty == Undecided {
		return
	}
	for _, s := range j.trace.Launch.OthersForWarps(j.trace.Root, f.races.DependsOnWarp()) {
		if in := j.insteadIn(s); !in.fits || in.races(f) {
			continue
		}
		for i := range found {
			found[i].Certainty, found[i].Reservation = Unconfirmed, Reservation{Cause: OfOneShape, Text: s.String()}
		}
		return
	}
}

// inLikelyBlock holds the races found in another likely block with the same known extents (restOnShape).
type inLikelyBlock struct {
	facts []*Fact
	// fits reports whether the arrays of the root are large enough for the block.
	fits bool
}

// insteadIn interprets the root in a block of shape s, with a budget of its own. If the budget does not suffice, the
// result has no races.
func (j *judge) insteadIn(s warp.Shape) *inLikelyBlock {
	if j.likelyBlocks[s] == nil {
		in, other := &inLikelyBlock{fits: true}, j.again()
		other.Blocks, other.Work = grid.Blocks{Shape: s, IsPossible: true, StandsFor: j.setting.Blocks.StandsFor, Premises: j.setting.Blocks.Premises},
			exec.NewMeter(j.t.Work.Limit, j.setting.Effort)
		if judged, ranOut := interpret(other); ranOut == nil {
			exec.WithinBudget(func() {
				if in.fits = judged.fits(); in.fits {
					judged.isLikelyBlock = true
					in.facts = judged.facts(nil)
				}
			})
		}
		j.likelyBlocks[s] = in
	}
	return j.likelyBlocks[s]
}

// races reports whether the block has a race at the same access and along the same calls as the fact f.
func (in *inLikelyBlock) races(f *Fact) (found bool) {
	for _, g := range in.facts {
		if f.isOf(g) && !found {
			exec.WithinBudget(func() {
				g.races.Find()
				answer, _ := g.rendezvous.oneByOne(g.rendezvous.j.meet.Premise(), g.races.Cases())
				found = answer == smt.Yes
			})
		}
	}
	return found
}

// raceFacts returns the accesses of a complete interpretation that may race with earlier ones, with easy questions
// first. The comparison may take too much work. If mayBePart is set, raceFacts then returns the accesses found so far,
// and leaves some work for the questions about them. If it is not set, raceFacts does not return then: running out of
// work ends the interpretation. The caller compares interpretations, and would take an access that is missing from the
// list for one without a race.
func (j *judge) raceFacts(mayBePart bool) []*Fact {
	candidates := race.Of(j.meet).Candidates
	if j.setting.BetweenWarps {
		candidates = race.AcrossWarps(j.meet, j.barriers).Candidates
	}
	var list []*race.Candidate
	compare := func() { list = slices.AppendSeq(list, candidates()) }
	if mayBePart {
		end := j.t.Work.Attempt()
		j.notCompared = exec.WithinBudget(compare)
		end()
	} else {
		compare()
	}
	slices.SortStableFunc(list, func(c, o *race.Candidate) int { return hardness(c) - hardness(o) })
	var facts []*Fact
	for _, c := range list {
		f := j.fact(j.rendezvous(c.Meeting))
		f.races, f.betweenWarps = c, j.setting.BetweenWarps
		facts = append(facts, f)
	}
	return facts
}

// askRaces computes the verdicts on the races of an interpretation, and calls see with the facts. It returns an error
// if some races were not looked for or not judged.
func (j *judge) askRaces(see func([]*Fact)) error {
	if ranOut := exec.WithinBudget(func() { j.facts(see) }); ranOut != nil {
		return ranOut
	}
	return j.notCompared
}

// hardness is the sort key of a candidate: 1 if questions about it are likely to be hard, 0 otherwise.
func hardness(c *race.Candidate) int {
	if c.IsHard() {
		return 1
	}
	return 0
}

// SharesWithOtherWarps reports whether a thread of another warp may also use a cell of the race, without a barrier of
// the block in between. In this case a barrier of the warp does not repair the race. It returns false only if it is
// proved that no thread may.
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

// mayMeetOtherWarps reports whether a thread of another warp may use a cell of the candidate's races, without a barrier
// of the block in between. It also returns true if a proof takes too much work.
func (j *judge) mayMeetOtherWarps(c *race.Candidate) bool {
	meets := true
	exec.WithinBudget(func() {
		if across := j.acrossWarps(); across != nil {
			meets = across.MayMeet(j.touchedBy(c), func(*cfg.Instr) bool { return false })
		}
	})
	return meets
}

// touchedBy returns all accesses that take part in the races of a candidate: its own access and the earlier ones.
func (j *judge) touchedBy(c *race.Candidate) map[trace.Chained]bool {
	touched := map[trace.Chained]bool{c.Meeting.Event.Chained(): true}
	for _, one := range c.Conflicts() {
		touched[one.Earlier.Chained()] = true
	}
	return touched
}

// acrossWarps compares the accesses of all threads of a block. If this interpretation records only races within a warp,
// it interprets the root again. It returns nil if this takes too much work.
func (j *judge) acrossWarps() *race.Across {
	if j.across != nil || j.isAcross {
		return j.across
	}
	j.isAcross = true
	if j.setting.Sliced.IsAcrossWarps() {
		j.across = race.AcrossWarps(j.meet, j.barriers)
		return j.across
	}
	s := j.again()
	s.Work = exec.NewMeter(s.Effort.Times(raceFloor), s.Effort)
	if s.Sliced, _ = slice.OfSharedInBlock(s.Root, s.Functions.Policy()); s.Sliced == nil {
		return nil
	}
	if next, ranOut := interpret(s); ranOut == nil {
		j.across = race.AcrossWarps(next.meet, block.Of(next.meet))
	}
	return j.across
}
