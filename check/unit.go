package check

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/report"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

// unit is one job, a file under one command and one architecture, and what
// came of it.
type unit struct {
	*load.Job
	// further are the same job for the architectures that have what the tests on this one
	// leave out.
	further []*unit
	// program is the lowered unit while it is analysed.
	program *cfg.Program
	// racing asks for races on shared memory.
	racing bool
	// machine confirms witnesses, where potential findings are shown.
	machine rules.Machine

	// repairs reports that repairs are asked for; proposals are those of the findings, and setbacks
	// counts what a repair must not add to: errors of the parser, and what is not analysed.
	repairs   bool
	proposals map[findingID]proposed
	setbacks  int

	findings []rules.Finding
	notices  []report.Notice
	// files that the parse read.
	files []string
	// entered and skipped are what the parse read and left out (ast.Unit), defining the
	// files with a kernel or device function.
	entered  map[string]int
	skipped  []ast.Pos
	defining map[string]bool
	// leftOut says what leaves out all inclusions of a header, "" for others.
	leftOut string
	// interrupted reports that the run ended before.
	interrupted bool
	// failed reports that parts were not parsed or not analysed.
	failed bool
	sites  map[place]*site
	// covered are the functions that some kernel runs and that were analysed so.
	covered coverage
	// functions by name: true for a kernel. kernels are the names alone.
	functions    map[string]bool
	kernels      []string
	errors       ParseStats
	roots, steps int
	budgets      []Reason
	notModelled  []Reason
	launches     launches
	clock        *clock
}

// givenUp is the same job for a run that ends before it is done.
func (u *unit) givenUp() *unit {
	other, job := *u, *u.Job
	other.Job = &job
	other.failed, other.interrupted, other.clock = true, true, newClock()
	return &other
}

// run does the whole job. A panic is an internal error of this unit alone.
func (u *unit) run() {
	u.clock = newClock()
	defer func() {
		if cause := recover(); cause != nil {
			u.fail(ast.Pos{File: u.Path}, fmt.Sprintf(
				"internal error, please report it: %v (%s)", cause, panicPlace()))
		}
	}()
	tree, err := u.Read()
	u.clock.lap("parse")
	u.tellNotes()
	if err != nil {
		u.fail(ast.Pos{File: u.Path}, err.Error())
		return
	}
	u.check(tree)
}

// check does what is left when the unit is parsed.
func (u *unit) check(tree *ast.Unit) {
	u.read(tree)
	u.diagnose(tree)
	u.lower(tree)
	u.analyse(tree, nil)
	if u.AnyArch && !u.failed {
		left := u.leftOutByArch()
		u.readFurther(u.program, left)
		u.readOlder(left)
	}
	u.program = nil
}

// tellNotes tells how the file was read where that is not as it is written.
func (u *unit) tellNotes() {
	for _, text := range u.Notes {
		u.notModelled = append(u.notModelled, Reason{File: u.Path, Text: text})
	}
}

// read keeps what the parse read and left out, and tells what it was not given.
func (u *unit) read(tree *ast.Unit) {
	u.files, u.entered, u.skipped = tree.Files, tree.Entered, tree.Skipped
	u.defining = map[string]bool{}
	for _, fn := range tree.Functions {
		u.defining[fn.Pos.File] = true
	}
	u.tellUnread(tree)
}

// fail records that something was not analysed, and where.
func (u *unit) fail(pos ast.Pos, text string) {
	u.failed = true
	u.notices = append(u.notices, report.Notice{
		Severity: rules.Error, Pos: pos, Text: text, Incomplete: true,
	})
}

// tellUnread tells of the files that the parse was not given.
func (u *unit) tellUnread(tree *ast.Unit) {
	for view := tree; view != nil; view = view.HostView {
		for _, d := range view.Unread {
			u.fail(d.Pos, d.Text)
		}
	}
}

// diagnose tells the errors of the parser: the first one, and how many more.
func (u *unit) diagnose(tree *ast.Unit) {
	errors := slices.DeleteFunc(slices.Clone(tree.Diagnostics), func(d ast.Diagnostic) bool {
		return d.Severity < ast.Error
	})
	if len(errors) == 0 {
		return
	}
	absent := slices.IndexFunc(errors, func(d ast.Diagnostic) bool { return load.MissingHeader(d) != "" })
	u.count(errors, absent >= 0)
	first, text := errors[max(absent, 0)], ""
	if absent >= 0 {
		text = fmt.Sprintf("header %s is absent: name its folder with -I after --",
			load.MissingHeader(first))
	} else {
		first = errors[max(slices.IndexFunc(errors, func(d ast.Diagnostic) bool { return !d.Pos.System }), 0)]
		text = "does not parse: " + first.Text
	}
	if n := len(errors) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more in this unit; -v lists them)", n)
	}
	pos := first.Pos
	if pos.File == "" {
		pos.File = u.Path
	}
	u.fail(pos, text)
}

// count books errors of the parser, all together where a header is absent.
func (u *unit) count(errors []ast.Diagnostic, absent bool) {
	for _, d := range errors {
		switch {
		case d.Pos.System:
			u.errors.Headers++
		case absent:
			u.errors.Absent++
		default:
			u.errors.User++
		}
		u.errors.Places = append(u.errors.Places, reasonAt(d.Pos, "", d.Text))
	}
}

// lower makes the unit's program.
func (u *unit) lower(tree *ast.Unit) {
	u.program = lower.Build(tree)
	u.clock.lap("lower")
}

// analyse interprets the unit under the architecture's model: of its roots all, or those that
// are fresh.
func (u *unit) analyse(tree *ast.Unit, fresh map[*cfg.Func]bool) {
	program := u.program
	u.functions = map[string]bool{}
	for _, fn := range program.Funcs {
		if fn.Kernel {
			u.kernels = append(u.kernels, fn.Name)
		}
		if !fn.Decl.Pos.System {
			// Another file may have another kernel of the same name.
			u.functions[fn.Decl.Pos.File+fn.Decl.Key+fn.Name] = fn.Kernel
		}
	}
	found, result := u.ask(program, fresh, func(facts []*lanes.Fact) []rules.Finding {
		u.clock.lap("interpret")
		defer u.clock.lap("rules")
		return rules.Collect(facts, u.machine)
	})
	u.clock.lap("interpret")
	u.findings = rules.Merge(found)
	if u.repairs {
		u.setbacks = setbacksIn(tree, result)
		u.propose(tree)
	}
	u.account(tree, program, result)
	u.clock.lap("account")
}

// ask interprets a program under the model of the unit, of its roots all or those that are fresh,
// and collects what is found in their facts and in the program.
func (u *unit) ask(program *cfg.Program, fresh map[*cfg.Func]bool, judge func([]*lanes.Fact) []rules.Finding) (
	found []rules.Finding, result *lanes.Result) {
	model := Model(u.Arch, u.Config.StrictProgramPoint)
	found = slices.DeleteFunc(rules.Collect(nil, rules.Machine{}, program), func(f rules.Finding) bool {
		return rules.ByKey(f.Key).LockstepOnly && model != warp.Lockstep
	})
	result = lanes.Analyze(program, lanes.Options{
		Races:  u.racing,
		Model:  model,
		Shapes: func(kernel *cfg.Func) []warp.Shape { return u.Config.Shapes(kernel.Name) },
		Skip:   func(root *cfg.Func) bool { return fresh != nil && !fresh[root] },
		See:    func(facts []*lanes.Fact) { found = append(found, judge(facts)...) },
	})
	return found, result
}

// account books what the interpreter says about its own limits.
func (u *unit) account(tree *ast.Unit, program *cfg.Program, result *lanes.Result) {
	finder := findSites(tree)
	finder.judge(program, result)
	u.sites = finder.sites
	u.covered = coveredBy(program, result)
	u.roots, u.steps = result.Roots, result.Steps
	u.launches = launchesOf(program.Launches)
	for _, note := range result.Notes {
		root := ""
		if note.Root != nil {
			root = note.Root.Name
		}
		if !note.Budget {
			u.notModelled = append(u.notModelled, reasonAt(note.Pos, "", note.Reason))
			if note.Hides {
				u.hides(note)
			}
			continue
		}
		u.budgets = append(u.budgets, reasonAt(note.Pos, root, note.Reason))
		u.fail(note.Pos, fmt.Sprintf("%s is analysed in part only: %s", root, note.Reason))
	}
}

// hides tells of a call that may hide collectives, once for all who reach it.
func (u *unit) hides(note lanes.Note) {
	text := note.Reason + " may hide collectives, which are not analysed"
	told := func(n report.Notice) bool { return n.Pos == note.Pos && n.Text == text }
	if !slices.ContainsFunc(u.notices, told) {
		u.fail(note.Pos, text)
	}
}

// panicPlace is the innermost place in our own code that a panic passed
// through; it is called while the stack is still that of the panic.
func panicPlace() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	panicked := false
	for {
		frame, more := frames.Next()
		if panicked && strings.HasPrefix(frame.Function, "github.com/warpcheck/") {
			return fmt.Sprintf("%s:%d", filepath.Base(frame.File), frame.Line)
		}
		panicked = panicked || strings.HasPrefix(frame.Function, "runtime.gopanic")
		if !more {
			return "place unknown"
		}
	}
}
