// The common parts of __half and __nv_bfloat16. All their operations are written with the functions on
// words that WARPCHECK_SMALL_WORDS declares. Both engines compute these functions. cuda_fp16.h and
// cuda_bf16.h both include this header, and one unit may include both. So they undefine none of the macros.
#pragma once

#define __CUDA_ALIGN__(n) __align__(n)

// Conversions of a number to an integer, saturated to the range of the type.
extern "C" {
WARPCHECK_HD signed char __warpcheck_f32_to_char_rz(float x);
WARPCHECK_HD unsigned char __warpcheck_f32_to_uchar_rz(float x);
#define WARPCHECK_SMALL_TO_INTEGERS(way)                                \
  WARPCHECK_HD short __warpcheck_f32_to_short_##way(float x);           \
  WARPCHECK_HD unsigned short __warpcheck_f32_to_ushort_##way(float x); \
  WARPCHECK_HD int __warpcheck_f32_to_int_##way(float x);               \
  WARPCHECK_HD unsigned int __warpcheck_f32_to_uint_##way(float x);     \
  WARPCHECK_HD long long __warpcheck_f32_to_ll_##way(float x);          \
  WARPCHECK_HD unsigned long long __warpcheck_f32_to_ull_##way(float x);
WARPCHECK_SMALL_TO_INTEGERS(rn)
WARPCHECK_SMALL_TO_INTEGERS(rz)
WARPCHECK_SMALL_TO_INTEGERS(ru)
WARPCHECK_SMALL_TO_INTEGERS(rd)
#undef WARPCHECK_SMALL_TO_INTEGERS
}

// The functions of the format f on 16-bit words. Each result is rounded once.
#define WARPCHECK_SMALL_WORDS(f)                                                                           \
  extern "C" {                                                                                             \
  WARPCHECK_HD float __warpcheck_##f##_to_f32(unsigned short x);                                           \
  WARPCHECK_SMALL_ROUNDED(f, rn) WARPCHECK_SMALL_ROUNDED(f, rz)                                            \
  WARPCHECK_SMALL_ROUNDED(f, ru) WARPCHECK_SMALL_ROUNDED(f, rd)                                            \
  WARPCHECK_HD unsigned short __warpcheck_##f##_sat(unsigned short x);                                     \
  WARPCHECK_HD unsigned short __warpcheck_##f##_relu(unsigned short x);                                    \
  WARPCHECK_HD unsigned short __warpcheck_##f##_add(unsigned short x, unsigned short y);                   \
  WARPCHECK_HD unsigned short __warpcheck_##f##_sub(unsigned short x, unsigned short y);                   \
  WARPCHECK_HD unsigned short __warpcheck_##f##_mul(unsigned short x, unsigned short y);                   \
  WARPCHECK_HD unsigned short __warpcheck_##f##_div(unsigned short x, unsigned short y);                   \
  WARPCHECK_HD unsigned short __warpcheck_##f##_min(unsigned short x, unsigned short y);                   \
  WARPCHECK_HD unsigned short __warpcheck_##f##_max(unsigned short x, unsigned short y);                   \
  WARPCHECK_HD unsigned short __warpcheck_##f##_min_nan(unsigned short x, unsigned short y);               \
  WARPCHECK_HD unsigned short __warpcheck_##f##_max_nan(unsigned short x, unsigned short y);               \
  WARPCHECK_HD unsigned short __warpcheck_##f##_fma(unsigned short x, unsigned short y, unsigned short z); \
  }
#define WARPCHECK_SMALL_ROUNDED(f, way)                                      \
  WARPCHECK_HD unsigned short __warpcheck_##f##_from_f32_##way(float x);     \
  WARPCHECK_HD unsigned short __warpcheck_##f##_from_f64_##way(double x);    \
  WARPCHECK_HD unsigned short __warpcheck_##f##_from_s64_##way(long long x); \
  WARPCHECK_HD unsigned short __warpcheck_##f##_from_u64_##way(unsigned long long x);

// The class S_ of one number of the format f, the class P_ of a pair, and their raw types. s is the type's name in function names.
#define WARPCHECK_SMALL_TYPES(f, S_, P_, R1, R2, s)                                                          \
  WARPCHECK_SMALL_WORDS(f)                                                                                   \
  struct R1 { unsigned short x; };                                                                           \
  struct __align__(4) R2 { unsigned short x, y; };                                                           \
  struct S_;                                                                                                 \
  struct P_;                                                                                                 \
  WARPCHECK_SMALL_INTEGERS(WARPCHECK_SMALL_INTEGER, f, S_, s)                                                \
  WARPCHECK_HD S_ __float2##s(float x);                                                                      \
  WARPCHECK_HD S_ __double2##s(double x);                                                                    \
  WARPCHECK_HD float __##s##2float(S_ x);                                                                    \
  struct __align__(2) S_ {                                                                                   \
    unsigned short __x;                                                                                      \
    S_() = default;                                                                                          \
    WARPCHECK_HD constexpr S_(R1 raw) : __x(raw.x) {}                                                        \
    WARPCHECK_HD S_(float x) : __x(__warpcheck_##f##_from_f32_rn(x)) {}                                      \
    WARPCHECK_HD S_(double x) : __x(__warpcheck_##f##_from_f64_rn(x)) {}                                     \
    WARPCHECK_HD S_(short x) : __x(__warpcheck_##f##_from_s64_rn(x)) {}                                      \
    WARPCHECK_HD S_(unsigned short x) : __x(__warpcheck_##f##_from_u64_rn(x)) {}                             \
    WARPCHECK_HD S_(int x) : __x(__warpcheck_##f##_from_s64_rn(x)) {}                                        \
    WARPCHECK_HD S_(unsigned int x) : __x(__warpcheck_##f##_from_u64_rn(x)) {}                               \
    WARPCHECK_HD S_(long x) : __x(__warpcheck_##f##_from_s64_rn(x)) {}                                       \
    WARPCHECK_HD S_(unsigned long x) : __x(__warpcheck_##f##_from_u64_rn(x)) {}                              \
    WARPCHECK_HD S_(long long x) : __x(__warpcheck_##f##_from_s64_rn(x)) {}                                  \
    WARPCHECK_HD S_(unsigned long long x) : __x(__warpcheck_##f##_from_u64_rn(x)) {}                         \
    WARPCHECK_HD operator float() const { return __warpcheck_##f##_to_f32(__x); }                            \
    WARPCHECK_HD operator R1() const { return R1{__x}; }                                                     \
    WARPCHECK_HD operator R1() const volatile { return R1{__x}; }                                            \
    WARPCHECK_HD explicit operator double() const { return float(*this); }                                   \
    WARPCHECK_HD explicit operator bool() const { return float(*this) != 0; }                                \
    WARPCHECK_HD explicit operator signed char() const { return (signed char)float(*this); }                 \
    WARPCHECK_HD explicit operator unsigned char() const { return (unsigned char)float(*this); }             \
    WARPCHECK_HD explicit operator char() const { return (char)float(*this); }                               \
    WARPCHECK_HD explicit operator short() const { return __##s##2short_rz(*this); }                         \
    WARPCHECK_HD explicit operator unsigned short() const { return __##s##2ushort_rz(*this); }               \
    WARPCHECK_HD explicit operator int() const { return __##s##2int_rz(*this); }                             \
    WARPCHECK_HD explicit operator unsigned int() const { return __##s##2uint_rz(*this); }                   \
    WARPCHECK_HD explicit operator long() const { return __##s##2ll_rz(*this); }                             \
    WARPCHECK_HD explicit operator unsigned long() const { return __##s##2ull_rz(*this); }                   \
    WARPCHECK_HD explicit operator long long() const { return __##s##2ll_rz(*this); }                        \
    WARPCHECK_HD explicit operator unsigned long long() const { return __##s##2ull_rz(*this); }              \
    template <class T> WARPCHECK_HD S_ &operator=(const T &x) { return *this = S_(x); }                      \
    WARPCHECK_HD S_ &operator=(const S_ &) = default;                                                        \
  };                                                                                                         \
  struct __align__(4) P_ {                                                                                   \
    S_ x, y;                                                                                                 \
    P_() = default;                                                                                          \
    WARPCHECK_HD constexpr P_(const S_ &a, const S_ &b) : x(a), y(b) {}                                      \
    WARPCHECK_HD P_(const R2 &raw) : x(R1{raw.x}), y(R1{raw.y}) {}                                           \
    WARPCHECK_HD operator R2() const { return R2{x.__x, y.__x}; }                                            \
  };                                                                                                         \
  WARPCHECK_HD inline S_ __float2##s(float x) { return S_(x); }                                              \
  WARPCHECK_HD inline S_ __double2##s(double x) { return S_(x); }                                            \
  WARPCHECK_HD inline float __##s##2float(S_ x) { return __warpcheck_##f##_to_f32(x.__x); }                  \
  WARPCHECK_HD inline S_ __float2##s##_rn(float x) { return S_(x); }                                         \
  WARPCHECK_HD inline S_ __float2##s##_rz(float x) { return R1{__warpcheck_##f##_from_f32_rz(x)}; }          \
  WARPCHECK_HD inline S_ __float2##s##_ru(float x) { return R1{__warpcheck_##f##_from_f32_ru(x)}; }          \
  WARPCHECK_HD inline S_ __float2##s##_rd(float x) { return R1{__warpcheck_##f##_from_f32_rd(x)}; }          \
  WARPCHECK_HD inline short __##s##_as_short(S_ x) { return (short)x.__x; }                                  \
  WARPCHECK_HD inline unsigned short __##s##_as_ushort(S_ x) { return x.__x; }                               \
  WARPCHECK_HD inline signed char __##s##2char_rz(S_ x) { return __warpcheck_f32_to_char_rz(float(x)); }     \
  WARPCHECK_HD inline unsigned char __##s##2uchar_rz(S_ x) { return __warpcheck_f32_to_uchar_rz(float(x)); } \
  WARPCHECK_HD inline S_ __short_as_##s(short x) { return R1{(unsigned short)x}; }                           \
  WARPCHECK_HD inline S_ __ushort_as_##s(unsigned short x) { return R1{x}; }                                 \
  WARPCHECK_SMALL_PAIRS(S_, P_, s)                                                                           \
  WARPCHECK_SMALL_INTEGERS(WARPCHECK_SMALL_ROUNDINGS, f, S_, s)                                              \
  WARPCHECK_SMALL_ARITHMETIC(f, S_, P_, R1)                                                                  \
  WARPCHECK_SMALL_MATH(f, S_, P_, R1)                                                                        \
  WARPCHECK_SMALL_COMPARE(S_, P_)                                                                            \
  WARPCHECK_SMALL_OPERATORS(S_, , __hdiv, S_(1.f), __h, )                                                    \
  WARPCHECK_SMALL_OPERATORS(P_, 2, __h2div, P_(S_(1.f), S_(1.f)), __hb, 2)                                   \
  WARPCHECK_SMALL_SHUFFLE(S_)                                                                                \
  WARPCHECK_SMALL_SHUFFLE(P_)

// Conversions between pairs and numbers.
#define WARPCHECK_SMALL_PAIRS(S_, P_, s)                                                      \
  WARPCHECK_HD inline P_ __float2##s##2_rn(float x) { return P_(S_(x), S_(x)); }              \
  WARPCHECK_HD inline P_ __floats2##s##2_rn(float x, float y) { return P_(S_(x), S_(y)); }    \
  WARPCHECK_HD inline P_ __float22##s##2_rn(float2 x) { return P_(S_(x.x), S_(x.y)); }        \
  WARPCHECK_HD inline float2 __##s##22float2(P_ x) { return float2{float(x.x), float(x.y)}; } \
  WARPCHECK_HD inline P_ __##s##2##s##2(S_ x) { return P_(x, x); }                            \
  WARPCHECK_HD inline P_ __halves2##s##2(S_ x, S_ y) { return P_(x, y); }                     \
  WARPCHECK_HD inline P_ make_##s##2(S_ x, S_ y) { return P_(x, y); }                         \
  WARPCHECK_HD inline S_ __low2##s(P_ x) { return x.x; }                                      \
  WARPCHECK_HD inline S_ __high2##s(P_ x) { return x.y; }                                     \
  WARPCHECK_HD inline float __low2float(P_ x) { return x.x; }                                 \
  WARPCHECK_HD inline float __high2float(P_ x) { return x.y; }                                \
  WARPCHECK_HD inline P_ __low2##s##2(P_ x) { return P_(x.x, x.x); }                          \
  WARPCHECK_HD inline P_ __high2##s##2(P_ x) { return P_(x.y, x.y); }                         \
  WARPCHECK_HD inline P_ __lows2##s##2(P_ x, P_ y) { return P_(x.x, y.x); }                   \
  WARPCHECK_HD inline P_ __highs2##s##2(P_ x, P_ y) { return P_(x.y, y.y); }                  \
  WARPCHECK_HD inline P_ __lowhigh2highlow(P_ x) { return P_(x.y, x.x); }

// Arithmetic and comparisons of the type T. n and m are suffixes of
// the functions' names, h is the prefix of the comparisons' names.
#define WARPCHECK_SMALL_OPERATORS(T, n, divide, one, h, m)                                \
  WARPCHECK_HD inline T operator+(const T &a, const T &b) { return __hadd##n(a, b); }     \
  WARPCHECK_HD inline T operator-(const T &a, const T &b) { return __hsub##n(a, b); }     \
  WARPCHECK_HD inline T operator*(const T &a, const T &b) { return __hmul##n(a, b); }     \
  WARPCHECK_HD inline T operator/(const T &a, const T &b) { return divide(a, b); }        \
  WARPCHECK_HD inline T operator+(const T &a) { return a; }                               \
  WARPCHECK_HD inline T operator-(const T &a) { return __hneg##n(a); }                    \
  WARPCHECK_HD inline T &operator+=(T &a, const T &b) { return a = a + b; }               \
  WARPCHECK_HD inline T &operator-=(T &a, const T &b) { return a = a - b; }               \
  WARPCHECK_HD inline T &operator*=(T &a, const T &b) { return a = a * b; }               \
  WARPCHECK_HD inline T &operator/=(T &a, const T &b) { return a = a / b; }               \
  WARPCHECK_HD inline T &operator++(T &a) { return a += one; }                            \
  WARPCHECK_HD inline T operator++(T &a, int) { T old = a; a += one; return old; }        \
  WARPCHECK_HD inline T &operator--(T &a) { return a -= one; }                            \
  WARPCHECK_HD inline T operator--(T &a, int) { T old = a; a -= one; return old; }        \
  WARPCHECK_HD inline bool operator==(const T &a, const T &b) { return h##eq##m(a, b); }  \
  WARPCHECK_HD inline bool operator!=(const T &a, const T &b) { return h##neu##m(a, b); } \
  WARPCHECK_HD inline bool operator<(const T &a, const T &b) { return h##lt##m(a, b); }   \
  WARPCHECK_HD inline bool operator<=(const T &a, const T &b) { return h##le##m(a, b); }  \
  WARPCHECK_HD inline bool operator>(const T &a, const T &b) { return h##gt##m(a, b); }   \
  WARPCHECK_HD inline bool operator>=(const T &a, const T &b) { return h##ge##m(a, b); }

// A function of one, two or three numbers. word is its result, in terms of
// the words a, b and c of the numbers. n is the same function for pairs.
#define WARPCHECK_SMALL1(f, S_, P_, R1, name, n, word)                             \
  WARPCHECK_HD inline S_ name(S_ x) { unsigned short a = x.__x; return R1{word}; } \
  WARPCHECK_HD inline P_ n(P_ x) { return P_(name(x.x), name(x.y)); }
#define WARPCHECK_SMALL2(f, S_, P_, R1, name, n, word)                                              \
  WARPCHECK_HD inline S_ name(S_ x, S_ y) { unsigned short a = x.__x, b = y.__x; return R1{word}; } \
  WARPCHECK_HD inline P_ n(P_ x, P_ y) { return P_(name(x.x, y.x), name(x.y, y.y)); }
#define WARPCHECK_SMALL3(f, S_, P_, R1, name, n, word)                                                        \
  WARPCHECK_HD inline S_ name(S_ x, S_ y, S_ z) { unsigned short a = x.__x, b = y.__x, c = z.__x; return R1{word}; } \
  WARPCHECK_HD inline P_ n(P_ x, P_ y, P_ z) { return P_(name(x.x, y.x, z.x), name(x.y, y.y, z.y)); }

// __hadd, __hadd2, ...
#define WARPCHECK_SMALL_ARITHMETIC(f, S_, P_, R1)                                                             \
  WARPCHECK_SMALL_SUMS(f, S_, P_, R1, add) WARPCHECK_SMALL_SUMS(f, S_, P_, R1, sub) WARPCHECK_SMALL_SUMS(f, S_, P_, R1, mul) \
  WARPCHECK_SMALL2(f, S_, P_, R1, __hdiv, __h2div, __warpcheck_##f##_div(a, b))                               \
  WARPCHECK_SMALL3(f, S_, P_, R1, __hfma, __hfma2, __warpcheck_##f##_fma(a, b, c))                            \
  WARPCHECK_SMALL3(f, S_, P_, R1, __hfma_sat, __hfma2_sat, __warpcheck_##f##_sat(__warpcheck_##f##_fma(a, b, c))) \
  WARPCHECK_SMALL3(f, S_, P_, R1, __hfma_relu, __hfma2_relu, __warpcheck_##f##_relu(__warpcheck_##f##_fma(a, b, c))) \
  WARPCHECK_SMALL1(f, S_, P_, R1, __hneg, __hneg2, (unsigned short)(a ^ 0x8000))                              \
  WARPCHECK_SMALL1(f, S_, P_, R1, __habs, __habs2, (unsigned short)(a & 0x7fff))                              \
  WARPCHECK_SMALL2(f, S_, P_, R1, __hmin, __hmin2, __warpcheck_##f##_min(a, b))                               \
  WARPCHECK_SMALL2(f, S_, P_, R1, __hmax, __hmax2, __warpcheck_##f##_max(a, b))                               \
  WARPCHECK_SMALL2(f, S_, P_, R1, __hmin_nan, __hmin2_nan, __warpcheck_##f##_min_nan(a, b))                   \
  WARPCHECK_SMALL2(f, S_, P_, R1, __hmax_nan, __hmax2_nan, __warpcheck_##f##_max_nan(a, b))                   \
  WARPCHECK_D inline P_ __hcmadd(P_ x, P_ y, P_ z) {                                                          \
    return P_(__hfma(__hneg(x.y), y.y, __hfma(x.x, y.x, z.x)), __hfma(x.y, y.x, __hfma(x.x, y.y, z.y)));      \
  }
#define WARPCHECK_SMALL_SUMS(f, S_, P_, R1, op)                                              \
  WARPCHECK_SMALL2(f, S_, P_, R1, __h##op, __h##op##2, __warpcheck_##f##_##op(a, b))         \
  WARPCHECK_SMALL2(f, S_, P_, R1, __h##op##_rn, __h##op##2_rn, __warpcheck_##f##_##op(a, b)) \
  WARPCHECK_SMALL2(f, S_, P_, R1, __h##op##_sat, __h##op##2_sat, __warpcheck_##f##_sat(__warpcheck_##f##_##op(a, b)))

// hsqrt, h2sqrt, ..., computed by the functions of float.
#define WARPCHECK_SMALL_MATH(f, S_, P_, R1)                                                                   \
  WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, sqrt, sqrtf) WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, rsqrt, rsqrtf) \
  WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, rcp, __frcp_rn) WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, exp, expf)  \
  WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, exp2, exp2f) WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, exp10, exp10f) \
  WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, log, logf) WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, log2, log2f)     \
  WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, log10, log10f) WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, sin, sinf)   \
  WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, cos, cosf) WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, tanh, tanhf)     \
  WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, tanh_approx, tanhf) WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, ceil, ceilf) \
  WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, floor, floorf) WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, trunc, truncf) \
  WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, rint, rintf)
#define WARPCHECK_SMALL_BY_FLOAT(f, S_, P_, R1, name, function)          \
  WARPCHECK_D inline S_ h##name(S_ x) { return S_(function(float(x))); } \
  WARPCHECK_D inline P_ h2##name(P_ x) { return P_(h##name(x.x), h##name(x.y)); }

// Comparisons of numbers and of pairs: the result is one bool, a number for each half, or a mask. u means unordered.
#define WARPCHECK_SMALL_COMPARE1(S_, P_, op, holds)                                                           \
  WARPCHECK_HD inline bool __h##op(S_ x, S_ y) { float a = x, b = y; return holds; }                          \
  WARPCHECK_HD inline P_ __h##op##2(P_ x, P_ y) { return P_(S_(float(__h##op(x.x, y.x))), S_(float(__h##op(x.y, y.y)))); } \
  WARPCHECK_HD inline bool __hb##op##2(P_ x, P_ y) { return __h##op(x.x, y.x) & __h##op(x.y, y.y); }          \
  WARPCHECK_HD inline unsigned int __h##op##2_mask(P_ x, P_ y) {                                              \
    return 0xffffu * __h##op(x.x, y.x) + 0xffff0000u * __h##op(x.y, y.y);                                     \
  }
#define WARPCHECK_SMALL_COMPARE(S_, P_)                                                        \
  WARPCHECK_SMALL_COMPARE1(S_, P_, eq, a == b) WARPCHECK_SMALL_COMPARE1(S_, P_, neu, a != b)   \
  WARPCHECK_SMALL_COMPARE1(S_, P_, ne, (a < b) | (a > b))                                      \
  WARPCHECK_SMALL_COMPARE1(S_, P_, equ, !((a < b) | (a > b)))                                  \
  WARPCHECK_SMALL_COMPARE1(S_, P_, le, a <= b) WARPCHECK_SMALL_COMPARE1(S_, P_, leu, !(a > b)) \
  WARPCHECK_SMALL_COMPARE1(S_, P_, ge, a >= b) WARPCHECK_SMALL_COMPARE1(S_, P_, geu, !(a < b)) \
  WARPCHECK_SMALL_COMPARE1(S_, P_, lt, a < b) WARPCHECK_SMALL_COMPARE1(S_, P_, ltu, !(a >= b)) \
  WARPCHECK_SMALL_COMPARE1(S_, P_, gt, a > b) WARPCHECK_SMALL_COMPARE1(S_, P_, gtu, !(a <= b)) \
  WARPCHECK_HD inline bool __hisnan(S_ x) { return float(x) != float(x); }                     \
  WARPCHECK_HD inline P_ __hisnan2(P_ x) { return __hneu2(x, x); }                             \
  WARPCHECK_HD inline int __hisinf(S_ x) {                                                     \
    float a = x;                                                                               \
    return (a > 3.4e38f) - (a < -3.4e38f);                                                     \
  }

#define WARPCHECK_SMALL_SHUFFLE(T)                                                       \
  WARPCHECK_D T __shfl_sync(unsigned int mask, T value, int lane, int width = warpSize); \
  WARPCHECK_D T __shfl_up_sync(unsigned int mask, T value, unsigned int delta,           \
                               int width = warpSize);                                    \
  WARPCHECK_D T __shfl_down_sync(unsigned int mask, T value, unsigned int delta,         \
                                 int width = warpSize);                                  \
  WARPCHECK_D T __shfl_xor_sync(unsigned int mask, T value, int lanes, int width = warpSize);

// Conversions between S_ and an integer type (i in names) by way of the wider integer type w (k in names), in each rounding.
#define WARPCHECK_SMALL_INTEGER(f, S_, s, T, i, w, k) \
  WARPCHECK_HD T __##s##2##i##_rz(S_ x);
#define WARPCHECK_SMALL_ROUNDINGS(f, S_, s, T, i, w, k)                                                 \
  WARPCHECK_SMALL_ROUNDING(f, S_, s, T, i, w, k, rn) WARPCHECK_SMALL_ROUNDING(f, S_, s, T, i, w, k, rz) \
  WARPCHECK_SMALL_ROUNDING(f, S_, s, T, i, w, k, ru) WARPCHECK_SMALL_ROUNDING(f, S_, s, T, i, w, k, rd)
#define WARPCHECK_SMALL_ROUNDING(f, S_, s, T, i, w, k, way)                                            \
  WARPCHECK_HD inline T __##s##2##i##_##way(S_ x) { return __warpcheck_f32_to_##i##_##way(float(x)); } \
  WARPCHECK_HD inline S_ __##i##2##s##_##way(T x) { S_ y; y.__x = __warpcheck_##f##_from_##k##_##way((w)x); return y; }
#define WARPCHECK_SMALL_INTEGERS(each, f, S_, s)                  \
  each(f, S_, s, short, short, long long, s64)                    \
  each(f, S_, s, unsigned short, ushort, unsigned long long, u64) \
  each(f, S_, s, int, int, long long, s64)                        \
  each(f, S_, s, unsigned int, uint, unsigned long long, u64)     \
  each(f, S_, s, long long, ll, long long, s64)                   \
  each(f, S_, s, unsigned long long, ull, unsigned long long, u64)
