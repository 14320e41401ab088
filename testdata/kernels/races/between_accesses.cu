// What stands between two accesses: barriers on other sides, copies and fences.
#include <cuda_pipeline.h>
#define FULL 0xffffffffu

__global__ void onTheOtherSide(int *d, int n) {
  __shared__ int s[32];
  int lane = threadIdx.x & 31;
  s[lane] = n;
  // want?[lockstep,strict] potentially_not_participating_lane_in_mask "but potentially do not participate"
  if (d[lane] > 0) { __syncwarp(FULL); d[lane] = s[lane ^ 1]; }
  // want?[lockstep,strict] potentially_not_participating_lane_in_mask "but potentially do not participate"
  else { __syncwarp(FULL); d[lane] = s[lane ^ 2]; }
  // want missing-syncwarp "Lane 0 races with lane 1"
  // want missing-syncwarp "Lane 0 races with lane 2"
  if (n > 2) { s[lane] = 1; __syncwarp(); } else s[lane] = 2;
  // want? potentially-missing-syncwarp "may race with lane"
  d[lane] += s[lane ^ 4];
  // want missing-syncwarp "Lane 0 races with lane 2"
  if (lane < 16) { s[lane] = 7; __syncwarp(0xffff); d[lane] += s[lane ^ 8]; }
  // want missing-syncwarp "Lane 16 races with lane 0"
  else { __syncwarp(0xffff0000); d[lane] += s[lane - 16]; }
}

__global__ void copied(int *d, const int *g, int n) {
  __shared__ int s[2][32];
  int lane = threadIdx.x & 31;
  for (int i = 0; i < n; i++) {
    __pipeline_memcpy_async(&s[i & 1][lane], &g[i * 32 + lane], 4);
    __pipeline_commit();
    __pipeline_wait_prior(i & 1);
    __syncwarp();
    d[lane] += s[i & 1][lane ^ 1];
  }
  __pipeline_wait_prior(0);
  d[lane] += s[0][31 - lane];
}

__global__ void fenced(int *d, int n) {
  __shared__ int data[32];
  __shared__ volatile int ready;
  int lane = threadIdx.x & 31;
  if (lane == 0) { data[0] = n; __threadfence_block(); ready = 1; }
  // want[lockstep] spin-wait-deadlock "Lanes wait here for what other"
  else { while (!ready) ; __threadfence_block(); d[lane] = data[0]; }
  // want missing-syncwarp "Lane 0 races with lane 1"
  data[lane] = lane;
  // want missing-syncwarp "Lane 0 races with lane 1"
  atomicAdd(&data[n & 31], 1);
  __shfl_sync(FULL, n, 0);
  // want missing-syncwarp "Lane 0 races with lane 16"
  d[lane] += data[lane ^ 16];
}

// without missing-syncthreads
