// A template that nobody instantiates calls functions of groups as others do.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

template <int Columns> __global__ void part_reduces(const int *in, int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  if (warp.thread_rank() < Columns % 4 + 5)
    // want not_participating_lane_in_mask "Lane\(s\) 8-31 .* part_reduces"
    out[threadIdx.x] = cg::reduce(warp, in[threadIdx.x], cg::plus<int>());
}

template <int Columns> __global__ void part_scans(const int *in, int *out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  if (tile.thread_rank() < 5)
    // want not_participating_lane_in_mask "part_scans"
    out[threadIdx.x] = cg::inclusive_scan(tile, in[threadIdx.x]);
}

template <int Columns> __global__ void part_syncs(int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  if (threadIdx.x % 32 < 5)
    cg::sync(warp); // want not_participating_lane_in_mask "part_syncs"
  out[threadIdx.x] = Columns;
}

template <int Columns> __global__ void all_reduce(const int *in, int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int most = cg::reduce(warp, in[threadIdx.x], cg::greater<int>());
  for (int i = 0; i < most; i++)
    out[threadIdx.x] += warp.shfl(i, 3);
}
