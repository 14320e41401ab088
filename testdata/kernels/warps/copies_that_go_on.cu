// Copies that go on while their thread does, and reads of what they copy by threads of other warps: a barrier of the block orders
// them only behind the wait of the thread that copies. Of a copy by the whole block each thread makes a part of its own.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__device__ void copy(int *to, const int *from) {
  unsigned address = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address), "l"(from) : "memory");
}

__global__ void noWait(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  copy(&s[t], &in[t]);
  asm volatile("cp.async.commit_group;" ::: "memory");
  __syncthreads();
  out[t] = s[255 - t];  // want missing-syncthreads "for s"
}

__global__ void theWaitBehindTheBarrier(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  copy(&s[t], &in[t]);
  asm volatile("cp.async.commit_group;" ::: "memory");
  __syncthreads();
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  out[t] = s[255 - t];  // want missing-syncthreads "for s"
}

__global__ void theWaitBeforeTheBarrier(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  copy(&s[t], &in[t]);
  asm volatile("cp.async.commit_group;" ::: "memory");
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  out[t] = s[255 - t];
}

__global__ void aWaitForAllBeforeTheBarrier(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  copy(&s[t], &in[t]);
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[t] = s[255 - t];
}

__global__ void committedTooLate(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  __pipeline_wait_prior(0);
  __pipeline_commit();
  __syncthreads();
  out[t] = s[255 - t];  // want missing-syncthreads "for s"
}

__global__ void noWaitOfThePipeline(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  __pipeline_commit();
  __syncthreads();
  out[t] = s[255 - t];  // want missing-syncthreads "for s"
}

__global__ void someThreadsDoNotWait(const int *in, int *out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  __pipeline_commit();
  if (t < n) __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[255 - t];  // want? potentially-missing-syncthreads "for s"
}

__global__ void inALoop(const int *in, int *out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < n; i++) {
    __pipeline_memcpy_async(&s[t], &in[i * 256 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    sum += s[255 - t];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void byTheBlock(const int *in, int *out) {
  __shared__ int s[256];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(int) * 256);
  cg::wait(block);
  out[threadIdx.x] = s[255 - threadIdx.x];
}

__global__ void byTheBlockInALoop(const int *in, int *out, int n) {
  __shared__ int s[256];
  cg::thread_block block = cg::this_thread_block();
  for (int i = 0; i < n; i++) {
    cg::memcpy_async(block, s, in + i * 256, sizeof(int) * 256);
    cg::wait(block);
    out[i * 256 + threadIdx.x] = s[255 - threadIdx.x];
    block.sync();
  }
}

__global__ void byTheBlockWithoutAWait(const int *in, int *out) {
  __shared__ int s[256];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(int) * 256);
  block.sync();
  out[threadIdx.x] = s[255 - threadIdx.x];  // want? potentially-missing-syncthreads "for s"
}

__global__ void twoByTheBlock(const int *in, int *out) {
  __shared__ int s[256];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(int) * 256);
  // want async-proxy-fence "Stores to shared memory in twoByTheBlock that an asynchronous copy may still fill"
  cg::memcpy_async(block, s, in + 256, sizeof(int) * 256);  // want~ potentially-missing-syncthreads "for s"
  cg::wait(block);
  out[threadIdx.x] = s[255 - threadIdx.x];
}

__global__ void byEachWarpOnOnePlace(const int *in, int *out) {
  __shared__ int s[32];
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  cg::memcpy_async(warp, s, in + (threadIdx.x & ~31), sizeof(int) * 32);  // want? potentially-missing-syncthreads "for s"
  cg::wait(warp);
  out[threadIdx.x] = s[31 - warp.thread_rank()];  // want? potentially-missing-syncthreads "for s"
}

void launch(const int *in, int *out, int n) {
  noWait<<<1, 256>>>(in, out);
  theWaitBehindTheBarrier<<<1, 256>>>(in, out);
  theWaitBeforeTheBarrier<<<1, 256>>>(in, out);
  aWaitForAllBeforeTheBarrier<<<1, 256>>>(in, out);
  committedTooLate<<<1, 256>>>(in, out);
  noWaitOfThePipeline<<<1, 256>>>(in, out);
  someThreadsDoNotWait<<<1, 256>>>(in, out, n);
  inALoop<<<1, 256>>>(in, out, n);
  byTheBlock<<<1, 256>>>(in, out);
  byTheBlockInALoop<<<1, 256>>>(in, out, n);
  byTheBlockWithoutAWait<<<1, 256>>>(in, out);
  twoByTheBlock<<<1, 256>>>(in, out);
  byEachWarpOnOnePlace<<<1, 256>>>(in, out);
}
