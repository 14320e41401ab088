// Bulk copies into buffers that threads have read before. They have to be ordered behind the reads.
// without uninitialized-shared
#include <cstdint>

__device__ __forceinline__ uint32_t sa(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
#define mb_init(b, n) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sa(b)), "r"(n) : "memory")
#define mb_arrive(b) asm volatile("{ .reg .b64 st; mbarrier.arrive.shared::cta.b64 st, [%0]; }" ::"r"(sa(b)) : "memory")
#define mb_expect(b, n) asm volatile("{ .reg .b64 st; mbarrier.arrive.expect_tx.shared::cta.b64 st, [%0], %1; }" ::"r"(sa(b)), "r"(n) : "memory")
#define mb_wait(b, parity) do { uint32_t done = 0; while (!done) \
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(sa(b)), "r"(parity) : "memory"); } while (0)
#define ld_bulk(d, s, n, b) \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sa(d)), "l"(s), "r"(n), "r"(sa(b)) : "memory")
__device__ __forceinline__ void fence_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
#define T threadIdx.x
#define INIT1(b, n) if (T == 0) { mb_init(b, n); asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); } __syncthreads();
// Rings of three buffers: warp 0 copies, warps 1 to 4 read.
constexpr int S = 3, K = 8, B = 128;
#define RING __shared__ alignas(128) float buf[S][B]; __shared__ uint64_t full[S], empty[S];
#define RINIT(n) if (T == 0) for (int s = 0; s < S; s++) { mb_init(&full[s], 1); mb_init(&empty[s], n); } __syncthreads();

__global__ void ring(const float *in, float *out) {
  RING RINIT(4)
  if (T < 32) {
    if (T == 0) for (int k = 0; k < K; k++) {
      int s = k % S;
      mb_wait(&empty[s], (k / S & 1) ^ 1);
      mb_expect(&full[s], 512);
      ld_bulk(buf[s], in + B * k, 512, &full[s]);
    }
  } else for (int k = 0; k < K; k++) {
    int s = k % S;
    mb_wait(&full[s], k / S & 1);
    out[B * k + T - 32] = buf[s][T - 32];
    fence_async();
    __syncwarp();
    if (T % 32 == 0) mb_arrive(&empty[s]);
  }
}

// Empty counts one too few.
__global__ void countsOneTooFew(const float *in, float *out) {
  RING RINIT(3)
  if (T < 32) {
    if (T == 0) for (int k = 0; k < K; k++) {
      int s = k % S;
      mb_wait(&empty[s], (k / S & 1) ^ 1);  // want mbarrier-arrivals "Thread 0 waits for ever in countsOneTooFew for a phase of empty\[1\] that lacks "
      mb_expect(&full[s], 512);
      ld_bulk(buf[s], in + B * k, 512, &full[s]);  // want async-proxy-fence "The copy fills shared memory in countsOneTooFew that threads may still read"
    }
  } else for (int k = 0; k < K; k++) {
    int s = k % S;
    mb_wait(&full[s], k / S & 1);
    out[B * k + T - 32] = buf[s][T - 32];
    fence_async();
    __syncwarp();
    if (T % 32 == 0) mb_arrive(&empty[s]);
  }
}

// Fence, no barrier, refill.
__global__ void refillsWithoutABarrier(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  for (int k = 0; k < 4; k++) {
    if (T == 0) { mb_expect(&full, 512); ld_bulk(buf, in + 128 * k, 512, &full); }  // want async-proxy-fence "The copy fills shared memory in refillsWithoutABarrier that threads may still "
    mb_wait(&full, k & 1);  // want mbarrier-arrivals "Thread 32 waits for ever in refillsWithoutABarrier for a phase of full"
    out[128 * k + T] = buf[T];
    fence_async();
  }
}

__global__ void refillsBehindABarrier(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  for (int k = 0; k < 4; k++) {
    if (T == 0) { mb_expect(&full, 512); ld_bulk(buf, in + 128 * k, 512, &full); }
    mb_wait(&full, k & 1);
    out[128 * k + T] = buf[T];
    fence_async();
    __syncthreads();
  }
}

// Arrives before it reads.
__global__ void arrivesBeforeItReads(const float *in, float *out) {
  RING RINIT(4)
  if (T < 32) {
    if (T == 0) for (int k = 0; k < K; k++) {
      int s = k % S;
      mb_wait(&empty[s], (k / S & 1) ^ 1);
      mb_expect(&full[s], 512);
      ld_bulk(buf[s], in + B * k, 512, &full[s]);  // want async-proxy-fence "The copy fills shared memory in arrivesBeforeItReads that threads may still re"
    }
  } else for (int k = 0; k < K; k++) {
    int s = k % S;
    mb_wait(&full[s], k / S & 1);
    fence_async();
    __syncwarp();
    if (T % 32 == 0) mb_arrive(&empty[s]);
    out[B * k + T - 32] = buf[s][T - 32];
  }
}

// Lane 0 arrives, its warp is not ordered before.
__global__ void arrivesForItsWarp(const float *in, float *out) {
  RING RINIT(4)
  if (T < 32) {
    if (T == 0) for (int k = 0; k < K; k++) {
      int s = k % S;
      mb_wait(&empty[s], (k / S & 1) ^ 1);
      mb_expect(&full[s], 512);
      ld_bulk(buf[s], in + B * k, 512, &full[s]);  // want async-proxy-fence "The copy fills shared memory in arrivesForItsWarp that threads may still read"
    }
  } else for (int k = 0; k < K; k++) {
    int s = k % S;
    mb_wait(&full[s], k / S & 1);
    out[B * k + T - 32] = buf[s][T - 32];
    fence_async();
    if (T % 32 == 0) mb_arrive(&empty[s]);
  }
}

// Every consumer arrives.
__global__ void allArrive(const float *in, float *out) {
  RING RINIT(128)
  if (T < 32) {
    if (T == 0) for (int k = 0; k < K; k++) {
      int s = k % S;
      if (k >= S) mb_wait(&empty[s], (k / S - 1) & 1);
      mb_expect(&full[s], 512);
      ld_bulk(buf[s], in + B * k, 512, &full[s]);
    }
  } else for (int k = 0; k < K; k++) {
    int s = k % S;
    mb_wait(&full[s], k / S & 1);
    out[B * k + T - 32] = buf[s][T - 32];
    fence_async();
    mb_arrive(&empty[s]);
  }
}

void launch(const float *in, float *out) {
  ring<<<1, 160>>>(in, out);
  countsOneTooFew<<<1, 160>>>(in, out);
  refillsWithoutABarrier<<<1, 128>>>(in, out);
  refillsBehindABarrier<<<1, 128>>>(in, out);
  arrivesBeforeItReads<<<1, 160>>>(in, out);
  arrivesForItsWarp<<<1, 160>>>(in, out);
  allArrive<<<1, 160>>>(in, out);
}
