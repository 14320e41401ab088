package host

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// results holds what running host code finds about the launches of a unit.
type results struct {
	// launches are the launches of the unit, including those of kernels that host code finds by their names.
	launches []*ast.Launch
	// outcomes holds the outcomes found for each launch, by the launch's node.
	outcomes map[*ast.Node][]outcome
	// pathConditions holds, for each kernel, the conditions on the paths to its launches.
	pathConditions map[*ast.Function]map[pathCondition]bool
	// candidates are the launches of kernels that may be meant at a launch without a kernel. unresolved are the
	// launches without a kernel for which no kernel may be meant (open.go).
	candidates map[*ast.Launch]bool
	unresolved []*ast.Node
	// only are the launches whose outcomes are noted, nil for all. unfinished are the launches with outcomes missing
	// because the steps ran out. covered are the launches whose function ran to its end for any arguments, so that a
	// launch without outcomes never happens.
	only, unfinished, covered map[*ast.Node]bool
	// alone is the function that is run by itself, nil for none. ways lists, for each kernel, how such functions reach
	// its launches (rehearsal.go). ranOut: whether the steps ran out when all functions were run together.
	alone  *opening
	ways   map[*ast.Function][]*way
	ranOut bool
	// broken is the text of the panic that ended the run, "" if there was none.
	broken string
	domain *domain
	budget *budget
}

func newResults(values *domain, steps *budget) *results {
	return &results{
		outcomes: map[*ast.Node][]outcome{}, pathConditions: map[*ast.Function]map[pathCondition]bool{}, candidates: map[*ast.Launch]bool{},
		ways: map[*ast.Function][]*way{}, unfinished: map[*ast.Node]bool{}, covered: map[*ast.Node]bool{}, domain: values, budget: steps,
	}
}

// outcome is one possible result of a launch: the kernel, nil if it is not known, and its block, nil if that is not
// known.
type outcome struct {
	kernel *ast.Function
	block  *[3]int
	// computed holds the unknown extents whose sizes the arithmetic on the path may limit, nil for other extents.
	computed [3]*unknown
	path     path
	// premises are conditions that hold for the arguments of the kernel (premise.go).
	premises []*cfg.Premise
}
