// Tiles whose size the arguments of a template decide: what is definite is so for each size but one.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

// Right for tiles of 16 lanes and fewer.
template <int Lanes> __global__ void lower_half_votes(const int *in, int *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if ((threadIdx.x & 31) < 16) out[threadIdx.x] = tile.any(in[threadIdx.x]); // want~ potentially_not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

template <unsigned Lanes> __global__ void last_eight_sum(const int *in, int *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  int v = in[threadIdx.x];
  if (threadIdx.x % 32 >= 24)
    v = cg::reduce(tile, v, cg::plus<int>()); // want~ potentially_not_participating_lane_in_mask "Lane\(s\) 0-23 named"
  out[threadIdx.x] = v;
}

template <int Lanes> __device__ int largest(const cg::thread_block_tile<Lanes> &tile, int v) {
  for (int i = Lanes / 2; i > 0; i /= 2) v = max(v, tile.shfl_xor(v, i)); // want~ potentially_not_participating_lane_in_mask "Lane\(s\) 8-31 named"
  return v;
}

template <int Lanes> __global__ void eight_of_a_warp(const int *in, int *out) {
  cg::thread_block_tile<Lanes> tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if (threadIdx.x % 32 < 8) out[threadIdx.x] = largest(tile, in[threadIdx.x]);
}

// Wrong for tiles of any size.
template <int Lanes> __global__ void odd_lanes_wait(int *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if (threadIdx.x & 1) tile.sync(); // want not_participating_lane_in_mask "Lane\(s\) 0, 2, 4"
  out[threadIdx.x] = 1;
}

template <int Lanes> __global__ void lower_part_votes(const int *in, int *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if (tile.thread_rank() < Lanes / 2)
    out[threadIdx.x] = tile.ballot(in[threadIdx.x] > 0); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

// No tile of this one has fewer lanes.
template <int Lanes> __global__ void at_least_a_warp(const int *in, int *out) {
  static_assert(Lanes >= 32, "");
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if ((threadIdx.x & 31) < 16) out[threadIdx.x] = tile.all(in[threadIdx.x]); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

// What has nothing to do with the tile.
template <int Lanes> __global__ void beside_a_tile(const int *in, int *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  out[threadIdx.x] = tile.any(in[threadIdx.x]);
  if ((threadIdx.x & 31) < 16) __syncwarp(); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

// Some input of each size; of a warp alone.
template <int Lanes> __global__ void by_data(const int *in, int *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if (in[threadIdx.x] > 3) out[threadIdx.x] = tile.any(in[threadIdx.x] > 5); // want? potentially_not_participating_lane_in_mask "potentially"
}

template <int Lanes> __global__ void by_data_of_halves(const int *in, int *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if (in[threadIdx.x / 16] > 3) out[threadIdx.x] = tile.any(in[threadIdx.x] > 5); // want~ potentially_not_participating_lane_in_mask "potentially"
}

// Right for each.
template <int Lanes> __global__ void whole_tiles(const int *in, int *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if (threadIdx.x / Lanes % 2 == 0) out[threadIdx.x] = tile.any(in[threadIdx.x]);
  if (tile.meta_group_rank() == 1) tile.sync();
  if ((threadIdx.x & 31) < Lanes) out[threadIdx.x] += tile.shfl(in[threadIdx.x], Lanes - 1);
}

// Smaller ones have no such code.
template <int Lanes> __global__ void of_whole_warps_alone() {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if (tile.size() == 32) {
    if (threadIdx.x % 32 < 16) __syncwarp(); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  }
}
