// Memory that nobody writes while the kernel runs: const with __restrict__, read by way
// of the read-only cache, or __constant__. Whatever is stored in between, by this warp
// or before a barrier by others, reading it again gives the same value.
#define FULL 0xffffffffu

__constant__ int threshold[64];

__global__ void compact(const float *__restrict__ score, int *__restrict__ out, int *counter) {
  int lane = threadIdx.x & 31;
  unsigned above = __ballot_sync(FULL, score[lane] > 0.5f);
  out[lane] = -1;
  if (score[lane] > 0.5f) {
    int slot = 0;
    if (lane == __ffs(above) - 1)
      slot = atomicAdd(counter, __popc(above));
    __syncwarp(above);
    out[lane] = __shfl_sync(above, slot, __ffs(above) - 1);
  }
}

__global__ void by_cache(const int2 *range, int *out) {
  int lane = threadIdx.x & 31;
  unsigned some = __ballot_sync(FULL, __ldg(range + lane).x < __ldg(range + lane).y);
  out[lane] = 0;
  __syncthreads();
  int2 r = __ldg(range + lane);
  if (r.x < r.y)
    out[lane] = __any_sync(some, r.x);
}

__device__ int uncached(const int *p) {
  int v;
  asm volatile("ld.global.nc.s32 %0, [%1];" : "=r"(v) : "l"(p));
  return v;
}

__global__ void by_assembly(const int *d, int *out) {
  int lane = threadIdx.x & 31;
  unsigned some = __ballot_sync(FULL, uncached(d + lane) > 0);
  out[lane] = 0;
  if (uncached(d + lane) > 0)
    out[lane] = __any_sync(some, lane == 3);
}

__global__ void by_constant(int *out) {
  int lane = threadIdx.x & 31;
  for (int i = 0; i < 64; i += 32) {
    unsigned some = __ballot_sync(FULL, threshold[i + lane] > 7);
    out[i + lane] = 7;
    __syncthreads();
    if (threshold[i + lane] > 7)
      out[i + lane] = __any_sync(some, lane == 3);
  }
}

// Const alone promises nothing: out may be what score points to.
__global__ void may_alias(const int *score, int *out) {
  int lane = threadIdx.x & 31;
  unsigned above = __ballot_sync(FULL, score[lane] > 0);
  out[lane] = -1;
  if (score[lane] > 0) {
    // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
    __syncwarp(above);
  }
}

// A restrict pointer that is not const may be written through itself.
__global__ void written(int *__restrict__ score) {
  int lane = threadIdx.x & 31;
  unsigned above = __ballot_sync(FULL, score[lane] > 0);
  score[lane ^ 1] = 1;
  if (score[lane] > 0) {
    // want? participating_lane_potentially_not_in_mask "written"
    __syncwarp(above);
  }
}
