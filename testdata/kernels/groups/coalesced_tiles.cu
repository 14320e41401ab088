// The tiles of a coalesced group are of consecutive ranks among the lanes that are here,
// and so equal or disjoint, whoever is here.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void all_here(int *d) {
  auto tile = cg::tiled_partition(cg::coalesced_threads(), 4);
  d[threadIdx.x] = tile.shfl(d[threadIdx.x], 0);
}

__global__ void some_here(int *d) {
  if (d[threadIdx.x] > 0) {
    auto tile = cg::tiled_partition(cg::coalesced_threads(), 8);
    d[threadIdx.x] = tile.shfl(d[threadIdx.x], 0);
  }
}

__global__ void of_any_size(int *d, unsigned n) {
  if (d[threadIdx.x] > 0) {
    auto tile = cg::tiled_partition(cg::coalesced_threads(), n);
    tile.sync();
  }
}

// One lane of each tile makes the call, and the tile names the others.
__global__ void one_of_a_tile(int *d) {
  auto tile = cg::tiled_partition(cg::coalesced_threads(), 4);
  if (tile.thread_rank() == 0) {
    // want not_participating_lane_in_mask "Lane\(s\) 1-3 named in sync mask 0b0{28}1111 "
    tile.sync();
  }
}
