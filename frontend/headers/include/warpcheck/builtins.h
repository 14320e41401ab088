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
}

// A library call that every lane of mask must make: class "group.<name>". It
// exchanges value; what it yields is unknown, and per lane.
template <class T>
WARPCHECK_D T __warpcheck_group_collective(const char *name, unsigned int mask, T value);

// A library call that every thread of a tile of several warps must make, of a constant
// number of threads. What it yields is unknown, and one for all.
WARPCHECK_D void __warpcheck_tile_collective(const char *name, unsigned int threads);
template <class T>
WARPCHECK_D T __warpcheck_tile_collective(const char *name, unsigned int threads, T value);
