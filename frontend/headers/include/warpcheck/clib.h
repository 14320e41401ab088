// The C library for host and device (see c_functions.h), and what the device adds.
#pragma once

// Spelt as in glibc, so that glibc's headers may declare them again.
typedef long clock_t;
typedef long time_t;
#define EXIT_FAILURE 1
#define EXIT_SUCCESS 0

// &free and &printf mean the host's functions. nvcc has one function of each name, but clang would not know which
// of two is meant. Host code passes their addresses on. clang takes no address of a function with this attribute.
#define WARPCHECK_NO_ADDRESS
#define WARPCHECK_TARGET __attribute__((host))
#include "c_functions.h"
#undef WARPCHECK_TARGET
#undef WARPCHECK_NO_ADDRESS
#define WARPCHECK_NO_ADDRESS __attribute__((pass_object_size(0)))
#define WARPCHECK_TARGET __attribute__((device))
#include "c_functions.h"
#undef WARPCHECK_TARGET
#undef WARPCHECK_NO_ADDRESS
#include "math_overloads.h"

extern "C" WARPCHECK_D void __assertfail(const void *message, const void *file,
                                         unsigned int line, const void *function,
                                         size_t size) __attribute__((noreturn));
extern "C" WARPCHECK_D long long clock64();
extern "C" WARPCHECK_D void __trap() __attribute__((noreturn));
extern "C" WARPCHECK_D void __brkpt(int code = 0);
extern "C" WARPCHECK_D void __exit() __attribute__((noreturn));
extern "C" WARPCHECK_D void __nanosleep(unsigned int nanoseconds);
extern "C" WARPCHECK_D void __prof_trigger(int counter);

// Programs that do not include <cmath> find these in std, because CUDA includes it.
namespace std {
using ::abs;
using ::labs;
using ::llabs;
using ::acos;
using ::acosh;
using ::asin;
using ::asinh;
using ::atan;
using ::atanh;
using ::atan2;
using ::cbrt;
using ::ceil;
using ::copysign;
using ::cos;
using ::cosh;
using ::erf;
using ::erfc;
using ::exp;
using ::exp2;
using ::expm1;
using ::fabs;
using ::fdim;
using ::floor;
using ::fma;
using ::fmax;
using ::fmin;
using ::fmod;
using ::frexp;
using ::hypot;
using ::ilogb;
using ::ldexp;
using ::lgamma;
using ::llrint;
using ::llround;
using ::log;
using ::log10;
using ::log1p;
using ::log2;
using ::logb;
using ::lrint;
using ::lround;
using ::modf;
using ::nan;
using ::nanf;
using ::nearbyint;
using ::nextafter;
using ::pow;
using ::remainder;
using ::remquo;
using ::rint;
using ::round;
using ::scalbln;
using ::scalbn;
using ::sin;
using ::sinh;
using ::sqrt;
using ::tan;
using ::tanh;
using ::tgamma;
using ::trunc;
using ::isfinite;
using ::isgreater;
using ::isgreaterequal;
using ::isinf;
using ::isless;
using ::islessequal;
using ::islessgreater;
using ::isnan;
using ::isnormal;
using ::isunordered;
using ::signbit;
using ::malloc;
using ::free;
using ::memcpy;
using ::memset;
using ::printf;
using ::exit;
using ::size_t;
}

// Placement new in device code, with or without <new>.
WARPCHECK_D inline void *operator new(size_t, void *place) noexcept { return place; }
WARPCHECK_D inline void *operator new[](size_t, void *place) noexcept { return place; }
WARPCHECK_D inline void operator delete(void *, void *) noexcept {}
WARPCHECK_D inline void operator delete[](void *, void *) noexcept {}
