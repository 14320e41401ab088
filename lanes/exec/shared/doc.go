// Package shared knows what was stored in shared variables, and so what a load after a barrier reads. Package exec
// reports each store, barrier and join of control flow to it while it interprets a root, and asks it about each load.
// Package shared knows the trace and the memory, and does not call the interpreter: an [Access] holds all that it needs
// of an instruction.
//
// # Two ways to know a word
//
// If every store to a variable stores the same constant, the variable holds that constant after a barrier
// (constant.go):
//
//	__shared__ int n;
//	if (threadIdx.x == 0) n = 5;
//	__syncthreads();
//	if (lane < n) __syncwarp();             n is 5
//
// For a small variable (cfg.Object.IsFollowed) each version of memory has a [Past] (past.go): the stores to the
// variable and the barriers before the version, as a graph that ends at the entry of the kernel. A load walks that
// graph backward to the stores that it may read (laststored.go):
//
//	if (lane == 0) masks[warp] = ballot;    a store by lane 0 of each warp
//	__syncwarp();                           a barrier of the warp
//	m = masks[warp];                        reads the ballot of the reader's own warp
//
// # Whose stores count
//
// One warp is interpreted, and every warp of the block runs the same program. A store counts for a reader if it is
// surely executed, by some thread of every block or by a lane of the reader's own warp, before a barrier that both
// reach (sure.go). The word is unknown if it is stored twice, at an unknown place, or by a thread that may stay away. A
// load then gets an unknown from package memory.
//
// # Loops
//
// Package loop takes it as a candidate invariant that no iteration stores to a variable, and asks here whether a trial
// iteration refutes that ([History.StoredSince]). If it does not, the past of an arbitrary iteration is that of the
// entry, some barriers later ([History.Pass]).
package shared
