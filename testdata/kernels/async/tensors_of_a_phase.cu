// Copies of tensors do not say how many bytes they bring. Several of them may fill one phase, whose bytes are expected
// before, between or behind them.
#include <cstdint>

struct alignas(64) Map {
  uint64_t words[16];
};

#define AT(p) "r"((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, n) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::AT(&b), "r"(n) : "memory")
#define ARRIVE(b) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::AT(&b) : "memory")
#define EXPECT(b, n) asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::AT(&b), "r"(n) : "memory")
#define FENCE asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define TENSOR(to, map, x, y, b)                                                                                             \
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" \
               ::AT(to), "l"(map), "r"(x), "r"(y), AT(&b) : "memory")
#define WAIT(b, parity)                                                                                                      \
  asm volatile("{\n .reg .pred p;\nAGAIN:\n mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n @!p bra AGAIN;\n}"           \
               ::AT(&b), "r"(parity) : "memory")

__global__ void twoInAPhase(const Map *a, const Map *b, float *out) {
  __shared__ alignas(128) float s[2][1024];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) INIT(full, 1);
  __syncthreads();
  if (t == 0) {
    EXPECT(full, 8192);
    TENSOR(s[0], a, 0, 0, full);
    TENSOR(s[1], b, 0, 0, full);
  }
  WAIT(full, 0);
  out[t] = s[0][t] + s[1][t];
}

__global__ void oneWaitsForTwo(const Map *a, const Map *b, float *out) {
  __shared__ alignas(128) float s[2][1024];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) INIT(full, 1);
  __syncthreads();
  if (t == 0) {
    EXPECT(full, 8192);
    TENSOR(s[0], a, 0, 0, full);
    TENSOR(s[1], b, 0, 0, full);
  }
  if (t < 32) WAIT(full, 0);
  out[t] = s[0][t % 4];   // want async-proxy-fence "may not have brought"
  out[t] += s[1][t % 4];  // want async-proxy-fence "may not have brought"
}

// Beyond the first bytes of a tensor: the other one ends where its variable does.
__global__ void readsTheEndsEarly(const Map *a, const Map *b, float *out) {
  __shared__ alignas(128) float s[1024], u[1024];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) INIT(full, 1);
  __syncthreads();
  if (t == 0) {
    EXPECT(full, 8192);
    TENSOR(s, a, 0, 0, full);
    TENSOR(u, b, 0, 0, full);
  }
  if (t < 32) WAIT(full, 0);
  out[t] = s[512 + t];    // want async-proxy-fence "may not have brought"
  out[t] += u[1023 - t];  // want async-proxy-fence "may not have brought"
}

// The first tensor may be as small as these bytes leave it, so the end of its variable is nobody's.
__global__ void readsBesideATensor(const Map *a, const Map *b, float *out) {
  __shared__ alignas(128) float s[1024], u[1024];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  s[512 + t] = t;
  if (t == 0) INIT(full, 1);
  __syncthreads();
  if (t == 0) {
    EXPECT(full, 4096 + 1024);
    TENSOR(s, a, 0, 0, full);
    TENSOR(u, b, 0, 0, full);
  }
  out[t] = s[512 + t];
  WAIT(full, 0);
  out[128 + t] = s[t] + u[t];
}

__device__ void tensor(float *to, const Map *map, uint64_t &full) { TENSOR(to, map, 0, 0, full); }

// One function brings 16384 bytes, and later twice 8192 bytes to the same place.
__global__ void tilesOfTwoSizes(const Map *a, const Map *b, float *out) {
  __shared__ alignas(128) float s[8192];
  __shared__ uint64_t full[2];
  int t = threadIdx.x;
  if (t == 0) INIT(full[0], 1);
  if (t == 0) INIT(full[1], 1);
  __syncthreads();
  if (t == 0) {
    EXPECT(full[0], 16384 + 4096);
    tensor(s, a, full[0]);
    tensor(s + 4096, b, full[0]);
  }
  s[5120 + t] = t;
  WAIT(full[0], 0);
  float v = s[4095 - t] + s[4096 + t] + s[5120 + t];
  FENCE;
  __syncthreads();
  if (t == 0) {
    EXPECT(full[1], 16384);
    tensor(s, a, full[1]);
    tensor(s + 2048, a, full[1]);
  }
  WAIT(full[1], 0);
  out[t] = v + s[t] + s[4095 - t];
}

__global__ void expectsForEach(const Map *a, const Map *b, float *out) {
  __shared__ alignas(128) float s[2][1024];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) INIT(full, 2);
  __syncthreads();
  if (t == 0) {
    EXPECT(full, 4096);
    TENSOR(s[0], a, 0, 0, full);
    EXPECT(full, 4096);
    TENSOR(s[1], b, 0, 0, full);
  }
  WAIT(full, 0);
  out[t] = s[0][t] + s[1][t];
}

__global__ void expectsBehind(const Map *a, const Map *b, float *out, int rounds) {
  __shared__ alignas(128) float s[2][1024];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) INIT(full, 1);
  __syncthreads();
  for (int k = 0; k < rounds; k++) {
    if (t == 0) {
      TENSOR(s[0], a, k, 0, full);
      TENSOR(s[1], b, k, 0, full);
      EXPECT(full, 8192);
    }
    WAIT(full, k % 2);
    out[k * 128 + t] = s[0][t] + s[1][t];
    FENCE;
    __syncthreads();
  }
}

__global__ void ringOfPairs(const Map *a, const Map *b, float *out, int rounds) {
  __shared__ alignas(128) float s[2][2][1024];
  __shared__ uint64_t full[2], empty[2];
  int t = threadIdx.x;
  if (t == 0)
    for (int i = 0; i < 2; i++) {
      INIT(full[i], 1);
      INIT(empty[i], 128);
    }
  __syncthreads();
  if (t == 128) {
    for (int k = 0; k < rounds; k++) {
      WAIT(empty[k % 2], k / 2 % 2 ^ 1);
      EXPECT(full[k % 2], 8192);
      TENSOR(s[k % 2][0], a, k, 0, full[k % 2]);
      TENSOR(s[k % 2][1], b, k, 0, full[k % 2]);
    }
  } else if (t < 128) {
    for (int k = 0; k < rounds; k++) {
      WAIT(full[k % 2], k / 2 % 2);
      out[k * 128 + t] = s[k % 2][0][t] + s[k % 2][1][t];
      FENCE;
      ARRIVE(empty[k % 2]);
    }
  }
}

void launch(const Map *a, const Map *b, float *out, int rounds) {
  twoInAPhase<<<1, 128>>>(a, b, out);
  readsTheEndsEarly<<<1, 128>>>(a, b, out);
  readsBesideATensor<<<1, 128>>>(a, b, out);
  tilesOfTwoSizes<<<1, 128>>>(a, b, out);
  oneWaitsForTwo<<<1, 128>>>(a, b, out);
  expectsForEach<<<1, 128>>>(a, b, out);
  expectsBehind<<<1, 128>>>(a, b, out, rounds);
  ringOfPairs<<<1, 160>>>(a, b, out, rounds);
}
