// CUDA's own mathematical functions, in addition to those of the C library (clib.h). No bodies.
#pragma once

// The macros of math.h that most files need. They do not include it themselves.
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))

#define WARPCHECK_MATH1(name)    \
  double name(double x) noexcept; \
  float name##f(float x) noexcept;
#define WARPCHECK_MATH2(name)              \
  double name(double x, double y) noexcept; \
  float name##f(float x, float y) noexcept;
#define WARPCHECK_MATH3(name)                        \
  double name(double x, double y, double z) noexcept; \
  float name##f(float x, float y, float z) noexcept;
#define WARPCHECK_MATH4(name)                                  \
  double name(double x, double y, double z, double w) noexcept; \
  float name##f(float x, float y, float z, float w) noexcept;

#pragma clang force_cuda_host_device begin
extern "C" {
WARPCHECK_MATH1(cyl_bessel_i0)
WARPCHECK_MATH1(cyl_bessel_i1)
WARPCHECK_MATH1(erfcinv)
WARPCHECK_MATH1(erfcx)
WARPCHECK_MATH1(erfinv)
WARPCHECK_MATH1(normcdf)
WARPCHECK_MATH1(normcdfinv)
WARPCHECK_MATH1(rcbrt)
WARPCHECK_MATH1(rsqrt)
WARPCHECK_MATH2(rhypot)
WARPCHECK_MATH2(fdivide)
WARPCHECK_MATH3(norm3d)
WARPCHECK_MATH3(rnorm3d)
WARPCHECK_MATH4(norm4d)
WARPCHECK_MATH4(rnorm4d)
double norm(int n, const double *v) noexcept;
float normf(int n, const float *v) noexcept;
double rnorm(int n, const double *v) noexcept;
float rnormf(int n, const float *v) noexcept;
void sincospi(double x, double *sine, double *cosine) noexcept;
void sincospif(float x, float *sine, float *cosine) noexcept;
}

float rsqrt(float x);
float rcbrt(float x);
float sinpi(float x);
float cospi(float x);
float tanpi(float x);
float erfinv(float x);
float erfcinv(float x);
float erfcx(float x);
float normcdf(float x);
float normcdfinv(float x);
float rhypot(float x, float y);
void sincos(float x, float *sine, float *cosine);
void sincospi(float x, float *sine, float *cosine);
float exp10(float x);
float fdividef(float x, float y) noexcept;

// min and max of every pair of arithmetic types, as CUDA resolves them.
#define WARPCHECK_MINMAX(R_, A_, B_) \
  R_ min(A_ x, B_ y);             \
  R_ max(A_ x, B_ y);
WARPCHECK_MINMAX(int, int, int)
WARPCHECK_MINMAX(unsigned int, unsigned int, unsigned int)
WARPCHECK_MINMAX(unsigned int, int, unsigned int)
WARPCHECK_MINMAX(unsigned int, unsigned int, int)
WARPCHECK_MINMAX(long, long, long)
WARPCHECK_MINMAX(unsigned long, unsigned long, unsigned long)
WARPCHECK_MINMAX(unsigned long, long, unsigned long)
WARPCHECK_MINMAX(unsigned long, unsigned long, long)
WARPCHECK_MINMAX(long long, long long, long long)
WARPCHECK_MINMAX(unsigned long long, unsigned long long, unsigned long long)
WARPCHECK_MINMAX(unsigned long long, long long, unsigned long long)
WARPCHECK_MINMAX(unsigned long long, unsigned long long, long long)
WARPCHECK_MINMAX(float, float, float)
WARPCHECK_MINMAX(double, double, double)
WARPCHECK_MINMAX(double, float, double)
WARPCHECK_MINMAX(double, double, float)
#undef WARPCHECK_MINMAX
unsigned int umin(unsigned int x, unsigned int y);
unsigned int umax(unsigned int x, unsigned int y);
long long llmin(long long x, long long y);
long long llmax(long long x, long long y);
unsigned long long ullmin(unsigned long long x, unsigned long long y);
unsigned long long ullmax(unsigned long long x, unsigned long long y);
#pragma clang force_cuda_host_device end

// The fast forms, and the forms that name their rounding.
extern "C" {
WARPCHECK_D float __cosf(float x);
WARPCHECK_D float __sinf(float x);
WARPCHECK_D float __tanf(float x);
WARPCHECK_D float __tanhf(float x);
WARPCHECK_D float __expf(float x);
WARPCHECK_D float __exp10f(float x);
WARPCHECK_D float __logf(float x);
WARPCHECK_D float __log2f(float x);
WARPCHECK_D float __log10f(float x);
WARPCHECK_D float __powf(float x, float y);
WARPCHECK_D float __saturatef(float x);
WARPCHECK_D float __fdividef(float x, float y);
WARPCHECK_D void __sincosf(float x, float *sine, float *cosine);
WARPCHECK_D float __frsqrt_rn(float x);
WARPCHECK_D int __isnanf(float x);
WARPCHECK_D int __isinff(float x);
WARPCHECK_D int __isnan(double x);
WARPCHECK_D int __isinf(double x);
WARPCHECK_D int __finite(double x);
WARPCHECK_D int __finitef(float x);
WARPCHECK_D int __signbit(double x);
WARPCHECK_D int __signbitf(float x);

#define WARPCHECK_ROUNDED(mode)                                     \
  WARPCHECK_D float __fadd_##mode(float x, float y);                \
  WARPCHECK_D float __fsub_##mode(float x, float y);                \
  WARPCHECK_D float __fmul_##mode(float x, float y);                \
  WARPCHECK_D float __fdiv_##mode(float x, float y);                \
  WARPCHECK_D float __frcp_##mode(float x);                         \
  WARPCHECK_D float __fsqrt_##mode(float x);                        \
  WARPCHECK_D float __fmaf_##mode(float x, float y, float z);       \
  WARPCHECK_D float __fmaf_ieee_##mode(float x, float y, float z);  \
  WARPCHECK_D double __dadd_##mode(double x, double y);             \
  WARPCHECK_D double __dsub_##mode(double x, double y);             \
  WARPCHECK_D double __dmul_##mode(double x, double y);             \
  WARPCHECK_D double __ddiv_##mode(double x, double y);             \
  WARPCHECK_D double __drcp_##mode(double x);                       \
  WARPCHECK_D double __dsqrt_##mode(double x);                      \
  WARPCHECK_D double __fma_##mode(double x, double y, double z);
WARPCHECK_ROUNDED(rn)
WARPCHECK_ROUNDED(rz)
WARPCHECK_ROUNDED(ru)
WARPCHECK_ROUNDED(rd)
#undef WARPCHECK_ROUNDED
}

#undef WARPCHECK_MATH1
#undef WARPCHECK_MATH2
#undef WARPCHECK_MATH3
#undef WARPCHECK_MATH4

// Two numbers at a time.
WARPCHECK_D float2 __fadd2_rn(float2 x, float2 y);
WARPCHECK_D float2 __fmul2_rn(float2 x, float2 y);
WARPCHECK_D float2 __ffma2_rn(float2 x, float2 y, float2 z);
