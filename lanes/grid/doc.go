// Package grid holds the facts that are known about a launch: the blocks of a context, and the values of their launch
// registers in all lanes of one warp.
//
// # Contexts
//
// Each shape with which a kernel is launched is a context ([Contexts]). Launches of unknown width form one context,
// with their common extents. There are two such contexts if the host computes the width of some launches, and the
// others are assumed to have whole warps.
//
// # Registers
//
// With a known shape the number of the warp is the only unknown. Otherwise the block is assumed to be blockDim.x = 32 W
// threads wide, so that lane l has threadIdx.x = 32 w + l with w < W, and threadIdx.y and threadIdx.z are the same for
// all lanes. If some extents are known, the block is assumed to consist of planes of whole warps:
//
//	extents    blockDim      threadIdx of lane l in warp w
//	64 x 2     64, 2         (32 w + l) % 64, (32 w + l) / 64
//	?          32 W          32 w + l                               w < W
//	8 x ?      8, 4 H        l % 8, 4 w + l / 8                     w < H
//
// If the host's code computes another size, the last warp has threads that do not exist. If further extents are not 1,
// whole warps are assumed, and samples of other blocks are analysed too (samples.go). W, all rows included, is bounded
// by __launch_bounds__ and by the 1024 threads of a block. If __launch_bounds__ is below a warp, the block has one
// dimension and any number of threads up to the bound: a definite verdict then holds for all these numbers.
//
// A grid is assumed to have at most 2^31 - 2^20 threads along x, so that blockIdx.x * blockDim.x + threadIdx.x and the
// indices of its neighbours fit into an int. If a register of clusters is read, the grid is assumed to consist of whole
// clusters ([Launch.WholeClusters]).
//
// # Other warps
//
// A formula about this warp becomes a formula about another warp if the numbers of the warp are replaced
// ([Launch.AsWarp]). In a block of known shape this may be any warp. Otherwise it may be the first or the last, which
// every block has.
package grid
