// Half precision: __half, __half2 and their functions.
#pragma once
#include <warpcheck_prelude.h>
#include "warpcheck/small_float.h"

WARPCHECK_SMALL_TYPES(__half, __half2, __half_raw, __half2_raw, half)
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half nv_half;
typedef __half2 __nv_half2;
typedef __half2 nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

WARPCHECK_HD signed char __half2char_rz(__half x);
WARPCHECK_HD unsigned char __half2uchar_rz(__half x);
WARPCHECK_HD __half __float2half_rn(float x);
WARPCHECK_HD __half __float2half_rz(float x);
WARPCHECK_HD __half __float2half_ru(float x);
WARPCHECK_HD __half __float2half_rd(float x);
WARPCHECK_HD __half2 __float2half2_rn(float x);
WARPCHECK_HD __half2 __floats2half2_rn(float x, float y);
WARPCHECK_HD __half2 __float22half2_rn(float2 x);
WARPCHECK_HD float2 __half22float2(__half2 x);
WARPCHECK_HD __half2 __half2half2(__half x);
WARPCHECK_HD __half2 __halves2half2(__half x, __half y);
WARPCHECK_HD __half2 make_half2(__half x, __half y);
WARPCHECK_HD __half __low2half(__half2 x);
WARPCHECK_HD __half __high2half(__half2 x);
WARPCHECK_HD float __low2float(__half2 x);
WARPCHECK_HD float __high2float(__half2 x);
WARPCHECK_HD __half2 __low2half2(__half2 x);
WARPCHECK_HD __half2 __high2half2(__half2 x);
WARPCHECK_HD __half2 __lows2half2(__half2 x, __half2 y);
WARPCHECK_HD __half2 __highs2half2(__half2 x, __half2 y);
WARPCHECK_HD __half2 __lowhigh2highlow(__half2 x);
WARPCHECK_HD short __half_as_short(__half x);
WARPCHECK_HD unsigned short __half_as_ushort(__half x);
WARPCHECK_HD __half __short_as_half(short x);
WARPCHECK_HD __half __ushort_as_half(unsigned short x);

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fffU)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bffU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00U)
