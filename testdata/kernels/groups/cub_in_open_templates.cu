// Templates that nothing instantiates call CUB's with arguments that are known, and their own with arguments that are not
// followed. What only some arguments lead to is not shown to be reached.
#include <cub/cub.cuh>

template <int Threads>
class Agent {
 public:
  using Pair = cub::KeyValuePair<unsigned, float>;
  using Largest = cub::WarpReduce<Pair>;
  struct TempStorage {
    typename Largest::TempStorage largest;
  };
  TempStorage *storage;
  __device__ void update(float gain, unsigned *out) {
    Pair best = Largest(storage->largest).Reduce({threadIdx.x, gain}, cub::ArgMax());  // want~ participating_lane_potentially_not_in_mask "17-31"
    out[threadIdx.x] = __shfl_sync(~0u, best.key, 0);
  }
};

// A helper of 32 lanes is whole, and its callers pass 32.
template <int Lanes, class T>
__device__ T sumOf(T value) {
  if (Lanes & (Lanes - 1)) __syncwarp(~0u >> (32 - Lanes));  // want~ participating_lane_potentially_not_in_mask "sumOf"
  return value;
}
template <class T>
__device__ void passes(T *out) {
  out[threadIdx.x] = sumOf<32>(out[threadIdx.x]);
}

// The argument of the template that is checked is free.
template <int Lanes>
__device__ void isFree(int *out) {
  if (Lanes == 16) __syncwarp(~0u >> (32 - Lanes));  // want participating_lane_not_in_mask "16-31"
  out[threadIdx.x] = Lanes;
}
