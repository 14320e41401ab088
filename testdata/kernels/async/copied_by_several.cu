// One thread expects the bytes of a phase, and others issue the copies that bring them. Who has waited for the phase may
// read what any of them brings.
#include <cstdint>

#define AT(p) "r"((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, n) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::AT(&b), "r"(n) : "memory")
#define ARRIVE(b) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::AT(&b) : "memory")
#define EXPECT(b, n) asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::AT(&b), "r"(n) : "memory")
#define LOAD(to, from, n, b) asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::AT(to), "l"(from), "r"(n), AT(&b) : "memory")
#define WAIT(b, parity)                                                                                            \
  asm volatile("{\n .reg .pred p;\nAGAIN:\n mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n @!p bra AGAIN;\n}" \
               ::AT(&b), "r"(parity) : "memory")

__global__ void eachLaneARow(const float *in, float *out) {
  __shared__ alignas(128) float s[32][4];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) INIT(full, 1);
  __syncthreads();
  if (t < 32) {
    if (t == 0) EXPECT(full, 512);
    __syncwarp();
    LOAD(s[t], in + t * 4, 16, full);
  }
  WAIT(full, 0);
  out[t] = s[t / 4][t % 4];
}

__global__ void eachLaneARowAndOneWaits(const float *in, float *out) {
  __shared__ alignas(128) float s[32][4];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) INIT(full, 1);
  __syncthreads();
  if (t < 32) {
    if (t == 0) EXPECT(full, 512);
    __syncwarp();
    LOAD(s[t], in + t * 4, 16, full);
  }
  if (t < 32) WAIT(full, 0);
  out[t] = s[t / 4][t % 4];  // want async-proxy-fence "may not have brought"
}

__global__ void anotherWarpCopies(const float *in, float *out) {
  __shared__ alignas(128) float s[128];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) {
    INIT(full, 1);
    EXPECT(full, 512);
  }
  __syncthreads();
  if (t == 32) LOAD(s, in, 512, full);
  WAIT(full, 0);
  out[t] = s[t];
}

__global__ void ringOfRows(const float *in, float *out, int rounds) {
  __shared__ alignas(128) float s[2][8][32];
  __shared__ uint64_t full[2], empty[2];
  int t = threadIdx.x;
  if (t == 0)
    for (int i = 0; i < 2; i++) {
      INIT(full[i], 1);
      INIT(empty[i], 128);
    }
  __syncthreads();
  if (t >= 128) {
    for (int k = 0; k < rounds; k++) {
      WAIT(empty[k % 2], k / 2 % 2 ^ 1);
      if (t == 128) EXPECT(full[k % 2], 1024);
      __syncwarp();
      if (t < 136) LOAD(s[k % 2][t - 128], in + k * 256 + (t - 128) * 32, 128, full[k % 2]);
    }
  } else {
    for (int k = 0; k < rounds; k++) {
      WAIT(full[k % 2], k / 2 % 2);
      out[k * 128 + t] = s[k % 2][t / 32][t % 32] + s[k % 2][4 + t / 32][t % 32];
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
      ARRIVE(empty[k % 2]);
    }
  }
}

void launch(const float *in, float *out, int rounds) {
  eachLaneARow<<<1, 128>>>(in, out);
  eachLaneARowAndOneWaits<<<1, 128>>>(in, out);
  anotherWarpCopies<<<1, 128>>>(in, out);
  ringOfRows<<<1, 160>>>(in, out, rounds);
}
