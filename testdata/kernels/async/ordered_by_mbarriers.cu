// Accesses of two roles that mbarriers order, or should. On a GPU racecheck reports hazards in refilled and arrivesFirst, and
// none in consumerFirst, producerFirst and ring.
#include <cstdint>

__device__ unsigned at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void init(uint64_t *b, int n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(b)), "r"(n)); }
__device__ void arrive(uint64_t *b) {
  // want mbarrier-arrivals "Arrives at full\[0\] in refilled and may complete a phase before warp 0 has seen"
  asm volatile("{ .reg .b64 state; mbarrier.arrive.shared::cta.b64 state, [%0]; }" ::"r"(at(b)) : "memory");
}
__device__ void wait(uint64_t *b, int parity) {
  unsigned done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(at(b)), "r"(parity)
                 : "memory");
}

__global__ void consumerFirst(int *out) {
  __shared__ int s[32];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) init(&full, 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    wait(&full, 0);
    out[threadIdx.x] = s[31 - threadIdx.x];
  } else {
    s[threadIdx.x - 32] = threadIdx.x;  // want~ potentially-missing-syncthreads "may race with"
    arrive(&full);
  }
}

__global__ void producerFirst(int *out) {
  __shared__ int s[32];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) init(&full, 32);
  __syncthreads();
  if (threadIdx.x >= 32) {
    s[threadIdx.x - 32] = threadIdx.x;
    arrive(&full);
  } else {
    wait(&full, 0);
    out[threadIdx.x] = s[31 - threadIdx.x];  // want~ potentially-missing-syncthreads "may race with"
  }
}

// The arrival says nothing about what its thread does behind it.
__global__ void arrivesFirst(int *out) {
  __shared__ int s[32];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) init(&full, 32);
  __syncthreads();
  if (threadIdx.x >= 32) {
    arrive(&full);
    s[threadIdx.x - 32] = threadIdx.x;
  } else {
    wait(&full, 0);
    out[threadIdx.x] = s[31 - threadIdx.x];  // want missing-syncthreads "Thread 0 \(warp 0\) races with thread 63 \(warp 1, line 56\)"
  }
}

// One lane arrives for its warp, and nothing orders the stores of the other lanes before.
__global__ void oneArrives(int *out) {
  __shared__ int s[32];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) init(&full, 1);
  __syncthreads();
  if (threadIdx.x >= 32) {
    s[threadIdx.x - 32] = threadIdx.x;
    if (threadIdx.x == 32) arrive(&full);
  } else {
    wait(&full, 0);
    out[threadIdx.x] = s[31 - threadIdx.x];  // want? potentially-missing-syncthreads "may race with"
  }
}

__global__ void oneArrivesForAll(int *out) {
  __shared__ int s[32];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) init(&full, 1);
  __syncthreads();
  if (threadIdx.x >= 32) {
    s[threadIdx.x - 32] = threadIdx.x;
    __syncwarp();
    if (threadIdx.x == 32) arrive(&full);
  } else {
    wait(&full, 0);
    out[threadIdx.x] = s[31 - threadIdx.x];  // want~ potentially-missing-syncthreads "may race with"
  }
}

__global__ void ring(int *out) {
  __shared__ int s[2][32];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; i++) init(&full[i], 32), init(&empty[i], 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int k = 0; k < 6; k++) {
      wait(&full[k & 1], k >> 1 & 1);
      out[k * 32 + threadIdx.x] = s[k & 1][31 - threadIdx.x];
      arrive(&empty[k & 1]);
    }
  } else {
    for (int k = 0; k < 6; k++) {
      if (k >= 2) wait(&empty[k & 1], (k >> 1 & 1) ^ 1);
      s[k & 1][threadIdx.x - 32] = k;  // want~ potentially-missing-syncthreads "may race with"
      arrive(&full[k & 1]);
    }
  }
}

// Nobody waits until the buffer is free again.
__global__ void refilled(int *out) {
  __shared__ int s[2][32];
  __shared__ uint64_t full[2];
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; i++) init(&full[i], 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int k = 0; k < 6; k++) {
      wait(&full[k & 1], k >> 1 & 1);
      out[k * 32 + threadIdx.x] = s[k & 1][31 - threadIdx.x];
    }
  } else {
    for (int k = 0; k < 6; k++) {
      s[k & 1][threadIdx.x - 32] = k;  // want? potentially-missing-syncthreads "may race with"
      arrive(&full[k & 1]);
    }
  }
}

// A flag with fences, with the side that waits first in the text.
__global__ void flagged(int *out) {
  __shared__ int s;
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (ready == 0) {
    }
    __threadfence_block();
    out[0] = s;
  } else if (threadIdx.x == 32) {
    s = 5;
    __threadfence_block();
    ready = 1;
  }
}

int main() {
  consumerFirst<<<1, 64>>>(0);
  producerFirst<<<1, 64>>>(0);
  arrivesFirst<<<1, 64>>>(0);
  oneArrives<<<1, 64>>>(0);
  oneArrivesForAll<<<1, 64>>>(0);
  ring<<<1, 64>>>(0);
  refilled<<<1, 64>>>(0);
  flagged<<<1, 64>>>(0);
}
