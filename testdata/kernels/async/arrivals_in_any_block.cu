// mbarriers of kernels whose block is not known: what breaks in each block that the kernel may have is a potential finding.
// without uninitialized-shared
// without async-proxy-fence
#include <cstdint>

#define AT(b) "r"((unsigned)__cvta_generic_to_shared(&(b)))
#define INIT(b, n) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::AT(b), "r"(n) : "memory")
#define ARRIVE(b) asm volatile("{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0]; }" ::AT(b) : "memory")
#define ARRIVE_EXPECT(b, n) \
  asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared::cta.b64 s, [%0], %1; }" ::AT(b), "r"(n) : "memory")
#define WAIT(b, parity)                                                                                        \
  asm volatile("{ .reg .pred p; A: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra B; bra A; B: }" ::AT(b), \
               "r"(parity)                                                                                     \
               : "memory")
#define LOAD(to, from, n, b)                                                                              \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::AT(to), "l"(from), \
               "r"(n), AT(b)                                                                              \
               : "memory")

__global__ void halfOfTheBytes(const float *in, float *out) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ARRIVE_EXPECT(full, 128);
    LOAD(s, in, 64, full);
  }
  WAIT(full, 0);  // want? potentially-mbarrier-arrivals "may wait for ever in halfOfTheBytes for a phase of full that lacks 64 bytes"
  out[threadIdx.x] = s[threadIdx.x % 32];
}

__global__ void oneOfTwo(float *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 2);
  __syncthreads();
  if (threadIdx.x == 0) ARRIVE(full);
  WAIT(full, 0);  // want? potentially-mbarrier-arrivals "lacks 1 of 2 arrivals"
  out[threadIdx.x] = 1;
}

__global__ void oneMoreThanTheBlock(float *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, blockDim.x + 1);
  __syncthreads();
  ARRIVE(full);
  WAIT(full, 0);  // want? potentially-mbarrier-arrivals "lacks 1 of"
  out[threadIdx.x] = 1;
}

__global__ void __launch_bounds__(128) twice(float *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 64);
  __syncthreads();
  ARRIVE(full);  // want? potentially-mbarrier-arrivals "may complete a phase before warp"
  WAIT(full, 0);
  out[threadIdx.x] = 1;
}

__global__ void inABlockOfAnySize(float *out, int n) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 2);
  __syncthreads();
  if (threadIdx.x == 0) ARRIVE(full);
  WAIT(full, 0);  // want? potentially-mbarrier-arrivals "lacks 1 of 2 arrivals"
  out[threadIdx.x] = n;
}

__global__ void loads(const float *in, float *out) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ARRIVE_EXPECT(full, 128);
    LOAD(s, in, 128, full);
  }
  WAIT(full, 0);
  out[threadIdx.x] = s[threadIdx.x % 32];
}

__global__ void asManyAsTheBlock(float *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, blockDim.x);
  __syncthreads();
  ARRIVE(full);
  WAIT(full, 0);
  out[threadIdx.x] = 1;
}

// Right in a block of 96 alone.
__global__ void for96(float *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 96);
  __syncthreads();
  ARRIVE(full);
  WAIT(full, 0);
  out[threadIdx.x] = 1;
}

__global__ void __launch_bounds__(64) for64(float *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 64);
  __syncthreads();
  ARRIVE(full);
  WAIT(full, 0);
  out[threadIdx.x] = 1;
}

// Right in a block of 512: the second half arrives.
__global__ void for512(float *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 256);
  __syncthreads();
  if (threadIdx.x >= 256)
    ARRIVE(full);
  else
    WAIT(full, 0);
  out[threadIdx.x] = 1;
}

__global__ void for16By2(float *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0 && threadIdx.y == 0) INIT(full, 16);
  __syncthreads();
  if (threadIdx.y == 1) ARRIVE(full);
  WAIT(full, 0);
  out[threadIdx.x] = 1;
}

__global__ void asManyAsThreads(float *out, int n) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, n);
  __syncthreads();
  ARRIVE(full);
  WAIT(full, 0);
  out[threadIdx.x] = 1;
}

__global__ void oneMoreThanThreads(float *out, int n) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, n + 1);
  __syncthreads();
  ARRIVE(full);
  WAIT(full, 0);  // want? potentially-mbarrier-arrivals "Thread 0 may wait for ever in oneMoreThanThreads for a phase of full that lacks 1 of 129 arrivals"
  out[threadIdx.x] = 1;
}

// One of two launches says that there are n threads.
__global__ void oneOfTwo(float *out, int n) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, n);
  __syncthreads();
  ARRIVE(full);  // want? potentially-mbarrier-arrivals "Arrives at full in oneOfTwo and may complete a phase"
  WAIT(full, 0);
  out[threadIdx.x] = 1;
}

int main(int argc, char **) {
  inABlockOfAnySize<<<1, argc>>>(0, 1);
  asManyAsThreads<<<1, argc>>>(0, argc);
  oneMoreThanThreads<<<1, argc>>>(0, argc);
  oneOfTwo<<<1, argc>>>(0, argc);
  oneOfTwo<<<1, argc>>>(0, 8);
}
