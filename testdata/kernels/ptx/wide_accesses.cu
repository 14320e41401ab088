// Accesses of 128 bits: an operand of an asm statement with the constraint q. Each lane touches 16 bytes of its own, and
// what it loads is not known.
#include <cstdint>

__device__ void storeWide(int *to, __int128_t value) {
  asm volatile("st.shared.b128 [%0], %1;" : : "l"(__cvta_generic_to_shared(to)), "q"(value) : "memory");
}

__device__ __int128_t loadWide(const int *from) {
  __int128_t value;
  // want missing-syncthreads "Thread 8 .warp 0. races with thread 32 .warp 1, line \d+. for cells.32. in loadsWhatOthersStore"
  asm volatile("ld.shared.b128 %0, [%1];" : "=q"(value) : "l"(__cvta_generic_to_shared(from)) : "memory");
  return value;
}

__global__ void storesThenReads(int *out, int4 in) {
  __shared__ int cells[32 * 4];
  storeWide(cells + 4 * threadIdx.x, *(__int128_t *)&in);
  // want missing-syncwarp "Lane 0 races with lane 31 .line \d+. for cells.127. in storesThenReads "
  out[threadIdx.x] = cells[127 - threadIdx.x];
}

__global__ void storesThenReadsBehindABarrier(int *out, int4 in) {
  __shared__ int cells[32 * 4];
  storeWide(cells + 4 * threadIdx.x, *(__int128_t *)&in);
  __syncwarp();
  out[threadIdx.x] = cells[127 - threadIdx.x];
}

__global__ void loadsWhatOthersStore(int *out, int n) {
  __shared__ int cells[64 * 4];
  for (int i = threadIdx.x; i < 64 * 4; i += 64)
    cells[i] = n + i;
  out[threadIdx.x] = (int)loadWide(cells + 4 * threadIdx.x);
}

__global__ void loadsBehindABarrier(int *out, int n) {
  __shared__ int cells[64 * 4];
  for (int i = threadIdx.x; i < 64 * 4; i += 64)
    cells[i] = n + i;
  __syncthreads();
  out[threadIdx.x] = (int)loadWide(cells + 4 * threadIdx.x);
}

// The next lane's 16 bytes begin where those of this lane end.
__global__ void keepsToItsOwn(int *out, int4 in) {
  __shared__ int cells[64 * 4];
  storeWide(cells + 4 * threadIdx.x, *(__int128_t *)&in);
  out[threadIdx.x] = (int)loadWide(cells + 4 * threadIdx.x) + cells[4 * threadIdx.x + 3];
}

// What is loaded parts the lanes, perhaps.
__global__ void branchesOnWhatItLoads(int *out, int4 in) {
  __shared__ int cells[32 * 4];
  storeWide(cells + 4 * threadIdx.x, *(__int128_t *)&in);
  if ((int)loadWide(cells + 4 * threadIdx.x) > 0)
    // want~ potentially_not_participating_lane_in_mask "in context.s. branchesOnWhatItLoads"
    out[threadIdx.x] = __shfl_down_sync(~0u, (int)threadIdx.x, 1);
}

void launch(int *out, int4 in, int n) {
  storesThenReads<<<1, 32>>>(out, in);
  storesThenReadsBehindABarrier<<<1, 32>>>(out, in);
  loadsWhatOthersStore<<<1, 64>>>(out, n);
  loadsBehindABarrier<<<1, 64>>>(out, n);
  keepsToItsOwn<<<1, 64>>>(out, in);
  branchesOnWhatItLoads<<<1, 32>>>(out, in);
}
