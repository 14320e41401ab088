// 6-bit floats: the classes and the conversions. No bodies.
#pragma once
#include "cuda_fp8.h"

typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned int __nv_fp6x4_storage_t;
enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };
WARPCHECK_FP8(__nv_fp6_e2m3, __nv_fp6_storage_t)
WARPCHECK_FP8(__nv_fp6_e3m2, __nv_fp6_storage_t)
WARPCHECK_FP8(__nv_fp6x2_e2m3, __nv_fp6x2_storage_t)
WARPCHECK_FP8(__nv_fp6x2_e3m2, __nv_fp6x2_storage_t)
WARPCHECK_FP8(__nv_fp6x4_e2m3, __nv_fp6x4_storage_t)
WARPCHECK_FP8(__nv_fp6x4_e3m2, __nv_fp6x4_storage_t)
WARPCHECK_HD __nv_fp6_storage_t __nv_cvt_float_to_fp6(float x, __nv_fp6_interpretation_t i,
                                                      cudaRoundMode r);
WARPCHECK_HD __nv_fp6x2_storage_t __nv_cvt_float2_to_fp6x2(float2 x, __nv_fp6_interpretation_t i,
                                                           cudaRoundMode r);
WARPCHECK_HD __half_raw __nv_cvt_fp6_to_halfraw(__nv_fp6_storage_t x, __nv_fp6_interpretation_t i);
WARPCHECK_HD __half2_raw __nv_cvt_fp6x2_to_halfraw2(__nv_fp6x2_storage_t x,
                                                    __nv_fp6_interpretation_t i);
