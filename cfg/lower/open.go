package lower

import (
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// In a template that is not instantiated, a call may name a method of an object whose class depends on the template's
// arguments. The call may be a collective if libraries have a collective of that name:
//
//	template <class Group> __device__ int sum(Group g, int v) { ... g.shfl_down(v, i) ... }
//
// If the class template of the object is known, its methods decide instead of the name.

// Scope is the set of threads that execute a collective together.
type Scope int

// The scopes.
const (
	NoScope    Scope = iota // not a collective
	WarpScope               // lanes of a warp, or the threads of a group
	BlockScope              // a block
)

// openOperations lists names of collectives: those of cooperative groups, as methods and as functions, and methods of
// CUB's classes whose names no other class uses. The numbers are the possible numbers of arguments, including the
// object or the group.
var openOperations = map[string][]int{
	"sync": {1}, "synchronize": {1}, "shfl": {3}, "shfl_up": {3}, "shfl_down": {3}, "shfl_xor": {3},
	"any": {2}, "all": {2}, "ballot": {2}, "match_any": {2}, "match_all": {3},
	"barrier_arrive": {1}, "barrier_wait": {2},
	"InclusiveSum": {3, 4, 5}, "ExclusiveSum": {3, 4, 5},
	"InclusiveScan": {4, 5, 6}, "ExclusiveScan": {4, 5, 6, 7},
	"HeadSegmentedSum": {3}, "TailSegmentedSum": {3},
	"HeadSegmentedReduce": {4}, "TailSegmentedReduce": {4},
}

// openClasses lists the class templates whose methods are all collectives.
var openClasses = map[string]Scope{
	"cub::WarpReduce": WarpScope, "cub::WarpScan": WarpScope, "cub::WarpExchange": WarpScope,
	"cub::WarpLoad": WarpScope, "cub::WarpStore": WarpScope, "cub::WarpMergeSort": WarpScope,
	"cub::BlockReduce": BlockScope, "cub::BlockScan": BlockScope, "cub::BlockExchange": BlockScope,
	"cub::BlockLoad": BlockScope, "cub::BlockStore": BlockScope, "cub::BlockMergeSort": BlockScope,
	"cub::BlockRadixSort": BlockScope, "cub::BlockRadixRank": BlockScope,
	"cub::BlockDiscontinuity": BlockScope, "cub::BlockAdjacentDifference": BlockScope,
	"cub::BlockHistogram": BlockScope, "cub::BlockShuffle": BlockScope,
	"cub::BlockRunLengthDecode": BlockScope,
}

// openGroups is the set of class templates whose methods are the operations of a group.
var openGroups = map[string]bool{"cooperative_groups::thread_block_tile": true}

// OpenCollective returns the scope of the collective that n may be. It returns NoScope if n is not a call of a function
// that is known only by its name, or if libraries have no collective of that name.
func OpenCollective(n *ast.Node) Scope {
	f := n.Func
	if n.Kind != ast.Call || f == nil || !isUnresolved(f) {
		return NoScope
	}
	given := len(n.Children) - 1
	class, of := ownerOf(f)
	if of && !openGroups[class] {
		return openClasses[class]
	}
	if slices.Contains(openOperations[f.Name], given) {
		return WarpScope
	}
	return NoScope
}

// ownerOf returns the qualified name of the class template of an unresolved method. It returns false if the class is
// not known.
func ownerOf(f *ast.Function) (class string, known bool) {
	end := len(f.Qualified) - len("::") - len(f.Name)
	if end <= 0 {
		return "", false
	}
	return f.Qualified[:end], true
}
