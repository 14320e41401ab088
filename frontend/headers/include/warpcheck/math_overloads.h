// C++'s overloads of the C library's mathematics in device code: for float, and for integers and several types, which
// are taken for double. They are in the global namespace and, by clib.h, in std. Host code gets its own from <cmath>. A
// constexpr function of <cmath> stays a host function only if an overload with its signature is declared before, as
// here.
#pragma once

template <bool, class> struct __warpcheck_only {};
template <class T> struct __warpcheck_only<true, T> {
  typedef T type;
};

// clang drops its builtin __is_arithmetic if C++20's standard headers define that name.
template <class T> struct __warpcheck_number {
  static constexpr bool value = __is_integral(T) || __is_floating_point(T);
};

#define WARPCHECK_OVERLOADS1(R_, name) \
  WARPCHECK_D R_ name(float x);        \
  template <class T>                   \
  WARPCHECK_D typename __warpcheck_only<__is_integral(T), decltype(name(1.0))>::type name(T x);
#define WARPCHECK_MATH1(name) WARPCHECK_OVERLOADS1(float, name)
#define WARPCHECK_MATH2(name)                                                            \
  WARPCHECK_D float name(float x, float y);                                              \
  template <class T, class U_>                                                           \
  WARPCHECK_D                                                                            \
      typename __warpcheck_only<__warpcheck_number<T>::value && __warpcheck_number<U_>::value, double>::type \
      name(T x, U_ y);
WARPCHECK_MATH1(acos)
WARPCHECK_MATH1(acosh)
WARPCHECK_MATH1(asin)
WARPCHECK_MATH1(asinh)
WARPCHECK_MATH1(atan)
WARPCHECK_MATH1(atanh)
WARPCHECK_MATH1(cbrt)
WARPCHECK_MATH1(ceil)
WARPCHECK_MATH1(cos)
WARPCHECK_MATH1(cosh)
WARPCHECK_MATH1(erf)
WARPCHECK_MATH1(erfc)
WARPCHECK_MATH1(exp)
WARPCHECK_MATH1(exp2)
WARPCHECK_MATH1(expm1)
WARPCHECK_MATH1(floor)
WARPCHECK_MATH1(lgamma)
WARPCHECK_MATH1(log)
WARPCHECK_MATH1(log10)
WARPCHECK_MATH1(log1p)
WARPCHECK_MATH1(log2)
WARPCHECK_MATH1(logb)
WARPCHECK_MATH1(nearbyint)
WARPCHECK_MATH1(rint)
WARPCHECK_MATH1(round)
WARPCHECK_MATH1(sin)
WARPCHECK_MATH1(sinh)
WARPCHECK_MATH1(sqrt)
WARPCHECK_MATH1(tan)
WARPCHECK_MATH1(tanh)
WARPCHECK_MATH1(tgamma)
WARPCHECK_MATH1(trunc)
WARPCHECK_OVERLOADS1(int, ilogb)
WARPCHECK_OVERLOADS1(long, lrint)
WARPCHECK_OVERLOADS1(long, lround)
WARPCHECK_OVERLOADS1(long long, llrint)
WARPCHECK_OVERLOADS1(long long, llround)
WARPCHECK_MATH2(atan2)
WARPCHECK_MATH2(copysign)
WARPCHECK_MATH2(fdim)
WARPCHECK_MATH2(fmax)
WARPCHECK_MATH2(fmin)
WARPCHECK_MATH2(fmod)
WARPCHECK_MATH2(hypot)
WARPCHECK_MATH2(nextafter)
WARPCHECK_MATH2(pow)
WARPCHECK_MATH2(remainder)
#undef WARPCHECK_OVERLOADS1
#undef WARPCHECK_MATH1
#undef WARPCHECK_MATH2

WARPCHECK_D float fma(float x, float y, float z);
template <class T, class U_, class V_>
WARPCHECK_D typename __warpcheck_only<
    __warpcheck_number<T>::value && __warpcheck_number<U_>::value && __warpcheck_number<V_>::value, double>::type
fma(T x, U_ y, V_ z);

// Functions with an integer as second argument, or with a pointer to a second result.
#define WARPCHECK_WITH(name, Other)                                                     \
  WARPCHECK_D float name(float x, Other other);                                         \
  template <class T>                                                                    \
  WARPCHECK_D typename __warpcheck_only<__is_integral(T), double>::type name(T x, Other other);
WARPCHECK_WITH(frexp, int *)
WARPCHECK_WITH(ldexp, int)
WARPCHECK_WITH(scalbn, int)
WARPCHECK_WITH(scalbln, long)
#undef WARPCHECK_WITH
WARPCHECK_D float modf(float x, float *whole);
WARPCHECK_D float remquo(float x, float y, int *quotient);
template <class T, class U_>
WARPCHECK_D typename __warpcheck_only<__warpcheck_number<T>::value && __warpcheck_number<U_>::value, double>::type
remquo(T x, U_ y, int *quotient);

WARPCHECK_D inline constexpr float fabs(float x) { return __builtin_fabsf(x); }
template <class T>
WARPCHECK_D inline constexpr typename __warpcheck_only<__is_integral(T), double>::type fabs(T x) {
  return __builtin_fabs(x);
}
WARPCHECK_D inline constexpr float abs(float x) { return __builtin_fabsf(x); }
WARPCHECK_D inline constexpr double abs(double x) { return __builtin_fabs(x); }
WARPCHECK_D inline constexpr long abs(long x) { return x < 0 ? -x : x; }
WARPCHECK_D inline constexpr long long abs(long long x) { return x < 0 ? -x : x; }

template <class T> WARPCHECK_D bool isnan(T x);
template <class T> WARPCHECK_D bool isinf(T x);
template <class T> WARPCHECK_D bool isfinite(T x);
template <class T> WARPCHECK_D bool isnormal(T x);
template <class T> WARPCHECK_D bool signbit(T x);
template <class T, class U_> WARPCHECK_D bool isgreater(T x, U_ y);
template <class T, class U_> WARPCHECK_D bool isgreaterequal(T x, U_ y);
template <class T, class U_> WARPCHECK_D bool isless(T x, U_ y);
template <class T, class U_> WARPCHECK_D bool islessequal(T x, U_ y);
template <class T, class U_> WARPCHECK_D bool islessgreater(T x, U_ y);
template <class T, class U_> WARPCHECK_D bool isunordered(T x, U_ y);
