// What half precision and bfloat16 make of numbers is computed: a branch that no number takes reaches no fault, one
// that some number takes does.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define PART_WHERE(condition) \
  if ((condition) && threadIdx.x % 32 < 16) d[threadIdx.x] = __any_sync(~0u, d[threadIdx.x])

__global__ void is_below_itself(int *d, half x) { PART_WHERE(__hlt(x, x)); }
__global__ void are_below(int *d, half x, half y) { PART_WHERE(__hlt(x, y)); } // want not_participating_lane_in_mask "are_below"
__global__ void loses_a_half(int *d) { PART_WHERE(__half2float(__float2half(2.5f)) != 2.5f); }
__global__ void loses_a_tenth(int *d) { PART_WHERE(__half2float(__float2half(0.1f)) != 0.1f); } // want not_participating_lane_in_mask "loses_a_tenth"
__global__ void sum_is_off(int *d) { PART_WHERE(half(1.f) + half(2.f) != half(3.f)); }
// 2048 and 1 have no sum in eleven bits.
__global__ void sum_is_rounded(int *d) { PART_WHERE(half(2048) + half(1) == half(2048)); } // want not_participating_lane_in_mask "sum_is_rounded"
__global__ void grows_without_end(int *d) { PART_WHERE(__hadd(half(65504.f), half(65504.f)) < half(65504.f)); }
__global__ void grows_too_large(int *d) { PART_WHERE(__hisinf(__hadd(half(65504.f), half(65504.f)))); } // want not_participating_lane_in_mask "grows_too_large"
__global__ void is_none(int *d, half x) { PART_WHERE(__hisnan(x)); } // want not_participating_lane_in_mask "is_none"
__global__ void one_is_none(int *d) { PART_WHERE(__hisnan(half(1))); }
__global__ void are_larger(int *d, half2 x) { PART_WHERE(__hbgt2(x, __float2half2_rn(1.5f))); } // want not_participating_lane_in_mask "are_larger"
__global__ void both_of_two(int *d) { PART_WHERE(__hbeq2(__float2half2_rn(2.f), __floats2half2_rn(2.f, 3.f))); }
__global__ void lower_of_two(int *d) { PART_WHERE(__heq2_mask(__float2half2_rn(2.f), __floats2half2_rn(2.f, 3.f)) == 0xffff); } // want not_participating_lane_in_mask "lower_of_two"
__global__ void whole_part(int *d, const half *x) { PART_WHERE(__half2int_rz(x[0]) == 3); } // want not_participating_lane_in_mask "whole_part"
__global__ void whole_part_of_one(int *d) { PART_WHERE(__half2int_rz(half(2.75f)) != 2 || __half2short_ru(half(2.25f)) != 3); }
__global__ void are_close(int *d, float x) { PART_WHERE(__bfloat162float(__float2bfloat16(x)) != x); } // want not_participating_lane_in_mask "are_close"
__global__ void brain_keeps_a_step(int *d) { PART_WHERE(__bfloat162float(__float2bfloat16(1.0078125f)) != 1.0078125f); }
__global__ void brain_loses_half_a_step(int *d) { PART_WHERE(__nv_bfloat16(1.00390625f) == __nv_bfloat16(1.f)); } // want not_participating_lane_in_mask "brain_loses_half_a_step"
__global__ void brain_is_above(int *d, __nv_bfloat16 x) { PART_WHERE(x > __nv_bfloat16(2.f)); } // want not_participating_lane_in_mask "brain_is_above"
__global__ void size_is_negative(int *d, __nv_bfloat16 x) { PART_WHERE(__bfloat16_as_ushort(__habs(x)) >= 0x8000); }
__global__ void larger_one(int *d) { PART_WHERE(__hmax(half(1), half(2)) != half(2) || __hmin(half(-1), half(2)) != half(-1)); }
__global__ void by_lane(int *d) { PART_WHERE(__float2half(threadIdx.x % 32 * 0.5f) > half(15.5f)); }
__global__ void floor_of_root(int *d, half x) { PART_WHERE(hfloor(hsqrt(x)) == half(3)); } // want not_participating_lane_in_mask "floor_of_root"

// The lanes exchange what they have in pairs and keep the larger one, so that all have one number at the end.
__global__ void maximum_of_warp(int *d, const half *x) {
  half most = x[threadIdx.x];
  for (int o = 16; o > 0; o /= 2) most = __hmax(most, __shfl_xor_sync(~0u, most, o));
  if (most > half(0)) d[threadIdx.x] = __any_sync(~0u, d[threadIdx.x]);
}

__global__ void maximum_of_half(int *d, const half *x) {
  half most = x[threadIdx.x];
  for (int o = 8; o > 0; o /= 2) most = __hmax(most, __shfl_xor_sync(~0u, most, o));
  if (most > half(0)) d[threadIdx.x] = __any_sync(~0u, d[threadIdx.x]); // want? potentially_not_participating_lane_in_mask "maximum_of_half"
}
