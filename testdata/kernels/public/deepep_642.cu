// Reduced from https://github.com/deepseek-ai/DeepEP/pull/642
// Threads store what one of them copies out in bulk: the copy may not see the stores without a proxy fence.
#include <cstdint>

__device__ unsigned address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

template <bool isFenced>
__global__ void sendsTiles(const float *in, float *out) {
  __shared__ alignas(128) float tile[8][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  tile[warp][lane] = in[threadIdx.x] * 2;
  if (isFenced) asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncwarp();
  if (lane == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + warp * 32), "r"(address(tile[warp])), "r"(128) : "memory");  // want async-proxy-fence ""
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

void launch(const float *in, float *out) {
  sendsTiles<false><<<1, 256>>>(in, out);
  sendsTiles<true><<<1, 256>>>(in, out);
}
