// What a loop makes of an undefined value. Where the value decides when the loop ends, all values may come to one.
// Random programs found these.

__global__ void counted_down(int *d) {
  int lane = threadIdx.x % 32, w = lane;
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 1-31 named"
  w = __shfl_xor_sync(~0u, w, 1);  // want~ potentially_source_lane_not_in_mask "Lane\(s\) 0 may read from lane\(s\) 1 that do not exist"
  w &= 15;
  while (w-- > 0) {
  }
  if (lane == 0) d[threadIdx.x] = w;
}

__global__ void counted_up(int *d) {
  int lane = threadIdx.x % 32, w = lane;
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 1-31 named"
  w = __shfl_xor_sync(~0u, w, 1);  // want~ potentially_source_lane_not_in_mask "Lane\(s\) 0 may read from lane\(s\) 1 that do not exist"
  w &= 15;
  while (w < 16) ++w;
  if (lane == 0) d[threadIdx.x] = w;
}

__global__ void as_often(int *d, int n) {
  int lane = threadIdx.x % 32, w = lane;
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 1-31 named"
  w = __shfl_xor_sync(~0u, w, 1);  // want source_lane_not_in_mask "Lane\(s\) 0 read from lane\(s\) 1 that do not exist"
  for (int i = 0; i < n; i++) w += d[i];
  if (lane == 0) d[threadIdx.x] = w;
}

// Which function a pointer leads to is nothing that others see.
__device__ int twice(int x) { return 2 * x; }
__device__ int third(int x) { return x / 3; }
typedef int (*Operation)(int);
__device__ int depth(int x) { return x <= 1 ? x : 1 + depth(x - 2); }

__global__ void chosen(int *d, int n) {
  int lane = threadIdx.x % 32, w = lane;
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 1-31 named"
  w = __shfl_xor_sync(~0u, w, 1);  // want~ potentially_source_lane_not_in_mask "Lane\(s\) 0 may read from lane\(s\) 1 that do not exist"
  int at = depth(w & 7);
  for (int i = 0; i < n; ++i) {
    Operation f = threadIdx.x < 1 ? twice : third;
    atomicAdd(d, at >= -2 ? f(i) : 6);
  }
}

void launch(int *d, int n) {
  counted_down<<<1, 65>>>(d);
  counted_up<<<1, 65>>>(d);
  as_often<<<1, 65>>>(d, n);
  chosen<<<1, 65>>>(d, n);
}
