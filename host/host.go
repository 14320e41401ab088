// Package host finds the blocks with which kernels are launched. It runs the host code of a unit on values, some of
// which are not known. It also runs those parts of the device code that launch kernels.
//
// A wrong block would cause false findings, so a shape counts only if some input reaches it. An unknown condition gives
// a choice of two values. All values that depend on one condition are decided together:
//
//	int x = n > 5 ? 16 : 32, y = 2;     x: (n > 5) ? 16 : 32
//	if (n > 5)
//	  y = 4;                            y: (n > 5) ? 4 : 2
//	k<<<1, dim3(x, y)>>>();             16x4 if n > 5, 32x2 if not
//
// Comparisons of one unknown with constants are treated as intervals. They may exclude each other, or leave one value:
// under n == 8, k<<<1, n>>>() has blocks of 8. If two other conditions are computed from one input, it is not known
// whether both can hold, and a shape that needs both is unknown. A single condition is assumed to hold for some input.
// A call of a function without a body is assumed to return, unless the function ends the program.
//
// # How it is done
//
// [Launches] runs host code as it is compiled for the host, if that differs (view.go). It runs each function that no
// other function of the unit calls, with unknown arguments, and follows its calls (call.go). So a parameter has the
// values that the calls of the unit pass.
//
// Running a statement (exec.go) in a state gives its completions: the states in which control leaves it (state.go). Two
// states that meet are merged. The conditions on the two paths are kept as alternatives (one of them holds) if there are
// few (path.go). An expression has a value (eval.go, value.go; rounded.go for floating-point numbers).
// Loops run iteration by iteration while their condition is known, unless they change nothing that decides a launch
// (relevance.go).
//
// If no call reaches a launch, its function is run separately. If the steps run out, each function with a launch is run
// separately. A launch that no run reaches then never happens. The launches are recorded (launch.go), with what the
// conditions before a launch imply for the arguments (premise.go). Conditions that are no formulas are tested by
// running the code again with given arguments (rehearsal.go). Of a template with instances, only the instances are run.
//
// A pointer into an array may move to other elements of the array, and no further. If an index is not known, the
// element is a choice (element.go). The contents of the standard library's containers are known as long as the code
// uses only modelled methods (container.go, iterator.go, lookup.go). Kernels in tables, members and results of
// functions are found by running the code (open.go). An unknown pointer has a list of objects to which it may point
// (unknown.pointsTo). These objects escape if the pointer is passed to unknown code. A write through an unknown pointer
// may change every object whose address is taken.
//
// Each part has a type, and uses only the parts above it. The interpreter (run) has one field for each:
//
//	budget    the steps that are left
//	domain    values, computations with them, and what conditions imply for them
//	heap      the objects, and which of them other code may read or write
//	control   how states separate at a condition and meet again
//	results   what is found about each launch
//	code      which functions are run, and what is known about them before
//
// # What is not followed
//
// An object that is passed to a function without a body may change at any time after that. Some things are not
// followed: globals that are not const, unless they keep one value (lasting.go), members of unions, virtual calls,
// destructors, functions with labels, and threads. The values that they write are unknown. A lambda is run where it is
// called. If other code may call it, it is run where it is made, and everything that may change before the call is
// unknown (lambda.go). If a lambda is passed to a function of the unit that only calls it, it is run where that
// function calls it (handed.go). A function for both host and device may have another body in host code, because of a
// macro or a directive in it. Such a function has no known launch (device.go).
package host

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// mostOutcomes bounds the outcomes that are kept for one launch. mostBlocks bounds the block shapes of one kernel in
// these outcomes.
const (
	mostOutcomes = 512
	mostBlocks   = 16
)

// run is the interpretation of the host code of a unit.
type run struct {
	// entered lists the functions that were run. skipped lists the functions to which some call was not followed.
	code             *code
	entered, skipped map[*ast.Function]bool
	// makers maps a lambda to the frame that made it, if the lambda is passed to a function and run there (handed.go).
	// wrapped is the set of lambdas in makers that were stored in a std::function.
	makers  map[*ast.Function]*frame
	wrapped map[*ast.Function]bool
	stack   []*frame
	// texts gives a number to each text that serves as the key of a map (lookup.go).
	texts map[string]int
	// domain creates values and computes with them.
	domain *domain
	// heap records which objects exist.
	heap *heap
	// control separates and joins states.
	control *control
	// nested is the number of loops that are being run iteration by iteration.
	nested  int
	budget  *budget
	inputOf map[*ast.Var]value
	// unfolded holds the variables that may be unknowns in this run instead of their constant values. An entry is true
	// if the variable is an unknown (named.go). Most runs have no entries.
	unfolded map[*ast.Var]bool
	// results holds what is found about the launches.
	results *results
	// isRehearsal reports whether the run tests given arguments of a kernel (rehearsal.go). A rehearsal follows all
	// calls and loops.
	isRehearsal bool
}

// launchesIn returns the launches of a unit, without those of its view for the host.
func launchesIn(unit *ast.Unit) []*cfg.Launch {
	r := newRun(unit)
	r.guarded(unit)
	r.results.addFound()
	r.results.addUnresolved()
	written := nodesOf(r.code.patterns)
	var list []*cfg.Launch
	for _, l := range r.results.launches {
		if !written[l.Node] && (l.Node != nil || !r.results.isExplained(l.Kernel)) {
			list = append(list, r.results.launchesAt(l, r.written)...)
		}
	}
	r.rehearseFor(list)
	list = withRelations(unit, list)
	return append(list, r.results.unresolvedLaunches(written)...)
}

func newRun(unit *ast.Unit) *run {
	r := runOf(codeOf(unit))
	r.results.launches = slices.Concat(unit.Launches, foundByName(unit), r.results.openLaunches(unit))
	return r
}

// runOf returns a new run of c, without launches to look for.
func runOf(c *code) *run {
	steps := &budget{}
	values := &domain{budget: steps}
	objects := newHeap(values, steps)
	return &run{
		budget: steps, domain: values, heap: objects, control: &control{values, objects, steps}, results: newResults(values, steps),
		code: c, makers: map[*ast.Function]*frame{}, wrapped: map[*ast.Function]bool{}, inputOf: map[*ast.Var]value{}, texts: map[string]int{},
		entered: map[*ast.Function]bool{}, skipped: map[*ast.Function]bool{},
	}
}

// guarded runs the unit. If the run panics, the launches are unknown, and the analysis of the unit continues.
func (r *run) guarded(unit *ast.Unit) {
	defer func() {
		if cause := recover(); cause != nil {
			r.results.broken = fmt.Sprint(cause)
		}
	}()
	if len(r.results.launches) > 0 {
		r.code.lastingValues = lastingValues(unit)
	}
	r.code.relevance = relevanceOf(slices.Concat(r.code.functions, r.code.helpers))
	r.all()
	r.apart()
}

// all runs the functions that may reach a launch. First it runs the functions that no function calls, and those that
// are used for other purposes than a call. Then it runs each function that was not entered, or to which some call was
// not followed.
func (r *run) all() {
	called := map[*ast.Function]bool{}
	used := map[*ast.Function]bool{}
	callbackNames := r.code.callbackNames()
	for _, f := range slices.Concat(r.code.functions, r.code.helpers) {
		mention(f, callbackNames, called, used)
	}
	launching := r.code.launching()
	for _, f := range launching {
		if !called[f] || used[f] {
			r.alone(f)
		}
	}
	r.runConditional()
	for _, f := range launching {
		if !r.entered[f] || r.skipped[f] {
			r.alone(f)
		}
	}
}

// apart runs functions separately, with unknown arguments, because some of their calls were not run. These are the
// functions with a launch that no run has reached. If the steps ran out, they are all functions with launches. All of
// them share one budget, so that a template with many instances takes no longer than a few functions.
func (r *run) apart() {
	r.results.ranOut = r.budget.isSpent()
	if r.results.ranOut {
		clear(r.results.outcomes)
		clear(r.results.covered)
	}
	missing := map[*ast.Node]bool{}
	for _, l := range r.results.launches {
		missing[l.Node] = l.Node != nil && len(r.results.outcomes[l.Node]) == 0 && !r.results.covered[l.Node]
	}
	nodes := map[*ast.Function]map[*ast.Node]bool{}
	todo := slices.DeleteFunc(slices.Clone(r.code.functions), func(f *ast.Function) bool {
		nodes[f] = among(f, missing)
		return len(nodes[f]) == 0
	})
	left := mostStepsAllApart
	for i, f := range todo {
		allowed := min(mostStepsApart, left/(len(todo)-i))
		r.results.only = nodes[f]
		r.budget.allow(allowed)
		r.alone(f)
		left -= r.budget.since(allowed)
	}
}

// alone runs a function by itself, with unknown arguments.
func (r *run) alone(f *ast.Function) {
	s := &state{env: map[int]value{}}
	frame := r.newFrame(f)
	var given []value
	for range f.Params {
		given = append(given, r.domain.fresh())
	}
	frame.this = r.domain.fresh()
	r.results.alone = &opening{f, given}
	r.enter(s, frame, given)
	r.results.alone = nil
	r.results.cover(frame)
}
