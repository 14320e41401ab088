// Copies that a lane makes by cp.async, and its own accesses to what they bring.
// without uninitialized-shared
#include <cstdint>

#include <cuda_pipeline.h>
__device__ __forceinline__ uint32_t sa(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
#define mb_init(b, n) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sa(b)), "r"(n) : "memory")
#define mb_wait(b, parity) do { uint32_t done = 0; while (!done) \
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(sa(b)), "r"(parity) : "memory"); } while (0)
__device__ __forceinline__ void cpa16(void *d, const void *s) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sa(d)), "l"(s) : "memory"); }
__device__ __forceinline__ void cpa_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void cpa_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
#define T threadIdx.x
#define INIT1(b, n) if (T == 0) { mb_init(b, n); asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); } __syncthreads();

// Own read, no wait.
__global__ void readsItsOwn(const float4 *in, float4 *out) {
  __shared__ float4 s[128];
  cpa16(&s[T], in + T); cpa_commit();
  out[T] = s[T];  // want async-proxy-fence "Reads shared memory in readsItsOwn that an asynchronous copy may not have brou"
}

__global__ void waitsForItsOwn(const float4 *in, float4 *out) {
  __shared__ float4 s[128];
  cpa16(&s[T], in + T); cpa_commit(); cpa_wait<0>();
  out[T] = s[T];
}

// Leaves the group that it reads.
__global__ void leavesTheGroup(const float4 *in, float4 *out) {
  __shared__ float4 s[2][128];
  cpa16(&s[0][T], in + T); cpa_commit(); cpa16(&s[1][T], in + 128 + T); cpa_commit(); cpa_wait<1>();
  out[T] = s[1][T];  // want async-proxy-fence "Reads shared memory in leavesTheGroup that an asynchronous copy may not have b"
}

__global__ void leavesAnotherGroup(const float4 *in, float4 *out) {
  __shared__ float4 s[2][128];
  cpa16(&s[0][T], in + T); cpa_commit(); cpa16(&s[1][T], in + 128 + T); cpa_commit(); cpa_wait<1>();
  out[T] = s[0][T];
  cpa_wait<0>();
  out[T + 128] = s[1][T];
}

__global__ void waitsForAll(const float4 *in, float4 *out) {
  __shared__ float4 s[128];
  cpa16(&s[T], in + T); asm volatile("cp.async.wait_all;" ::: "memory");
  out[T] = s[T];
}

// Nothing committed.
__global__ void commitsNothing(const float4 *in, float4 *out) {
  __shared__ float4 s[128];
  cpa16(&s[T], in + T); cpa_wait<0>();
  out[T] = s[T];  // want async-proxy-fence "Reads shared memory in commitsNothing that an asynchronous copy may not have b"
}

// Own read, no wait.
__global__ void readsItsOwnByThePrimitive(const float4 *in, float4 *out) {
  __shared__ float4 s[128];
  __pipeline_memcpy_async(&s[T], in + T, 16); __pipeline_commit();
  out[T] = s[T];  // want async-proxy-fence "Reads shared memory in readsItsOwnByThePrimitive that an asynchronous copy may"
}

__global__ void waitsByThePrimitive(const float4 *in, float4 *out) {
  __shared__ float4 s[128];
  __pipeline_memcpy_async(&s[T], in + T, 16); __pipeline_commit(); __pipeline_wait_prior(0);
  out[T] = s[T];
}

__global__ void signals(const float4 *in, float4 *out) {
  __shared__ float4 s[128]; __shared__ uint64_t full;
  INIT1(&full, 128)
  cpa16(&s[T], in + T);
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(sa(&full)) : "memory");
  mb_wait(&full, 0);
  out[T] = s[127 - T];
}

// Own read, nobody waits.
__global__ void signalsAndReads(const float4 *in, float4 *out) {
  __shared__ float4 s[128]; __shared__ uint64_t full;
  INIT1(&full, 128)
  cpa16(&s[T], in + T);
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(sa(&full)) : "memory");
  out[T] = s[T];  // want async-proxy-fence "Reads shared memory in signalsAndReads that an asynchronous copy may not have "
}

// Own store into what the copy writes.
__global__ void storesIntoItsOwn(const float4 *in, float4 *out) {
  __shared__ float4 s[128];
  cpa16(&s[T], in + T); cpa_commit();
  s[T] = make_float4(0, 0, 0, 0);  // want async-proxy-fence "Stores to shared memory in storesIntoItsOwn that an asynchronous copy may stil"
  cpa_wait<0>();
  out[T] = s[T];
}

__global__ void threeStages(const float4 *in, float4 *out) {
  __shared__ float4 s[3][128];
  for (int k = 0; k < 2; k++) { cpa16(&s[k][T], in + 128 * k + T); cpa_commit(); }
  for (int k = 0; k < 8; k++) {
    if (k + 2 < 8) cpa16(&s[(k + 2) % 3][T], in + 128 * (k + 2) + T);
    cpa_commit();
    cpa_wait<2>();
    out[128 * k + T] = s[k % 3][T];
  }
}

// Neighbour's cell, wait leaves the group.
__global__ void leavesTheGroupOfANeighbour(const float4 *in, float4 *out) {
  __shared__ float4 s[128];
  cpa16(&s[T], in + T); cpa_commit(); cpa_wait<1>();
  __syncthreads();
  out[T] = s[127 - T];  // want async-proxy-fence "Reads shared memory in leavesTheGroupOfANeighbour that an asynchronous copy"
}

__global__ void waitsForTheNeighbour(const float4 *in, float4 *out) {
  __shared__ float4 s[128];
  cpa16(&s[T], in + T); cpa_commit(); cpa_wait<0>();
  __syncthreads();
  out[T] = s[127 - T];
}

void launch(const float4 *in, float4 *out) {
  readsItsOwn<<<1, 128>>>(in, out);
  waitsForItsOwn<<<1, 128>>>(in, out);
  leavesTheGroup<<<1, 128>>>(in, out);
  leavesAnotherGroup<<<1, 128>>>(in, out);
  waitsForAll<<<1, 128>>>(in, out);
  commitsNothing<<<1, 128>>>(in, out);
  readsItsOwnByThePrimitive<<<1, 128>>>(in, out);
  waitsByThePrimitive<<<1, 128>>>(in, out);
  signals<<<1, 128>>>(in, out);
  signalsAndReads<<<1, 128>>>(in, out);
  storesIntoItsOwn<<<1, 128>>>(in, out);
  threeStages<<<1, 128>>>(in, out);
  leavesTheGroupOfANeighbour<<<1, 128>>>(in, out);
  waitsForTheNeighbour<<<1, 128>>>(in, out);
}
