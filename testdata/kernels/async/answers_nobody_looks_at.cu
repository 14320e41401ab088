// Waits for a phase of an mbarrier whose answer nobody looks at: the thread goes on while the phase may not be over.
// without uninitialized-shared
// without async-proxy-fence
#include <cstdint>
#include <cuda/barrier>
#include <cuda/ptx>
#include <utility>

#define AT(b) "r"((unsigned)__cvta_generic_to_shared(&(b)))
#define INIT(b, n) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::AT(b), "r"(n) : "memory")
#define ARRIVE_EXPECT(b, n) \
  asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared::cta.b64 s, [%0], %1; }" ::AT(b), "r"(n) : "memory")
#define WAIT(b, parity)                                                                                        \
  asm volatile("{ .reg .pred p; A: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra B; bra A; B: }" ::AT(b), \
               "r"(parity)                                                                                     \
               : "memory")
#define LOOK(b, parity) \
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; }" ::AT(b), "r"(parity) : "memory")
#define LOAD(to, from, n, b)                                                                              \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::AT(to), "l"(from), \
               "r"(n), AT(b)                                                                              \
               : "memory")

__device__ bool peek(uint64_t *b, int parity) {
  unsigned done;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
               : "=r"(done)
               : AT(*b), "r"(parity)
               : "memory");
  return done;
}

// One thread begins to fill s.
__device__ void begin(uint64_t *full, float *s, const float *in) {
  if (threadIdx.x == 0) INIT(*full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ARRIVE_EXPECT(*full, 256);
    LOAD(*s, in, 256, *full);
  }
}

__global__ void looks(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  begin(&full, s, in);
  LOOK(full, 0);  // want mbarrier-arrivals "Nobody looks at the answer of the wait for full in looks, and thread 0 reads too early"
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void looksByAFunction(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  begin(&full, s, in);
  cuda::ptx::mbarrier_try_wait_parity(&full, 0);  // want mbarrier-arrivals "Nobody looks at the answer of the wait for full"
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void looksByAMethod(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(s, in, cuda::aligned_size_t<16>(sizeof s), bar);
    cuda::device::barrier_expect_tx(bar, sizeof s);
  }
  auto token = bar.arrive();
  (void)bar.try_wait(std::move(token));  // want mbarrier-arrivals "Nobody looks at the answer of the wait for bar"
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void looksBehindTheWarp(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  begin(&full, s, in);
  LOOK(full, 0);  // want mbarrier-arrivals "Nobody looks at the answer of the wait for full"
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void waitsForSome(const float *in, float *out, int n) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  begin(&full, s, in);
  if (n > 3)
    WAIT(full, 0);
  else
    LOOK(full, 0);  // want? potentially-mbarrier-arrivals "and thread 0 may read too early"
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void looksAndWaits(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  begin(&full, s, in);
  LOOK(full, 0);
  WAIT(full, 0);
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void polls(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  begin(&full, s, in);
  while (!cuda::ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void waitsIfItMust(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  begin(&full, s, in);
  if (!cuda::ptx::mbarrier_try_wait_parity(&full, 0)) WAIT(full, 0);
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void oneWaitsForAll(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  begin(&full, s, in);
  if (threadIdx.x == 0) WAIT(full, 0);
  __syncthreads();
  LOOK(full, 0);
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void readsOtherBytes(const float *in, float *out) {
  __shared__ alignas(128) float s[64], t[64];
  __shared__ uint64_t full;
  t[threadIdx.x] = 1;
  begin(&full, s, in);
  LOOK(full, 0);
  out[threadIdx.x] = t[threadIdx.x ^ 1];
}

__global__ void stopsIfItIsNot(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  begin(&full, s, in);
  if (!peek(&full, 0)) __trap();
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void keepsTheAnswer(const float *in, float *out, bool *isOver) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  begin(&full, s, in);
  isOver[threadIdx.x] = peek(&full, 0);
  out[threadIdx.x] = s[threadIdx.x];
}

int main() {
  looks<<<1, 64>>>(0, 0);
  looksByAFunction<<<1, 64>>>(0, 0);
  looksByAMethod<<<1, 64>>>(0, 0);
  looksBehindTheWarp<<<1, 64>>>(0, 0);
  waitsForSome<<<1, 64>>>(0, 0, atoi("3"));
  looksAndWaits<<<1, 64>>>(0, 0);
  polls<<<1, 64>>>(0, 0);
  waitsIfItMust<<<1, 64>>>(0, 0);
  oneWaitsForAll<<<1, 64>>>(0, 0);
  readsOtherBytes<<<1, 64>>>(0, 0);
  stopsIfItIsNot<<<1, 64>>>(0, 0);
  keepsTheAnswer<<<1, 64>>>(0, 0, 0);
}
