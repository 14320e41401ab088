// What __half and __nv_bfloat16 have in common. Conversions and operators are written
// with the functions that convert and compute, which have no body: of them it is known
// that the same numbers give the same number. cuda_fp16.h and cuda_bf16.h include this
// and undefine nothing, since both may be included.
#pragma once

#define __CUDA_ALIGN__(n) __align__(n)

// The class S of one number, spelt s in names, and P of two, with the raw types behind them.
#define WARPCHECK_SMALL_TYPES(S_, P_, R1, R2, s)                                                 \
  struct R1 { unsigned short x; };                                                               \
  struct __align__(4) R2 { unsigned short x, y; };                                               \
  struct S_;                                                                                     \
  struct P_;                                                                                     \
  WARPCHECK_SMALL_INTEGERS(S_, s)                                                                \
  WARPCHECK_HD S_ __float2##s(float x);                                                          \
  WARPCHECK_HD S_ __double2##s(double x);                                                        \
  WARPCHECK_HD float __##s##2float(S_ x);                                                        \
  WARPCHECK_SMALL_ARITHMETIC(S_, )                                                               \
  WARPCHECK_SMALL_ARITHMETIC(P_, 2)                                                              \
  WARPCHECK_SMALL_MATH(S_, h)                                                                    \
  WARPCHECK_SMALL_MATH(P_, h2)                                                                   \
  WARPCHECK_SMALL_COMPARE(S_, P_)                                                                \
  struct __align__(2) S_ {                                                                       \
    unsigned short __x;                                                                          \
    S_() = default;                                                                              \
    WARPCHECK_HD constexpr S_(R1 raw) : __x(raw.x) {}                                            \
    WARPCHECK_HD S_(float x) { *this = __float2##s(x); }                                         \
    WARPCHECK_HD S_(double x) { *this = __double2##s(x); }                                       \
    WARPCHECK_HD S_(short x) { *this = __short2##s##_rn(x); }                                    \
    WARPCHECK_HD S_(unsigned short x) { *this = __ushort2##s##_rn(x); }                          \
    WARPCHECK_HD S_(int x) { *this = __int2##s##_rn(x); }                                        \
    WARPCHECK_HD S_(unsigned int x) { *this = __uint2##s##_rn(x); }                              \
    WARPCHECK_HD S_(long x) { *this = __ll2##s##_rn(x); }                                        \
    WARPCHECK_HD S_(unsigned long x) { *this = __ull2##s##_rn(x); }                              \
    WARPCHECK_HD S_(long long x) { *this = __ll2##s##_rn(x); }                                   \
    WARPCHECK_HD S_(unsigned long long x) { *this = __ull2##s##_rn(x); }                         \
    WARPCHECK_HD operator float() const { return __##s##2float(*this); }                         \
    WARPCHECK_HD operator R1() const { return R1{__x}; }                                         \
    WARPCHECK_HD operator R1() const volatile { return R1{__x}; }                                \
    WARPCHECK_HD explicit operator double() const { return float(*this); }                       \
    WARPCHECK_HD explicit operator bool() const { return float(*this) != 0; }                    \
    WARPCHECK_HD explicit operator signed char() const { return (signed char)float(*this); }     \
    WARPCHECK_HD explicit operator unsigned char() const { return (unsigned char)float(*this); } \
    WARPCHECK_HD explicit operator char() const { return (char)float(*this); }                   \
    WARPCHECK_HD explicit operator short() const { return __##s##2short_rz(*this); }             \
    WARPCHECK_HD explicit operator unsigned short() const { return __##s##2ushort_rz(*this); }   \
    WARPCHECK_HD explicit operator int() const { return __##s##2int_rz(*this); }                 \
    WARPCHECK_HD explicit operator unsigned int() const { return __##s##2uint_rz(*this); }       \
    WARPCHECK_HD explicit operator long() const { return __##s##2ll_rz(*this); }                 \
    WARPCHECK_HD explicit operator unsigned long() const { return __##s##2ull_rz(*this); }       \
    WARPCHECK_HD explicit operator long long() const { return __##s##2ll_rz(*this); }            \
    WARPCHECK_HD explicit operator unsigned long long() const { return __##s##2ull_rz(*this); }  \
    template <class T> WARPCHECK_HD S_ &operator=(const T &x) { return *this = S_(x); }          \
    WARPCHECK_HD S_ &operator=(const S_ &) = default;                                            \
  };                                                                                             \
  struct __align__(4) P_ {                                                                       \
    S_ x, y;                                                                                     \
    P_() = default;                                                                              \
    WARPCHECK_HD constexpr P_(const S_ &a, const S_ &b) : x(a), y(b) {}                          \
    WARPCHECK_HD P_(const R2 &raw) : x(R1{raw.x}), y(R1{raw.y}) {}                               \
    WARPCHECK_HD operator R2() const { return R2{x.__x, y.__x}; }                                \
  };                                                                                             \
  WARPCHECK_SMALL_OPERATORS(S_, , __hdiv, S_(1.f), __h, )                                        \
  WARPCHECK_SMALL_OPERATORS(P_, 2, __h2div, P_(S_(1.f), S_(1.f)), __hb, 2)                       \
  WARPCHECK_SMALL_SHUFFLE(S_)                                                                    \
  WARPCHECK_SMALL_SHUFFLE(P_)

// Arithmetic and comparisons of T: n and m end the names of its functions, h begins those
// of its comparisons.
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

// __hadd, __hadd2, ...
#define WARPCHECK_SMALL_ARITHMETIC(T, n)   \
  WARPCHECK_HD T __hadd##n(T a, T b);      \
  WARPCHECK_HD T __hsub##n(T a, T b);      \
  WARPCHECK_HD T __hmul##n(T a, T b);      \
  WARPCHECK_HD T __hadd##n##_rn(T a, T b); \
  WARPCHECK_HD T __hsub##n##_rn(T a, T b); \
  WARPCHECK_HD T __hmul##n##_rn(T a, T b); \
  WARPCHECK_HD T __hadd##n##_sat(T a, T b); \
  WARPCHECK_HD T __hsub##n##_sat(T a, T b); \
  WARPCHECK_HD T __hmul##n##_sat(T a, T b); \
  WARPCHECK_HD T __hfma##n(T a, T b, T c); \
  WARPCHECK_HD T __hfma##n##_sat(T a, T b, T c); \
  WARPCHECK_HD T __hfma##n##_relu(T a, T b, T c); \
  WARPCHECK_HD T __hneg##n(T a);           \
  WARPCHECK_HD T __habs##n(T a);           \
  WARPCHECK_HD T __hmin##n(T a, T b);      \
  WARPCHECK_HD T __hmax##n(T a, T b);      \
  WARPCHECK_HD T __hmin##n##_nan(T a, T b); \
  WARPCHECK_HD T __hmax##n##_nan(T a, T b);

// hsqrt, h2sqrt, ...
#define WARPCHECK_SMALL_MATH(T, h) \
  WARPCHECK_D T h##sqrt(T a);      \
  WARPCHECK_D T h##rsqrt(T a);     \
  WARPCHECK_D T h##rcp(T a);       \
  WARPCHECK_D T h##exp(T a);       \
  WARPCHECK_D T h##exp2(T a);      \
  WARPCHECK_D T h##exp10(T a);     \
  WARPCHECK_D T h##log(T a);       \
  WARPCHECK_D T h##log2(T a);      \
  WARPCHECK_D T h##log10(T a);     \
  WARPCHECK_D T h##sin(T a);       \
  WARPCHECK_D T h##cos(T a);       \
  WARPCHECK_D T h##tanh(T a);      \
  WARPCHECK_D T h##tanh_approx(T a); \
  WARPCHECK_D T h##ceil(T a);      \
  WARPCHECK_D T h##floor(T a);     \
  WARPCHECK_D T h##trunc(T a);     \
  WARPCHECK_D T h##rint(T a);

// Comparisons: of one, of each of two, of both, and as a mask; u = unordered.
#define WARPCHECK_SMALL_COMPARE1(S_, P_, op)           \
  WARPCHECK_HD bool __h##op(S_ a, S_ b);               \
  WARPCHECK_HD bool __h##op##u(S_ a, S_ b);            \
  WARPCHECK_HD P_ __h##op##2(P_ a, P_ b);              \
  WARPCHECK_HD P_ __h##op##u2(P_ a, P_ b);             \
  WARPCHECK_HD bool __hb##op##2(P_ a, P_ b);           \
  WARPCHECK_HD bool __hb##op##u2(P_ a, P_ b);          \
  WARPCHECK_HD unsigned int __h##op##2_mask(P_ a, P_ b); \
  WARPCHECK_HD unsigned int __h##op##u2_mask(P_ a, P_ b);
#define WARPCHECK_SMALL_COMPARE(S_, P_) \
  WARPCHECK_SMALL_COMPARE1(S_, P_, eq) \
  WARPCHECK_SMALL_COMPARE1(S_, P_, ne) \
  WARPCHECK_SMALL_COMPARE1(S_, P_, le) \
  WARPCHECK_SMALL_COMPARE1(S_, P_, ge) \
  WARPCHECK_SMALL_COMPARE1(S_, P_, lt) \
  WARPCHECK_SMALL_COMPARE1(S_, P_, gt) \
  WARPCHECK_HD bool __hisnan(S_ a);    \
  WARPCHECK_HD int __hisinf(S_ a);     \
  WARPCHECK_HD P_ __hisnan2(P_ a);     \
  WARPCHECK_HD S_ __hdiv(S_ a, S_ b);  \
  WARPCHECK_HD P_ __h2div(P_ a, P_ b); \
  WARPCHECK_D P_ __hcmadd(P_ a, P_ b, P_ c);

#define WARPCHECK_SMALL_SHUFFLE(T)                                                       \
  WARPCHECK_D T __shfl_sync(unsigned int mask, T value, int lane, int width = warpSize); \
  WARPCHECK_D T __shfl_up_sync(unsigned int mask, T value, unsigned int delta,           \
                               int width = warpSize);                                    \
  WARPCHECK_D T __shfl_down_sync(unsigned int mask, T value, unsigned int delta,         \
                                 int width = warpSize);                                  \
  WARPCHECK_D T __shfl_xor_sync(unsigned int mask, T value, int lanes, int width = warpSize);

// Conversions between S and an integer type (spelt i).
#define WARPCHECK_SMALL_INTEGER(S_, s, T, i) \
  WARPCHECK_HD T __##s##2##i##_rn(S_ x);    \
  WARPCHECK_HD T __##s##2##i##_rz(S_ x);    \
  WARPCHECK_HD T __##s##2##i##_ru(S_ x);    \
  WARPCHECK_HD T __##s##2##i##_rd(S_ x);    \
  WARPCHECK_HD S_ __##i##2##s##_rn(T x);    \
  WARPCHECK_HD S_ __##i##2##s##_rz(T x);    \
  WARPCHECK_HD S_ __##i##2##s##_ru(T x);    \
  WARPCHECK_HD S_ __##i##2##s##_rd(T x);
#define WARPCHECK_SMALL_INTEGERS(S_, s)                           \
  WARPCHECK_SMALL_INTEGER(S_, s, short, short)                    \
  WARPCHECK_SMALL_INTEGER(S_, s, unsigned short, ushort)          \
  WARPCHECK_SMALL_INTEGER(S_, s, int, int)                        \
  WARPCHECK_SMALL_INTEGER(S_, s, unsigned int, uint)              \
  WARPCHECK_SMALL_INTEGER(S_, s, long long, ll)                   \
  WARPCHECK_SMALL_INTEGER(S_, s, unsigned long long, ull)
