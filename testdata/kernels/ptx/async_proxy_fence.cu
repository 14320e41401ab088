// Engines that read shared memory by the asynchronous proxy, with and without a proxy fence behind the stores.
// arch: sm_90a
#include <cuda/barrier>
#include <cuda/ptx>
namespace cde = cuda::device::experimental;
namespace ptx = cuda::ptx;

__device__ inline unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ inline void fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ inline void store(float *to, const void *from, int bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(shared(from)), "r"(bytes)  // want async-proxy-fence "The copy reads"
               : "memory");
  asm volatile("cp.async.bulk.commit_group;");
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
__device__ inline bool elected() {
  unsigned is;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(is));
  return is;
}

__global__ void noFence(float *out, const float *in) {
  __shared__ alignas(128) float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) store(out, s, sizeof(s));
}

__global__ void byAnElectedLane(float *out, const float *in) {
  __shared__ alignas(128) float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32 && elected())
    cde::cp_async_bulk_shared_to_global(out, s, sizeof(s));  // want async-proxy-fence "The copy reads"
}

__global__ void otherFences(float *out, const float *in) {
  __shared__ alignas(128) float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  asm volatile("fence.proxy.async.global;" ::: "memory");
  asm volatile("fence.acq_rel.cta;" ::: "memory");
  ptx::fence_proxy_async(ptx::space_global);
  __syncthreads();
  if (threadIdx.x == 0)
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, s, 512u);  // want async-proxy-fence "The copy reads"
}

// The fence stands before the store of the second tile.
__global__ void onlyTheFirstTile(float *out, const float *in) {
  __shared__ alignas(128) float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(out), "r"(shared(s)) : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x + 128];
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(out + 128), "r"(shared(s)) : "memory");  // want async-proxy-fence "The copy reads"
}

// Only the thread that copies makes the fence, before the barrier: the stores of the others are not behind it.
__global__ void oneThreadBefore(float *out, const float *in) {
  __shared__ alignas(128) float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 0) fence();
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(out), "r"(shared(s)) : "memory");  // want async-proxy-fence "The copy reads"
}

__device__ inline unsigned long long describe(const void *p) {
  unsigned long long d = 0;
  d |= (unsigned long long)((shared(p) & 0x3ffff) >> 4);
  d |= 1ull << 16 | 64ull << 32 | 1ull << 62;
  return d;
}
__global__ void aProduct(float *out, const int *in) {
  __shared__ alignas(1024) int a[2048];
  __shared__ alignas(1024) int b[2048];
  for (int i = threadIdx.x; i < 2048; i += 128) {
    a[i] = in[i];
    b[i] = in[i + 2048];
  }
  __syncthreads();
  float d[4] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"  // want async-proxy-fence "The product reads"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(describe(a)), "l"(describe(b)));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

__global__ void someThreads(float *out, const float *in, int n) {
  __shared__ alignas(128) float s[128];
  for (int i = threadIdx.x; i < n; i += 128) s[i & 127] = in[i];
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(out), "r"(shared(s)) : "memory");  // want? potentially-async-proxy-fence "The copy reads"
}

// A tensor's bytes are not known, but those where it begins are read.
__global__ void aTensor(const __grid_constant__ unsigned long long map, const float *in) {
  extern __shared__ __align__(1024) char dynamic[];
  float *tile = (float *)(((size_t)dynamic + 1023) / 1024 * 1024);
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %2}], [%1];" ::"l"(&map), "r"(shared(tile)), "r"(0)  // want async-proxy-fence "The copy reads"
                 : "memory");
}

__global__ void fencedByTheWriters(float *out, const float *in) {
  __shared__ alignas(128) float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x < 32 && elected())
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(out), "r"(shared(s)) : "memory");
}

__global__ void fencedByTheReader(float *out, const float *in) {
  __shared__ alignas(128) float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::fence_proxy_async(ptx::space_shared);
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, s, 512u);
  }
}

// What a bulk copy has brought needs no fence.
__global__ void fromOneCopyToTheNext(float *out, const float *in) {
  __shared__ alignas(128) float s[128];
  __shared__ unsigned long long bar;
  if (threadIdx.x == 0) ptx::mbarrier_init(&bar, 1);
  s[threadIdx.x] = 0;
  fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, 512);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, in, 512u, &bar);
    while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {}
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, s, 512u);
  }
}

// Roles: warp 0 copies out what the others store, stage by stage, with an mbarrier each way.
template <bool Fences> __global__ void stages(float *out, const float *in) {
  __shared__ alignas(128) float s[2][96];
  __shared__ unsigned long long full[2], empty[2];
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; ++i) {
      ptx::mbarrier_init(&full[i], 96);
      ptx::mbarrier_init(&empty[i], 1);
    }
  __syncthreads();
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0)
      for (int k = 0; k < 6; ++k) {
        while (!ptx::mbarrier_try_wait_parity(&full[k % 2], k / 2 & 1)) {}
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 384;" ::"l"(out + 96 * k), "r"(shared(s[k % 2])) : "memory");  // want async-proxy-fence "The copy reads"
        asm volatile("cp.async.bulk.commit_group;");
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
        ptx::mbarrier_arrive(&empty[k % 2]);
      }
  } else {
    for (int k = 0; k < 6; ++k) {
      while (!ptx::mbarrier_try_wait_parity(&empty[k % 2], (k / 2 & 1) ^ 1)) {}
      s[k % 2][threadIdx.x - 32] = in[96 * k + threadIdx.x - 32];
      if (Fences) fence();
      ptx::mbarrier_arrive(&full[k % 2]);
    }
  }
}

void launch(float *out, float *in, int *i, unsigned long long map, int n) {
  noFence<<<1, 128>>>(out, in);
  byAnElectedLane<<<1, 128>>>(out, in);
  otherFences<<<1, 128>>>(out, in);
  onlyTheFirstTile<<<1, 128>>>(out, in);
  oneThreadBefore<<<1, 128>>>(out, in);
  aProduct<<<1, 128>>>(out, i);
  someThreads<<<1, 128>>>(out, in, n);
  aTensor<<<1, 128, 4096>>>(map, in);
  fencedByTheWriters<<<1, 128>>>(out, in);
  fencedByTheReader<<<1, 128>>>(out, in);
  fromOneCopyToTheNext<<<1, 128>>>(out, in);
  stages<true><<<1, 128>>>(out, in);
  stages<false><<<1, 128>>>(out, in);
}
