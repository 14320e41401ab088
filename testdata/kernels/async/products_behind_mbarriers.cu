// Products behind waits for mbarriers.
typedef unsigned long long u64;
__device__ inline void arrive() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ inline void wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
__device__ inline void multiply(float (&d)[4], u64 a, u64 b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b));
}
__device__ inline void initialise(unsigned bar, int count) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(count) : "memory"); }
__device__ inline void expect(unsigned bar, int bytes) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes) : "memory"); }
__device__ inline void load(unsigned to, const void *from, int bytes, unsigned bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to), "l"(from), "r"(bytes), "r"(bar) : "memory");
}
__device__ inline bool hasCompleted(unsigned bar, int parity) {
  int done;
  asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.b32 %0, 1, 0, p;}" : "=r"(done) : "r"(bar), "r"(parity) : "memory");
  return done;
}
__device__ inline void await(unsigned bar, int parity) { while (!hasCompleted(bar, parity)) {} }

__global__ void __launch_bounds__(128) accumulates(float *out, const char *in, int n) {
  __shared__ alignas(1024) char tile[2][1024];
  __shared__ u64 bar[2];
  unsigned to = __cvta_generic_to_shared(tile), b = __cvta_generic_to_shared(bar);
  if (threadIdx.x == 0) { initialise(b, 1); initialise(b + 8, 1); }
  __syncthreads();
  float d[4] = {}, sum[4] = {};
  for (int k = 0; k < n; ++k) {
    int stage = k & 1, parity = k >> 1 & 1;
    if (threadIdx.x == 0) { expect(b + 8 * stage, 1024); load(to + 1024 * stage, in + 1024 * k, 1024, b + 8 * stage); }
    await(b + 8 * stage, parity);
    arrive();
    multiply(d, (to >> 4) + 64 * stage, (to >> 4) + 64 * stage);
    commit();
    if (k > 2) sum[k & 3] += d[k & 3]; // want wgmma-not-waited "Uses d while the product of line 34"
    wait<0>();
    __syncthreads();
  }
  out[threadIdx.x] = d[0] + sum[1];
}

// The warpgroup multiplies what a warp of its own loads.
template <int STAGES, bool WAITS>
__global__ void __launch_bounds__(160) rolesByWarp(float *out, const char *in, int n) {
  __shared__ alignas(1024) char tile[STAGES][1024];
  __shared__ u64 full[STAGES], empty[STAGES];
  unsigned to = __cvta_generic_to_shared(tile), f = __cvta_generic_to_shared(full), e = __cvta_generic_to_shared(empty);
  if (threadIdx.x == 0)
    for (int i = 0; i < STAGES; ++i) { initialise(f + 8 * i, 1); initialise(e + 8 * i, 128); }
  __syncthreads();
  if (threadIdx.x == 128) {
    for (int k = 0; k < n; ++k) {
      int stage = k % STAGES, parity = k / STAGES & 1;
      await(e + 8 * stage, parity ^ 1);
      expect(f + 8 * stage, 1024);
      load(to + 1024 * stage, in + 1024 * k, 1024, f + 8 * stage);
    }
  } else if (threadIdx.x < 128) {
    float d[4] = {};
    for (int k = 0; k < n; ++k) {
      int stage = k % STAGES, parity = k / STAGES & 1;
      await(f + 8 * stage, parity);
      arrive();
      multiply(d, (to >> 4) + 64 * stage, (to >> 4) + 64 * stage);
      commit();
      if (WAITS || k < n - 1) wait<0>();
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(e + 8 * stage) : "memory");
    }
    out[threadIdx.x] = d[0]; // want? potentially-wgmma-not-waited "Uses d while"
  }
}
template __global__ void rolesByWarp<2, false>(float *, const char *, int);
template __global__ void rolesByWarp<2, true>(float *, const char *, int);

int main() {
  accumulates<<<1, 128>>>(nullptr, nullptr, 6);
  rolesByWarp<2, false><<<1, 160>>>(nullptr, nullptr, 6);
  rolesByWarp<2, true><<<1, 160>>>(nullptr, nullptr, 6);
}
