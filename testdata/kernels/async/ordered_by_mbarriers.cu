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

// Both roles pass one wait and one arrival, each for a barrier of its own. A function sets the parity by the warp.
__device__ void first(int &parity) { parity = threadIdx.x < 32; }

__global__ void pingPong(const int *in, int *out) {
  __shared__ int s[32];
  __shared__ uint64_t turn[2];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0, parity;
  if (threadIdx.x == 0) init(&turn[0], 32), init(&turn[1], 32);
  __syncthreads();
  first(parity);
  for (int k = 0; k < 4; k++) {
    wait(&turn[warp], parity);
    parity ^= 1;
    if (warp == 0)
      s[lane] = in[k * 32 + lane];
    else
      sum += s[31 - lane];  // want~ potentially-missing-syncthreads "may race with"
    arrive(&turn[warp ^ 1]);
  }
  out[threadIdx.x] = sum;
}

// The same without a wait for the consumer: the buffer is overwritten while it is read.
__global__ void pingOnly(const int *in, int *out) {
  __shared__ int s[32];
  __shared__ uint64_t full;
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
  if (threadIdx.x == 0) init(&full, 32);
  __syncthreads();
  for (int k = 0; k < 2; k++) {
    if (warp == 0)
      s[lane] = in[k * 32 + lane];  // want? potentially-missing-syncthreads "may race with"
    else
      wait(&full, k & 1), sum += s[31 - lane];  // want~ potentially-missing-syncthreads "may race with"
    if (warp == 0) arrive(&full);
  }
  out[threadIdx.x] = sum;
}

// The producer arrives under a branch of its own.
__global__ void arrivesLater(const int *in, int *out) {
  __shared__ int s[32];
  __shared__ uint64_t full;
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
  if (threadIdx.x == 0) init(&full, 32);
  __syncthreads();
  if (warp == 0)
    s[lane] = in[lane];
  else
    wait(&full, 0), sum += s[31 - lane];  // want~ potentially-missing-syncthreads "may race with"
  if (warp == 0) arrive(&full);
  out[threadIdx.x] = sum;
}

// The consumer waits before all else, under a branch of its own.
__global__ void waitsEarlier(const int *in, int *out) {
  __shared__ int s[32];
  __shared__ uint64_t full;
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0) init(&full, 32);
  __syncthreads();
  if (warp == 1) wait(&full, 0);
  if (warp == 0) s[lane] = in[lane];
  if (warp == 0) arrive(&full);
  if (warp == 1) out[lane] = s[31 - lane];
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
  pingPong<<<1, 64>>>(0, 0);
  pingOnly<<<1, 64>>>(0, 0);
  arrivesLater<<<1, 64>>>(0, 0);
  waitsEarlier<<<1, 64>>>(0, 0);
  flagged<<<1, 64>>>(0);
}
