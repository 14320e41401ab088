// Functions whose result CUDA defines exactly are computed, as integers are. A result that a device, an option of the
// compiler or a fused product may change by a digit reaches nothing for sure.
#include <cmath>

#define PART_WHERE(condition) \
  if ((condition) && threadIdx.x % 32 < 16) d[threadIdx.x] = __any_sync(~0u, d[threadIdx.x])

__global__ void high_words(int *d) { PART_WHERE(__umul64hi(1ull << 63, 6) != 3 || __mul64hi(-1, 5) != -1); }
__global__ void high_word(int *d, long long n) { PART_WHERE(__mul64hi(n, 4) == -2); } // want not_participating_lane_in_mask "high_word"
__global__ void high_word_of_product(int *d, unsigned n) { PART_WHERE(__umul64hi(n, 1ull << 32) > 0); }
__global__ void turned_bytes(int *d) { PART_WHERE(__builtin_bswap32(0x11223344u) == 0x44332211u); } // want not_participating_lane_in_mask "turned_bytes"
__global__ void odd_bits(int *d, unsigned n) { PART_WHERE(__builtin_parity(n) > 1 || __builtin_clrsb(n) > 31); }

__global__ void signs(int *d) { PART_WHERE(!signbit(-1.f) || std::signbit(2.0) || copysignf(3.f, -1.f) != -3.f); }
__global__ void sign_of_data(int *d, float x) { PART_WHERE(signbit(x)); } // want not_participating_lane_in_mask "sign_of_data"
__global__ void sign_of_large(int *d, float x) { PART_WHERE(signbit(x) && x > 1.f); } // want~ potentially_not_participating_lane_in_mask "sign_of_large"
__global__ void kinds_of_numbers(int *d, float x) { PART_WHERE(isfinite(x) && isinf(x)); }
__global__ void is_infinite(int *d, float x) { PART_WHERE(isinf(x)); } // want not_participating_lane_in_mask "is_infinite"
__global__ void orders(int *d) { PART_WHERE(!isgreater(2.f, 1.f) || islessequal(2.f, 1.f) || isunordered(1.f, 2.f)); }

__global__ void whole_numbers(int *d) { PART_WHERE(lroundf(2.5f) != 3 || lrint(2.5) != 2 || llround(-2.5) != -3 || llrintf(3.5f) != 4); }
__global__ void rounded_up(int *d) { PART_WHERE(__ll2float_ru(16777217) == 16777218.f); } // want not_participating_lane_in_mask "rounded_up"
__global__ void rounded_down(int *d) { PART_WHERE(__ull2float_rd(16777219) != 16777218.f || (float)(1ll << 60) != 0x1p60f); }
__global__ void exponents(int *d) { PART_WHERE(ldexpf(3.f, 4) != 48.f || scalbn(1.0, -3) != 0.125 || ilogb(0.1) != -4 || logbf(10.f) != 3.f); }
__global__ void parts(int *d) {
  int e;
  float part = frexpf(8.f, &e), whole;
  PART_WHERE(part != 0.5f || e != 4 || modff(-2.5f, &whole) != -0.5f || whole != -2.f);
}
__global__ void quotients(int *d) {
  int q;
  PART_WHERE(remquof(7.f, 2.f, &q) == -1.f && q == 4 && fmodf(7.f, 4.f) == 3.f && fdimf(3.f, 1.f) == 2.f); // want not_participating_lane_in_mask "quotients"
}
__global__ void named_roundings(int *d) {
  PART_WHERE(__fadd_ru(1.f, 0x1p-30f) <= 1.f || __fdiv_rz(1.f, 3.f) != 0x1.555554p-2f || __fmaf_rz(1.f, 1.f, 0x1p-40f) != 1.f ||
             __dsub_rd(1.0, 1e-30) >= 1.0 || __dsqrt_rn(2.0) != 0x1.6a09e667f3bcdp+0 || 1.0 / 3.0 != 0x1.5555555555555p-2);
}
__global__ void rounded_quotient(int *d) { PART_WHERE(__fdiv_rn(1.f, 3.f) == 0x1.555556p-2f); } // want not_participating_lane_in_mask "rounded_quotient"
__global__ void sum_of_tenths(int *d) { PART_WHERE(0.1f + 0.2f != 0.3f + 0x1p-25f); } // want not_participating_lane_in_mask "sum_of_tenths"

__global__ void known_values(int *d) { PART_WHERE(log(1.0) != 0.0 || expf(0.f) != 1.f || cos(0.0) != 1.0 || sqrt(4.0) != 2.0 || pow(2.0, 0.0) != 1.0); }
__global__ void far_away(int *d) { PART_WHERE(sinf(1.f) > 0.5f); } // want not_participating_lane_in_mask "far_away"
// The last digit is the device's, and -use_fast_math changes more of them.
__global__ void last_digit(int *d) { PART_WHERE(sinf(1.f) == 0x1.aed548p-1f); } // want~ potentially_not_participating_lane_in_mask "last_digit"
__global__ void another_last_digit(int *d) { PART_WHERE(expf(5.f) != 0x1.28d38cp+7f); } // want~ potentially_not_participating_lane_in_mask "another_last_digit"
__global__ void quotient_of_floats(int *d) { float x = 1.f; PART_WHERE(x / 3.f == 0x1.555556p-2f); } // want~ potentially_not_participating_lane_in_mask "quotient_of_floats"
__global__ void logarithm_of_float(int *d) { PART_WHERE(logf(1.f) == 0.f); } // want~ potentially_not_participating_lane_in_mask "logarithm_of_float"
// With -ftz=true a denormal result is zero. With -use_fast_math a power is computed by the logarithm of its base.
__global__ void tiny_product(int *d) { float x = 1e-30f; PART_WHERE(x * 1e-10f != 0.f); } // want~ potentially_not_participating_lane_in_mask "tiny_product"
__global__ void tiny_scaled(int *d) { PART_WHERE(ldexpf(1.f, -140) != 0.f); } // want~ potentially_not_participating_lane_in_mask "tiny_scaled"
__global__ void tiny_double(int *d) { double x = 1e-30; PART_WHERE(x * 1e-10 != 0.0); } // want not_participating_lane_in_mask "tiny_double"
__global__ void power_of_negative(int *d) { PART_WHERE(powf(-2.f, 3.f) < -7.f); } // want~ potentially_not_participating_lane_in_mask "power_of_negative"
__global__ void double_power_of_negative(int *d) { PART_WHERE(pow(-2.0, 3.0) < -7.0); } // want not_participating_lane_in_mask "double_power_of_negative"
