// 16-bit and 8-bit floats: conversions, arithmetic, shuffles.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

template <class T> __device__ T warp_sum(T v) {
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffff, v, o);
  return v;
}

__global__ void half_kernel(half *h, half2 *h2, __nv_bfloat16 *b, float *f) {
  half x = __float2half(f[0]);
  x = 1.0f;
  x = x + h[1] * __hadd(h[2], half(3));
  h[0] = warp_sum(x);
  h2[0] = __hfma2(h2[1], make_half2(x, x), __float2half2_rn(0.f));
  float2 pair = __half22float2(h2[0]);
  f[0] = pair.x + float(x) + __half2float(h[3]) + (float)b[0];
  b[0] = warp_sum(b[1]) + __float2bfloat16(f[1]);
  if (__hgt(h[0], h[1]) || h[2] < h[3]) f[2] = __low2float(h2[2]);
  __nv_fp8_e4m3 q(f[3]);
  f[4] = float(q);
  if (hsqrt(h[0]) > x) atomicAdd(&h2[3], h2[4]);
}

__global__ void scales(unsigned char *to, double x) {
  to[0] = __nv_cvt_double_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf);
  to[1] = __nv_cvt_float_to_e8m0(float(x), __NV_NOSAT, cudaRoundZero);
}

struct __CUDA_ALIGN__(16) Packed {
  half2 pairs[4];
};
static_assert(alignof(Packed) == 16, "");

__global__ void narrow(unsigned char *to, float x) {
  to[0] = __nv_cvt_float_to_fp6(x, __NV_E3M2, cudaRoundNearest);
  to[1] = __nv_fp6_e2m3(x).__x;
}
