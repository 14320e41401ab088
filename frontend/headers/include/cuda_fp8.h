// 8-bit floats: the storage types, the classes and the conversions. No bodies.
#pragma once
#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

#define WARPCHECK_FP8(type, storage)              \
  struct type {                                   \
    storage __x;                                  \
    type() = default;                             \
    template <class T> WARPCHECK_HD explicit type(T x); \
    template <class T, class U_> WARPCHECK_HD explicit type(T low, U_ high); \
    WARPCHECK_HD explicit operator float() const;  \
    WARPCHECK_HD explicit operator double() const; \
    WARPCHECK_HD explicit operator __half() const; \
    WARPCHECK_HD explicit operator __nv_bfloat16() const; \
    WARPCHECK_HD explicit operator float2() const; \
    WARPCHECK_HD explicit operator float4() const; \
    WARPCHECK_HD explicit operator __half2() const; \
    WARPCHECK_HD explicit operator __nv_bfloat162() const; \
    WARPCHECK_HD explicit operator int() const;    \
    WARPCHECK_HD explicit operator unsigned int() const; \
    WARPCHECK_HD explicit operator bool() const;   \
  };
WARPCHECK_FP8(__nv_fp8_e4m3, __nv_fp8_storage_t)
WARPCHECK_FP8(__nv_fp8_e5m2, __nv_fp8_storage_t)
WARPCHECK_FP8(__nv_fp8_e8m0, __nv_fp8_storage_t)
WARPCHECK_FP8(__nv_fp8x2_e8m0, __nv_fp8x2_storage_t)
WARPCHECK_FP8(__nv_fp8x4_e8m0, __nv_fp8x4_storage_t)
WARPCHECK_FP8(__nv_fp8x2_e4m3, __nv_fp8x2_storage_t)
WARPCHECK_FP8(__nv_fp8x2_e5m2, __nv_fp8x2_storage_t)
WARPCHECK_FP8(__nv_fp8x4_e4m3, __nv_fp8x4_storage_t)
WARPCHECK_FP8(__nv_fp8x4_e5m2, __nv_fp8x4_storage_t)

WARPCHECK_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t s,
                                                      __nv_fp8_interpretation_t i);
WARPCHECK_HD __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t s,
                                                       __nv_fp8_interpretation_t i);
WARPCHECK_HD __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t s,
                                                        __nv_fp8_interpretation_t i);
WARPCHECK_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                            __nv_saturation_t s,
                                                            __nv_fp8_interpretation_t i);
WARPCHECK_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t s,
                                                           __nv_fp8_interpretation_t i);
WARPCHECK_HD __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t s,
                                                            __nv_fp8_interpretation_t i);
WARPCHECK_HD __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw x,
                                                                 __nv_saturation_t s,
                                                                 __nv_fp8_interpretation_t i);
WARPCHECK_HD __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t s,
                                                             __nv_fp8_interpretation_t i);
WARPCHECK_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x,
                                                __nv_fp8_interpretation_t i);
WARPCHECK_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                                    __nv_fp8_interpretation_t i);
WARPCHECK_HD __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t s,
                                                       cudaRoundMode mode);
WARPCHECK_HD __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __nv_saturation_t s,
                                                        cudaRoundMode mode);
WARPCHECK_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x,
                                                             __nv_saturation_t s,
                                                             cudaRoundMode mode);
WARPCHECK_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(float2 x, __nv_saturation_t s,
                                                            cudaRoundMode mode);
WARPCHECK_HD __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(double2 x, __nv_saturation_t s,
                                                             cudaRoundMode mode);
WARPCHECK_HD __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw x,
                                                                  __nv_saturation_t s,
                                                                  cudaRoundMode mode);
WARPCHECK_HD __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x);
WARPCHECK_HD __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x);

// The conversions of the smaller floats: from each of CUDA's types to one number and to two, and back.
#define WARPCHECK_TO_SMALL(from, type, bits, of)                                                     \
  WARPCHECK_HD __nv_##bits##_storage_t __nv_cvt_##from##_to_##bits(                                  \
      type x, __nv_##of##_interpretation_t i, cudaRoundMode r);
#define WARPCHECK_SMALL_CONVERSIONS(of)                                                              \
  WARPCHECK_TO_SMALL(float, float, of, of)                                                           \
  WARPCHECK_TO_SMALL(double, double, of, of)                                                         \
  WARPCHECK_TO_SMALL(halfraw, __half_raw, of, of)                                                    \
  WARPCHECK_TO_SMALL(bfloat16raw, __nv_bfloat16_raw, of, of)                                         \
  WARPCHECK_TO_SMALL(float2, float2, of##x2, of)                                                     \
  WARPCHECK_TO_SMALL(double2, double2, of##x2, of)                                                   \
  WARPCHECK_TO_SMALL(halfraw2, __half2_raw, of##x2, of)                                              \
  WARPCHECK_TO_SMALL(bfloat16raw2, __nv_bfloat162_raw, of##x2, of)                                   \
  WARPCHECK_HD __half_raw __nv_cvt_##of##_to_halfraw(__nv_##of##_storage_t x,                        \
                                                     __nv_##of##_interpretation_t i);                \
  WARPCHECK_HD __half2_raw __nv_cvt_##of##x2_to_halfraw2(__nv_##of##x2_storage_t x,                  \
                                                         __nv_##of##_interpretation_t i);
