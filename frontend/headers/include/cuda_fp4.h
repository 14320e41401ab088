// 4-bit floats: the classes and the conversions. No bodies.
#pragma once
#include "cuda_fp8.h"

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
enum __nv_fp4_interpretation_t { __NV_E2M1 };
WARPCHECK_FP8(__nv_fp4_e2m1, __nv_fp4_storage_t)
WARPCHECK_FP8(__nv_fp4x2_e2m1, __nv_fp4x2_storage_t)
WARPCHECK_FP8(__nv_fp4x4_e2m1, __nv_fp4x4_storage_t)
WARPCHECK_SMALL_CONVERSIONS(fp4)
