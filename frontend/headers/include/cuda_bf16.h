// bfloat16: __nv_bfloat16, __nv_bfloat162 and their functions.
#pragma once
#include <warpcheck_prelude.h>
#include "warpcheck/small_float.h"

WARPCHECK_SMALL_TYPES(bf16, __nv_bfloat16, __nv_bfloat162, __nv_bfloat16_raw, __nv_bfloat162_raw, bfloat16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80U)
#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7fU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fffU)
