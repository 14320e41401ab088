// Of 100 threads the last warp has four, which read four that there are not. Whether that has an effect is what the
// launch decides, or what the kernel is given.
#include <cuda_runtime.h>

#define LANE ((int)threadIdx.x % 32)

__global__ void storedByAll(float *d) {
  float v = d[threadIdx.x];
  // want[lockstep] not_participating_lane_in_mask "4-31"
  v += __shfl_xor_sync(~0u, v, 4);  // want source_lane_not_in_mask "do not exist"
  if (LANE < 8) d[threadIdx.x] = v;
}

__global__ void storedByNone(float *d) {
  float v = d[threadIdx.x];
  // want[lockstep] not_participating_lane_in_mask "4-31"
  v += __shfl_xor_sync(~0u, v, 4);
  if (threadIdx.x < 90) d[threadIdx.x] = v;
}

__global__ void storedByHighLanes(float *d) {
  float v = d[threadIdx.x], sum = 0;
  // want[lockstep] not_participating_lane_in_mask "4-31"
  v += __shfl_xor_sync(~0u, v, 4);
  for (int i = 0; i < 3; ++i)
    sum += v;
  if (LANE >= 16) d[threadIdx.x] = sum;
}

__global__ void storedBelowSize(const float *in, float *out, int n) {
  int i = threadIdx.x;
  float v = i < n ? in[i] : 0;
  for (int o = 16; o > 0; o /= 2)
    // want[lockstep] not_participating_lane_in_mask "4-31"
    v += __shfl_xor_sync(~0u, v, o);  // want? potentially_source_lane_not_in_mask "do not exist"
  if (i < n) out[i] = v;
}

__global__ void storedByOneThread(float *d, int n) {
  float v = d[threadIdx.x];
  // want[lockstep] not_participating_lane_in_mask "4-31"
  v += __shfl_down_sync(~0u, v, 4);  // want? potentially_source_lane_not_in_mask "do not exist"
  if (threadIdx.x == n) d[0] = v;
}

__global__ void storedWhereMemorySays(int *d, const int *which) {
  int v = d[threadIdx.x];
  // want[lockstep] not_participating_lane_in_mask "4-31"
  v += __shfl_xor_sync(~0u, v, 4);  // want? potentially_source_lane_not_in_mask "do not exist"
  if (which[threadIdx.x] > 4) atomicAdd(d, v);
}

__global__ void keptForLater(int *d, int n) {
  int v = d[threadIdx.x], kept = 0;
  // want[lockstep] not_participating_lane_in_mask "4-31"
  v += __shfl_xor_sync(~0u, v, 4);  // want? potentially_source_lane_not_in_mask "do not exist"
  if (n > 40) kept = v;
  if (LANE < 2) d[threadIdx.x] = kept;
}

__global__ void decidesItself(int *d) {
  int v = d[threadIdx.x];
  // want[lockstep] not_participating_lane_in_mask "4-31"
  v += __shfl_xor_sync(~0u, v, 4);  // want source_lane_not_in_mask "do not exist"
  if (v > 0) d[threadIdx.x] = 1;
}

__device__ void storeWhere(bool here, float *to, float v) {
  if (here) *to = v;
}

__global__ void storedByAFunction(float *d, int n) {
  float v = d[threadIdx.x];
  // want[lockstep] not_participating_lane_in_mask "4-31"
  v += __shfl_xor_sync(~0u, v, 4);  // want? potentially_source_lane_not_in_mask "do not exist"
  storeWhere(n > 30, d + threadIdx.x, v);
}

__global__ void storedByAFunctionOfLanes(float *d) {
  float v = d[threadIdx.x];
  // want[lockstep] not_participating_lane_in_mask "4-31"
  v += __shfl_xor_sync(~0u, v, 4);
  storeWhere(LANE > 5, d + threadIdx.x, v);
}

__global__ void chosenByArgument(int *d, int n) {
  int v = d[threadIdx.x];
  // want[lockstep] not_participating_lane_in_mask "4-31"
  v += __shfl_xor_sync(~0u, v, 4);  // want? potentially_source_lane_not_in_mask "do not exist"
  int either[2] = {0, v};
  d[threadIdx.x] = either[n & 1];
}

__global__ void storedForOneSize(int *d, int n) {
  int v = d[threadIdx.x];
  // want[lockstep] not_participating_lane_in_mask "4-31"
  v += __shfl_xor_sync(~0u, v, 4);  // want? potentially_source_lane_not_in_mask "do not exist"
  if (n == 4711) d[threadIdx.x] = v;
}

void launch(float *d, int *e, int n) {
  storedByAll<<<4, 100>>>(d);
  storedByNone<<<4, 100>>>(d);
  storedByHighLanes<<<4, 100>>>(d);
  storedBelowSize<<<4, 100>>>(d, d, n);
  storedByOneThread<<<4, 100>>>(d, n);
  storedWhereMemorySays<<<4, 100>>>(e, e);
  keptForLater<<<4, 100>>>(e, n);
  decidesItself<<<4, 100>>>(e);
  storedByAFunction<<<4, 100>>>(d, n);
  storedByAFunctionOfLanes<<<4, 100>>>(d);
  chosenByArgument<<<4, 100>>>(e, n);
  storedForOneSize<<<4, 100>>>(e, n);
}
