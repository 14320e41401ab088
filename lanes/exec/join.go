package exec

import (
	"github.com/warpcheck/warpcheck/lanes/exec/loop"
	"github.com/warpcheck/warpcheck/lanes/exec/shared"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// join merges the edges that lead into one block: each lane gets the memory of the edge that it took.
func (in *interp) join(edges []loop.Edge) loop.Edge {
	if len(edges) == 1 {
		return edges[0]
	}
	guards := make([]vector.Vec, len(edges))
	for i, e := range edges {
		guards[i] = e.Guard
	}
	states := statesOf(edges)
	pasts := make([][]*shared.Past, len(states))
	for i, st := range states {
		pasts[i] = in.shared.All(st)
	}
	merged := in.memory.MergeStates(states, in.vectors.EdgeConditions(guards))
	in.shared.Join(merged, pasts)
	return loop.Edge{Guard: in.vectors.Union(guards), State: merged}
}

// statesOf returns the memories of edges.
func statesOf(edges []loop.Edge) []*memory.State {
	states := make([]*memory.State, len(edges))
	for i, e := range edges {
		states[i] = e.State
	}
	return states
}

// mergeValues returns the result of a call: in each lane, the result of the return that the lane took.
func (in *interp) mergeValues(returns []loop.Edge, results []memory.Value) memory.Value {
	if results[0] == nil {
		return nil
	}
	guards := make([]vector.Vec, len(returns))
	for i, e := range returns {
		guards[i] = e.Guard
	}
	return in.memory.MergeList(results, in.vectors.EdgeConditions(guards))
}
