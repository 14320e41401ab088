// Reads of shared memory that no thread has written, beside stores whose place is not known and copies that are asynchronous.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

// Each warp writes one sum, and the first warp reads 32. The place of the result depends on the block.
__global__ void readsTooManySums(float *out, const float *in) {
  __shared__ float sums[32];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  float v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(~0u, v, d);
  if (lane == 0) sums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = sums[lane];  // want uninitialized-shared "sums\[4\]"
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(~0u, v, d);
    if (lane == 0) out[blockIdx.x] = v;
  }
}

__global__ void readsItsSums(float *out, const float *in) {
  __shared__ float sums[32];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  float v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(~0u, v, d);
  if (lane == 0) sums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < blockDim.x / 32 ? sums[lane] : 0.f;
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(~0u, v, d);
    if (lane == 0) out[blockIdx.x] = v;
  }
}

// A store to a place in global memory that data choose writes no shared memory.
__global__ void scatters(float *out, const int *to) {
  __shared__ float halo[66];
  int t = threadIdx.x;
  halo[t + 1] = to[t];
  if (t == 0) halo[0] = 0;
  __syncthreads();
  out[to[t]] = halo[t] + halo[t + 2];  // want uninitialized-shared "halo\[65\]"
}

// Data choose the cells of one array. Another one is as it was.
__global__ void marks(int *out, const int *in) {
  __shared__ int marked[64], sums[64];
  int t = threadIdx.x;
  marked[in[t] & 63] = 1;
  if (t < 32) sums[t] = in[t];
  __syncthreads();
  out[t] = sums[t]             // want uninitialized-shared "sums\[32\]"
           + marked[t];        // want? potentially-uninitialized-shared "marked\[2\]"
}

// A branch that data decide writes another array.
__global__ void writesOther(int *out, const int *in) {
  __shared__ int flags[64], sums[64];
  int t = threadIdx.x;
  flags[t] = 0;
  if (in[t] > 0) flags[t] = 1;
  if (t < 32) sums[t] = in[t];
  __syncthreads();
  out[t] = sums[t] + flags[t];  // want uninitialized-shared "sums\[32\]"
}

// Asynchronous copies write what they are to.
__global__ void copiesHalf(float *out, const float *in) {
  __shared__ float s[256];
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 128];  // want uninitialized-shared "s\[128\]"
}

__global__ void copiesAll(float *out, const float *in) {
  __shared__ float s[256];
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_memcpy_async(&s[threadIdx.x + 128], &in[threadIdx.x + 128], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 128];
}

__global__ void copiesAsGroup(float *out, const float *in) {
  __shared__ float s[256];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(float) * 192);
  cg::wait(block);
  out[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 128];  // want uninitialized-shared "s\[192\]"
}

__global__ void copiesAllAsGroup(float *out, const float *in) {
  __shared__ float s[256];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(s));
  cg::wait(block);
  out[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 128];
}

// Larger arguments reach cells that nobody writes.
__global__ void chosenCell(float *out, const float *in, int k) {
  __shared__ float s[64];
  if (threadIdx.x < 48) s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[k & 63];  // want? potentially-uninitialized-shared "s\[63\]"
}

__global__ void chosenBelow(float *out, const float *in, int k) {
  __shared__ float s[64];
  if (threadIdx.x < 48) s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[k & 31];
}

// Nothing launches this kernel. It may be that n is the number of threads.
__global__ void tailOfUnknownBlock(float *out, const float *in, int n) {
  __shared__ float s[256];
  int i = threadIdx.x;
  if (i < n) s[i] = in[i];
  __syncthreads();
  out[i] = s[255 - i];
}

void start(float *out, const float *in, int *ints, const int *from, int k) {
  readsTooManySums<<<10, 128>>>(out, in);
  readsItsSums<<<10, 128>>>(out, in);
  scatters<<<1, 64>>>(out, from);
  marks<<<1, 64>>>(ints, from);
  writesOther<<<1, 64>>>(ints, from);
  copiesHalf<<<1, 128>>>(out, in);
  copiesAll<<<1, 128>>>(out, in);
  copiesAsGroup<<<1, 128>>>(out, in);
  copiesAllAsGroup<<<1, 128>>>(out, in);
  chosenCell<<<1, 64>>>(out, in, k);
  chosenBelow<<<1, 64>>>(out, in, k);
}
