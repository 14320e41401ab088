package host

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// results are what running host code finds of the launches of a unit.
type results struct {
	// launches are the launches of the unit, with those of kernels that it finds by their names.
	launches []*ast.Launch
	// outcomes are what is found, by the node of a launch.
	outcomes map[*ast.Node][]outcome
	// pathConditions are the conditions on the paths to the launches of a kernel.
	pathConditions map[*ast.Function]map[pathCondition]bool
	// candidates are the launches of kernels that may be meant. unresolved are launches of which the tree shows no kernel,
	// and for which none may be meant (open.go).
	candidates map[*ast.Launch]bool
	unresolved []*ast.Node
	// only are the launches whose outcomes are noted, nil for all. unfinished are those of which outcomes are missing.
	// covered are those whose function ran to its end for any arguments, so that a launch without outcomes never
	// happens.
	only, unfinished, covered map[*ast.Node]bool
	// alone is the function that is run by itself, nil for none. ways are the ways in which such functions lead to the
	// launches of a kernel (rehearsal.go). ranOut is whether the steps ran out when all functions were run together.
	alone  *opening
	ways   map[*ast.Function][]*way
	ranOut bool
	// broken is the error of our own that ended the run.
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

// outcome is what is launched, nil if that is not known, and its block.
type outcome struct {
	kernel *ast.Function
	block  *[3]int
	// computed are the unknown extents of which the arithmetic may show something on the path, nil for others.
	computed [3]*unknown
	path     path
	// premises are what holds for the arguments of the kernel (premise.go).
	premises []*cfg.Premise
}
