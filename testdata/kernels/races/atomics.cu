// cuda::atomic in shared memory.
#include <cuda/atomic>

using Counter = cuda::atomic<int, cuda::thread_scope_block>;

__global__ void told(int *out) {
  __shared__ int s;
  __shared__ Counter flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    s = 5;
    flag.store(1, cuda::memory_order_release);
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0)  // want[lockstep] spin-wait-deadlock "on another side of a branch"
      ;
    out[threadIdx.x] = s;
  }
}

__global__ void counted(int *out) {
  __shared__ Counter n;
  __shared__ int q[64];
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  for (int i = 0; i < out[0]; ++i) q[n.fetch_add(1, cuda::memory_order_relaxed)] = i;
}

__global__ void summed(float *out) {
  __shared__ cuda::atomic<float, cuda::thread_scope_block> sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  sum.fetch_add(out[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = sum;
}

// without missing-syncthreads
