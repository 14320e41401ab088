// The groups of a match among the lanes that are here are equal or disjoint, whatever
// the labels are: the idiom of aggregated atomics by bucket.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void countBuckets(int *counters, const int *buckets, int *places, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    auto active = cg::coalesced_threads();
    auto group = cg::labeled_partition(active, buckets[i]);
    int first = 0;
    if (group.thread_rank() == 0) {
      first = atomicAdd(&counters[buckets[i]], group.size());
    }
    places[i] = group.shfl(first, 0) + group.thread_rank();
  }
}

// Here the labels of all lanes are compared, and only some lanes use the groups.
__global__ void tooManyLanes(int *counters, const int *buckets, int n) {
  unsigned group = __match_any_sync(0xffffffffu, buckets[threadIdx.x]);
  if (threadIdx.x < n) {
    // want? potentially_not_participating_lane_in_mask "potentially do not participate"
    __syncwarp(group);
  }
}
