// The documented uses of asynchronous engines by cuda::barrier, cuda::device and cuda::ptx.
#include <cuda.h>
#include <cuda/ptx>
#include <cuda/barrier>
#include <cstdint>
namespace ptx = cuda::ptx;
namespace cde = cuda::device::experimental;
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void a(int *g, const CUtensorMap map) {
  __shared__ alignas(128) int s[128];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) { ptx::mbarrier_init(&bar, 128); ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster); }
  __syncthreads();
  if (threadIdx.x == 0) { ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, g, 512, &bar);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, 512); }
  while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {}
  ptx::mbarrier_inval(&bar);
  g[threadIdx.x] = s[threadIdx.x];
}
__global__ void b(int *g) {
  __shared__ alignas(128) int s[128];
  __shared__ barrier bar;
  if (threadIdx.x == 0) { init(&bar, blockDim.x); cde::fence_proxy_async_shared_cta(); }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) { cde::cp_async_bulk_global_to_shared(s, g, sizeof s, bar); token = cuda::device::barrier_arrive_tx(bar, 1, sizeof s); }
  else token = bar.arrive();
  bar.wait(std::move(token));
  uint64_t *h = cuda::device::barrier_native_handle(bar);
  ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cta, ptx::space_shared, h, 3);
  g[threadIdx.x] = s[threadIdx.x];
}
__global__ void c(int *g) {
  __shared__ alignas(16) int s[128];
  __shared__ barrier bar;
  if (threadIdx.x == 0) { init(&bar, blockDim.x); }
  __syncthreads();
  if (threadIdx.x == 0) { cuda::device::memcpy_async_tx(s, g, cuda::aligned_size_t<16>(sizeof s), bar); cuda::device::barrier_expect_tx(bar, sizeof s); }
  auto t = bar.arrive();
  while (!bar.try_wait(std::move(t))) {}
  bar.try_wait_parity(false);
  cde::cp_async_bulk_commit_group();
  cde::cp_async_bulk_wait_group_read<0>();
  cde::cp_async_bulk_shared_to_global(g, s, 512);
  ptx::cp_async_mbarrier_arrive(cuda::device::barrier_native_handle(bar));
  ptx::setmaxnreg_dec(ptx::n32_t<40>());
  ptx::setmaxnreg_inc(ptx::n32_t<40>());
  ptx::fence_proxy_alias();
  ptx::fence_proxy_async(ptx::space_shared);
  ptx::red_async(ptx::op_add, &g[0], 3, cuda::device::barrier_native_handle(bar));
  ptx::red_async(ptx::op_inc, &g[0], 3, cuda::device::barrier_native_handle(bar));
  g[1] = ptx::get_sreg_tid_x() + ptx::get_sreg_smid() + ptx::get_sreg_nclusterid_x();
  ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, g, s, 512);
}
__global__ void t(unsigned *out, CUtensorMap *map) {
  __shared__ unsigned slot; __shared__ uint64_t bar; __shared__ alignas(128) char s[1024];
  ptx::tcgen05_alloc(ptx::cta_group_1, &slot, 128);
  unsigned r[4];
  ptx::tcgen05_ld_32x32b(r, slot);
  ptx::tcgen05_wait_ld();
  ptx::tcgen05_st_32x32b(slot, r);
  ptx::tcgen05_commit(ptx::cta_group_1, &bar);
  ptx::tcgen05_mma(ptx::kind_f16, ptx::cta_group_1, slot, 0ull, 0ull, 0u, true);
  ptx::tcgen05_cp_128x256b(ptx::cta_group_1, slot, 0ull);
  ptx::tcgen05_fence_after_thread_sync();
  ptx::tensormap_replace_global_address(ptx::space_shared, map, out);
  ptx::tensormap_replace_box_dim(ptx::space_shared, map, ptx::n32_t<0>(), 64);
  ptx::tensormap_cp_fenceproxy(ptx::sem_release, ptx::scope_gpu, map, map, ptx::n32_t<128>());
  ptx::fence_proxy_tensormap_generic(ptx::sem_release, ptx::scope_cta);
  ptx::fence_proxy_tensormap_generic(ptx::sem_acquire, ptx::scope_cta, map, ptx::n32_t<128>());
  int32_t xy[2] = {0, 0};
  ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, s, map, xy, &bar);
  out[0] = ptx::elect_sync(~0u);
  ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar);
  ptx::st_async(out, 3u, &bar);
  ptx::barrier_cluster_arrive(ptx::sem_release); ptx::barrier_cluster_wait(ptx::sem_acquire);
  uint64_t state = ptx::mbarrier_arrive(&bar);
  ptx::mbarrier_test_wait(&bar, state);
}
