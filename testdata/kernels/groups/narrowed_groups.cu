// Groups that collectives within them narrow: those of lanes with equal keys.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// A key is matched bit by bit within the group of those that agree so far.
__global__ void matchWithinGroup(int *keys) {
  unsigned group = 0xffffffffu;
  int key = keys[threadIdx.x];
  for (int bit = 15; bit >= 0; bit--) {
    unsigned ones = __ballot_sync(group, key >> bit & 1);
    group &= key >> bit & 1 ? ones : ~ones;
    __syncwarp(group);
  }
  keys[threadIdx.x] = group;
}

__global__ void partsOfParts(int *keys) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto part = cg::labeled_partition(warp, keys[threadIdx.x] & 7);
  auto inner = cg::labeled_partition(part, keys[threadIdx.x] & 3);
  auto innermost = cg::labeled_partition(inner, keys[threadIdx.x] & 32);
  innermost.sync();
  inner.sync();
  part.sync();
}

// Only some of an inner group come to its barrier.
__global__ void someOfAPart(int *keys) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto part = cg::labeled_partition(warp, keys[threadIdx.x] & 7);
  auto inner = cg::labeled_partition(part, keys[threadIdx.x] & 3);
  if (keys[threadIdx.x] & 64)
    inner.sync(); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}
