// A reduction of a group takes the values of all of its lanes, a scan those of the lanes before: one that has
// exited gives none, though a barrier of the group would not wait for it.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__device__ cg::thread_block_tile<32> warp() { return cg::tiled_partition<32>(cg::this_thread_block()); }

__global__ void reduced(float *p) {
  auto tile = warp();
  if (threadIdx.x % 32 == 5)
    return;
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 5 named"
  // want source_lane_not_in_mask "Lane\(s\) 0-4, 6-31 read from lane\(s\) 5 that have exited"
  p[threadIdx.x] = cg::reduce(tile, p[threadIdx.x], cg::plus<float>());
}

__global__ void scanned(float *p) {
  auto tile = warp();
  if (threadIdx.x % 32 == 7)
    return;
  // want source_lane_not_in_mask "Lane\(s\) 8-31 read from lane\(s\) 7 that have exited"
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 7 named"
  p[threadIdx.x] = cg::inclusive_scan(tile, p[threadIdx.x], cg::plus<float>());
}

__global__ void tail(float *p, int n) {
  auto tile = warp();
  if (threadIdx.x >= n)
    return;
  // want? potentially_source_lane_not_in_mask "may read from"
  // want?[lockstep] potentially_not_participating_lane_in_mask "potentially do not participate"
  p[threadIdx.x] = cg::reduce(tile, p[threadIdx.x], cg::plus<float>());
}

// Lanes before the end take nothing of those behind it.
__global__ void scanned_tail(float *p, int n) {
  auto tile = warp();
  if (threadIdx.x >= n)
    return;
  // want?[lockstep] potentially_not_participating_lane_in_mask "potentially do not participate"
  p[threadIdx.x] = cg::exclusive_scan(tile, p[threadIdx.x], cg::plus<float>());
}

// Whole tiles stay, or leave.
__global__ void tiles(float *p) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  if (threadIdx.x % 32 >= 16)
    return;
  p[threadIdx.x] = cg::reduce(tile, p[threadIdx.x], cg::plus<float>());
}

// The lanes that are there.
__global__ void those_left(float *p, int n) {
  if (threadIdx.x >= n)
    return;
  auto group = cg::coalesced_threads();
  p[threadIdx.x] = cg::reduce(group, p[threadIdx.x], cg::plus<float>());
}

__global__ void unused(float *p) {
  auto tile = warp();
  if (threadIdx.x % 32 == 5)
    return;
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 5 named"
  cg::reduce(tile, p[threadIdx.x], cg::plus<float>());
}

__global__ void short_block(float *p) {
  auto tile = warp();
  // want source_lane_not_in_mask "Lane\(s\) 0-23 read from lane\(s\) 24-31 that do not exist in a block of 24 threads"
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 24-31 named"
  p[threadIdx.x] = cg::reduce(tile, p[threadIdx.x], cg::plus<float>());
}

void launch(float *p) { short_block<<<1, 24>>>(p); }
