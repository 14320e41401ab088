// CUB's logical warps whose number of lanes is no power of two: the mask is of the first lanes of the warp, for every
// lane that calls.
// without missing-syncwarp
#include <cub/cub.cuh>

__global__ void one_of_twelve(const int *in, int *out) {
  using Reduce = cub::WarpReduce<int, 12>;
  __shared__ typename Reduce::TempStorage storage;
  int sum = Reduce(storage).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0) out[0] = sum;
}

__global__ void all_of_the_warp(const int *in, int *out) {
  using Scan = cub::WarpScan<int, 24>;
  __shared__ typename Scan::TempStorage storage;
  int sum;
  Scan(storage).InclusiveSum(in[threadIdx.x], sum); // want participating_lane_not_in_mask "Lane.s. 24-31 participate but are not named"
  out[threadIdx.x] = sum;
}

__global__ void first_lanes(const int *in, int *out) {
  using Reduce = cub::WarpReduce<int, 7>;
  __shared__ typename Reduce::TempStorage storage;
  if (threadIdx.x < 7) out[threadIdx.x] = Reduce(storage).Sum(in[threadIdx.x]);
}

__global__ void too_few(const int *in, int *out) {
  using Reduce = cub::WarpReduce<int, 7>;
  __shared__ typename Reduce::TempStorage storage;
  if (threadIdx.x < 6) out[threadIdx.x] = Reduce(storage).Sum(in[threadIdx.x]); // want not_participating_lane_in_mask "Lane.s. 6 named"
}

struct Less {
  __device__ bool operator()(int a, int b) const { return a < b; }
};

__global__ void last_lanes(const int *in, int *out) {
  using Sort = cub::WarpMergeSort<int, 2, 10>;
  __shared__ typename Sort::TempStorage storage;
  int keys[2] = {in[threadIdx.x], in[threadIdx.x + 32]};
  if (threadIdx.x >= 10 && threadIdx.x < 20)
    // want not_participating_lane_in_mask "Lane.s. 0-9 named"
    Sort(storage).Sort(keys, Less());
  out[threadIdx.x] = keys[0];
}

__global__ void halves(const int *in, int *out) {
  using Reduce = cub::WarpReduce<int, 16>;
  __shared__ typename Reduce::TempStorage storage[2];
  if (threadIdx.x < 16) out[0] = Reduce(storage[0]).Sum(in[threadIdx.x]);
  else out[1] = Reduce(storage[1]).Sum(in[threadIdx.x]);
}

void launch(const int *in, int *out) {
  one_of_twelve<<<1, 12>>>(in, out);
  all_of_the_warp<<<1, 32>>>(in, out);
  first_lanes<<<1, 32>>>(in, out);
  too_few<<<1, 32>>>(in, out);
  last_lanes<<<1, 32>>>(in, out);
  halves<<<1, 32>>>(in, out);
}
