package check

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"reflect"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/repair"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
)

// A repair is proved before it is offered: the units that read the file are parsed and analysed
// again with the edits, in memory. The finding must be gone, as must its potential variant, no
// other finding of any rule may have come, at a place where there was none, and no more may be
// left out of the analysis than before. Where many findings have proposals they are tried
// together; where that fails, each half by itself, and the proposals of one finding in their
// order. What is accepted stays for the trials after it, so that all repairs of a run are proved
// together.

// maxTrials is how many trials a run makes: a trial costs what the units that it edits cost. With
// halves, one finding without a repair among a thousand takes ten of them. maxTrialWork is after how much work,
// in units of term.Meter, no more are made: a file that takes half a minute is tried a few times and not 64, so that a
// report with repairs costs at most some minutes more than one without.
const (
	maxTrials    = 64
	maxTrialWork = 6_000_000_000
)

// Rewritten is a file that repairs change.
type Rewritten struct {
	File          string
	Before, After []byte
}

// findingID is what makes two findings one.
type findingID struct {
	key string
	at  result.Place
}

func idOf(f *rules.Finding) findingID { return findingID{f.Key, result.PlaceOf(f.Pos)} }

func idsOf(found []rules.Finding) map[findingID]bool {
	ids := map[findingID]bool{}
	for i := range found {
		ids[idOf(&found[i])] = true
	}
	return ids
}

// propose asks for the repairs of the unit's findings while there is a tree.
func (u *analysis) propose(tree *ast.Unit, setbacks int) *result.Repairs {
	all := &result.Repairs{Setbacks: setbacks}
	texts := map[string][]byte{}
	text := func(file string) []byte {
		if texts[file] == nil {
			texts[file] = []byte(u.TextOf(file))
		}
		return texts[file]
	}
	for i := range u.Findings {
		f := &u.Findings[i]
		if f.IsUndecided() {
			continue
		}
		repairs, why := repair.Propose(tree, text, f)
		all.Proposals = append(all.Proposals, result.Proposal{Key: f.Key, At: result.PlaceOf(f.Pos), Repairs: repairs, Why: why})
	}
	return all
}

// setbacksIn counts what a repair must not add to.
func setbacksIn(tree *ast.Unit, done *lanes.Result) int {
	n := 0
	for _, d := range tree.Diagnostics {
		if d.Severity >= ast.Error {
			n++
		}
	}
	for _, note := range done.Notes {
		if note.Budget || note.Hides {
			n++
		}
	}
	return n
}

// candidate is a finding with proposals.
type candidate struct {
	*rules.Finding
	proposals []rules.Repair
}

// A prover tries repairs.
type prover struct {
	*checker
	ctx   context.Context
	units []*unit
	// proposals are those of the units, by finding.
	proposals []map[findingID]result.Proposal
	// accepted are the edits of the repairs that are proved.
	accepted []rules.Edit
	// trials is how many were made, and work what they took.
	trials, work int
	// texts are what files held when they were first edited, identities those of files.
	texts      map[string][]byte
	identities map[string]string
}

// repair proves repairs of the findings.
func (c *checker) repair(ctx context.Context, units []*unit, o *Outcome) {
	p := &prover{checker: c, ctx: ctx, units: units, texts: map[string][]byte{}, identities: map[string]string{}}
	for _, u := range units {
		p.proposals = append(p.proposals, proposalsOf(u))
	}
	var candidates []candidate
	for i := range o.Findings {
		f := &o.Findings[i]
		proposals, why := p.proposalsFor(f)
		if f.Unrepaired = why; len(proposals) > 0 {
			candidates = append(candidates, candidate{f, proposals})
		}
	}
	p.prove(candidates)
	o.Repaired = p.rewritten()
}

// proposalsOf are those of a unit, of several for one finding the last.
func proposalsOf(u *unit) map[findingID]result.Proposal {
	all := map[findingID]result.Proposal{}
	if u.Repairs != nil {
		for _, one := range u.Repairs.Proposals {
			all[findingID{one.Key, one.At}] = one
		}
	}
	return all
}

// proposalsFor are the proposals that all units with a finding make.
func (p *prover) proposalsFor(f *rules.Finding) ([]rules.Repair, rules.Unrepaired) {
	switch {
	case f.Pos.System || !p.loader.Quotable(f.Pos.File):
		return nil, rules.NotWritten
	case f.Alone != nil:
		return nil, rules.NotRun
	}
	var common []rules.Repair
	any := false
	for _, proposals := range p.proposals {
		here, known := proposals[idOf(f)]
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
	if len(common) == 0 {
		return nil, rules.NotWritten
	}
	return common, rules.NotAsked
}

// prove finds for each candidate the first proposal that is right.
func (p *prover) prove(candidates []candidate) {
	if len(candidates) == 0 {
		return
	}
	if p.accept(candidates, 0) {
		return
	}
	if half := len(candidates) / 2; half > 0 {
		p.prove(candidates[:half])
		p.prove(candidates[half:])
		return
	}
	for i := 1; i < len(candidates[0].proposals); i++ {
		if p.accept(candidates, i) {
			return
		}
	}
}

// spent is why no more is tried, NotAsked as long as there is no reason.
func (p *prover) spent() rules.Unrepaired {
	switch {
	case p.ctx.Err() != nil:
		return rules.Interrupted
	case p.trials >= maxTrials || p.work >= maxTrialWork:
		return rules.OutOfTrials
	}
	return rules.NotAsked
}

// accept tries the i-th proposals of all candidates together, and takes them when they are right;
// else it keeps the reason.
func (p *prover) accept(candidates []candidate, i int) bool {
	edits := slices.Clone(p.accepted)
	for _, c := range candidates {
		edits = append(edits, c.proposals[i].Edits...)
	}
	why := p.spent()
	if why == rules.NotAsked {
		why = p.judge(candidates, edits)
	}
	if why != rules.NotAsked && p.ctx.Err() != nil { // what was under way was not finished
		why = rules.Interrupted
	}
	for _, c := range candidates {
		if c.Unrepaired = why; why == rules.NotAsked {
			c.Repair = &c.proposals[i]
		}
	}
	if why != rules.NotAsked {
		return false
	}
	p.accepted = edits
	return true
}

// judge says what is wrong with edits, NotAsked when the findings are gone and no other came.
func (p *prover) judge(candidates []candidate, list []rules.Edit) rules.Unrepaired {
	if _, ok := p.editsOf(list); !ok {
		return rules.Unproved
	}
	p.trials++
	units := p.reading(list)
	results := make([]*trial, len(units))
	runJobs(p.ctx, p.workers(), len(units), func(i int) { results[i] = p.try(units[i], list) })
	for _, t := range results {
		if t != nil {
			p.work += t.Work
		}
	}
	before, after, run := map[findingID]bool{}, map[findingID]bool{}, map[result.Place]bool{}
	for i, u := range units {
		if results[i] == nil || u.Repairs == nil || results[i].Setbacks > u.Repairs.Setbacks {
			return rules.Unproved
		}
		maps.Copy(before, idsOf(u.Findings))
		maps.Copy(after, idsOf(results[i].Findings))
		for _, at := range results[i].Run {
			run[at] = true
		}
	}
	for id := range after {
		if !before[id] {
			return rules.Unproved
		}
	}
	for _, c := range candidates {
		switch {
		case len(c.Contexts) == 0 && !run[result.PlaceOf(c.Pos)]: // one of a text that nothing was asked of before
			return rules.NotRun
		case isAmong(after, c.Finding):
			return rules.Unproved
		}
	}
	return rules.NotAsked
}

// isAmong reports a finding or another of the same rule and its variants at its place.
func isAmong(ids map[findingID]bool, f *rules.Finding) bool {
	rule := rules.ByKey(f.Key)
	for _, other := range rules.All() {
		isKin := other == rule || other.PotentialOf == rule.Key || rule.PotentialOf == other.Key
		if isKin && ids[findingID{other.Key, result.PlaceOf(f.Pos)}] {
			return true
		}
	}
	return false
}

// editsOf are edits for the parser, false where some overlap.
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

// textOf is what a file of the units holds, nil for others.
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

// identityOf is [load.Identity], which follows links, asked once for each file.
func (p *prover) identityOf(file string) string {
	if _, known := p.identities[file]; !known {
		p.identities[file] = load.Identity(file)
	}
	return p.identities[file]
}

// reading are the units that read a file which is edited.
func (p *prover) reading(list []rules.Edit) []*unit {
	edited := map[string]bool{}
	for _, one := range list {
		edited[p.identityOf(one.File)] = true
	}
	isEdited := func(file string) bool { return edited[p.identityOf(file)] }
	return slices.DeleteFunc(slices.Clone(p.units), func(u *unit) bool { return !slices.ContainsFunc(u.Files, isEdited) })
}

// rewritten are the files with all repairs.
func (p *prover) rewritten() []Rewritten {
	edits, _ := p.editsOf(p.accepted)
	var files []Rewritten
	for file := range edits {
		before, after := p.textOf(file), edits.Apply(file)
		if !bytes.Equal(before, after) {
			files = append(files, Rewritten{file, before, after})
		}
	}
	slices.SortFunc(files, func(a, b Rewritten) int { return cmp.Compare(a.File, b.File) })
	return files
}

// trial is what a unit comes to with edits.
type trial struct {
	Findings []rules.Finding
	Setbacks int
	// Work is what the analysis took.
	Work int
	// Run are the places of collectives that a kernel of the unit comes to.
	Run []result.Place
}

// written is where the text of a fact's collective stands: in the definition of a macro, or where
// the fact is reported.
func written(fact *lanes.Fact) ast.Pos {
	if fact.Pos.Macro != nil {
		return *fact.Pos.Macro
	}
	return fact.Pos
}

// try analyses a unit with edits, nil where that goes wrong.
func (p *prover) try(u *unit, list []rules.Edit) *trial {
	if u.Repairs == nil {
		return nil
	}
	asked := u.asked
	asked.Job.Found, asked.Job.Arch, asked.Job.Searched = u.Repairs.Found, u.Repairs.Arch, u.Repairs.Searched
	for _, one := range list {
		asked.Job.Edits = append(asked.Job.Edits,
			load.EditOf{File: one.File, Edit: frontend.Edit{Offset: one.Offset, Removed: one.Removed, Text: one.Text}})
	}
	a, err := p.ask(p.ctx, message{Try: &asked}, p.limitsOf(u))
	if err != nil {
		return nil
	}
	return a.Trial
}

// tryEdits analyses a job with edits, nil where that goes wrong.
func tryEdits(loader *load.Loader, asked request, dependencies *load.Dependencies) (t *trial) {
	defer func() {
		if recover() != nil {
			t = nil
			dependencies.Lose()
		}
	}()
	job, err := loader.JobOf(asked.Job)
	if err != nil {
		dependencies.Lose()
		return nil
	}
	job.Dependencies = dependencies
	tree, err := job.Read()
	if err != nil {
		return nil
	}
	t = &trial{}
	u := newAnalysis(job, asked)
	defer u.session.Close()
	u.doubts = u.doubtsOf(tree)
	program := lower.Build(tree)
	found, done := u.ask(program, nil, func(facts []*lanes.Fact) []rules.Finding {
		for _, fact := range facts {
			if fact.Context.Root.Kernel {
				t.Run = append(t.Run, result.PlaceOf(written(fact)))
			}
		}
		return rules.Collect(facts, machine(false), u.doubts.of)
	})
	found = append(found, u.doubts.certain(rules.InProgram(program, u.model()))...)
	t.Findings, t.Setbacks, t.Work = rules.Merge(found), setbacksIn(tree, done), done.AllWork
	return t
}
