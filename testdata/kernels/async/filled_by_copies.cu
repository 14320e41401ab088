// Stores and copies into shared memory that a bulk copy fills or reads.
// without uninitialized-shared
#include <cstdint>

__device__ __forceinline__ uint32_t sa(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
#define mb_init(b, n) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sa(b)), "r"(n) : "memory")
#define mb_expect(b, n) asm volatile("{ .reg .b64 st; mbarrier.arrive.expect_tx.shared::cta.b64 st, [%0], %1; }" ::"r"(sa(b)), "r"(n) : "memory")
#define mb_wait(b, parity) do { uint32_t done = 0; while (!done) \
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(sa(b)), "r"(parity) : "memory"); } while (0)
#define ld_bulk(d, s, n, b) \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sa(d)), "l"(s), "r"(n), "r"(sa(b)) : "memory")
__device__ __forceinline__ void st_bulk(void *g, const void *s, int bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(g), "r"(sa(s)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void fence_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
#define T threadIdx.x
#define INIT1(b, n) if (T == 0) { mb_init(b, n); asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); } __syncthreads();

// Stores into what a copy writes.
__global__ void storesBeforeTheWait(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) { mb_expect(&full, 512); ld_bulk(buf, in, 512, &full); }
  __syncthreads();
  if (T >= 64) buf[T] = 0;  // want async-proxy-fence "Stores to shared memory in storesBeforeTheWait that a bulk copy may still fill"
  mb_wait(&full, 0);
  __syncthreads();
  out[T] = buf[127 - T];
}

__global__ void storesBehindTheWait(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) { mb_expect(&full, 512); ld_bulk(buf, in, 512, &full); }
  mb_wait(&full, 0);
  if (T >= 64) buf[T] = 0;
  __syncthreads();
  out[T] = buf[127 - T];
}

// A second copy into the same bytes.
__global__ void copiesTwice(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) {
    mb_expect(&full, 512 + 256); ld_bulk(buf, in, 512, &full);
    ld_bulk(buf + 64, in + 256, 256, &full);  // want async-proxy-fence "The copy fills shared memory in copiesTwice that another copy may still fill"
  }
  mb_wait(&full, 0);
  out[T] = buf[T];
}

__global__ void copiesTwiceInOrder(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) { mb_expect(&full, 512); ld_bulk(buf, in, 512, &full); mb_wait(&full, 0); mb_expect(&full, 256); ld_bulk(buf + 64, in + 256, 256, &full); }
  __syncthreads();
  mb_wait(&full, 1);
  out[T] = buf[T];
}

// Stores that nothing orders before the copy.
__global__ void storesBesideTheCopy(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  buf[T] = 0;
  fence_async();
  if (T == 0) { mb_expect(&full, 256); ld_bulk(buf, in, 256, &full); }  // want async-proxy-fence "The copy fills shared memory in storesBesideTheCopy to which threads may still"
  mb_wait(&full, 0);
  out[T] = buf[T];
}

__global__ void storesBeforeTheCopy(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  buf[T] = 0;
  fence_async();
  __syncthreads();
  if (T == 0) { mb_expect(&full, 256); ld_bulk(buf, in, 256, &full); }
  mb_wait(&full, 0);
  out[T] = buf[T];
}

// Atomic into what a copy writes.
__global__ void addsBeforeTheWait(const float *in, float *out) {
  __shared__ alignas(128) int buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 32) { mb_expect(&full, 512); ld_bulk(buf, in, 512, &full); }
  __syncthreads();
  atomicAdd(&buf[T], 1);  // want async-proxy-fence "Stores to shared memory in addsBeforeTheWait that a bulk copy may still fill"
  mb_wait(&full, 0);
  __syncthreads();
  out[T] = buf[127 - T];
}

// Copies in while a copy out reads.
__global__ void copiesInWhileACopyReads(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  buf[T] = in[T]; fence_async(); __syncthreads();
  if (T == 0) {
    st_bulk(out, buf, 512); commit();
    mb_expect(&full, 512);
    ld_bulk(buf, in + 128, 512, &full);  // want async-proxy-fence "The copy fills shared memory in copiesInWhileACopyReads that another copy or a"
    wait_read<0>();
  }
  mb_wait(&full, 0);
  out[128 + T] = buf[T];
}

__global__ void copiesInBehindTheRead(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  buf[T] = in[T]; fence_async(); __syncthreads();
  if (T == 0) {
    st_bulk(out, buf, 512); commit(); wait_read<0>();
    mb_expect(&full, 512);
    ld_bulk(buf, in + 128, 512, &full);
  }
  mb_wait(&full, 0);
  out[128 + T] = buf[T];
}

// Two copies by two threads into overlapping bytes, own barriers.
__global__ void twoThreadsCopy(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full[2];
  if (T < 2) mb_init(&full[T], 1);
  __syncthreads();
  if (T == 0) { mb_expect(&full[0], 512); ld_bulk(buf, in, 512, &full[0]); }
  if (T == 64) { mb_expect(&full[1], 16); ld_bulk(buf + 124, in, 16, &full[1]); }  // want async-proxy-fence "The copy fills shared memory in twoThreadsCopy that another copy may still fil"
  mb_wait(&full[0], 0); mb_wait(&full[1], 0);
  out[T] = buf[T];
}

void launch(const float *in, float *out) {
  storesBeforeTheWait<<<1, 128>>>(in, out);
  storesBehindTheWait<<<1, 128>>>(in, out);
  copiesTwice<<<1, 128>>>(in, out);
  copiesTwiceInOrder<<<1, 128>>>(in, out);
  storesBesideTheCopy<<<1, 128>>>(in, out);
  storesBeforeTheCopy<<<1, 128>>>(in, out);
  addsBeforeTheWait<<<1, 128>>>(in, out);
  copiesInWhileACopyReads<<<1, 128>>>(in, out);
  copiesInBehindTheRead<<<1, 128>>>(in, out);
  twoThreadsCopy<<<1, 128>>>(in, out);
}
