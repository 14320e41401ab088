// A fence orders accesses where lanes also tell each other something. A count that nobody reads tells nothing, nor does a
// fence that no lane comes to.
#include <cuda/atomic>

__global__ void counted(unsigned *out, unsigned n) {
  __shared__ unsigned count;
  if (threadIdx.x == 0)
    count = 0;
  cuda::atomic_ref<unsigned, cuda::thread_scope_block> counter(count);
  counter.fetch_add(1, cuda::memory_order_relaxed); // want missing-syncwarp "Lane 1 races with lane 0 \(line 8\) for count"
  if (threadIdx.x == 0)
    out[blockIdx.x] = count; // want missing-syncwarp "Lane 0 races with lane 1 \(line 10\) for count"
}

struct Count {
  unsigned *cell;
  __device__ unsigned add(unsigned by, bool ordered) const {
    if (ordered)
      __threadfence_block();
    unsigned before = atomicAdd(cell, by); // want missing-syncwarp "Lane 1 races with lane 0"
    if (ordered)
      __threadfence_block();
    return before;
  }
};

__global__ void unordered(unsigned *out) {
  __shared__ unsigned count;
  if (threadIdx.x == 0)
    count = 0;
  Count counter{&count};
  out[threadIdx.x] = counter.add(1, false);
}

// A fence and a result that nobody uses.
__global__ void unread(unsigned *out) {
  __shared__ unsigned count, sum;
  if (threadIdx.x == 0)
    sum = out[0];
  __threadfence_block();
  unsigned before = atomicAdd(&count, 1);
  unsigned after = before + 1;
  out[threadIdx.x] = sum; // want missing-syncwarp "Lane 1 races with lane 0 \(line 39\) for sum"
}

// A result that is used, or a flag elsewhere, may be what lanes wait for.
__global__ void told(unsigned *out) {
  __shared__ unsigned ready, sum;
  if (threadIdx.x == 0) {
    sum = out[0];
    __threadfence_block();
    atomicExch(&ready, 1);
  }
  if (atomicAdd(&ready, 0) == 1)
    out[threadIdx.x] = sum;
}

__global__ void elsewhere(unsigned *out, unsigned *ready) {
  __shared__ unsigned sum;
  if (threadIdx.x == 0) {
    sum = out[0];
    __threadfence();
    atomicExch(ready, 1);
  }
  while (__ldcv(ready) == 0)
    ;
  out[threadIdx.x] = sum;
}

// without missing-syncthreads
// without uninitialized-shared
