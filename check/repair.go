package check

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"reflect"
	"slices"
	"sync/atomic"
	"time"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
)

// RepairRounds bounds how many times repairs are written and the edited files are analysed again. If a repair shows a
// fault that no run had shown before, the next round repairs that fault.
const RepairRounds = 4

// A repair is proved before it is offered. The units that read the file are parsed and analysed again with the edits,
// in memory (trial.go). The repair is right under four conditions. The finding and its potential variant are gone. No
// finding of any rule appears at a place that had none. The analysis leaves out no more than before. No run of the
// concrete machine shows a new fault.
//
// Findings in files that one unit reads together form a case. Cases are independent. A case tries the proposals of all
// its findings together. The first unit that objects ends the trial. The findings that remain in this unit are tried
// again with their next proposals, the others with their present ones. If no finding is to blame, each half of the
// findings is tried separately. Accepted edits are part of all later trials, so that all repairs of a case are proved
// together. Refused proposals are tried again with them, so that a second run has nothing left to do. A repair that
// works only together with another one is lost. That costs a proposal, and never accepts a wrong one.
//
// At the end, each accepted repair is left out once. If no finding appears again without it, the repair is dropped,
// because another repair removes its finding, too.
//
// Safe repairs are proved first and without guesses, because they may be written alone. Then the guesses are proved
// with them.

// Trials are bounded by their work, in units of term.Meter. The bound of a case is the sum of two parts. The first is
// the work of its units' analyses and of some readings of each, at most maxTrialWork (a minute). The second is an equal
// share of leastTrialWork, which all cases divide. So a run with repairs takes at most a few times as long as one
// without, for any number of files.
const (
	leastTrialWork  = 3_000_000_000
	maxTrialWork    = 6_000_000_000
	readingsOfAUnit = 4
)

// Rewritten is a file that repairs change.
type Rewritten struct {
	File          string
	Before, After []byte
}

// candidate is a finding with its proposals, and the repair that was proved among them.
type candidate struct {
	finding   *rules.Finding
	proposals []rules.Repair
	// next is the index of the proposal to try. end is the index after the last proposal that may be tried in this
	// phase.
	next, end int
	// units lists the units that read a file that some proposal edits.
	units  []*unit
	proved *rules.Repair
	why    rules.Unrepaired
}

// isLeft reports whether a proposal is left to try.
func (c *candidate) isLeft() bool { return c.next < c.end }

// prover tries the repairs of a case.
type prover struct {
	*checker
	ctx        context.Context
	candidates []*candidate
	// units lists the units that read the files of the edits. Those with little work are first: if one of these rejects
	// the edits, the others need not be analysed.
	units []*unit
	// atOnce is the number of units that are tried at the same time.
	atOnce int
	// accepted holds the edits of all proved repairs. safe holds the edits of the proved safe repairs.
	accepted, safe []rules.Edit
	// work is the work of all trials so far, and maxWork its bound, both in units of term.Meter.
	work, maxWork int
	// took is the duration of all trials, in nanoseconds.
	took atomic.Int64
	// texts caches the contents of the files that edits change.
	texts map[string][]byte
}

// proposed returns a candidate for each finding that has proposals. It sets the field Unrepaired of each finding.
func (c *checker) proposed(units []*unit, o *Outcome) (candidates []*candidate) {
	proposed := proposalsOf(units)
	for i := range o.Findings {
		f := &o.Findings[i]
		proposals, why := c.proposalsFor(f, proposed)
		if f.Unrepaired = why; len(proposals) > 0 {
			candidates = append(candidates, &candidate{finding: f, proposals: proposals, why: rules.Interrupted})
		}
	}
	return candidates
}

// repair proves repairs of the findings in o, and stores in each finding its repair, or why it has none.
func (c *checker) repair(ctx context.Context, units []*unit, o *Outcome) {
	candidates := c.proposed(units, o)
	provers := c.provers(ctx, units, candidates)
	done := runJobs(ctx, c.workers(), len(provers), func(i int) { provers[i].run() })
	for i, p := range provers {
		o.Stats.Seconds["trials"] += time.Duration(p.took.Load()).Seconds()
		for _, one := range p.candidates {
			one.finding.Unrepaired = rules.Interrupted
			if done[i] {
				one.finding.Repair, one.finding.Unrepaired = one.proved, one.why
			}
		}
		if done[i] {
			o.Repaired = append(o.Repaired, p.rewritten(p.safe)...)
			o.RepairedByGuess = append(o.RepairedByGuess, p.rewritten(p.accepted)...)
		}
	}
	for _, list := range [][]Rewritten{o.Repaired, o.RepairedByGuess} {
		slices.SortFunc(list, func(a, b Rewritten) int { return cmp.Compare(a.File, b.File) })
	}
}

// provers returns one prover for each case of the candidates.
func (c *checker) provers(ctx context.Context, units []*unit, candidates []*candidate) []*prover {
	cases := casesOf(units, candidates)
	for _, p := range cases {
		p.checker, p.ctx, p.texts = c, ctx, map[string][]byte{}
		p.atOnce = max(1, c.workers()/len(cases))
		for _, u := range p.units {
			p.maxWork += u.Work + readingsOfAUnit*readingWork
		}
		p.maxWork = min(p.maxWork, maxTrialWork) + leastTrialWork/len(cases)
		slices.SortStableFunc(p.units, func(a, b *unit) int { return cmp.Compare(a.Work, b.Work) })
	}
	return cases
}

// casesOf divides candidates into cases. Two candidates are in one case if some unit reads the files of both.
func casesOf(units []*unit, candidates []*candidate) []*prover {
	readers := readersOf(units, candidates)
	var cases []*prover
	for _, one := range candidates {
		one.units = one.readBy(readers)
		joined := &prover{}
		cases = slices.DeleteFunc(cases, func(other *prover) bool {
			isOne := slices.ContainsFunc(other.units, one.isReadBy)
			if isOne {
				joined.candidates = append(joined.candidates, other.candidates...)
				joined.units = append(joined.units, other.units...)
			}
			return isOne
		})
		joined.candidates = append(joined.candidates, one)
		for _, u := range one.units {
			joined.units = distinct.Append(joined.units, u)
		}
		cases = append(cases, joined)
	}
	return cases
}

// readersOf returns the units that read the files of candidates' edits, by the name of the file in the edit.
func readersOf(units []*unit, candidates []*candidate) map[string][]*unit {
	named := map[string][]string{} // named maps the identity of a file, which is the same for all links to it, to the names in the edits
	readers := map[string][]*unit{}
	for _, c := range candidates {
		for _, edit := range c.edits() {
			if _, known := readers[edit.File]; !known {
				readers[edit.File] = nil
				id := load.Identity(edit.File)
				named[id] = append(named[id], edit.File)
			}
		}
	}
	identities := map[string]string{}
	for _, u := range units {
		for _, file := range u.Files {
			if _, known := identities[file]; !known {
				identities[file] = load.Identity(file)
			}
			for _, name := range named[identities[file]] {
				readers[name] = append(readers[name], u)
			}
		}
	}
	return readers
}

// edits returns the edits of all proposals.
func (c *candidate) edits() []rules.Edit {
	var all []rules.Edit
	for _, one := range c.proposals {
		all = append(all, one.Edits...)
	}
	return all
}

// readBy returns the units that read a file of the proposals.
func (c *candidate) readBy(readers map[string][]*unit) []*unit {
	var all []*unit
	for _, edit := range c.edits() {
		for _, u := range readers[edit.File] {
			all = distinct.Append(all, u)
		}
	}
	return all
}

func (c *candidate) isReadBy(u *unit) bool { return slices.Contains(c.units, u) }

// proposalsOf returns the proposals of each unit, by finding. If a unit has several for a finding, the last counts.
func proposalsOf(units []*unit) []map[result.Found]result.Proposal {
	var proposed []map[result.Found]result.Proposal
	for _, u := range units {
		all := map[result.Found]result.Proposal{}
		if u.Repairs != nil {
			for _, one := range u.Repairs.Proposals {
				all[one.For] = one
			}
		}
		proposed = append(proposed, all)
	}
	return proposed
}

// proposalsFor returns the proposals that all units with the finding f make. If there are none, it returns the reason.
func (c *checker) proposalsFor(f *rules.Finding, proposed []map[result.Found]result.Proposal) ([]rules.Repair, rules.Unrepaired) {
	switch {
	case f.Pos.System || !c.loader.Quotable(f.Pos.File) || load.IsEmbedded(f.Pos.File):
		return nil, rules.NotWritten
	case f.Alone != nil:
		return nil, rules.NotRun
	}
	var common []rules.Repair
	any := false
	for _, proposals := range proposed {
		here, known := proposals[result.FoundOf(f)]
		switch {
		case !known:
			continue
		case len(here.Repairs) == 0:
			return nil, here.Why
		case !any:
			common, any = slices.Clone(here.Repairs), true
		default:
			common = slices.DeleteFunc(common, func(r rules.Repair) bool {
				return !slices.ContainsFunc(here.Repairs, func(other rules.Repair) bool { return reflect.DeepEqual(r, other) })
			})
		}
	}
	common = slices.DeleteFunc(common, c.editsOthers)
	if len(common) == 0 {
		return nil, rules.NotWritten
	}
	return common, rules.NotTried
}

// editsOthers reports whether a repair edits a file that is not the user's.
func (c *checker) editsOthers(r rules.Repair) bool {
	return slices.ContainsFunc(r.Edits, func(e rules.Edit) bool { return !c.loader.Quotable(e.File) })
}

// run proves the repairs of a case: first the safe ones, then the guesses if the options ask for them.
func (p *prover) run() {
	for _, c := range p.candidates {
		c.end = len(c.proposals)
		if first := slices.IndexFunc(c.proposals, func(r rules.Repair) bool { return r.Unsafe }); first >= 0 {
			c.end = first
		}
	}
	p.proveRepeatedly()
	p.leaveOut()
	p.safe = p.accepted
	for _, c := range p.candidates {
		if c.proved == nil && c.end < len(c.proposals) {
			c.next, c.end = c.end, len(c.proposals)
			c.why = rules.OnlyGuessed
		}
	}
	if p.options.Guesses {
		p.proveRepeatedly()
		p.leaveOut()
	}
}

// proveRepeatedly proves the candidates that are not proved yet. It tries refused ones again after other repairs were
// accepted.
func (p *prover) proveRepeatedly() {
	open := slices.DeleteFunc(slices.Clone(p.candidates), func(c *candidate) bool { return c.proved != nil || !c.isLeft() })
	for len(open) > 0 {
		first := map[*candidate]int{}
		for _, c := range open {
			first[c] = c.next
		}
		p.prove(open)
		news := slices.DeleteFunc(slices.Clone(open), func(c *candidate) bool { return c.proved == nil })
		open = slices.DeleteFunc(open, func(c *candidate) bool {
			return c.proved != nil || c.why != rules.Unproved || !slices.ContainsFunc(news, c.sharesKernel)
		})
		for _, c := range open {
			c.next = first[c]
		}
	}
}

// sharesKernel reports whether the findings of two different candidates are in one kernel.
func (c *candidate) sharesKernel(other *candidate) bool {
	return c != other && slices.ContainsFunc(c.finding.Kernels, func(k string) bool { return slices.Contains(other.finding.Kernels, k) })
}

// leaveOut drops the repairs that are not needed, the last one first. A repair is not needed if no finding appears
// again without it. A finding whose repair is dropped gets the repair of the nearest candidate.
func (p *prover) leaveOut() {
	for _, c := range slices.Backward(p.candidates) {
		nearest := p.nearest(c)
		if nearest == nil || p.spent() != rules.NotAsked {
			continue
		}
		own, holders := c.proved, p.holdersOf(c.proved)
		give(holders, nil)
		rest := p.provedEdits()
		give(holders, own)
		if p.judge(p.proved(), rest).isRight {
			give(holders, nearest.proved)
			p.accepted = rest
		}
	}
}

func give(candidates []*candidate, r *rules.Repair) {
	for _, c := range candidates {
		c.proved = r
	}
}

// nearest returns a candidate with another proved repair that is at the place of c or shares a kernel with c. It
// prefers the last candidate whose first edit is not after that of c. It returns nil if there is none, or if c has no
// repair. It also returns nil if the repair of c must stay, because an edit elsewhere cannot repair c, or because the
// repair is one of the safe ones.
func (p *prover) nearest(c *candidate) (nearest *candidate) {
	if c.proved == nil || !c.finding.HasOtherPlaces() || slices.Contains(p.safe, c.proved.Edits[0]) {
		return nil
	}
	for _, other := range p.candidates {
		if other.proved == nil || isOneRepair(other.proved, c.proved) || !c.sharesKernel(other) && !c.finding.Pos.IsAt(other.finding.Pos) {
			continue
		}
		if nearest == nil || other.proved.Edits[0].Offset <= c.proved.Edits[0].Offset {
			nearest = other
		}
	}
	return nearest
}

func isOneRepair(a, b *rules.Repair) bool { return slices.Equal(a.Edits, b.Edits) }

// proved returns the candidates with a proved repair. holdersOf returns the candidates whose proved repair is r.
func (p *prover) proved() []*candidate {
	return slices.DeleteFunc(slices.Clone(p.candidates), func(c *candidate) bool { return c.proved == nil })
}

func (p *prover) holdersOf(r *rules.Repair) []*candidate {
	return slices.DeleteFunc(p.proved(), func(c *candidate) bool { return !isOneRepair(c.proved, r) })
}

// provedEdits returns the edits of all proved repairs.
func (p *prover) provedEdits() (edits []rules.Edit) {
	for _, c := range p.candidates {
		if c.proved != nil {
			edits = distinct.Append(edits, c.proved.Edits...)
		}
	}
	return edits
}

// prove finds, for each candidate, the first proposal that is right together with the accepted edits.
func (p *prover) prove(candidates []*candidate) {
	if len(candidates) == 0 {
		return
	}
	edits, why := p.editsWith(candidates), p.spent()
	if why != rules.NotAsked {
		giveUp(candidates, why)
		return
	}
	judged := p.judge(candidates, edits)
	switch {
	case judged.isRight:
		p.accepted = edits
		for _, c := range candidates {
			c.proved, c.why = &c.proposals[c.next], rules.NotAsked
		}
	case p.ctx.Err() != nil: // the run was interrupted before the trial was finished
		giveUp(candidates, rules.Interrupted)
	case len(judged.against) == 0 && len(candidates) > 1:
		half := len(candidates) / 2
		p.prove(candidates[:half])
		p.prove(candidates[half:])
	case len(judged.against) == 0:
		p.proveNext(candidates, rules.Unproved)
	default:
		p.prove(slices.DeleteFunc(slices.Clone(candidates), func(c *candidate) bool { return slices.Contains(judged.against, c) }))
		p.proveNext(judged.against, judged.why)
	}
}

// proveNext records the reason why the present proposals are refused, and tries the next proposal of each candidate
// that has one.
func (p *prover) proveNext(candidates []*candidate, reason rules.Unrepaired) {
	giveUp(candidates, reason)
	for _, c := range candidates {
		c.next++
	}
	p.prove(slices.DeleteFunc(slices.Clone(candidates), func(c *candidate) bool { return !c.isLeft() }))
}

// giveUp records why candidates have no repair.
func giveUp(candidates []*candidate, reason rules.Unrepaired) {
	for _, c := range candidates {
		c.why = reason
	}
}

// editsWith returns the accepted edits, and the edits of each candidate's next proposal.
func (p *prover) editsWith(candidates []*candidate) []rules.Edit {
	edits := slices.Clone(p.accepted)
	for _, c := range candidates {
		edits = distinct.Append(edits, c.proposals[c.next].Edits...)
	}
	return edits
}

// spent returns the reason if no more trials may be made. It returns NotAsked if more may be made.
func (p *prover) spent() rules.Unrepaired {
	switch {
	case p.ctx.Err() != nil:
		return rules.Interrupted
	case p.work >= p.maxWork:
		return rules.OutOfTrials
	}
	return rules.NotAsked
}

// judgement is the result of a trial of candidates.
type judgement struct {
	isRight bool
	// against lists the candidates to blame, and why is the reason. against is empty if the trial failed for another
	// reason.
	against []*candidate
	why     rules.Unrepaired
}

// judge tries the edits in list. They are right if the findings of the candidates are gone, no new finding has
// appeared, and judgeRun agrees.
func (p *prover) judge(candidates []*candidate, list []rules.Edit) judgement {
	if _, ok := p.editsOf(list); !ok {
		return judgement{}
	}
	trials := p.tryAll(candidates, list)
	for _, t := range trials {
		if t != nil {
			p.work += t.Work
		}
	}
	last := trials[len(trials)-1]
	switch {
	case last == nil:
		return judgement{}
	case !last.isAgainst():
		return judgeRun(candidates, trials)
	}
	left := slices.DeleteFunc(slices.Clone(candidates), func(c *candidate) bool {
		return !slices.Contains(last.Remaining, result.FoundOf(c.finding))
	})
	return judgement{against: left, why: rules.Unproved}
}

// judgeRun judges trials without objections. If no kernel reached the code of a finding before the edits, some trial
// must reach it now. Otherwise the trials show nothing about the finding.
func judgeRun(candidates []*candidate, trials []*trial) judgement {
	run := map[result.Place]bool{}
	for _, t := range trials {
		for _, at := range t.Run {
			run[at] = true
		}
	}
	never := slices.DeleteFunc(slices.Clone(candidates), func(c *candidate) bool {
		return len(c.finding.Contexts) > 0 || c.finding.Run != nil || c.finding.IsOfDeclaration() || run[result.PlaceOf(c.finding.Pos)]
	})
	return judgement{isRight: len(never) == 0, against: never, why: rules.NotRun}
}

// tryAll tries edits in the units of the candidates. It returns the trials up to the first unit that objects,
// independent of the number of workers.
func (p *prover) tryAll(candidates []*candidate, list []rules.Edit) []*trial {
	isAsked := func(u *unit) bool {
		return slices.ContainsFunc(candidates, func(c *candidate) bool { return c.isReadBy(u) })
	}
	units := slices.DeleteFunc(slices.Clone(p.units), func(u *unit) bool { return !isAsked(u) })
	before := foundBefore(units)
	var repaired []result.Found
	for _, c := range candidates {
		repaired = append(repaired, result.FoundOf(c.finding))
	}
	trials := make([]*trial, len(units))
	var last atomic.Int64
	last.Store(int64(len(units)) - 1)
	runJobs(p.ctx, p.atOnce, len(units), func(i int) {
		if int64(i) > last.Load() {
			return
		}
		if trials[i] = p.try(units[i], list, repaired, before); !trials[i].isAgainst() {
			return
		}
		for known := last.Load(); int64(i) < known && !last.CompareAndSwap(known, int64(i)); {
			known = last.Load()
		}
	})
	return trials[:last.Load()+1]
}

// foundBefore returns the findings of units before any edit. It includes findings that a definite finding at the same
// place hides.
func foundBefore(units []*unit) []result.Found {
	before := map[result.Found]bool{}
	for _, u := range units {
		maps.Copy(before, setOf(u.Findings))
		if u.Repairs == nil {
			continue
		}
		for _, root := range u.Repairs.Roots {
			for _, one := range root.Found {
				before[one] = true
			}
		}
	}
	return slices.SortedFunc(maps.Keys(before), result.CompareFound)
}

// editsOf returns edits in the form for the parser, and false if some of them overlap.
func (p *prover) editsOf(list []rules.Edit) (frontend.Edits, bool) {
	edits := frontend.Edits{}
	for _, one := range list {
		text := p.textOf(one.File)
		if text == nil || !edits.Add(one.File, text, frontend.Edit{Offset: one.Offset, Removed: one.Removed, Text: one.Text}) {
			return nil, false
		}
	}
	return edits, true
}

// textOf returns the content of a file that some unit of the case reads, nil for other files.
func (p *prover) textOf(file string) []byte {
	if text, known := p.texts[file]; known {
		return text
	}
	for _, u := range p.units {
		if slices.Contains(u.Files, file) {
			p.texts[file] = []byte(u.TextOf(file))
			break
		}
	}
	return p.texts[file]
}

// rewritten returns the files that the edits in list change, in no particular order.
func (p *prover) rewritten(list []rules.Edit) []Rewritten {
	edits, _ := p.editsOf(list)
	var files []Rewritten
	for file := range edits {
		before, after := p.textOf(file), edits.Apply(file)
		if !bytes.Equal(before, after) {
			files = append(files, Rewritten{file, before, after})
		}
	}
	return files
}
