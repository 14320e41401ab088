// The conversions of small floats, and all that a device says of itself.
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

__global__ void converted(unsigned char *o, unsigned short *p, double d, float2 f, double2 e, __half_raw h,
                          __half2_raw g, __nv_bfloat16_raw b, __nv_bfloat162_raw c) {
  o[0] = __nv_cvt_double_to_fp6(d, __NV_E3M2, cudaRoundZero);
  o[1] = __nv_cvt_halfraw_to_fp6(h, __NV_E2M3, cudaRoundNearest);
  o[2] = __nv_cvt_bfloat16raw_to_fp6(b, __NV_E2M3, cudaRoundNearest);
  o[3] = __nv_cvt_float_to_fp4(f.x, __NV_E2M1, cudaRoundNearest);
  o[4] = __nv_cvt_double_to_fp4(d, __NV_E2M1, cudaRoundNearest);
  o[5] = __nv_cvt_double2_to_fp4x2(e, __NV_E2M1, cudaRoundNearest);
  o[6] = __nv_cvt_bfloat16raw2_to_fp4x2(c, __NV_E2M1, cudaRoundNearest);
  p[0] = __nv_cvt_double2_to_fp6x2(e, __NV_E2M3, cudaRoundNearest);
  p[1] = __nv_cvt_halfraw2_to_fp6x2(g, __NV_E3M2, cudaRoundNearest);
  p[2] = __nv_cvt_double2_to_fp8x2(e, __NV_SATFINITE, __NV_E4M3);
  p[3] = __nv_cvt_bfloat16raw2_to_fp8x2(c, __NV_NOSAT, __NV_E5M2);
  p[4] = __nv_cvt_fp4_to_halfraw(o[7], __NV_E2M1).x + __nv_cvt_fp6_to_halfraw(o[8], __NV_E2M3).x;
  p[5] = __nv_cvt_fp6x2_to_halfraw2(p[6], __NV_E3M2).x;
  __nv_fp8x4_e8m0 all;
  all.__x = 0;
}

int device() {
  int written = cudaFlushGPUDirectRDMAWritesOptionHost | cudaGPUDirectRDMAWritesOrderingAllDevices;
  int widest = cudaDevAttrMaxSurfaceCubemapLayeredWidth + cudaDevAttrMaxTexture2DGatherWidth;
  static_assert(cudaDevAttrMaxTexture1DMipmappedWidth == 77 && cudaDevAttrHostNumaMemoryPoolsSupported == 142, "");
  static_assert(cudaDevAttrMaxSurfaceCubemapLayeredLayers == 68 && cudaDevAttrVulkanCigSupported == 138, "");
  return written + widest + cudaDeviceNumaConfigNumaNode + cudaResViewFormatUnsignedBlockCompressed7;
}
