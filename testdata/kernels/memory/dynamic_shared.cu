// All arrays of dynamic shared memory are one: what is written through one name is read
// through the other.
#define FULL 0xffffffffu

__global__ void twoNames(int shift) {
  extern __shared__ int counts[]; // want several-dynamic-shared-arrays "counts \(int\)"
  extern __shared__ float weights[];
  unsigned heavy = __ballot_sync(FULL, weights[threadIdx.x] > 0);
  counts[threadIdx.x + shift] = -1;  // want? potentially-missing-syncwarp "for weights"
  if (weights[threadIdx.x] > 0) {    // want? potentially-missing-syncwarp "for weights"
    // want~ potentially_not_participating_lane_in_mask "named"
    __syncwarp(heavy);
  }
}

__device__ void clear(int shift) {
  extern __shared__ double all[]; // want several-dynamic-shared-arrays "all \(double\)"
  all[threadIdx.x + shift] = 0;  // want? potentially-missing-syncwarp "for weights"
}

__global__ void inAnotherFunction(int shift) {
  extern __shared__ float weights[];
  unsigned heavy = __ballot_sync(FULL, weights[threadIdx.x] > 0);
  clear(shift);
  if (weights[threadIdx.x] > 0) {  // want? potentially-missing-syncwarp "for weights"
    // want~ potentially_not_participating_lane_in_mask "named"
    __syncwarp(heavy);
  }
}

// An array with an extent of its own lies elsewhere.
template <int N> __device__ void fixedArrays(int shift) {
  extern __shared__ float weights[];
  __shared__ int counts[N];
  unsigned heavy = __ballot_sync(FULL, weights[threadIdx.x] > 0);
  counts[threadIdx.x + shift] = -1;
  if (weights[threadIdx.x] > 0) __syncwarp(heavy);
}

__global__ void apart(int shift) { fixedArrays<128>(shift); }

template <class T, int N> __global__ void patternApart(int shift) {
  extern __shared__ T weights[];
  __shared__ int counts[N];
  unsigned heavy = __ballot_sync(FULL, counts[threadIdx.x] > 0);
  weights[threadIdx.x + shift] = T(0);
  if (counts[threadIdx.x] > 0) __syncwarp(heavy);
}

// without missing-syncthreads
// without uninitialized-shared
