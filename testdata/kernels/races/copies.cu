// Copies that go on while their lane does: cp.async, pipelines, copies by a group.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

__global__ void waitedForByItself(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[t];
}

__global__ void ofANeighbour(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[t ^ 1];  // want missing-syncwarp "for s"
}

__global__ void ofANeighbourInOrder(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncwarp();
  out[t] = s[t ^ 1];
}

// The barrier comes before the wait, or there is none.
__global__ void theWrongOrder(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  __pipeline_commit();
  __syncwarp();
  __pipeline_wait_prior(0);
  out[t] = s[t ^ 1];  // want missing-syncwarp "for s"
}

__global__ void notWaitedFor(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  __pipeline_commit();
  __syncthreads();
  out[t] = s[t ^ 1];  // want missing-syncwarp "for s"
}

// Only some wait for what they began.
__global__ void someWait(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  __pipeline_commit();
  if (t < 16) __pipeline_wait_prior(0);
  __syncwarp();
  out[t] = s[t & 15];
  out[t + 32] = s[t | 16];  // want missing-syncwarp "for s"
}

// A copy over what others read before.
__global__ void over(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  out[t] = s[t ^ 1];
  __pipeline_memcpy_async(&s[t], &in[t + 32], 4);  // want missing-syncwarp "for s"
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncwarp();
  out[t + 32] = s[t ^ 1];
}

__device__ void copy16(void *to, const void *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "l"(to), "l"(from));
}
__device__ void waitForAll() { asm volatile("cp.async.wait_all;" ::: "memory"); }

__global__ void inAssembler(const int4 *in, int *out) {
  __shared__ int4 s[32];
  int t = threadIdx.x;
  copy16(&s[t], &in[t]);
  waitForAll();
  out[t] = s[t].y;
  out[t + 32] = s[31 - t].x;  // want missing-syncwarp "for s"
}

__global__ void inAssemblerInOrder(const int4 *in, int *out) {
  __shared__ int4 s[32];
  int t = threadIdx.x;
  copy16(&s[t], &in[t]);
  waitForAll();
  __syncwarp();
  out[t] = s[31 - t].x;
}

// Two stages: the one that is copied to is not the one that is read.
__global__ void stages(const int *in, int *out, int n) {
  __shared__ int s[2][32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], 4);
  __pipeline_commit();
  for (int k = 0; k < n; ++k) {
    __pipeline_memcpy_async(&s[(k + 1) % 2][t], &in[32 * k + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncwarp();
    out[32 * k + t] = s[k % 2][t ^ 1];
    __syncwarp();
  }
}

__global__ void byTheWarp(const int *in, int *out) {
  __shared__ int s[32];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int t = warp.thread_rank();
  cg::memcpy_async(warp, s, in, sizeof(int) * 32);
  cg::wait(warp);
  out[t] = s[t ^ 1];
}

__global__ void byTheWarpNotWaitedFor(const int *in, int *out) {
  __shared__ int s[32];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int t = warp.thread_rank();
  cg::memcpy_async(warp, s, in, sizeof(int) * 32);
  warp.sync();
  out[t] = s[t ^ 1];  // want? potentially-missing-syncwarp "for s"
}

__global__ void byTheWarpAgain(const int *in, int *out) {
  __shared__ int s[32];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int t = warp.thread_rank();
  cg::memcpy_async(warp, s, in, sizeof(int) * 32);
  cg::wait(warp);
  out[t] = s[t ^ 1];
  cg::memcpy_async(warp, s, in + 32, sizeof(int) * 32);  // want? potentially-missing-syncwarp "for s"
  cg::wait(warp);
  out[t + 32] = s[t ^ 1];
}

__global__ void inAPipeline(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[t], &in[t], sizeof(int), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  out[t] = s[t];
  out[t + 32] = s[t ^ 1];  // want missing-syncwarp "for s"
  __syncwarp();
  out[t + 64] = s[t ^ 1];
  pipe.consumer_release();
}

// without missing-syncthreads
