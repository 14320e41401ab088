#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// A match of all lanes of a tile gives all of them the tile, or none.
__global__ void all_have_one_key(int *d) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int key = d[threadIdx.x], same;
  if (tile.match_all(key, same)) d[threadIdx.x] = tile.shfl(key, 0);
  if (same) d[threadIdx.x] = tile.shfl(key, 1);
}

__global__ void some_have_one_key(int *d) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int key = d[threadIdx.x];
  // want? potentially_not_participating_lane_in_mask "do not participate"
  if (__popc(tile.match_any(key)) > 8) d[threadIdx.x] = tile.shfl(key, 0);
}
