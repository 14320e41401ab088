// Accesses with the wait for an mbarrier in between. Only what a thread did before it arrived is ordered before what others do
// behind the wait.
// without uninitialized-shared
#include <cstdint>

#define AT(b) "r"((unsigned)__cvta_generic_to_shared(&(b)))
#define INIT(b, n) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::AT(b), "r"(n) : "memory")
#define ARRIVE(b) asm volatile("{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0]; }" ::AT(b) : "memory")
#define ARRIVE_EXPECT(b, n) \
  asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared::cta.b64 s, [%0], %1; }" ::AT(b), "r"(n) : "memory")
#define WAIT(b, parity) \
  asm volatile("{ .reg .pred p; A: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra B; bra A; B: }" ::AT(b), "r"(parity) : "memory")
#define LOAD(to, from, n, b) \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::AT(to), "l"(from), "r"(n), AT(b) : "memory")

// The barrier is for the copy: one thread arrives.
__global__ void oneArrives(const float *in, float *out) {
  __shared__ float m[128];
  __shared__ alignas(128) float s[128];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  m[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) {
    ARRIVE_EXPECT(full, 512);
    LOAD(s, in, 512, full);
  }
  WAIT(full, 0);
  out[threadIdx.x] = m[127 - threadIdx.x] + s[threadIdx.x];  // want? potentially-missing-syncthreads "Thread 32 .warp 1. may race with thread 95 .warp 2, line 23. for m.95. in oneArrives"
}

__global__ void allArrive(const float *in, float *out) {
  __shared__ float m[128];
  __shared__ alignas(128) float s[128];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 128);
  __syncthreads();
  m[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) {
    ARRIVE_EXPECT(full, 512);
    LOAD(s, in, 512, full);
  } else {
    ARRIVE(full);
  }
  WAIT(full, 0);
  out[threadIdx.x] = m[127 - threadIdx.x] + s[threadIdx.x];
}

// A barrier of the block besides: nothing.
__global__ void barrierBesides(const float *in, float *out) {
  __shared__ float m[128];
  __shared__ alignas(128) float s[128];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  m[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) {
    ARRIVE_EXPECT(full, 512);
    LOAD(s, in, 512, full);
  }
  WAIT(full, 0);
  __syncthreads();
  out[threadIdx.x] = m[127 - threadIdx.x] + s[threadIdx.x];
}

// Who writes arrives.
__global__ void theWarpThatWrites(float *out) {
  __shared__ float m[32];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    m[threadIdx.x] = threadIdx.x;
    ARRIVE(full);
  }
  WAIT(full, 0);
  out[threadIdx.x] = m[threadIdx.x % 32];
}

// The second warp arrives, and the first one writes.
__global__ void anotherWarp(float *out) {
  __shared__ float m[32];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 32);
  __syncthreads();
  if (threadIdx.x < 32) m[threadIdx.x] = threadIdx.x;
  if (threadIdx.x >= 32 && threadIdx.x < 64) ARRIVE(full);
  WAIT(full, 0);
  out[threadIdx.x] = m[threadIdx.x % 32];  // want? potentially-missing-syncthreads "Thread 32 .warp 1. may race with thread 0 .warp 0, line 86. for m.0. in anotherWarp"
}

// A ring: all threads arrive in each turn, so that no turn overtakes another.
__global__ void turns(const float *in, float *out) {
  __shared__ float m[2][128];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 128);
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    m[k % 2][threadIdx.x] = in[128 * k + threadIdx.x];
    ARRIVE(full);
    WAIT(full, k & 1);
    out[128 * k + threadIdx.x] = m[k % 2][127 - threadIdx.x];
  }
}

// With one buffer the next turn's writes race with the reads.
__global__ void turnsInOneBuffer(const float *in, float *out) {
  __shared__ float m[128];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 128);
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    m[threadIdx.x] = in[128 * k + threadIdx.x];  // want missing-syncthreads "Thread 32 .warp 1. races with thread 95 .warp 2, line 116. for m.32. in turnsInOneBuffer"
    ARRIVE(full);
    WAIT(full, k & 1);
    out[128 * k + threadIdx.x] = m[127 - threadIdx.x];
  }
}

int main() {
  float *p = 0;
  oneArrives<<<1,128>>>(p,p);
  allArrive<<<1,128>>>(p,p);
  barrierBesides<<<1,128>>>(p,p);
  theWarpThatWrites<<<1,128>>>(p);
  anotherWarp<<<1,128>>>(p);
  turns<<<1,128>>>(p,p);
  turnsInOneBuffer<<<1,128>>>(p,p);
}
