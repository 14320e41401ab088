// The built-in variables, and the analyser's own builtins, which stand for
// what CUDA's headers reach through inline assembly. None has a body.
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

// A library call that every thread of the block must make, and perhaps more.
// The name is a literal: it is what the user is told.
WARPCHECK_D void __warpcheck_block_collective(const char *name);
// One that every thread of the grid, or of the cluster of blocks, must make; and arriving at
// the barrier of the cluster and waiting there, by themselves.
WARPCHECK_D void __warpcheck_grid_sync(const char *name);
WARPCHECK_D void __warpcheck_cluster_sync(const char *name);
WARPCHECK_D void __warpcheck_cluster_arrive(const char *name);
WARPCHECK_D void __warpcheck_cluster_wait(const char *name);

// The extents of a cluster, in blocks, the place of this block in its cluster and that of the
// cluster in the grid; an address in shared memory as the block of a rank in
// the cluster has it, and the rank of the block that has an address.
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

// A library call that every lane of mask must make: class "group.<name>". It
// exchanges value; what it yields is unknown, and per lane.
template <class T>
WARPCHECK_D T __warpcheck_group_collective(const char *name, unsigned int mask, T value);

// A library call that every thread of the block must make. What it yields is unknown, and one
// for all.
template <class T> WARPCHECK_D T __warpcheck_block_collective(const char *name, T value);

// A library call that every thread of a tile of several warps must make, of a constant
// number of threads. What it yields is unknown, and one for all.
WARPCHECK_D void __warpcheck_tile_collective(const char *name, unsigned int threads);
template <class T>
WARPCHECK_D T __warpcheck_tile_collective(const char *name, unsigned int threads, T value);
