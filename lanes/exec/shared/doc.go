// Package shared records stores to shared variables, and finds the value that a load after a barrier reads. While
// package exec interprets a root, it reports each store, barrier and join of control flow to this package, and asks it
// about each load. Package shared knows the trace and the memory. It does not call the interpreter, because an [Access]
// holds everything that it needs to know about an instruction.
//
// # How a word is known
//
// If every store to a variable stores the same constant, the variable holds this constant after a barrier
// (constant.go):
//
//	__shared__ int n;
//	if (threadIdx.x == 0) n = 5;
//	__syncthreads();
//	if (lane < n) __syncwarp();             n is 5
//
// For a small variable (cfg.Object.IsFollowed) each version of memory has a [Past] (past.go). It is a graph of the
// stores to the variable and the barriers before this version, back to the entry of the kernel. A load walks the graph
// backward to the stores that it may read (laststored.go):
//
//	if (lane == 0) masks[warp] = ballot;    a store by lane 0 of each warp
//	__syncwarp();                           a barrier of the warp
//	m = masks[warp];                        reads the ballot of the reader's own warp
//
// # Whose stores count
//
// One warp is interpreted, and every warp of the block runs the same program. A store counts for a reader if it is
// surely executed before a barrier that both reach, by some thread of every block or by a lane of the reader's own warp
// (sure.go). The word is unknown if different stores to it may be the last one, if the place of a store is unknown, or
// if the storing thread may not reach the store. A load then gets an unknown from package memory.
//
// # Loops
//
// Package loop has the candidate invariant that no iteration stores to a variable. It asks this package whether a trial
// iteration refutes the candidate ([History.StoredSince]). If not, the past of an arbitrary iteration is the past at
// the entry followed by some barriers ([History.Pass]).
package shared
