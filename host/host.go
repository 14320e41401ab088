// Package host finds the blocks that kernels are launched with, by running the host
// code of a unit on values of which some are not known, and the device code of it that
// launches kernels.
//
// A wrong block would make a finding that is none, so a shape counts only where some
// input leads to it. A condition that is not known makes a choice, and what depends on
// one condition twice is decided by it both times:
//
//	int x = n > 5 ? 16 : 32, y = 2;     x: (n > 5) ? 16 : 32
//	if (n > 5)
//	  y = 4;                            y: (n > 5) ? 4 : 2
//	k<<<1, dim3(x, y)>>>();             16x4 where n > 5, 32x2 where not
//
// Comparisons of one unknown with constants exclude each other as intervals do, and may
// leave one value: in `case 8: k<<<1, n>>>()` n is 8. Where two other conditions are
// computed from one input, nobody knows whether both may hold, and the shape that needs
// both is not known. One condition alone is taken to hold for some input, and a call of
// what has no body to return, but for the functions that end the program.
//
// # How it is done
//
// [Launches] looks at host code as it is compiled for the host, where that differs (view.go). It runs each function that no other one of the unit calls, with arguments of
// which nothing is known, and follows its calls (call.go); so a parameter has the
// values that the calls of the unit give. A statement (exec.go) turns a state into the
// completions that leave it (state.go); two states that meet are merged to one. An expression has
// a value (eval.go, value.go; rounded.go of floating ones). Loops run round by round while their condition is known,
// but for those that leave unchanged what decides a launch (relevance.go). A launch that
// no call leads to, and all where the steps run out, are found by running their functions
// for themselves. One that is not reached then never happens. What is launched is noted
// in launch.go, and what the conditions on the way to it say of the arguments in premise.go. A template that has instances is run as those alone.
//
// A pointer into an array may go from element to element of it, and no further; which element
// an unknown index means is a choice (element.go). What the containers of the standard library hold is known as far as what the code
// does with them is (container.go, iterator.go, lookup.go). Kernels that come out of tables, members and functions are those that
// running the code leads to (open.go).
// A pointer that is not known still leads to objects (unknown.pointsTo): handed over, it
// gives them up, and a write through it changes whatever has an address.
//
// Each part has a type, and knows only those above it; the interpreter (run) has one field for each:
//
//	budget    the steps that are left
//	domain    values, what is computed of them, what conditions decide of them
//	heap      the objects, and which of them other code may read or write
//	control   how states part under a condition and meet again
//	results   what is found of each launch
//	code      which functions are run, and what is known of them before
//
// # What is not followed
//
// What functions without a body are handed may change at any time from there on.
// Globals that are not const, but for those that keep one value (lasting.go), members of unions, virtual calls, destructors, functions
// with labels and threads are not followed either: what they write is not known. A lambda
// is run where it is called or, if others may call it, where it is made, with all that may
// change meanwhile unknown (lambda.go); one that a function of the unit only calls is run
// there (handed.go). Of a function for both sides that host code may see in another way, with
// a macro or a directive in it, no launch is known (device.go).
package host

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// mostOutcomes bounds what one place launches, and mostBlocks the blocks of one kernel among it.
const (
	mostOutcomes = 512
	mostBlocks   = 16
)

// run is the interpretation of the host code of a unit.
type run struct {
	// code is what is run, of which entered are the functions that were, and skipped those of which some call was not
	// followed.
	code             *code
	entered, skipped map[*ast.Function]bool
	// makers are those of the lambdas that are run where what they are handed to calls them (handed.go).
	// Of these wrapped are those that were put into a std::function.
	makers  map[*ast.Function]*frame
	wrapped map[*ast.Function]bool
	stack   []*frame
	// texts are the numbers of those that are keys (lookup.go).
	texts map[string]int
	// domain makes values.
	domain *domain
	// heap has the objects.
	heap *heap
	// control parts and joins states.
	control *control
	// nested is how many loops are being run round by round.
	nested  int
	budget  *budget
	inputOf map[*ast.Var]value
	// results are what is found of the launches.
	results *results
}

// launchesIn are those of a unit as it is, whatever its view for the host.
func launchesIn(unit *ast.Unit) []*cfg.Launch {
	r := newRun(unit)
	r.guarded(unit)
	r.results.addFound()
	r.results.addUnnamed()
	written := nodesOf(r.code.patterns)
	var list []*cfg.Launch
	for _, l := range r.results.launches {
		if !written[l.Node] && (l.Node != nil || !r.results.isExplained(l.Kernel)) {
			list = append(list, r.results.launchesAt(l, r.written)...)
		}
	}
	return append(list, r.results.unnamedLaunches(written)...)
}

func newRun(unit *ast.Unit) *run {
	steps := &budget{}
	values := &domain{budget: steps}
	objects := newHeap(values, steps)
	r := &run{
		budget: steps, domain: values, heap: objects, control: &control{values, objects, steps}, results: newResults(values, steps),
		code: codeOf(unit), makers: map[*ast.Function]*frame{}, wrapped: map[*ast.Function]bool{}, inputOf: map[*ast.Var]value{}, texts: map[string]int{},
		entered: map[*ast.Function]bool{}, skipped: map[*ast.Function]bool{},
	}
	r.results.launches = slices.Concat(unit.Launches, foundByName(unit), r.results.openLaunches(unit))
	return r
}

// guarded runs the unit. An error of our own costs what is known of the launches, and
// not the unit.
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

// all runs the functions of the unit that no other one calls, and those that are
// used otherwise; then those of which some call was not followed.
func (r *run) all() {
	called := map[*ast.Function]bool{}
	used := map[*ast.Function]bool{}
	handed := r.code.handedFunctions()
	for _, f := range slices.Concat(r.code.functions, r.code.helpers) {
		mention(f, handed, called, used)
	}
	leading := r.code.leading()
	for _, f := range leading {
		if !called[f] || used[f] {
			r.alone(f)
		}
	}
	r.runConditional()
	for _, f := range leading {
		if !r.entered[f] || r.skipped[f] {
			r.alone(f)
		}
	}
}

// apart runs functions once more for their launches that nothing led to, or for all
// where the steps ran out: each for itself with unknown arguments,
// which covers the calls that were not run. They share the steps, so that a template with
// many instances takes no longer than a few functions.
func (r *run) apart() {
	ranOut := r.budget.isSpent()
	if ranOut {
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

// alone runs a function with unknown arguments.
func (r *run) alone(f *ast.Function) {
	s := &state{env: map[int]value{}}
	frame := r.newFrame(f)
	var given []value
	for range f.Params {
		given = append(given, r.domain.fresh())
	}
	frame.this = r.domain.fresh()
	r.enter(s, frame, given)
	r.results.cover(frame)
}
