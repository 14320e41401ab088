// Threads that look at a phase before they wait, and rings in which some do not wait at all.
// without uninitialized-shared
#include <cstdint>
__device__ __forceinline__ uint32_t sa(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void init(uint64_t *b, int n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sa(b)), "r"(n) : "memory"); }
__device__ __forceinline__ void expect(uint64_t *b, int n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sa(b)), "r"(n) : "memory"); }
__device__ __forceinline__ void arrive(uint64_t *b) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sa(b)) : "memory"); }
__device__ __forceinline__ bool look(uint64_t *b, uint32_t parity) {
  uint32_t d;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }" : "=r"(d) : "r"(sa(b)), "r"(parity) : "memory");
  return d;
}
__device__ __forceinline__ void wait(uint64_t *b, uint32_t parity) { while (!look(b, parity)) {} }
#define BULK(d, s, n, b) asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sa(d)), "l"(s), "r"(n), "r"(sa(b)) : "memory")
#define PUBLISH() asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory")
#define FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define T threadIdx.x

// Waits only if the look has found the phase over.
__global__ void looksTheWrongWayRound(const float *in, float *out) {
  __shared__ alignas(128) float s[128]; __shared__ uint64_t full;
  if (T == 0) { init(&full, 1); PUBLISH(); }
  __syncthreads();
  if (T == 0) { expect(&full, 512); BULK(s, in, 512, &full); }
  bool isOver = look(&full, 0);
  if (isOver) wait(&full, 0);
  out[T] = s[T];  // want async-proxy-fence "Reads shared memory in looksTheWrongWayRound that a bulk copy may not have brou"
}

__global__ void looksFirst(const float *in, float *out) {
  __shared__ alignas(128) float s[128]; __shared__ uint64_t full;
  if (T == 0) { init(&full, 1); PUBLISH(); }
  __syncthreads();
  if (T == 0) { expect(&full, 512); BULK(s, in, 512, &full); }
  bool isOver = look(&full, 0);
  if (!isOver) wait(&full, 0);
  out[T] = s[T];
}

// Behind the wait of one thread and a barrier, the phase is over for all.
__global__ void looksBehindABarrier(const float *in, float *out) {
  __shared__ alignas(128) float s[128]; __shared__ uint64_t full;
  if (T == 0) { init(&full, 1); PUBLISH(); }
  __syncthreads();
  if (T == 0) { expect(&full, 512); BULK(s, in, 512, &full); wait(&full, 0); }
  __syncthreads();
  out[T] = look(&full, 0) ? s[T] : 0;
}

__global__ void givesUp(const float *in, float *out) {
  __shared__ alignas(128) float s[128]; __shared__ uint64_t full;
  if (T == 0) { init(&full, 1); PUBLISH(); }
  __syncthreads();
  if (T == 0) { expect(&full, 512); BULK(s, in, 512, &full); }
  int turns = 0;
  while (!look(&full, 0))
    if (++turns == 1000) __trap();
  out[T] = s[T];
}

// The next phase is looked at while this one is used.
__global__ void looksAhead(const float *in, float *out) {
  __shared__ alignas(128) float s[2][128]; __shared__ uint64_t full[2], empty[2];
  if (T == 0) { for (int i = 0; i < 2; i++) { init(&full[i], 1); init(&empty[i], 128); } PUBLISH(); }
  __syncthreads();
  if (T == 128)
    for (int i = 0; i < 6; i++) { wait(&empty[i & 1], (i >> 1 & 1) ^ 1); expect(&full[i & 1], 512); BULK(s[i & 1], in + i * 128, 512, &full[i & 1]); }
  if (T < 128) {
    float a = 0;
    bool isOver = look(&full[0], 0);
    for (int i = 0; i < 6; i++) {
      if (!isOver) wait(&full[i & 1], i >> 1 & 1);
      a += s[i & 1][T];
      FENCE();
      arrive(&empty[i & 1]);
      isOver = i + 1 < 6 && look(&full[(i + 1) & 1], (i + 1) >> 1 & 1);
    }
    out[T] = a;
  }
}

// The answer of the look ahead is taken the wrong way round, for as many turns as an argument says.
__global__ void looksAheadWrongly(const float *in, float *out, int n) {
  __shared__ alignas(128) float s[2][128]; __shared__ uint64_t full[2], empty[2];
  if (T == 0) { for (int i = 0; i < 2; i++) { init(&full[i], 1); init(&empty[i], 128); } PUBLISH(); }
  __syncthreads();
  if (T == 128)
    for (int i = 0; i < n; i++) { wait(&empty[i & 1], (i >> 1 & 1) ^ 1); expect(&full[i & 1], 512); BULK(s[i & 1], in + i * 128, 512, &full[i & 1]); }
  if (T < 128) {
    float a = 0;
    bool isOver = n > 0 && look(&full[0], 0);
    for (int i = 0; i < n; i++) {
      if (isOver) wait(&full[i & 1], i >> 1 & 1);
      a += s[i & 1][T];  // want? potentially-async-proxy-fence "Reads shared memory in looksAheadWrongly that a bulk copy may not have brou"
      FENCE();
      arrive(&empty[i & 1]);
      isOver = i + 1 < n && look(&full[(i + 1) & 1], (i + 1) >> 1 & 1);
    }
    out[T] = a;
  }
}

// The producer waits for the consumers, and they for nobody.
__global__ void waitsForNoCopy(const float *in, float *out) {
  __shared__ alignas(128) float s[2][128]; __shared__ uint64_t full[2], empty[2];
  if (T == 0) { for (int i = 0; i < 2; i++) { init(&full[i], 1); init(&empty[i], 128); } PUBLISH(); }
  __syncthreads();
  if (T == 128)
    for (int i = 0; i < 4; i++) { wait(&empty[i & 1], (i >> 1 & 1) ^ 1); expect(&full[i & 1], 512); BULK(s[i & 1], in + i * 128, 512, &full[i & 1]); }
  if (T < 128) {
    float a = 0;
    for (int i = 0; i < 4; i++) {
      a += s[i & 1][T];  // want async-proxy-fence "Reads shared memory in waitsForNoCopy that a bulk copy may not have brou"
      FENCE();
      arrive(&empty[i & 1]);
    }
    out[T] = a;
  }
}

// The consumers drop the answer. The producer uses the same function and looks at it.
__global__ void dropsTheAnswers(const float *in, float *out) {
  __shared__ alignas(128) float s[2][128]; __shared__ uint64_t full[2], empty[2];
  if (T == 0) { for (int i = 0; i < 2; i++) { init(&full[i], 1); init(&empty[i], 4); } PUBLISH(); }
  __syncthreads();
  if (T == 128)
    for (int i = 0; i < 6; i++) { wait(&empty[i & 1], (i >> 1 & 1) ^ 1); expect(&full[i & 1], 512); BULK(s[i & 1], in + i * 128, 512, &full[i & 1]); }
  if (T < 128) {
    float a = 0;
    for (int i = 0; i < 6; i++) {
      look(&full[i & 1], i >> 1 & 1);
      a += s[i & 1][T];  // want async-proxy-fence "Reads shared memory in dropsTheAnswers that a bulk copy may not have brou"
      FENCE();
      __syncwarp();
      if (T % 32 == 0) arrive(&empty[i & 1]);
    }
    out[T] = a;
  }
}

// The answers are dropped, and the reads are not fenced against the refill either.
__global__ void dropsTheAnswersAndTheFence(const float *in, float *out) {
  __shared__ alignas(128) float s[2][128]; __shared__ uint64_t full[2], empty[2];
  if (T == 0) { for (int i = 0; i < 2; i++) { init(&full[i], 1); init(&empty[i], 4); } PUBLISH(); }
  __syncthreads();
  if (T == 128)
    for (int i = 0; i < 6; i++) {
      wait(&empty[i & 1], (i >> 1 & 1) ^ 1);
      expect(&full[i & 1], 512);
      BULK(s[i & 1], in + i * 128, 512, &full[i & 1]);  // want? potentially-async-proxy-fence "The copy fills shared memory that dropsTheAnswersAndTheFence has read before without"
    }
  if (T < 128) {
    float a = 0;
    for (int i = 0; i < 6; i++) {
      look(&full[i & 1], i >> 1 & 1);
      a += s[i & 1][T];  // want async-proxy-fence "Reads shared memory in dropsTheAnswersAndTheFence that a bulk copy may not have brou"
      __syncwarp();
      if (T % 32 == 0) arrive(&empty[i & 1]);
    }
    out[T] = a;
  }
}

// Four stages, of which each is refilled behind its use by all threads.
template <bool isTurned> __device__ void fourStages(const float *in, float *out, int n) {
  __shared__ alignas(128) float s[4][128]; __shared__ uint64_t full[4], empty[4];
  if (T == 0) { for (int i = 0; i < 4; i++) { init(&full[i], 1); init(&empty[i], 128); } PUBLISH(); }
  __syncthreads();
  if (T == 0) for (int f = 0; f < 3 && f < n; f++) { expect(&full[f], 512); BULK(s[f], in + f * 128, 512, &full[f]); }
  float a = 0;
  for (int i = 0; i < n; i++) {
    int f = i + 3, q = f % 4;
    if (T == 0 && f < n) {
      if (f >= 4) wait(&empty[q], (f / 4 & 1) ^ isTurned);
      expect(&full[q], 512);
      BULK(s[q], in + f * 128, 512, &full[q]);  // want? potentially-async-proxy-fence "The copy fills shared memory in turnsNoParity that threads may still read"
    }
    q = i % 4;
    wait(&full[q], i / 4 & 1);
    a += s[q][T];
    FENCE();
    arrive(&empty[q]);
  }
  out[T] = a;
}
__global__ void turnsTheParity(const float *in, float *out, int n) { fourStages<true>(in, out, n); }
__global__ void turnsNoParity(const float *in, float *out, int n) { fourStages<false>(in, out, n); }

void launch(const float *in, float *out, int n) {
  looksTheWrongWayRound<<<1, 128>>>(in, out);
  looksFirst<<<1, 128>>>(in, out);
  looksBehindABarrier<<<1, 128>>>(in, out);
  givesUp<<<1, 128>>>(in, out);
  looksAhead<<<1, 160>>>(in, out);
  looksAheadWrongly<<<1, 160>>>(in, out, n);
  waitsForNoCopy<<<1, 160>>>(in, out);
  dropsTheAnswers<<<1, 160>>>(in, out);
  dropsTheAnswersAndTheFence<<<1, 160>>>(in, out);
  turnsTheParity<<<1, 128>>>(in, out, n);
  turnsNoParity<<<1, 128>>>(in, out, n);
}
