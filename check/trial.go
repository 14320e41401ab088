package check

import (
	"slices"
	"time"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/identity"
	"github.com/warpcheck/warpcheck/check/replay"
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// A trial analyses a unit with edits. It parses and lowers the whole unit, but interprets only the roots that the edits
// change. These are the roots with new keys (identity.InReadings). The other roots keep their findings. The trial ends
// after the first root that objects to the edits. Finally, the concrete machine runs the changed kernels. These runs
// must show no fault that the unedited program did not have.

// readingWork is the assumed work of parsing and lowering a unit, in units of term.Meter. It corresponds to one second,
// and most real units take less.
const readingWork = 100_000_000

// trialOf is the request for a trial: the unit with edits, and the findings of its analysis without them.
type trialOf struct {
	Unit request
	// Known lists the roots as analysed without the edits. Setbacks is the number of things that made that analysis
	// incomplete: errors of the parser, and setbacks of roots.
	Known    []result.Root
	Setbacks int
	// Repaired lists the findings that the edits should remove. Before lists all findings of all units without the
	// edits.
	Repaired, Before []result.Found
}

// trial is the result of a trial in one unit.
type trial struct {
	// Remaining lists findings that the edits should remove but do not. IsWorse reports whether there is a new finding,
	// or whether more parts were not analysed (setbacks) than before.
	Remaining []result.Found
	IsWorse   bool
	// Work is the work of the trial, in units of term.Meter.
	Work int
	// Run lists the places of collectives, and of accesses to shared memory, that changed kernels of the unit reach.
	Run []result.Place
}

// isAgainst reports whether the unit objects to the edits. A failed trial counts as an objection.
func (t *trial) isAgainst() bool { return t == nil || t.IsWorse || len(t.Remaining) > 0 }

// propose returns the proposals of repairs for the unit's findings. It needs the syntax tree.
func (u *analysis) propose(tree parsed) []result.Proposal {
	var all []result.Proposal
	texts := map[string][]byte{}
	text := func(file string) []byte {
		if texts[file] == nil {
			texts[file] = []byte(u.TextOf(file))
		}
		return texts[file]
	}
	propose := tree.Propose(text)
	for i := range u.Findings {
		f := &u.Findings[i]
		if f.IsOpen() || f.IsOfTile() {
			continue // not proposed: trials assume that an open tile is a whole warp
		}
		repairs, why := propose(f)
		all = append(all, result.Proposal{For: result.FoundOf(f), Repairs: repairs, Why: why})
	}
	return all
}

// repairsOf returns the repairs that are proposed for the unit. If there are any, it adds for each root the findings
// and the number of parts that were not analysed (setbacks). A trial compares them with those of the repaired code.
func (u *analysis) repairsOf(tree parsed, program *cfg.Program, found map[*cfg.Func][]result.Found, done *lanes.Result) *result.Repairs {
	all := &result.Repairs{Proposals: u.propose(tree), Setbacks: errorsIn(tree)}
	setbacks := setbacksOf(done)
	for _, n := range setbacks {
		all.Setbacks += n
	}
	if !slices.ContainsFunc(all.Proposals, func(p result.Proposal) bool { return len(p.Repairs) > 0 }) {
		return all
	}
	keys := identity.InReadings(program)
	for _, root := range program.Roots {
		if is, has := keys[root]; has {
			all.Roots = append(all.Roots, result.Root{Is: is, Found: found[root], Setbacks: setbacks[root]})
		}
	}
	return all
}

// errorsIn returns the number of the parser's errors. setbacksOf returns, for each root, the number of parts that were
// not analysed. A repair must increase neither number.
func errorsIn(tree parsed) int {
	n := 0
	for _, d := range tree.Messages() {
		if d.Severity >= source.Error {
			n++
		}
	}
	return n
}

func setbacksOf(done *lanes.Result) map[*cfg.Func]int {
	of := map[*cfg.Func]int{}
	for _, note := range done.Notes {
		if note.Budget || note.Hides {
			of[note.Root]++
		}
	}
	return of
}

// foundIn returns the identities of findings, in their order. It leaves out findings that forbid calls of collectives,
// because a repair may add a call.
func foundIn(findings []rules.Finding) []result.Found {
	var all []result.Found
	for i := range findings {
		if findings[i].Forbidden == nil {
			all = append(all, result.FoundOf(&findings[i]))
		}
	}
	return all
}

// written returns the place where a fact's collective is written: in the definition of a macro, or else where the fact
// is reported.
func written(fact *lanes.Fact) source.Pos {
	if fact.Pos.Macro != nil {
		return *fact.Pos.Macro
	}
	return fact.Pos
}

// try analyses a unit with the edits in list. repaired lists the findings that should disappear, and earlier all
// findings without the edits. It returns nil if the trial fails.
func (p *prover) try(u *unit, list []rules.Edit, repaired, earlier []result.Found) *trial {
	if u.Repairs == nil {
		return nil
	}
	asked := trialOf{Unit: u.asked, Known: u.Repairs.Roots, Setbacks: u.Repairs.Setbacks, Repaired: repaired, Before: earlier}
	job := &asked.Unit.Job
	job.Found, job.Arch, job.Searched = u.Repairs.Found, u.Repairs.Arch, u.Repairs.Searched
	for _, one := range list {
		job.Edits = append(job.Edits,
			load.EditOf{File: one.File, Edit: frontend.Edit{Offset: one.Offset, Removed: one.Removed, Text: one.Text}})
	}
	started := time.Now()
	a, err := p.ask(p.ctx, message{Try: &asked}, p.limitsOf(u))
	p.took.Add(int64(time.Since(started)))
	if err != nil {
		return nil
	}
	return a.Trial
}

// tryEdits analyses a job with edits. It returns nil if that fails.
func tryEdits(loader *load.Loader, task trialOf, dependencies *load.Dependencies) (t *trial) {
	defer func() {
		if recover() != nil {
			t = nil
			dependencies.Lose()
		}
	}()
	job, err := loader.JobOf(task.Unit.Job)
	if err != nil {
		dependencies.Lose()
		return nil
	}
	job.Dependencies = dependencies
	tree, err := parse(job)
	if err != nil {
		return nil
	}
	u := newAnalysis(job, task.Unit)
	u.doubts = u.doubtsOf(tree)
	return u.try(tree, &task)
}

// trialInProgress is a trial during the analysis of its roots.
type trialInProgress struct {
	*trial
	// repaired maps a finding to the finding that the edits should remove. Its entries are that finding itself, and the
	// findings of variants of the rule at the same place. before is the set of all findings without the edits.
	repaired map[result.Found]result.Found
	before   map[result.Found]bool
	setbacks int
}

// begin returns a new trial. setbacks is the number of setbacks before any root is analysed.
func (asked *trialOf) begin(setbacks int) *trialInProgress {
	t := &trialInProgress{&trial{Work: readingWork}, map[result.Found]result.Found{}, map[result.Found]bool{}, setbacks}
	for _, one := range asked.Repaired {
		for _, variant := range variantsOf(one) {
			t.repaired[variant] = one
		}
	}
	for _, one := range asked.Before {
		t.before[one] = true
	}
	return t
}

// try analyses the roots that the edits have changed: all roots that are not in task.Known.
func (u *analysis) try(tree parsed, task *trialOf) *trial {
	t := task.begin(errorsIn(tree))
	program := tree.Program()
	changed := t.changed(program, task.Known)
	t.compare(foundIn(u.doubts.certain(rules.InProgram(program, u.model(), u.runsOf(program)))))
	shapes := map[*cfg.Func][]warp.Shape{}
	done := u.interpret(program, func(root *cfg.Func) bool { return changed[root] && !t.isAgainst() }, func(facts []*lanes.Fact) {
		t.compare(foundIn(rules.Collect(facts, replay.Machine(false), rules.Doubt{Compiled: u.doubts.of})))
		for _, fact := range facts {
			if root := fact.Context.Root; root.Kernel {
				t.Run = append(t.Run, result.PlaceOf(written(fact)))
				if shape := runnable(fact.Context.Shape); !slices.Contains(shapes[root], shape) {
					shapes[root] = append(shapes[root], shape)
				}
			}
		}
	})
	t.Work += done.AllWork
	for _, n := range setbacksOf(done) {
		t.setbacks += n
	}
	t.IsWorse = t.IsWorse || t.setbacks > task.Setbacks
	for _, root := range program.Roots {
		if list := shapes[root]; len(list) > 0 && !t.isAgainst() {
			t.watch(replay.Faults(root, list[:min(len(list), shapesRun)], u.model(), premisesOf(program, root)), u.isAsked)
		}
	}
	return t.trial
}

// isAsked reports whether the rules of the run look for faults of a kind.
func (u *analysis) isAsked(kind replay.FaultKind) bool {
	switch kind {
	case replay.RaceOfLanes:
		return u.request.Races
	case replay.RaceOfWarps:
		return u.request.BlockRaces
	}
	return true
}

// shapesRun is the number of block shapes for which the concrete machine runs a kernel in a trial.
const shapesRun = 2

// runnable returns a block in which all extents are known. It replaces an unknown extent by 64 along x and by 1 along y
// and z.
func runnable(known *warp.Shape) warp.Shape {
	shape := warp.Shape{}
	if known != nil {
		shape = *known
	}
	for i, least := range [...]int{2 * warp.Size, 1, 1} {
		if shape[i] == 0 {
			shape[i] = least
		}
	}
	return shape
}

// premisesOf returns the premises that all launches of a kernel share.
func premisesOf(program *cfg.Program, kernel *cfg.Func) (premises []*cfg.Premise) {
	isFirst := true
	for _, launch := range program.Launches {
		switch {
		case launch.Kernel != kernel.Decl:
			continue
		case isFirst:
			premises, isFirst = launch.Premises, false
		default:
			premises = cfg.CommonPremises(premises, launch.Premises)
		}
	}
	return premises
}

// variantsOf returns the findings at the place of `found` that differ from it at most in certainty: those of its rule,
// of the potential variants of this rule, and of the rule that it is a potential variant of.
func variantsOf(found result.Found) []result.Found {
	var variants []result.Found
	rule := rules.ByKey(found.Key)
	for _, other := range rules.All() {
		if other == rule || other.PotentialOf == rule.Key || rule.PotentialOf == other.Key {
			variants = append(variants, result.Found{Key: other.Key, At: found.At})
		}
	}
	return variants
}

// compare compares the findings of a trial with those that the edits should remove. It adds the findings that are left
// to Remaining. It sets IsWorse if any other finding is new.
func (t *trialInProgress) compare(found []result.Found) {
	for _, one := range found {
		finding, isLeft := t.repaired[one]
		if isLeft && !slices.Contains(t.Remaining, finding) {
			t.Remaining = append(t.Remaining, finding)
		}
		t.IsWorse = t.IsWorse || !isLeft && !t.before[one]
	}
}

// watch judges the faults that the concrete machine shows in the edited unit. If a fault belongs to a finding that the
// edits should remove, it adds the finding to Remaining. If no earlier finding explains the fault, it sets IsWorse. It
// ignores kinds of faults for which isAsked is false.
func (t *trialInProgress) watch(faults []replay.Fault, isAsked func(replay.FaultKind) bool) {
	for _, fault := range faults {
		switch finding, isLeft, isKnown := t.findingOf(fault); {
		case !isAsked(fault.Kind):
		case isLeft:
			t.compare([]result.Found{finding})
		case !isKnown:
			t.IsWorse = true
		}
	}
}

// findingOf looks for a finding that the edits should remove, at a place of a fault. isLeft is true if there is one:
// the fault shows that the edits have not removed it. Otherwise isKnown reports whether another earlier finding
// explains the fault.
func (t *trialInProgress) findingOf(fault replay.Fault) (finding result.Found, isLeft, isKnown bool) {
	for _, pos := range fault.Places {
		for _, rule := range rules.All() {
			one := result.Found{Key: rule.Key, At: result.PlaceOf(pos)}
			if !fault.Kind.IsOf(rule) {
				continue
			}
			if _, isLeft = t.repaired[one]; isLeft {
				return one, true, false
			}
			isKnown = isKnown || t.before[one]
		}
	}
	return finding, false, isKnown
}

// changed returns the roots of a program that are not in analysed. The trial reuses the results of all other roots:
// changed adds their findings and setbacks to the trial.
func (t *trialInProgress) changed(program *cfg.Program, analysed []result.Root) map[*cfg.Func]bool {
	before := map[identity.Key]result.Root{}
	for _, root := range analysed {
		before[root.Is] = root
	}
	changed, keys := map[*cfg.Func]bool{}, identity.InReadings(program)
	for _, root := range program.Roots {
		same, isKnown := before[keys[root]]
		changed[root] = !isKnown
		t.compare(same.Found)
		t.setbacks += same.Setbacks
	}
	return changed
}
