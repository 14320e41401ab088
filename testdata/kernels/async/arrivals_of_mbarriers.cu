// Counts, arrivals, bytes and waits of mbarriers. On a GPU each kernel that is wrong hangs or may hang, or its launch fails.
// without uninitialized-shared
// without async-proxy-fence
#include <cstdint>

#define AT(b) "r"((unsigned)__cvta_generic_to_shared(&(b)))
#define INIT(b, n) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::AT(b), "r"(n) : "memory")
#define ARRIVE(b) asm volatile("{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0]; }" ::AT(b) : "memory")
#define ARRIVE_FOR(b, n) asm volatile("{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0], %1; }" ::AT(b), "r"(n) : "memory")
#define ARRIVE_EXPECT(b, n) \
  asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared::cta.b64 s, [%0], %1; }" ::AT(b), "r"(n) : "memory")
#define EXPECT(b, n) asm volatile("mbarrier.expect_tx.shared::cta.b64 [%0], %1;" ::AT(b), "r"(n) : "memory")
#define WAIT(b, parity)                                                                                        \
  asm volatile("{ .reg .pred p; A: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra B; bra A; B: }" ::AT(b), \
               "r"(parity)                                                                                     \
               : "memory")
#define LOAD(to, from, n, b)                                                                              \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::AT(to), "l"(from), \
               "r"(n), AT(b)                                                                              \
               : "memory")

// A look at a phase, which may not be over yet.
__device__ bool peek(uint64_t *b, int parity) {
  unsigned done;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
               : "=r"(done)
               : AT(*b), "r"(parity)
               : "memory");
  return done;
}

__global__ void loads(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ARRIVE_EXPECT(full, 256);
    LOAD(s, in, 256, full);
  }
  WAIT(full, 0);
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void loadsTwice(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ARRIVE_EXPECT(full, 256);
    LOAD(s, in, 128, full);
    LOAD(s[32], in + 32, 128, full);
  }
  WAIT(full, 0);
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void expectsFirst(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    EXPECT(full, 256);
    LOAD(s, in, 256, full);
    ARRIVE(full);
  }
  WAIT(full, 0);
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void expectsMore(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ARRIVE_EXPECT(full, 512);
    LOAD(s, in, 256, full);
  }
  WAIT(full, 0);  // want mbarrier-arrivals "waits for ever in expectsMore for a phase of full that lacks 256 bytes"
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void expectsLess(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ARRIVE_EXPECT(full, 128);
    LOAD(s, in, 256, full);
  }
  WAIT(full, 0);  // want mbarrier-arrivals "128 bytes more come than a phase of full expects"
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void oneOf64(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 64);
  __syncthreads();
  if (threadIdx.x == 0) {
    ARRIVE_EXPECT(full, 256);
    LOAD(s, in, 256, full);
  }
  WAIT(full, 0);  // want mbarrier-arrivals "lacks 63 of 64 arrivals"
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void expectsLate(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ARRIVE(full);
    EXPECT(full, 256);  // want mbarrier-arrivals "Expects bytes at full in expectsLate behind the arrival"
    LOAD(s, in, 256, full);
  }
  WAIT(full, 0);
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void arrivesForTwo(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ARRIVE_FOR(full, 2);  // want mbarrier-arrivals "for more threads than the 1 that are missing"
  }
  WAIT(full, 0);
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void twoPhases(float *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 64);
  __syncthreads();
  ARRIVE(full);
  WAIT(full, 0);
  ARRIVE(full);
  WAIT(full, 1);
  out[threadIdx.x] = 1;
}

__global__ void waitsAgain(float *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 64);
  __syncthreads();
  ARRIVE(full);
  WAIT(full, 0);
  ARRIVE(full);
  WAIT(full, 1);
  WAIT(full, 0);  // want mbarrier-arrivals "Thread 0 waits for ever in waitsAgain for a phase of full"
  out[threadIdx.x] = 1;
}

__global__ void countOfNone(float *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 0);  // want mbarrier-arrivals "Initialises full for 0 arrivals in countOfNone: 1 to 1048575 are possible"
  __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void allArriveForOne(float *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  ARRIVE(full);  // want mbarrier-arrivals "Arrives at full in allArriveForOne and may complete a phase before warp 0 has seen"
  WAIT(full, 0);
  out[threadIdx.x] = 1;
}

__global__ void waitsBehindTheBarrier(float *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  if (threadIdx.x < 32) WAIT(full, 0);  // want mbarrier-arrivals "Thread 0 waits for ever in waitsBehindTheBarrier"
  __syncthreads();
  if (threadIdx.x == 32) ARRIVE(full);
  out[threadIdx.x] = 1;
}

__global__ void wrongParity(float *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 64);
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    ARRIVE(full);
    WAIT(full, 1);  // want mbarrier-arrivals "Thread 0 waits for ever in wrongParity"
  }
  out[threadIdx.x] = 1;
}

__global__ void someArrive(float *out, int n) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 64);
  __syncthreads();
  if (threadIdx.x < n) ARRIVE(full);
  WAIT(full, 0);  // want? potentially-mbarrier-arrivals "may wait for ever in someArrive for a phase of full"
  out[threadIdx.x] = 1;
}

__global__ void ring(const float *in, float *out) {
  __shared__ alignas(128) float s[2][32];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; i++) {
      INIT(full[i], 1);
      INIT(empty[i], 32);
    }
  __syncthreads();
  if (threadIdx.x >= 32) {
    if (threadIdx.x == 32)
      for (int k = 0; k < 7; k++) {
        WAIT(empty[k & 1], (k >> 1 & 1) ^ 1);
        ARRIVE_EXPECT(full[k & 1], 128);
        LOAD(s[k & 1], in + k * 32, 128, full[k & 1]);
      }
  } else {
    for (int k = 0; k < 7; k++) {
      WAIT(full[k & 1], k >> 1 & 1);
      out[k * 32 + threadIdx.x] = s[k & 1][threadIdx.x];
      ARRIVE(empty[k & 1]);
    }
  }
}

__global__ void ringOfN(const float *in, float *out, int n) {
  __shared__ alignas(128) float s[2][32];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; i++) {
      INIT(full[i], 1);
      INIT(empty[i], 1);
    }
  __syncthreads();
  if (threadIdx.x >= 32) {
    if (threadIdx.x == 32)
      for (int k = 0; k < n; k++) {
        WAIT(empty[k & 1], (k >> 1 & 1) ^ 1);
        ARRIVE_EXPECT(full[k & 1], 128);
        LOAD(s[k & 1], in + k * 32, 128, full[k & 1]);
      }
  } else {
    for (int k = 0; k < n; k++) {
      WAIT(full[k & 1], k >> 1 & 1);
      out[k * 32 + threadIdx.x] = s[k & 1][threadIdx.x];
      __syncwarp();
      if (threadIdx.x == 0) ARRIVE(empty[k & 1]);
    }
  }
}

__global__ void ringThatStops(const float *in, float *out) {
  __shared__ alignas(128) float s[2][32];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; i++) {
      INIT(full[i], 1);
      INIT(empty[i], 32);
    }
  __syncthreads();
  if (threadIdx.x >= 32) {
    if (threadIdx.x == 32)
      for (int k = 0; k < 7; k++) {
        WAIT(empty[k & 1], (k >> 1 & 1) ^ 1);  // want mbarrier-arrivals "lacks 31 of 32 arrivals"
        ARRIVE_EXPECT(full[k & 1], 128);
        LOAD(s[k & 1], in + k * 32, 128, full[k & 1]);
      }
  } else {
    for (int k = 0; k < 7; k++) {
      WAIT(full[k & 1], k >> 1 & 1);
      out[k * 32 + threadIdx.x] = s[k & 1][threadIdx.x];
      __syncwarp();
      if (threadIdx.x == 0) ARRIVE(empty[k & 1]);
    }
  }
}

__global__ void twoConsumers(const float *in, float *out) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0) {
    INIT(full, 1);
    INIT(empty, 2);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0)
      for (int k = 0; k < 4; k++) {
        WAIT(empty, (k & 1) ^ 1);
        ARRIVE_EXPECT(full, 128);
        LOAD(s, in + k * 32, 128, full);
      }
  } else {
    for (int k = 0; k < 4; k++) {
      WAIT(full, k & 1);
      out[k * 64 + threadIdx.x] = s[threadIdx.x & 31];
      __syncwarp();
      if (threadIdx.x % 32 == 0) ARRIVE(empty);
    }
  }
}

__global__ void twoConsumersForOne(const float *in, float *out) {
  __shared__ alignas(128) float s[32];
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0) {
    INIT(full, 1);
    INIT(empty, 1);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0)
      for (int k = 0; k < 4; k++) {
        WAIT(empty, (k & 1) ^ 1);
        ARRIVE_EXPECT(full, 128);
        LOAD(s, in + k * 32, 128, full);
      }
  } else {
    for (int k = 0; k < 4; k++) {
      WAIT(full, k & 1);
      out[k * 64 + threadIdx.x] = s[threadIdx.x & 31];
      __syncwarp();
      if (threadIdx.x % 32 == 0) ARRIVE(empty);  // want mbarrier-arrivals "Arrives at empty in twoConsumersForOne and may complete"
    }
  }
}

__global__ void looksFirst(const float *in, float *out) {
  __shared__ alignas(128) float s[2][32];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; i++) {
      INIT(full[i], 1);
      INIT(empty[i], 1);
    }
  __syncthreads();
  if (threadIdx.x >= 32) {
    if (threadIdx.x == 32)
      for (int k = 0; k < 7; k++) {
        WAIT(empty[k & 1], (k >> 1 & 1) ^ 1);
        ARRIVE_EXPECT(full[k & 1], 128);
        LOAD(s[k & 1], in + k * 32, 128, full[k & 1]);
      }
  } else {
    bool isFull = peek(&full[0], 0);
    for (int k = 0; k < 7; k++) {
      if (!isFull) WAIT(full[k & 1], k >> 1 & 1);
      if (k < 6) isFull = peek(&full[(k + 1) & 1], (k + 1) >> 1 & 1);
      out[k * 32 + threadIdx.x] = s[k & 1][threadIdx.x];
      __syncwarp();
      if (threadIdx.x == 0) ARRIVE(empty[k & 1]);
    }
  }
}

int main() {
  loads<<<1, 64>>>(0, 0);
  loadsTwice<<<1, 64>>>(0, 0);
  expectsFirst<<<1, 64>>>(0, 0);
  expectsMore<<<1, 64>>>(0, 0);
  expectsLess<<<1, 64>>>(0, 0);
  oneOf64<<<1, 64>>>(0, 0);
  expectsLate<<<1, 64>>>(0, 0);
  arrivesForTwo<<<1, 64>>>(0, 0);
  twoPhases<<<1, 64>>>(0);
  waitsAgain<<<1, 64>>>(0);
  countOfNone<<<1, 64>>>(0);
  allArriveForOne<<<1, 64>>>(0);
  waitsBehindTheBarrier<<<1, 64>>>(0);
  wrongParity<<<1, 64>>>(0);
  someArrive<<<1, 64>>>(0, atoi("3"));
  ring<<<1, 64>>>(0, 0);
  ringOfN<<<1, 64>>>(0, 0, atoi("3"));
  ringThatStops<<<1, 64>>>(0, 0);
  twoConsumers<<<1, 96>>>(0, 0);
  twoConsumersForOne<<<1, 96>>>(0, 0);
  looksFirst<<<1, 64>>>(0, 0);
}
