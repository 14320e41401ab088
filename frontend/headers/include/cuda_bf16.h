// bfloat16: __nv_bfloat16, __nv_bfloat162 and their functions.
#pragma once
#include <warpcheck_prelude.h>
#include "warpcheck/small_float.h"

WARPCHECK_SMALL_TYPES(__nv_bfloat16, __nv_bfloat162, __nv_bfloat16_raw, __nv_bfloat162_raw, bfloat16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

WARPCHECK_SMALL_INTEGERS(__nv_bfloat16, bfloat162)
WARPCHECK_HD __nv_bfloat16 __float2bfloat16_rn(float x);
WARPCHECK_HD __nv_bfloat16 __float2bfloat16_rz(float x);
WARPCHECK_HD __nv_bfloat16 __float2bfloat16_ru(float x);
WARPCHECK_HD __nv_bfloat16 __float2bfloat16_rd(float x);
WARPCHECK_HD __nv_bfloat162 __float2bfloat162_rn(float x);
WARPCHECK_HD __nv_bfloat162 __floats2bfloat162_rn(float x, float y);
WARPCHECK_HD __nv_bfloat162 __float22bfloat162_rn(float2 x);
WARPCHECK_HD float2 __bfloat1622float2(__nv_bfloat162 x);
WARPCHECK_HD __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x);
WARPCHECK_HD __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y);
WARPCHECK_HD __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y);
WARPCHECK_HD __nv_bfloat16 __low2bfloat16(__nv_bfloat162 x);
WARPCHECK_HD __nv_bfloat16 __high2bfloat16(__nv_bfloat162 x);
WARPCHECK_HD float __low2float(__nv_bfloat162 x);
WARPCHECK_HD float __high2float(__nv_bfloat162 x);
WARPCHECK_HD __nv_bfloat162 __low2bfloat162(__nv_bfloat162 x);
WARPCHECK_HD __nv_bfloat162 __high2bfloat162(__nv_bfloat162 x);
WARPCHECK_HD __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 x, __nv_bfloat162 y);
WARPCHECK_HD __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 x, __nv_bfloat162 y);
WARPCHECK_HD __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 x);
WARPCHECK_HD short __bfloat16_as_short(__nv_bfloat16 x);
WARPCHECK_HD unsigned short __bfloat16_as_ushort(__nv_bfloat16 x);
WARPCHECK_HD __nv_bfloat16 __short_as_bfloat16(short x);
WARPCHECK_HD __nv_bfloat16 __ushort_as_bfloat16(unsigned short x);

#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80U)
#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fffU)
