package host

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// results holds what running host code finds about the launches of a unit.
type results struct {
	// launches lists the launches of the unit, including those of kernels that host code finds by name.
	launches []*ast.Launch
	// outcomes maps the node of a launch to its outcomes.
	outcomes map[*ast.Node][]outcome
	// pathConditions maps each kernel to the conditions on the paths to its launches.
	pathConditions map[*ast.Function]map[pathCondition]bool
	// If a launch names no kernel, each kernel that it may launch is a candidate (open.go). candidates is the set of
	// ast.Launch values that were made for pairs of such a launch and a candidate. unresolved lists the launches that
	// name no kernel and have no candidate.
	candidates map[*ast.Launch]bool
	unresolved []*ast.Node
	// only is the set of launches whose outcomes are recorded, or nil for all. unfinished is the set of launches whose
	// outcomes are incomplete because the steps ran out. covered is the set of launches in functions that ran to their
	// end for any arguments. A covered launch without an outcome never happens.
	only, unfinished, covered map[*ast.Node]bool
	// alone is the function that is run separately, nil if there is none. routes holds, for each kernel, the functions
	// that reach its launches (rehearsal.go). ranOut reports whether the steps ran out when all functions were run
	// together.
	alone  *opening
	routes map[*ast.Function][]*route
	ranOut bool
	// broken is the text of the panic that ended the run, or "".
	broken string
	domain *domain
	budget *budget
}

func newResults(values *domain, steps *budget) *results {
	return &results{
		outcomes: map[*ast.Node][]outcome{}, pathConditions: map[*ast.Function]map[pathCondition]bool{}, candidates: map[*ast.Launch]bool{},
		routes: map[*ast.Function][]*route{}, unfinished: map[*ast.Node]bool{}, covered: map[*ast.Node]bool{}, domain: values, budget: steps,
	}
}

// outcome is one possible result of a launch. kernel is nil if the kernel is not known. block is nil if the block is
// not known.
type outcome struct {
	kernel *ast.Function
	block  *[3]int
	// computed[i] is the unknown value of extent i of the block, if arithmetic or the conditions on the path may limit
	// it. Otherwise it is nil. path is the path to the launch. It is kept only if some extent is in computed.
	computed [3]*unknown
	path     path
	// premises lists conditions that hold for the arguments of the kernel (premise.go).
	premises []*cfg.Premise
}
