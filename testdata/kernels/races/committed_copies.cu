// Copies are done behind a wait for groups only once they are committed; a wait for all needs no commit.
#include <cuda/pipeline>
#include <cuda_pipeline.h>

__global__ void never_committed(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  __pipeline_wait_prior(0);
  __syncwarp();
  out[t] = s[t ^ 1];  // want missing-syncwarp "for s"
}

__global__ void committed(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncwarp();
  out[t] = s[t ^ 1];
}

__global__ void committed_too_late(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  __pipeline_wait_prior(0);
  __pipeline_commit();
  __syncwarp();
  out[t] = s[t ^ 1];  // want missing-syncwarp "for s"
}

// Of two copies the first is committed.
__global__ void one_of_two(const int *in, int *out) {
  __shared__ int s[32], r[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  __pipeline_commit();
  __pipeline_memcpy_async(&r[t], &in[t + 32], 4);
  __pipeline_wait_prior(0);
  __syncwarp();
  out[t] = s[t ^ 1];
  out[t] += r[t ^ 1];  // want missing-syncwarp "for r"
}

__global__ void both(const int *in, int *out) {
  __shared__ int s[32], r[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  __pipeline_memcpy_async(&r[t], &in[t + 32], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncwarp();
  out[t] = s[t ^ 1] + r[t ^ 1];
}

// Only half of the lanes commit theirs.
__global__ void half_commits(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  if (t < 16) __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncwarp();
  out[t] = s[t ^ 16];  // want missing-syncwarp "for s"
}

__global__ void half_copies(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 16) {
    __pipeline_memcpy_async(&s[t], &in[t], 4);
    __pipeline_commit();
  } else {
    s[t] = 0;
  }
  __pipeline_wait_prior(0);
  __syncwarp();
  out[t] = s[t ^ 16];
}

// In PTX.
__device__ void begin(int *to, const int *from) {
  unsigned at = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from));
}

__global__ void groups_in_ptx(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  begin(&s[t], &in[t]);
  asm volatile("cp.async.wait_group 0;");
  __syncwarp();
  out[t] = s[31 - t];  // want missing-syncwarp "for s"
}

__global__ void groups_committed_in_ptx(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  begin(&s[t], &in[t]);
  asm volatile("cp.async.commit_group;\n cp.async.wait_group 0;");
  __syncwarp();
  out[t] = s[31 - t];
}

__global__ void all_in_ptx(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  begin(&s[t], &in[t]);
  asm volatile("cp.async.wait_all;");
  __syncwarp();
  out[t] = s[31 - t];
}

// Two stages: each iteration commits the next copy, and waits for the one before.
__global__ void two_stages(const int *in, int *out, int n) {
  __shared__ int s[2][32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], 4);
  __pipeline_commit();
  for (int i = 0; i < n; i++) {
    if (i + 1 < n) __pipeline_memcpy_async(&s[(i + 1) % 2][t], &in[32 * (i + 1) + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncwarp();
    out[32 * i + t] = s[i % 2][t ^ 1];
    __syncwarp();
  }
}

__global__ void never_committed_in_a_loop(const int *in, int *out, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    __pipeline_memcpy_async(&s[t], &in[32 * i + t], 4);
    __pipeline_wait_prior(0);
    __syncwarp();
    out[32 * i + t] = s[t ^ 1];  // want missing-syncwarp "for s"
    __syncwarp();
  }
}

// A thread's own pipeline.
__global__ void no_producer_commit(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[t], &in[t], sizeof(int), pipe);
  pipe.consumer_wait();
  __syncwarp();
  out[t] = s[t ^ 1];  // want missing-syncwarp "for s"
  pipe.consumer_release();
}

__global__ void producer_commits(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[t], &in[t], sizeof(int), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  __syncwarp();
  out[t] = s[t ^ 1];
  pipe.consumer_release();
}

// By a function of its own.
__device__ void finish() { __pipeline_commit(); __pipeline_wait_prior(0); }
__device__ void wait_alone() { __pipeline_wait_prior(0); }

__global__ void finished(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  finish();
  __syncwarp();
  out[t] = s[t ^ 1];
}

__global__ void waited_alone(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  wait_alone();
  __syncwarp();
  out[t] = s[t ^ 1];  // want missing-syncwarp "for s"
}

// without missing-syncthreads
