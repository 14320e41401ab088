// Accesses to shared memory that a bulk copy fills. They have to be ordered before the copy, or behind a wait for its
// mbarrier.
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
__device__ __forceinline__ void st_bulk(void *g, const void *s, int bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(g), "r"(sa(s)), "r"(bytes) : "memory");  // want async-proxy-fence "The copy reads shared memory in copiesOut that a bulk copy may not have brough"
}
__device__ __forceinline__ void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void fence_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
#define T threadIdx.x
#define INIT1(b, n) if (T == 0) { mb_init(b, n); asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); } __syncthreads();

__global__ void neverWaits(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) { mb_expect(&full, 512); ld_bulk(buf, in, 512, &full); }
  __syncthreads();
  out[T] = buf[T];  // want async-proxy-fence "Reads shared memory in neverWaits that a bulk copy may not have brought yet"
}

__global__ void waits(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) { mb_expect(&full, 512); ld_bulk(buf, in, 512, &full); }
  mb_wait(&full, 0);
  out[T] = buf[T];
}

// Waits for the phase before the copy's.
__global__ void waitsForThePhaseBefore(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) mb_arrive(&full);
  mb_wait(&full, 0);
  if (T == 0) { mb_expect(&full, 512); ld_bulk(buf, in, 512, &full); }
  __syncthreads();
  out[T] = buf[T];  // want async-proxy-fence "Reads shared memory in waitsForThePhaseBefore that a bulk copy may not have br"
}

// Waits for another barrier.
__global__ void waitsForAnotherBarrier(const float *in, float *out) {
  __shared__ alignas(128) float a[128], b[128]; __shared__ uint64_t full[2];
  if (T == 0) { mb_init(&full[0], 1); mb_init(&full[1], 1); }
  __syncthreads();
  if (T == 0) { mb_expect(&full[0], 512); ld_bulk(a, in, 512, &full[0]); mb_expect(&full[1], 512); ld_bulk(b, in + 128, 512, &full[1]); }
  mb_wait(&full[0], 0);
  float x = a[T];
  x += b[T];  // want async-proxy-fence "Reads shared memory in waitsForAnotherBarrier that a bulk copy may not have br"
  out[T] = x;
}

// One thread waits, nothing behind.
__global__ void oneThreadWaits(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) { mb_expect(&full, 512); ld_bulk(buf, in, 512, &full); mb_wait(&full, 0); }
  out[T] = buf[T];  // want async-proxy-fence "Reads shared memory in oneThreadWaits that a bulk copy may not have brought ye"
}

__global__ void oneThreadWaitsBeforeABarrier(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) { mb_expect(&full, 512); ld_bulk(buf, in, 512, &full); mb_wait(&full, 0); }
  __syncthreads();
  out[T] = buf[T];
}

// The first warp waits, the others are not behind it.
__global__ void oneWarpWaits(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) { mb_expect(&full, 512); ld_bulk(buf, in, 512, &full); }
  __syncthreads();
  if (T < 32) mb_wait(&full, 0);
  out[T] = buf[127 - T];  // want async-proxy-fence "Reads shared memory in oneWarpWaits that a bulk copy may not have brought yet"
}

__global__ void oneWarpWaitsBeforeABarrier(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) { mb_expect(&full, 512); ld_bulk(buf, in, 512, &full); }
  if (T < 32) mb_wait(&full, 0);
  asm volatile("bar.sync 1, 128;" ::: "memory");
  out[T] = buf[127 - T];
}

__global__ void twoCopies(const float *in, float *out) {
  __shared__ alignas(128) float buf[256]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) { mb_expect(&full, 1024); ld_bulk(buf, in, 512, &full); ld_bulk(buf + 128, in + 512, 512, &full); }
  mb_wait(&full, 0);
  out[T] = buf[T] + buf[T + 128];
}

// Reads bytes that no copy brings.
__global__ void readsBeside(const float *in, float *out) {
  __shared__ alignas(128) float buf[256]; __shared__ uint64_t full;
  INIT1(&full, 1)
  buf[128 + T] = in[T];
  __syncthreads();
  if (T == 0) { mb_expect(&full, 512); ld_bulk(buf, in, 512, &full); }
  float x = buf[255 - T];
  mb_wait(&full, 0);
  out[T] = x + buf[T];
}

// Two buffers, parity by use.
__global__ void twoBuffers(const float *in, float *out) {
  __shared__ alignas(128) float buf[2][128]; __shared__ uint64_t full[2];
  if (T == 0) { mb_init(&full[0], 1); mb_init(&full[1], 1); }
  __syncthreads();
  if (T == 0) { mb_expect(&full[0], 512); ld_bulk(buf[0], in, 512, &full[0]); }
  for (int k = 0; k < 6; k++) {
    if (T == 0 && k < 5) { mb_expect(&full[(k + 1) % 2], 512); ld_bulk(buf[(k + 1) % 2], in + 128 * (k + 1), 512, &full[(k + 1) % 2]); }
    mb_wait(&full[k % 2], k / 2 & 1);
    out[128 * k + T] = buf[k % 2][T];
    fence_async();
    __syncthreads();
  }
}

// A lane waits for its warp.
__global__ void lanesWaitForTheirWarps(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) { mb_expect(&full, 512); ld_bulk(buf, in, 512, &full); }
  if (T % 32 == 0) mb_wait(&full, 0);
  __syncwarp();
  out[T] = buf[T];
}

__global__ void waitsForSomeArguments(const float *in, float *out, int n) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) { mb_expect(&full, 512); ld_bulk(buf, in, 512, &full); }
  if (n > 3) mb_wait(&full, 0);
  out[T] = buf[T];  // want? potentially-async-proxy-fence "Reads shared memory in waitsForSomeArguments that a bulk copy may not have bro"
}

// Copy out of what another copy brings.
__global__ void copiesOut(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) {
    mb_expect(&full, 512); ld_bulk(buf, in, 512, &full);
    st_bulk(out, buf, 512);
    commit(); wait_read<0>();
  }
}

__global__ void copiesOutBehindTheWait(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) {
    mb_expect(&full, 512); ld_bulk(buf, in, 512, &full);
    mb_wait(&full, 0);
    st_bulk(out, buf, 512);
    commit(); wait_read<0>();
  }
}

// Ld.shared by asm.
__global__ void readsByAsm(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) { mb_expect(&full, 512); ld_bulk(buf, in, 512, &full); }
  __syncthreads();
  float x;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(sa(buf + T)) : "memory");  // want async-proxy-fence "Reads shared memory in readsByAsm that a bulk copy may not have brought yet"
  out[T] = x;
}

// Lane 0 of each warp waits, the others are not behind it.
__global__ void lanesWaitForThemselves(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  INIT1(&full, 1)
  if (T == 0) { mb_expect(&full, 512); ld_bulk(buf, in, 512, &full); }
  __syncthreads();
  if (T % 32 == 0) mb_wait(&full, 0);
  out[T] = buf[T];  // want async-proxy-fence "Reads shared memory in lanesWaitForThemselves that a bulk copy may not have br"
}

void launch(const float *in, float *out, int n) {
  neverWaits<<<1, 128>>>(in, out);
  waits<<<1, 128>>>(in, out);
  waitsForThePhaseBefore<<<1, 128>>>(in, out);
  waitsForAnotherBarrier<<<1, 128>>>(in, out);
  oneThreadWaits<<<1, 128>>>(in, out);
  oneThreadWaitsBeforeABarrier<<<1, 128>>>(in, out);
  oneWarpWaits<<<1, 128>>>(in, out);
  oneWarpWaitsBeforeABarrier<<<1, 128>>>(in, out);
  twoCopies<<<1, 128>>>(in, out);
  readsBeside<<<1, 128>>>(in, out);
  twoBuffers<<<1, 128>>>(in, out);
  lanesWaitForTheirWarps<<<1, 128>>>(in, out);
  waitsForSomeArguments<<<1, 128>>>(in, out, n);
  copiesOut<<<1, 128>>>(in, out);
  copiesOutBehindTheWait<<<1, 128>>>(in, out);
  readsByAsm<<<1, 128>>>(in, out);
  lanesWaitForThemselves<<<1, 128>>>(in, out);
}
