// Reduced from https://github.com/NVIDIA/TransformerEngine/pull/2695
// A bulk copy fills bytes again that the threads have just read, without a proxy fence behind the reads.
#include <cstdint>

__device__ unsigned address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void initialise(uint64_t *b, int n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(b)), "r"(n) : "memory"); }
__device__ void expect(uint64_t *b, int n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address(b)), "r"(n) : "memory"); }
__device__ void waitFor(uint64_t *b, int parity) {
  asm volatile("{\n .reg .pred p;\nAGAIN:\n mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n @!p bra AGAIN;\n}" ::"r"(address(b)), "r"(parity) : "memory");
}
__device__ void load(float *to, const float *from, int n, uint64_t *b) {
  // want? potentially-async-proxy-fence "has read before"
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(address(to)), "l"(from), "r"(n), "r"(address(b)) : "memory");
}

template <bool isFenced>
__global__ void roundsOfTiles(const float *in, float *out, int rounds) {
  __shared__ alignas(128) float tile[128];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) initialise(&full, 1);
  __syncthreads();
  for (int round = 0; round < rounds; round++) {
    if (t == 0) {
      expect(&full, 512);
      load(tile, in + round * 128, 512, &full);
    }
    waitFor(&full, round & 1);
    out[round * 128 + t] = tile[127 - t];
    if (isFenced) asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
  }
}

void launch(const float *in, float *out, int rounds) {
  roundsOfTiles<false><<<1, 128>>>(in, out, rounds);
  roundsOfTiles<true><<<1, 128>>>(in, out, rounds);
}
