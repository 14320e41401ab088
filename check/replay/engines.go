package replay

import (
	"cmp"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/rules/unfenced"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// engineSteps bounds the runs of a kernel that uses asynchronous engines. It is the number of instructions that the
// warps of all runs together may execute, which takes some tenths of a second. engineRuns is the number of runs with
// different arguments in each block. copySteps bounds a run of a kernel whose only asynchronous instructions are copies
// by its lanes.
const (
	engineSteps = 1 << 20
	engineRuns  = 4
	// otherRuns bounds the runs in another order of the warps, in each block.
	otherRuns = 2
	copySteps = 1 << 16
)

// Engines looks for runs of kernels in which asynchronous engines are used wrongly.
type Engines struct {
	kernels kernelRuns[engineRun]
	waits   *PhaseWaits
}

// engineRun is a run of a kernel. If isOpened is set, the run stands for all arguments and contents of memory in its
// block (sim.Input.Opened).
type engineRun struct {
	input    *lanes.Witness
	outcome  *sim.Block
	isOpened bool
}

// NewEngines returns an Engines without any runs. waits are the waits for phases in the program.
func NewEngines(program *cfg.Program, model warp.Model, waits *PhaseWaits) *Engines {
	return &Engines{newKernelRuns[engineRun](program, model), waits}
}

// kindsOfProxyFaults maps the machine's kinds of faults to those of package unfenced.
var kindsOfProxyFaults = map[sim.ProxyFaultKind]unfenced.Fault{
	sim.Unfenced: unfenced.Unfenced, sim.Overwritten: unfenced.Overwritten, sim.ReachedEarly: unfenced.ReachedEarly, sim.Refilled: unfenced.Refilled,
}

// mostTelling lists the kinds of faults in the order in which they are preferred for a report. The fault of a missing
// fence is last: if accesses are not ordered at all, a fence between them is of no use.
var mostTelling = []unfenced.Fault{unfenced.Refilled, unfenced.Overwritten, unfenced.ReachedEarly, unfenced.Unfenced}

// Unfenced returns a fault of the access `read` with a run that shows it, or nil if no run has one. It prefers a fault
// that occurs for all arguments (Always). Among equals, it takes the first kind in mostTelling.
func (e *Engines) Unfenced(read *unfenced.Read) *rules.Unfenced {
	found := map[unfenced.Fault]*rules.Unfenced{}
	for _, r := range e.kernels.of(read.Root, e.run) {
		for _, o := range r.outcome.Warps {
			for _, seen := range o.ProxyFaults {
				if seen.Site == read.At && slices.Equal(seen.Path, read.Path()) {
					r.show(found, seen)
				}
			}
		}
	}
	var shown *rules.Unfenced
	for _, fault := range mostTelling {
		if one := found[fault]; one != nil && (shown == nil || one.Always && !shown.Always) {
			shown = one
		}
	}
	return shown
}

// show adds `seen`, a fault of the run, to the faults in found, unless there is one of its kind. An opened run adds
// none: it only marks a found fault of this kind as occurring always.
func (r *engineRun) show(found map[unfenced.Fault]*rules.Unfenced, seen sim.ProxyFault) {
	fault := kindsOfProxyFaults[seen.Kind]
	if shown := found[fault]; shown != nil {
		shown.Always = shown.Always || r.isOpened && seen.IsCertain
	} else if !r.isOpened {
		found[fault] = &rules.Unfenced{Fault: fault, Witness: inWarp(r.input, seen.Thread/warp.Size), Other: seen.Other}
	}
}

// run runs a kernel in each block with which it is launched (enginePlan.launches). A kernel with mbarriers also runs in
// another order: the last warp runs first, because it may copy for the others. If this kernel looks at a phase without
// waiting in a loop (PhaseWaits.looks), waits that may return early do so in the other order.
func (e *Engines) run(kernel *cfg.Func) (runs []engineRun) {
	plan := enginePlan{Engines: e, kernel: kernel, left: engineSteps, rows: engineRuns,
		isAwaited: kernel.LeadsTo(unfenced.IsAwaited), isOfEngine: kernel.LeadsTo(unfenced.IsOfEngine)}
	if !plan.isOfEngine {
		plan.rows = 1
	}
	plan.launches()
	if plan.isAwaited && kernel.LeadsTo(isWaitForPhase) {
		plan.isOther, plan.rows = true, min(plan.rows, otherRuns)
		if e.waits.looks(kernel) {
			plan.isImpatient, plan.unheeded = true, e.waits.unheeded(kernel)
		}
		plan.launches()
	}
	return plan.runs
}

// enginePlan makes the runs of a kernel. left is the number of instructions that the runs may still execute, and rows the
// number of runs in each block. isAwaited: the kernel has instructions for which a thread waits. isOfEngine: it has
// instructions of an engine. isOther: the last warp runs first. isImpatient: waits may return early, except those in
// unheeded.
type enginePlan struct {
	*Engines
	kernel                *cfg.Func
	left, rows            int
	isAwaited, isOfEngine bool
	isOther, isImpatient  bool
	unheeded              map[*cfg.Instr]bool
	runs                  []engineRun
}

// launches runs the kernel in each block with which it is launched. If such a launch is certain and a run shows a
// fault, one more run stands for all arguments. If no block is known, launches uses a likely one.
func (p *enginePlan) launches() {
	launches := launchesOf(p.kernels.program, p.kernel)
	for _, launch := range launches {
		isFaulty := false
		attempts := p.attempts(warp.Shape(*launch.Block))
		for _, a := range attempts {
			isFaulty = p.try(launch.Premises, a, false) || isFaulty
		}
		if isFaulty && !launch.Possible {
			p.try(launch.Premises, attempts[0], true)
		}
	}
	if len(launches) == 0 {
		for _, a := range p.attempts(likelyShape(p.kernel)) {
			p.try(nil, a, false)
		}
	}
}

// attempts lists the runs to try in a block. The first have small arguments. For a kernel with engines, in the usual
// order of the warps, further ones have the numbers that it compares its arguments with.
func (p *enginePlan) attempts(shape warp.Shape) []attempt {
	list := rowsOf(shape, p.rows)
	if p.isOfEngine && !p.isOther {
		list = append(list, p.kernels.comparedAttempts(p.kernel, list[0])...)
	}
	return list
}

// try makes one run and reports whether it shows a fault between engines and threads. If isOpened is set, the run
// stands for all arguments. try makes no run if the steps are used up, or if the arguments contradict the premises. It
// drops a run that breaks a rule of collectives.
func (p *enginePlan) try(premises []*cfg.Premise, a attempt, isOpened bool) bool {
	in, example, isGiven := p.kernels.input(p.kernel, premises, a)
	if p.left <= 0 || !isGiven {
		return false
	}
	in.Engines, in.Proxies, in.Deliveries, in.Opened = true, p.isOfEngine, p.isAwaited, isOpened
	in.LastFirst, in.Impatient, in.Unheeded = p.isOther, p.isImpatient, p.unheeded
	if !p.isOfEngine {
		in.Steps = min(in.Steps, copySteps*warp.Size/max(a.shape.Threads(), warp.Size))
	}
	b := sim.RunBlock(in)
	p.left -= stepsOf(b)
	if b.BreaksRule() {
		return false
	}
	p.runs = append(p.runs, engineRun{example, b, isOpened})
	return slices.ContainsFunc(b.Warps, func(o *sim.Outcome) bool { return len(o.ProxyFaults) > 0 })
}

// likelyShape returns a block for a kernel whose launches are not known: the largest that its bounds allow, or a
// warpgroup.
func likelyShape(kernel *cfg.Func) warp.Shape {
	return warp.Shape{cmp.Or(kernel.Decl.MaxThreads, warp.GroupSize), 1, 1}
}
