// Package grid is what is known of a launch: the blocks of a context, and what their launch
// registers hold in all lanes of one warp.
//
// # Contexts
//
// Each shape that a kernel is launched with is a context ([Contexts]). Launches of unknown width
// are one, with the extents that they have in common: those whose width the host computes, then
// those that are assumed to be whole warps.
//
// # Registers
//
// With a known shape the number of the warp is the only unknown. Otherwise the block is assumed to
// be blockDim.x = 32 W threads wide, so that lane l has threadIdx.x = 32 w + l with w < W, and
// threadIdx.y and threadIdx.z are the same for all lanes; or, where some extents are known, to be
// planes of whole warps:
//
//	extents    blockDim      threadIdx of lane l in warp w
//	64 x 2     64, 2         (32 w + l) % 64, (32 w + l) / 64
//	?          32 W          32 w + l                               w < W
//	8 x ?      8, 4 H        l % 8, 4 w + l / 8                     w < H
//
// Where the host's code shows that it computes any other size, the last warp has threads that do
// not exist. Where the extents behind that one are not 1, whole warps are assumed beside samples of other blocks (samples.go). __launch_bounds__ bounds W, rows included, as 1024 threads do. A block that it keeps
// below a warp has one dimension and any number of threads up to the bound: what is definite then
// holds for all of them.
//
// A grid is assumed to have fewer than 2^31 threads along x, by a million, so that blockIdx.x *
// blockDim.x + threadIdx.x and the indices of its neighbours fit an int. Where a register of clusters is read, the grid is whole clusters
// ([Launch.WholeClusters]).
//
// # Other warps
//
// A formula about this warp is one about another with the other's numbers ([Launch.AsWarp]): in a
// block of known shape of any, else of the first or the last, which every block has.
package grid
