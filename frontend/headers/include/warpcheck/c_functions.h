// The functions of the C library that CUDA makes visible everywhere. No guard:
// clib.h includes this once for the host and once for the device, which
// overload each other, so that the machine's own headers redeclare the host's.
#define WARPCHECK_MATH1(name) \
  WARPCHECK_TARGET double name(double x) noexcept; \
  WARPCHECK_TARGET float name##f(float x) noexcept;
#define WARPCHECK_MATH2(name) \
  WARPCHECK_TARGET double name(double x, double y) noexcept; \
  WARPCHECK_TARGET float name##f(float x, float y) noexcept;
#define WARPCHECK_MATH3(name) \
  WARPCHECK_TARGET double name(double x, double y, double z) noexcept; \
  WARPCHECK_TARGET float name##f(float x, float y, float z) noexcept;
extern "C" {
WARPCHECK_TARGET int printf(const char *__restrict const format WARPCHECK_NO_ADDRESS, ...);
WARPCHECK_TARGET void *malloc(size_t size) noexcept;
WARPCHECK_TARGET void *calloc(size_t count, size_t size) noexcept;
WARPCHECK_TARGET void *realloc(void *p, size_t size) noexcept;
WARPCHECK_TARGET void free(void *const p WARPCHECK_NO_ADDRESS) noexcept;
WARPCHECK_TARGET void exit(int status) noexcept __attribute__((noreturn));
WARPCHECK_TARGET void abort() noexcept __attribute__((noreturn));
WARPCHECK_TARGET int abs(int x) noexcept __attribute__((const));
WARPCHECK_TARGET long labs(long x) noexcept __attribute__((const));
WARPCHECK_TARGET long long llabs(long long x) noexcept __attribute__((const));
WARPCHECK_TARGET int rand() noexcept;
WARPCHECK_TARGET void srand(unsigned int seed) noexcept;
WARPCHECK_TARGET int atoi(const char *text) noexcept;
WARPCHECK_TARGET double atof(const char *text) noexcept;

WARPCHECK_TARGET void *memcpy(void *__restrict to, const void *__restrict from,
                              size_t size) noexcept;
WARPCHECK_TARGET void *memmove(void *to, const void *from, size_t size) noexcept;
WARPCHECK_TARGET void *memset(void *to, int byte, size_t size) noexcept;
WARPCHECK_TARGET int memcmp(const void *a, const void *b, size_t size) noexcept;
WARPCHECK_TARGET size_t strlen(const char *text) noexcept;
WARPCHECK_TARGET int strcmp(const char *a, const char *b) noexcept;
WARPCHECK_TARGET int strncmp(const char *a, const char *b, size_t size) noexcept;
WARPCHECK_TARGET char *strcpy(char *__restrict to, const char *__restrict from) noexcept;
WARPCHECK_TARGET char *strcat(char *__restrict to, const char *__restrict from) noexcept;

WARPCHECK_TARGET void __assert_fail(const char *condition, const char *file, unsigned int line,
                                    const char *function) noexcept __attribute__((noreturn));

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
WARPCHECK_MATH1(cospi)
WARPCHECK_MATH1(erf)
WARPCHECK_MATH1(erfc)
WARPCHECK_MATH1(exp)
WARPCHECK_MATH1(exp10)
WARPCHECK_MATH1(exp2)
WARPCHECK_MATH1(expm1)
WARPCHECK_MATH1(fabs)
WARPCHECK_MATH1(floor)
WARPCHECK_MATH1(j0)
WARPCHECK_MATH1(j1)
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
WARPCHECK_MATH1(sinpi)
WARPCHECK_MATH1(sqrt)
WARPCHECK_MATH1(tan)
WARPCHECK_MATH1(tanh)
WARPCHECK_MATH1(tanpi)
WARPCHECK_MATH1(tgamma)
WARPCHECK_MATH1(trunc)
WARPCHECK_MATH1(y0)
WARPCHECK_MATH1(y1)
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
WARPCHECK_MATH3(fma)

WARPCHECK_TARGET int ilogb(double x) noexcept;
WARPCHECK_TARGET int ilogbf(float x) noexcept;
WARPCHECK_TARGET long lrint(double x) noexcept;
WARPCHECK_TARGET long lrintf(float x) noexcept;
WARPCHECK_TARGET long lround(double x) noexcept;
WARPCHECK_TARGET long lroundf(float x) noexcept;
WARPCHECK_TARGET long long llrint(double x) noexcept;
WARPCHECK_TARGET long long llrintf(float x) noexcept;
WARPCHECK_TARGET long long llround(double x) noexcept;
WARPCHECK_TARGET long long llroundf(float x) noexcept;
WARPCHECK_TARGET double ldexp(double x, int exponent) noexcept;
WARPCHECK_TARGET float ldexpf(float x, int exponent) noexcept;
WARPCHECK_TARGET double scalbn(double x, int exponent) noexcept;
WARPCHECK_TARGET float scalbnf(float x, int exponent) noexcept;
WARPCHECK_TARGET double scalbln(double x, long exponent) noexcept;
WARPCHECK_TARGET float scalblnf(float x, long exponent) noexcept;
WARPCHECK_TARGET double frexp(double x, int *exponent) noexcept;
WARPCHECK_TARGET float frexpf(float x, int *exponent) noexcept;
WARPCHECK_TARGET double modf(double x, double *whole) noexcept;
WARPCHECK_TARGET float modff(float x, float *whole) noexcept;
WARPCHECK_TARGET double remquo(double x, double y, int *quotient) noexcept;
WARPCHECK_TARGET float remquof(float x, float y, int *quotient) noexcept;
WARPCHECK_TARGET double nan(const char *tag) noexcept;
WARPCHECK_TARGET float nanf(const char *tag) noexcept;
WARPCHECK_TARGET double jn(int n, double x) noexcept;
WARPCHECK_TARGET float jnf(int n, float x) noexcept;
WARPCHECK_TARGET double yn(int n, double x) noexcept;
WARPCHECK_TARGET float ynf(int n, float x) noexcept;
WARPCHECK_TARGET void sincos(double x, double *sine, double *cosine) noexcept;
WARPCHECK_TARGET void sincosf(float x, float *sine, float *cosine) noexcept;
WARPCHECK_TARGET clock_t clock() noexcept;
}
#undef WARPCHECK_MATH1
#undef WARPCHECK_MATH2
#undef WARPCHECK_MATH3
