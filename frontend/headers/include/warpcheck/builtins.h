// The built-in variables, and builtins of the analyser itself in
// place of the inline assembly of CUDA's headers. None has a body.
#pragma once

extern const WARPCHECK_D uint3 threadIdx;
extern const WARPCHECK_D uint3 blockIdx;
extern const WARPCHECK_D dim3 blockDim;
extern const WARPCHECK_D dim3 gridDim;
static constexpr WARPCHECK_D int warpSize = 32;

extern "C" {
// %laneid and %lanemask_lt.
WARPCHECK_D unsigned int __warpcheck_laneid();
WARPCHECK_D unsigned int __warpcheck_lanemask_lt();

// The lanes that cooperative groups find converged, as coalesced_threads() does.
WARPCHECK_D unsigned int __warpcheck_coalesced_mask();

// A library call that every thread of the block must make, perhaps
// also other threads. name is a literal; messages to the user show it.
WARPCHECK_D void __warpcheck_block_collective(const char *name);
// Calls that every thread of the grid, or of the cluster, must make. The last
// two are the halves of the cluster's barrier: the arrival and the wait.
WARPCHECK_D void __warpcheck_grid_sync(const char *name);
WARPCHECK_D void __warpcheck_cluster_sync(const char *name);
WARPCHECK_D void __warpcheck_cluster_arrive(const char *name);
WARPCHECK_D void __warpcheck_cluster_wait(const char *name);

// The extents of a cluster in blocks, the place of this block in its cluster, and the place of
// the cluster in the grid. map_shared converts an address in shared memory to the same address
// in the block with a rank. query_shared returns the rank of the block that an address is in.
WARPCHECK_D unsigned int __warpcheck_cluster_x();
WARPCHECK_D unsigned int __warpcheck_cluster_y();
WARPCHECK_D unsigned int __warpcheck_cluster_z();
WARPCHECK_D unsigned int __warpcheck_cluster_at_x();
WARPCHECK_D unsigned int __warpcheck_cluster_at_y();
WARPCHECK_D unsigned int __warpcheck_cluster_at_z();
WARPCHECK_D unsigned int __warpcheck_cluster_id_x();
WARPCHECK_D unsigned int __warpcheck_cluster_id_y();
WARPCHECK_D unsigned int __warpcheck_cluster_id_z();
WARPCHECK_D size_t __warpcheck_map_shared(size_t address, unsigned int rank);
WARPCHECK_D unsigned int __warpcheck_query_shared(size_t address);
}

// A library call that every lane of mask must make, of the class "group.<name>".
// The lanes exchange value. The result is unknown, and may differ between lanes.
template <class T>
WARPCHECK_D T __warpcheck_group_collective(const char *name, unsigned int mask, T value);

// A library call that every thread of the block must make.
// The result is unknown, and the same for all threads.
template <class T> WARPCHECK_D T __warpcheck_block_collective(const char *name, T value);

// A library call that every thread of a tile of several warps must make. threads
// is constant. The result is unknown, and the same for all threads of the tile.
WARPCHECK_D void __warpcheck_tile_collective(const char *name, unsigned int threads);
template <class T>
WARPCHECK_D T __warpcheck_tile_collective(const char *name, unsigned int threads, T value);
