// Proxy fences in one direction: the thread that has read or stored releases, the thread that copies acquires.
// without uninitialized-shared
#include <cstdint>
#include <cuda/ptx>
namespace ptx = cuda::ptx;

#define AT(b) "r"((unsigned)__cvta_generic_to_shared(&(b)))
#define INIT(b, n) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::AT(b), "r"(n) : "memory")
#define ARRIVE(b) asm volatile("{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0]; }" ::AT(b) : "memory")
#define ARRIVE_EXPECT(b, n) \
  asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared::cta.b64 s, [%0], %1; }" ::AT(b), "r"(n) : "memory")
#define WAIT(b, parity) \
  asm volatile("{ .reg .pred p; A: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra B; bra A; B: }" ::AT(b), "r"(parity) : "memory")
#define LOAD(to, from, n, b) \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::AT(to), "l"(from), "r"(n), AT(b) : "memory")
#define STORE(to, from, n) asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), AT(from), "r"(n) : "memory")
#define RELEASE asm volatile("fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;" ::: "memory")
#define ACQUIRE asm volatile("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;" ::: "memory")

__global__ void releasedAndAcquired(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    if (threadIdx.x == 0) {
      ACQUIRE;
      ARRIVE_EXPECT(full, 256);
      LOAD(s, in + 64 * k, 256, full);
    }
    WAIT(full, k & 1);
    out[64 * k + threadIdx.x] = s[threadIdx.x];
    RELEASE;
    __syncthreads();
  }
}

__global__ void onlyAcquired(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    if (threadIdx.x == 0) {
      ACQUIRE;
      ARRIVE_EXPECT(full, 256);
      LOAD(s, in + 64 * k, 256, full);  // want? potentially-async-proxy-fence "The copy fills shared memory that onlyAcquired has read before"
    }
    WAIT(full, k & 1);
    out[64 * k + threadIdx.x] = s[threadIdx.x];
    __syncthreads();
  }
}

// The release stands before the reads.
__global__ void releasedTooEarly(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    if (threadIdx.x == 0) {
      ARRIVE_EXPECT(full, 256);
      LOAD(s, in + 64 * k, 256, full);  // want? potentially-async-proxy-fence "The copy fills shared memory that releasedTooEarly has read before"
    }
    RELEASE;
    WAIT(full, k & 1);
    out[64 * k + threadIdx.x] = s[threadIdx.x];
    __syncthreads();
  }
}

// A ring: the readers release the stage by an arrival, and the copier waits for all of them.
template <bool Fenced>
__global__ void ring(const float *in, float *out) {
  __shared__ alignas(128) float s[2][64];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; i++) { INIT(full[i], 1); INIT(empty[i], 64); }
  }
  __syncthreads();
  if (threadIdx.x >= 64) {
    if (threadIdx.x == 64) {
      for (int k = 0; k < 6; k++) {
        WAIT(empty[k % 2], (k / 2 + 1) & 1);
        ARRIVE_EXPECT(full[k % 2], 256);
        LOAD(s[k % 2], in + 64 * k, 256, full[k % 2]);  // want? potentially-async-proxy-fence "The copy fills shared memory that ring<false> has read before"
      }
    }
    return;
  }
  for (int k = 0; k < 6; k++) {
    WAIT(full[k % 2], k / 2 & 1);
    out[64 * k + threadIdx.x] = s[k % 2][threadIdx.x];
    if (Fenced) ptx::fence_proxy_async_generic_sync_restrict(ptx::sem_release, ptx::space_shared, ptx::scope_cluster);
    ARRIVE(empty[k % 2]);
  }
}

__global__ void storedAndReleased(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  RELEASE;
  __syncthreads();
  if (threadIdx.x == 0) {
    STORE(out, s, 256);
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group 0;");
  }
}

__global__ void storedAndAcquired(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::fence_proxy_async_generic_sync_restrict(ptx::sem_acquire, ptx::space_cluster, ptx::scope_cluster);
    STORE(out, s, 256);  // want async-proxy-fence "The copy reads shared memory that storedAndAcquired stores without a proxy fence"
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group 0;");
  }
}

int main() {
  float *p = 0;
  releasedAndAcquired<<<1,64>>>(p,p);
  onlyAcquired<<<1,64>>>(p,p);
  releasedTooEarly<<<1,64>>>(p,p);
  ring<true><<<1,96>>>(p,p);
  ring<false><<<1,96>>>(p,p);
  storedAndReleased<<<1,64>>>(p,p);
  storedAndAcquired<<<1,64>>>(p,p);
}
