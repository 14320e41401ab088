// Code that is compiled for tiles of one lane, or of some other size, in templates that nothing instantiates.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// The block's barrier in a branch, with one lane for each key; with more lanes the tile has its own.
template <int Lanes, int Block> __global__ void found_by_tile(const int *keys, int n, int *out) {
  __shared__ int buffer[Block];
  auto const block = cg::this_thread_block();
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / Lanes;
  while (i - (int)threadIdx.x < n) {
    if (i < n) {
      if constexpr (Lanes == 1) {
        buffer[threadIdx.x] = keys[i];
        block.sync(); // want? potentially-divergent-syncthreads "may skip"
        out[i] = buffer[threadIdx.x];
      } else {
        auto const tile = cg::tiled_partition<Lanes>(block);
        if (tile.thread_rank() == 0) out[i] = keys[i];
      }
    }
    i += gridDim.x * blockDim.x / Lanes;
  }
}

// The same with the barrier behind the branch.
template <int Lanes, int Block> __global__ void found_behind(const int *keys, int n, int *out) {
  __shared__ int buffer[Block];
  auto const block = cg::this_thread_block();
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / Lanes;
  while (i - (int)threadIdx.x < n) {
    if constexpr (Lanes == 1) {
      if (i < n) buffer[threadIdx.x] = keys[i];
      block.sync();
      if (i < n) out[i] = buffer[threadIdx.x];
    } else {
      auto const tile = cg::tiled_partition<Lanes>(block);
      if (i < n && tile.thread_rank() == 0) out[i] = keys[i];
    }
    i += gridDim.x * blockDim.x / Lanes;
  }
}

// Code for one size alone is no worse than other code.
template <int Lanes> __global__ void odd_threads_wait(int *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if (tile.size() > 1) {
    tile.sync();
  } else if (threadIdx.x % 2) {
    __syncwarp(); // want not_participating_lane_in_mask "odd_threads_wait \[tiles of 1, "
  }
  out[threadIdx.x] = 1;
}

// A race between warps, in code for one lane.
template <int Lanes> __global__ void neighbours(const int *in, int *out) {
  __shared__ int cells[256];
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if constexpr (Lanes == 1) {
    cells[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = cells[(threadIdx.x + 32) % 256]; // want? potentially-missing-syncthreads "may race"
  } else {
    out[threadIdx.x] = tile.shfl(in[threadIdx.x], 0);
  }
}

// Right for all sizes: with one lane nobody else is in the tile.
template <int Lanes> __global__ void alone(const int *in, int *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if constexpr (Lanes == 1) {
    if (in[threadIdx.x] > 3) out[threadIdx.x] = tile.shfl(in[threadIdx.x], 0);
  } else {
    out[threadIdx.x] = tile.shfl(in[threadIdx.x], 0);
  }
}

// No tile has one lane.
template <int Lanes> __global__ void of_several(const int *in, int *out) {
  static_assert(Lanes > 1, "");
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if (Lanes == 1 && threadIdx.x % 2) __syncthreads();
  out[threadIdx.x] = tile.any(in[threadIdx.x]);
}

// What small tiles alone have.
template <int Lanes> __global__ void of_half_a_warp(const int *in, int *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if (Lanes < 32) {
    if (threadIdx.x % 32 < 16) __syncwarp(); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  }
  out[threadIdx.x] = tile.any(in[threadIdx.x]);
}

// What tiles of sixteen lanes keep.
template <int Lanes> __global__ void of_several_sizes(const int *in, int *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if (Lanes < 32 && threadIdx.x % 32 < 2 * Lanes)
    __syncwarp(); // want~ potentially_not_participating_lane_in_mask "Lane\(s\) 2-31 named"
  out[threadIdx.x] = tile.any(in[threadIdx.x]);
}

// A function for each size, and a size between one lane and a warp.
template <int Lanes> __device__ int first_of(const cg::thread_block_tile<Lanes> &tile, int v) {
  if constexpr (Lanes == 4) {
    if (threadIdx.x & 2) v = tile.shfl(v, 0); // want not_participating_lane_in_mask "tiles of 4"
    return v;
  } else {
    return tile.shfl(v, 0);
  }
}

template <int Lanes> __global__ void in_a_function(const int *in, int *out) {
  cg::thread_block_tile<Lanes> tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  out[threadIdx.x] = first_of(tile, in[threadIdx.x]);
}
