// Of 100 threads the last warp has four, and its lanes read four that there are not. That nobody sees what they read is
// proved, or that somebody always does.
#include <cuda_runtime.h>

#define LANE ((int)threadIdx.x % 32)
#define UNDEFINED(type) \
  type v = d[threadIdx.x]; \
  v += __shfl_xor_sync(~0u, v, 4)

// want[lockstep] not_participating_lane_in_mask "4-31"
__global__ void masked(int *d) { UNDEFINED(int); d[threadIdx.x] = v & 0; }

// want[lockstep] not_participating_lane_in_mask "4-31"
__global__ void timesZero(int *d) { UNDEFINED(int); d[threadIdx.x] = v * 0 + 1; }

// want[lockstep] not_participating_lane_in_mask "4-31"
__global__ void clamped(int *d) { UNDEFINED(int); d[threadIdx.x] = min(max(v, 9), 9); }

// want[lockstep] not_participating_lane_in_mask "4-31"
// want source_lane_not_in_mask "Lane\(s\) 0-3 read from lane\(s\) 4-7"
__global__ void atMostZero(int *d) { UNDEFINED(int); d[threadIdx.x] = min(v, 0); }

// want[lockstep] not_participating_lane_in_mask "4-31"
// want source_lane_not_in_mask "Lane\(s\) 0-3 read from lane\(s\) 4-7"
__global__ void largest(int *d, const int *e) { UNDEFINED(int); d[threadIdx.x] = max(v, e[threadIdx.x]); }

// A product of floating words by zero is no number where one of them is none.
// want[lockstep] not_participating_lane_in_mask "4-31"
// want source_lane_not_in_mask "Lane\(s\) 0-3 read from lane\(s\) 4-7"
__global__ void scaled(float *d) { UNDEFINED(float); d[threadIdx.x] = v * 0.0f; }

// want[lockstep] not_participating_lane_in_mask "4-31"
// want? potentially_source_lane_not_in_mask "in scaledByArgument "
__global__ void scaledByArgument(int *d, int n) { UNDEFINED(int); d[threadIdx.x] = v * n; }

// want[lockstep] not_participating_lane_in_mask "4-31"
// want? potentially_source_lane_not_in_mask "in chosen "
__global__ void chosen(float *d, int n) { UNDEFINED(float); d[threadIdx.x] = threadIdx.x < n ? v : 0.0f; }

// A sum over a loop whose iterations nobody counts.
__global__ void summed(float *d, const float *e, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    // want[lockstep] not_participating_lane_in_mask "4-31"
    sum += __shfl_down_sync(~0u, e[i * 100 + threadIdx.x], 4);  // want source_lane_not_in_mask "in summed "
  d[threadIdx.x] = sum;
}

__global__ void summedByFirstWarps(float *d, const float *e, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    // want[lockstep] not_participating_lane_in_mask "4-31"
    sum += __shfl_down_sync(~0u, e[i * 100 + threadIdx.x], 4);
  if (threadIdx.x < 64) d[threadIdx.x] = sum;
}

// The last iteration alone counts, and n may be such that it reads nothing undefined.
__global__ void lastOfAll(int *d, int n) {
  int kept = 0;
  for (int i = 0; i < n; ++i) {
    kept = threadIdx.x + i;
    if (i < 5)
      // want[lockstep] not_participating_lane_in_mask "4-31"
      kept = __shfl_down_sync(~0u, kept, 4);  // want? potentially_source_lane_not_in_mask "in lastOfAll "
  }
  d[threadIdx.x] = kept;
}

// Added in some iterations, as another argument says.
__global__ void addedLater(int *d, int n, int m) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    // want[lockstep] not_participating_lane_in_mask "4-31"
    int next = __shfl_down_sync(~0u, d[i], 4);  // want? potentially_source_lane_not_in_mask "in addedLater "
    if (i > m) sum += next;
  }
  d[threadIdx.x] = sum;
}

// What others vote decides about a store of it.
__global__ void storedByVote(int *d, const int *e) {
  // want[lockstep] not_participating_lane_in_mask "4-31"
  int v = __shfl_down_sync(~0u, d[threadIdx.x], 4);  // want? potentially_source_lane_not_in_mask "in storedByVote "
  // want[lockstep] not_participating_lane_in_mask "4-31"
  if (__any_sync(~0u, e[threadIdx.x] > 0)) d[threadIdx.x] = v;
}

// One iteration reads it, the next one stores it.
__global__ void storedLater(int *d, int n) {
  int kept = 0;
  for (int i = 0; i < n; ++i) {
    if (i == 4) d[threadIdx.x] = kept;
    if (i == 3)
      // want[lockstep] not_participating_lane_in_mask "4-31"
      kept = __shfl_down_sync(~0u, threadIdx.x, 4);  // want? potentially_source_lane_not_in_mask "in storedLater "
  }
}

// A loop behind it that may write over it.
__global__ void overwritten(int *d, int n) {
  // want[lockstep] not_participating_lane_in_mask "4-31"
  int v = __shfl_down_sync(~0u, threadIdx.x, 4);  // want? potentially_source_lane_not_in_mask "in overwritten "
  for (int i = 0; i < n; ++i)
    v = i;
  d[threadIdx.x] = v;
}

struct Pair {
  int first, second;
  __device__ void keep(int x) { first = x; }
  __device__ int other() const { return second; }
};

__device__ int doubled(const int &x) { return 2 * x; }

__device__ void give(const Pair &p, int *to) { *to = p.first; }

// By way of references and members.
__global__ void handedOn(int *d) {
  // want[lockstep] not_participating_lane_in_mask "4-31"
  int v = __shfl_down_sync(~0u, threadIdx.x, 4);  // want source_lane_not_in_mask "in handedOn "
  Pair p = {0, 1};
  p.keep(doubled(v));
  give(p, d + threadIdx.x);
}

__global__ void keptInOtherMember(int *d) {
  // want[lockstep] not_participating_lane_in_mask "4-31"
  int v = __shfl_down_sync(~0u, threadIdx.x, 4);
  Pair p = {0, 1};
  p.keep(doubled(v));
  d[threadIdx.x] = p.other();
}

// Others see where a lane reads.
__global__ void readThere(int *d, const int *e) {
  // want[lockstep] not_participating_lane_in_mask "4-31"
  int v = __shfl_down_sync(~0u, threadIdx.x, 4);  // want source_lane_not_in_mask "in readThere "
  d[threadIdx.x] = e[v] & 0;
}

// A chain of them: what the first one reads, none of the lanes that store has.
__global__ void chained(int *d) {
  int v = d[threadIdx.x];
  // want[lockstep] not_participating_lane_in_mask "4-31"
  int w = __shfl_down_sync(~0u, v, 4);
  // want[lockstep] not_participating_lane_in_mask "4-31"
  w = __shfl_sync(~0u, w, LANE & 1);
  if (threadIdx.x < 80) d[threadIdx.x] = w;
}

void launch(int *d, float *f, int n) {
  masked<<<1, 100>>>(d);
  timesZero<<<1, 100>>>(d);
  clamped<<<1, 100>>>(d);
  atMostZero<<<1, 100>>>(d);
  largest<<<1, 100>>>(d, d);
  scaled<<<1, 100>>>(f);
  scaledByArgument<<<1, 100>>>(d, n);
  chosen<<<1, 100>>>(f, n);
  summed<<<1, 100>>>(f, f, n);
  summedByFirstWarps<<<1, 100>>>(f, f, n);
  lastOfAll<<<1, 100>>>(d, n);
  addedLater<<<1, 100>>>(d, n, n);
  storedByVote<<<1, 100>>>(d, d);
  storedLater<<<1, 100>>>(d, n);
  overwritten<<<1, 100>>>(d, n);
  handedOn<<<1, 100>>>(d);
  keptInOtherMember<<<1, 100>>>(d);
  readThere<<<1, 100>>>(d, d);
  chained<<<1, 100>>>(d);
}
