// Arithmetic on two halves or four bytes of a word.
#pragma once

extern "C" {
#define WARPCHECK_SIMD1(name) WARPCHECK_D unsigned int name(unsigned int x);
#define WARPCHECK_SIMD2(name) WARPCHECK_D unsigned int name(unsigned int x, unsigned int y);
#define WARPCHECK_LANES(n)                                                             \
  WARPCHECK_SIMD1(__vabs##n) WARPCHECK_SIMD1(__vabsss##n)                              \
  WARPCHECK_SIMD1(__vneg##n) WARPCHECK_SIMD1(__vnegss##n)                              \
  WARPCHECK_SIMD2(__vadd##n) WARPCHECK_SIMD2(__vaddss##n) WARPCHECK_SIMD2(__vaddus##n) \
  WARPCHECK_SIMD2(__vsub##n) WARPCHECK_SIMD2(__vsubss##n) WARPCHECK_SIMD2(__vsubus##n) \
  WARPCHECK_SIMD2(__vavgs##n) WARPCHECK_SIMD2(__vavgu##n) WARPCHECK_SIMD2(__vhaddu##n) \
  WARPCHECK_SIMD2(__vabsdiffs##n) WARPCHECK_SIMD2(__vabsdiffu##n)                      \
  WARPCHECK_SIMD2(__vsads##n) WARPCHECK_SIMD2(__vsadu##n)                              \
  WARPCHECK_SIMD2(__vmaxs##n) WARPCHECK_SIMD2(__vmaxu##n)                              \
  WARPCHECK_SIMD2(__vmins##n) WARPCHECK_SIMD2(__vminu##n)                              \
  WARPCHECK_COMPARE(cmp, n) WARPCHECK_COMPARE(set, n)
#define WARPCHECK_COMPARE(op, n)                                    \
  WARPCHECK_SIMD2(__v##op##eq##n) WARPCHECK_SIMD2(__v##op##ne##n)   \
  WARPCHECK_SIMD2(__v##op##ges##n) WARPCHECK_SIMD2(__v##op##geu##n) \
  WARPCHECK_SIMD2(__v##op##gts##n) WARPCHECK_SIMD2(__v##op##gtu##n) \
  WARPCHECK_SIMD2(__v##op##les##n) WARPCHECK_SIMD2(__v##op##leu##n) \
  WARPCHECK_SIMD2(__v##op##lts##n) WARPCHECK_SIMD2(__v##op##ltu##n)
WARPCHECK_LANES(2)
WARPCHECK_LANES(4)
#undef WARPCHECK_LANES
#undef WARPCHECK_COMPARE

// The three-operand forms: minimum and maximum of a sum, of three, and with zero.
#define WARPCHECK_SIMD3(T, name) WARPCHECK_D T name(T x, T y, T z);
#define WARPCHECK_FUSED(T, s)                                           \
  WARPCHECK_SIMD3(T, __viaddmax_##s) WARPCHECK_SIMD3(T, __viaddmin_##s) \
  WARPCHECK_SIMD3(T, __vimax3_##s) WARPCHECK_SIMD3(T, __vimin3_##s)     \
  WARPCHECK_D inline T __vibmax_##s(T x, T y, bool *first) {            \
    *first = x >= y;                                                    \
    return x >= y ? x : y;                                              \
  }                                                                     \
  WARPCHECK_D inline T __vibmin_##s(T x, T y, bool *first) {            \
    *first = x <= y;                                                    \
    return x <= y ? x : y;                                              \
  }
#define WARPCHECK_PAIR_FUSED(s, T, way)                                                                 \
  WARPCHECK_SIMD3(unsigned int, __viaddmax_##s)                                                         \
  WARPCHECK_SIMD3(unsigned int, __viaddmin_##s)                                                         \
  WARPCHECK_SIMD3(unsigned int, __vimax3_##s)                                                           \
  WARPCHECK_SIMD3(unsigned int, __vimin3_##s)                                                           \
  WARPCHECK_D inline unsigned int __vibmax_##s(unsigned int x, unsigned int y, bool *high, bool *low) { \
    *high = (T)(x >> 16) >= (T)(y >> 16);                                                               \
    *low = (T)x >= (T)y;                                                                                \
    return __vmax##way##2(x, y);                                                                        \
  }                                                                                                     \
  WARPCHECK_D inline unsigned int __vibmin_##s(unsigned int x, unsigned int y, bool *high, bool *low) { \
    *high = (T)(x >> 16) <= (T)(y >> 16);                                                               \
    *low = (T)x <= (T)y;                                                                                \
    return __vmin##way##2(x, y);                                                                        \
  }
#define WARPCHECK_RELU(T, s)                                                          \
  WARPCHECK_SIMD3(T, __viaddmax_##s##_relu) WARPCHECK_SIMD3(T, __viaddmin_##s##_relu) \
  WARPCHECK_SIMD3(T, __vimax3_##s##_relu) WARPCHECK_SIMD3(T, __vimin3_##s##_relu)     \
  WARPCHECK_D T __vimax_##s##_relu(T x, T y);                                         \
  WARPCHECK_D T __vimin_##s##_relu(T x, T y);
WARPCHECK_FUSED(int, s32)
WARPCHECK_FUSED(unsigned int, u32)
WARPCHECK_PAIR_FUSED(s16x2, short, s)
WARPCHECK_PAIR_FUSED(u16x2, unsigned short, u)
WARPCHECK_RELU(int, s32)
WARPCHECK_RELU(unsigned int, s16x2)
#undef WARPCHECK_SIMD1
#undef WARPCHECK_SIMD2
#undef WARPCHECK_SIMD3
#undef WARPCHECK_FUSED
#undef WARPCHECK_PAIR_FUSED
#undef WARPCHECK_RELU
}
