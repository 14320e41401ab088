package check

import (
	"errors"
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/check/replay"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/frontend/clang"
	"github.com/warpcheck/warpcheck/internal/panics"
	"github.com/warpcheck/warpcheck/internal/worker"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// analysis is the analysis of one job, with its result so far.
type analysis struct {
	*load.Job
	result.Unit
	request request
	// machine is the concrete machine with which rules confirm verdicts. It runs the witnesses of potential findings
	// only if the request has Confirms.
	machine   rules.Machine
	replayers *replay.Replayers
	// roots finds and collects results for roots. It is nil if none are shared.
	roots *rootExchange
	// further lists the analyses of the same file for other architectures. They cover code that #if excludes for this
	// architecture.
	further []*analysis
	clock   *account.Clock
	// observers lists functions to call with the facts of each root in each context, before rules are asked about them.
	observers []func([]*lanes.Fact)
	// keepsTree reports whether the tree keeps the bodies of functions after the analysis, because repairs read them.
	keepsTree bool
	// doubts holds the places where a header that was not found may change what is compiled. It is nil if all headers
	// are found.
	doubts *doubts
	// session caches the solver's answers. All architectures share it, because most of their questions are the same.
	session *smt.Session
}

// errOutOfMemory is the error of a unit for which clang crashed while its process was short of memory.
var errOutOfMemory = errors.New("clang ran out of memory: give the unit more with --unit-memory, or exclude the file")

func newAnalysis(job *load.Job, req request) *analysis {
	replayers := replay.New(req.Confirms)
	u := &analysis{Job: job, request: req, machine: replayers.Machine(), replayers: replayers, clock: account.NewClock(),
		keepsTree: req.Repairs, session: smt.NewSession()}
	if req.Pictures {
		u.observers = append(u.observers, u.draw)
	}
	return u
}

// analyse carries out a request. It returns the result for the job's own architecture, followed by those for further
// architectures. If dependencies is not nil, it adds the files and answers on which the results depend. If roots is not
// nil, the results for roots are taken from there, and new ones are added.
func analyse(loader *load.Loader, req request, dependencies *load.Dependencies, roots *rootExchange) []result.Unit {
	job, err := loader.JobOf(req.Job)
	u := newAnalysis(job, req)
	u.roots = roots
	if err != nil {
		u.Fail(source.Pos{File: req.Job.Path}, err.Error())
	} else {
		job.Dependencies = dependencies
		u.run()
	}
	all := []result.Unit{u.finished()}
	for _, other := range u.further {
		all = append(all, other.finished())
	}
	return all
}

// finished returns the result. It adds the times, and the data with which a trial of a repair parses the unit again.
func (u *analysis) finished() result.Unit {
	u.Seconds = u.clock.Seconds
	if u.Job != nil {
		u.TimesParsed = u.Parses
	}
	if u.Repairs != nil {
		read := u.Describe()
		u.Repairs.Arch, u.Repairs.Found, u.Repairs.Searched = read.Arch, read.Found, read.Searched
	}
	return u.Unit
}

// run parses and analyses the job. A panic becomes an internal error of this unit.
func (u *analysis) run() {
	defer func() {
		if cause := recover(); cause != nil {
			u.Fail(source.Pos{File: u.Input.Path}, fmt.Sprintf(
				"internal error, please report it: %v (%s)", cause, panics.Place()))
			u.Dependencies.Lose()
		}
	}()
	tree, err := parse(u.Job)
	u.clock.Lap("parse")
	if errors.Is(err, clang.ErrCrashed) && worker.IsShortOfMemory() {
		err = errOutOfMemory
	}
	if err != nil {
		u.Fail(source.Pos{File: u.Input.Path}, err.Error())
		return
	}
	tree = u.forAcceptedArch(tree)
	u.reportNotes()
	if !u.isOtherLanguage(tree) {
		u.check(tree)
	}
}

// forAcceptedArch returns tree, or the unit parsed for another architecture. It tries another architecture if the user
// named none and the text refuses the default one, for example with static_assert(__CUDA_ARCH__ >= 750).
func (u *analysis) forAcceptedArch(tree parsed) parsed {
	errors := errorsOf(tree)
	if !u.AnyArch || len(errors) == 0 {
		return tree
	}
	u.noteFiles(tree)
	to, is := u.ofArch().Accepted(errors)
	if !is {
		return tree
	}
	job := u.ForArch(to)
	other, err := parse(job)
	u.clock.Lap("parse")
	if err != nil || len(errorsOf(other)) >= len(errors) {
		u.Parses += job.Parses
		return tree
	}
	job.AnyArch, job.Parses = true, job.Parses+u.Parses
	job.Notes = append(slices.Clip(u.Notes), fmt.Sprintf("read for %s, as it does not parse for %s", to, u.Arch))
	u.Job = job
	return other
}

// check analyses the parsed unit.
func (u *analysis) check(tree parsed) {
	u.read(tree)
	u.diagnose(tree)
	u.doubts = u.doubtsOf(tree)
	program := u.lower(tree)
	u.examine(tree, program, nil)
	if u.AnyArch {
		if left := u.ofArch().LeftOut(); len(left) > 0 {
			known, text := analysedRoots{}, u.ofArch().Text()
			known.add(program)
			u.readFurther(known, left, text, errorsOf(tree))
			u.readOlder(left, text)
		}
	}
}

// reportNotes adds the notes of the job to the list of what is not modelled. A note states that some part of the file
// was not read as it is written.
func (u *analysis) reportNotes() {
	for _, text := range u.Notes {
		u.NotModelled = append(u.NotModelled, result.Reason{File: u.Input.Path, Text: text})
	}
}

// read records the files and lines that the parser read, and those that it left out. It reports the files that the
// parser needed and could not read.
func (u *analysis) read(tree parsed) {
	u.noteFiles(tree)
	u.reportUnread(tree)
}

func (u *analysis) noteFiles(tree parsed) {
	files := tree.Files()
	u.Files, u.Entered, u.Skipped, u.Defining = files.Read, files.Entered, files.Skipped, files.Defining
}

// lower returns the unit's program.
func (u *analysis) lower(tree parsed) *cfg.Program {
	program := tree.Program()
	addStarts(program, u.request.Starts)
	u.clock.Lap("lower")
	return program
}

// examine interprets the unit for its architecture: the roots in fresh, or all roots if fresh is nil. Then it frees the
// bodies in the tree, which take half of the tree's memory, unless repairs read them later.
func (u *analysis) examine(tree parsed, program *cfg.Program, fresh map[*cfg.Func]bool) {
	account.BookFunctions(&u.Unit, program)
	sites := tree.Sites()
	isAsked := func(root *cfg.Func) bool { return fresh == nil || fresh[root] }
	shared := u.sharedRootsOf(program, isAsked)
	found := u.doubts.certain(rules.InProgram(program, u.model(), shared.judging(u.runsOf(program))))
	if !u.keepsTree {
		tree.Forget()
	}
	var byRoot []rootFindings
	take := func(root *cfg.Func, list [][]rules.Finding) {
		for _, here := range list {
			byRoot = append(byRoot, rootFindings{root, here})
		}
	}
	done := lanes.Analyze(program, shared.options(u.options(isAsked, func(facts []*lanes.Fact) {
		u.clock.Lap("interpret")
		defer u.clock.Lap("rules")
		for _, show := range u.observers {
			show(facts)
		}
		if here := rules.Collect(facts, u.machine, rules.Doubt{Compiled: shared.doubt(u.doubts)}); len(here) > 0 {
			byRoot = append(byRoot, rootFindings{facts[0].Context.Root, here})
			shared.found(facts[0].Context.Root, here)
		}
	}), take))
	byRoot = append(u.withSmallerTiles(program, byRoot), u.inOtherTiles(program, sites, done, isAsked)...)
	u.clock.Lap("interpret")
	perRoot := map[*cfg.Func][]result.Found{}
	for _, f := range byRoot {
		found = append(found, f.list...)
		perRoot[f.root] = append(perRoot[f.root], foundIn(f.list)...)
	}
	u.Findings = rules.Merge(found)
	for i := range u.Findings {
		f := &u.Findings[i]
		f.Related = append(slices.Clip(f.Related), tree.Written(f)...)
	}
	u.completeRuns(program)
	if u.request.Repairs {
		u.Repairs = u.repairsOf(tree, program, perRoot, done)
		u.clock.Lap("repairs")
	}
	sites.Book(&u.Unit, program, done, u.request.Launch)
	u.doubts.mark(u.Sites)
	u.clock.Lap("account")
}

// draw adds to the result a picture of the lanes at each collective that the facts are about.
func (u *analysis) draw(facts []*lanes.Fact) {
	for _, f := range facts {
		if !f.IsOfAccess() && !f.Pos.System {
			u.Pictures = append(u.Pictures, result.Picture{
				Pos: f.Pos, Name: f.Site.Collective.Name, Context: rules.ContextOf(f), Picture: f.Picture()})
		}
	}
}

// model returns the execution model of the lanes on the unit's architecture.
func (u *analysis) model() warp.Model { return Model(u.Arch, u.request.Strict) }

// interpret interprets a program from each root for which isAsked returns true. A root is a kernel, or a device
// function that no kernel calls. The facts of a root are the results about its collectives and accesses. If a root has
// facts in a context, interpret calls see with them.
func (u *analysis) interpret(program *cfg.Program, isAsked func(root *cfg.Func) bool, see func([]*lanes.Fact)) *lanes.Result {
	return lanes.Analyze(program, u.options(isAsked, see))
}

// options returns the options of an interpretation for the unit. isAsked selects the roots to interpret. see is called
// with the facts of each root in a context, unless there are none.
func (u *analysis) options(isAsked func(root *cfg.Func) bool, see func([]*lanes.Fact)) lanes.Options {
	launches := config.Config{Launch: u.request.Launch}
	return lanes.Options{
		Races: u.request.Races, BlockRaces: u.request.BlockRaces,
		Effort:  exec.Effort(u.request.Effort),
		Model:   u.model(),
		Session: u.session,
		Shapes:  func(kernel *cfg.Func) []warp.Shape { return launches.Shapes(kernel.Name) },
		Skip:    func(root *cfg.Func) bool { return !isAsked(root) },
		See: func(facts []*lanes.Fact) {
			if len(facts) > 0 {
				see(facts)
			}
		},
	}
}
