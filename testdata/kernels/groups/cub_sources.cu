// CUB's reductions of a whole warp shuffle down, and its scans up: lanes read what lanes
// that have left the kernel do not give. With a number of valid items they read less.
#include <cub/cub.cuh>

template <class Kind> using Storage = typename Kind::TempStorage[32];

__global__ void lastLanesLeave(float *data, int n) {
  if (threadIdx.x >= n) {
    return;
  }
  using Reduce = cub::WarpReduce<float>;
  using Scan = cub::WarpScan<float>;
  __shared__ Storage<Reduce> storage;
  __shared__ Storage<Scan> scans;
  float mine = data[threadIdx.x];
  // want?[lockstep] potentially_not_participating_lane_in_mask "do not participate"
  mine = Reduce(storage[threadIdx.x / 32]).Sum(mine); // want? potentially_source_lane_not_in_mask "exited"
  // want?[lockstep] potentially_not_participating_lane_in_mask "do not participate"
  Scan(scans[threadIdx.x / 32]).InclusiveSum(mine, mine);
  data[threadIdx.x] = mine;
}

__global__ void someItems(float *data, int n) {
  using Reduce = cub::WarpReduce<float>;
  __shared__ Storage<Reduce> storage;
  Reduce reduce(storage[threadIdx.x / 32]);
  data[threadIdx.x] = reduce.Sum(data[threadIdx.x], n) + reduce.Reduce(data[threadIdx.x], cub::Max());
}
