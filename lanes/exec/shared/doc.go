// Package shared knows what was stored in shared variables, and from that what a load behind a barrier finds. Package
// exec reports each store, barrier and join of control flow to it as it interprets a root, and asks it about each
// load. It knows the trace and the memory, and asks the interpreter nothing: all that it needs of an instruction
// is in an [Access].
//
// # Two ways to know a word
//
// A variable in which nobody ever stores anything but one constant holds that behind a barrier (constant.go):
//
//	__shared__ int n;
//	if (threadIdx.x == 0) n = 5;
//	__syncthreads();
//	if (lane < n) __syncwarp();             n is 5
//
// Of a small variable (cfg.Object.IsFollowed) each version of memory has a [Past] (past.go): the stores to it and the
// barriers before the version, as a graph that ends at the entry of the kernel. A load walks that graph
// backward to the stores that it may find (laststored.go):
//
//	if (lane == 0) masks[warp] = ballot;    a store by lane 0 of each warp
//	__syncwarp();                           a barrier of the warp
//	m = masks[warp];                        finds the ballot of the reader's own warp
//
// # Whose stores count
//
// One warp is interpreted, and every warp of the block runs the same program. A store counts for a reader where it is
// surely executed, by some thread of every block or by a lane of the reader's own warp, before a barrier that both
// reach (sure.go). What is stored twice, at a place that is not known, or by a thread that may stay away, makes the
// word unknown: a load that finds nothing here gets an unknown from package memory.
//
// # Loops
//
// Package loop takes it as a candidate invariant that no iteration stores to a variable, and asks here whether a
// trial iteration refutes that ([History.StoredSince]). Where it does not, the past of an arbitrary iteration is
// that of the entry, some barriers later ([History.Pass]).
package shared
