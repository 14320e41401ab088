// Thrust's complex numbers and random numbers, which kernels use too.
#pragma once
#include "thrust_core.h"

THRUST_NAMESPACE_BEGIN
template <class T> struct complex {
  typedef T value_type;
  T re, im;
  WARPCHECK_HD constexpr complex(const T &r = T(), const T &i = T()) : re(r), im(i) {}
  template <class U_>
  WARPCHECK_HD constexpr complex(const complex<U_> &z) : re(T(z.real())), im(T(z.imag())) {}
  complex(const std::complex<T> &z) : re(z.real()), im(z.imag()) {}
  WARPCHECK_HD constexpr T real() const { return re; }
  WARPCHECK_HD constexpr T imag() const { return im; }
  WARPCHECK_HD void real(T r) { re = r; }
  WARPCHECK_HD void imag(T i) { im = i; }
  template <class U_> WARPCHECK_HD complex &operator+=(const U_ &z) { return *this = *this + z; }
  template <class U_> WARPCHECK_HD complex &operator-=(const U_ &z) { return *this = *this - z; }
  template <class U_> WARPCHECK_HD complex &operator*=(const U_ &z) { return *this = *this * z; }
  template <class U_> WARPCHECK_HD complex &operator/=(const U_ &z) { return *this = *this / z; }
  operator std::complex<T>() const { return std::complex<T>(re, im); }
};
#define WARPCHECK_COMPLEX(op)                                                              \
  template <class T> WARPCHECK_HD complex<T> operator op(const complex<T> &, const complex<T> &); \
  template <class T> WARPCHECK_HD complex<T> operator op(const complex<T> &, const T &);   \
  template <class T> WARPCHECK_HD complex<T> operator op(const T &, const complex<T> &);
WARPCHECK_COMPLEX(+)
WARPCHECK_COMPLEX(-)
WARPCHECK_COMPLEX(*)
WARPCHECK_COMPLEX(/)
#undef WARPCHECK_COMPLEX
template <class T> WARPCHECK_HD complex<T> operator-(const complex<T> &z);
template <class T> WARPCHECK_HD bool operator==(const complex<T> &, const complex<T> &);
template <class T> WARPCHECK_HD bool operator!=(const complex<T> &, const complex<T> &);
#define WARPCHECK_COMPLEX(name) \
  template <class T> WARPCHECK_HD complex<T> name(const complex<T> &z);
WARPCHECK_COMPLEX(conj)
WARPCHECK_COMPLEX(exp)
WARPCHECK_COMPLEX(log)
WARPCHECK_COMPLEX(sqrt)
WARPCHECK_COMPLEX(sin)
WARPCHECK_COMPLEX(cos)
WARPCHECK_COMPLEX(tan)
WARPCHECK_COMPLEX(sinh)
WARPCHECK_COMPLEX(cosh)
WARPCHECK_COMPLEX(tanh)
WARPCHECK_COMPLEX(asin)
WARPCHECK_COMPLEX(acos)
WARPCHECK_COMPLEX(atan)
WARPCHECK_COMPLEX(asinh)
WARPCHECK_COMPLEX(acosh)
WARPCHECK_COMPLEX(atanh)
WARPCHECK_COMPLEX(log10)
WARPCHECK_COMPLEX(proj)
#undef WARPCHECK_COMPLEX
template <class T> std::ostream &operator<<(std::ostream &to, const complex<T> &z);
template <class T> std::istream &operator>>(std::istream &from, complex<T> &z);
template <class T> WARPCHECK_HD T abs(const complex<T> &z);
template <class T> WARPCHECK_HD T arg(const complex<T> &z);
template <class T> WARPCHECK_HD T norm(const complex<T> &z);
template <class T> WARPCHECK_HD complex<T> polar(const T &radius, const T &angle = T());
template <class T, class U_> WARPCHECK_HD complex<T> pow(const complex<T> &z, const U_ &power);

namespace random {
struct engine {
  typedef unsigned int result_type;
  WARPCHECK_HD explicit engine(unsigned int seed = 0);
  WARPCHECK_HD unsigned int operator()();
  WARPCHECK_HD void seed(unsigned int seed);
  WARPCHECK_HD void discard(unsigned long long n);
  static constexpr unsigned int(min)() { return 0; }
  static constexpr unsigned int(max)() { return 0xffffffff; }
};
typedef engine default_random_engine, minstd_rand, minstd_rand0, taus88, ranlux24, ranlux48;
template <class T> struct distribution {
  WARPCHECK_HD explicit distribution(T a = T(), T b = T());
  template <class Engine> WARPCHECK_HD T operator()(Engine &e);
};
template <class T = double> using uniform_real_distribution = distribution<T>;
template <class T = int> using uniform_int_distribution = distribution<T>;
template <class T = double> using normal_distribution = distribution<T>;
}  // namespace random
using namespace random;
THRUST_NAMESPACE_END
