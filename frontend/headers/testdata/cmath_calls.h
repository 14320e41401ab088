// Every function of <cmath>, in code of the device, of the host and of both.
#define ALL1(M) \
  M(acos) M(acosh) M(asin) M(asinh) M(atan) M(atanh) M(cbrt) M(ceil) M(cos) M(cosh) M(erf) \
  M(erfc) M(exp) M(exp2) M(expm1) M(fabs) M(floor) M(ilogb) M(lgamma) M(llrint) M(llround) \
  M(log) M(log10) M(log1p) M(log2) M(logb) M(lrint) M(lround) M(nearbyint) M(rint) M(round) \
  M(sin) M(sinh) M(sqrt) M(tan) M(tanh) M(tgamma) M(trunc)
#define ALL2(M) \
  M(atan2) M(copysign) M(fdim) M(fmax) M(fmin) M(fmod) M(hypot) M(nextafter) M(pow) M(remainder)
#define CLASSES1(M) M(isfinite) M(isinf) M(isnan) M(isnormal) M(signbit)
#define CLASSES2(M) \
  M(isgreater) M(isgreaterequal) M(isless) M(islessequal) M(islessgreater) M(isunordered)

#define CALL1(name) d += name(f) + name(d) + name(i) + std::name(f) + std::name(d) + std::name(i);
#define CALL2(name)                                                                            \
  d += name(f, f) + name(d, d) + name(f, d) + name(d, f) + name(f, i) + name(i, d) + name(i, u); \
  d += std::name(f, f) + std::name(d, d) + std::name(f, d) + std::name(d, f) +                 \
       std::name(f, i) + std::name(i, d) + std::name(i, u);
#define CALLS_OF_ALL                                                                     \
  float f = 1;                                                                           \
  double d = 2;                                                                          \
  int i = 3;                                                                             \
  unsigned u = 4;                                                                        \
  long l = 5;                                                                            \
  ALL1(CALL1)                                                                            \
  ALL2(CALL2)                                                                            \
  d += abs(f) + abs(d) + abs(i) + abs(l) + std::abs(f) + std::abs(d) + std::abs(i) + std::abs(l); \
  d += fma(f, f, f) + fma(d, d, d) + fma(f, d, i) + std::fma(f, f, f) + std::fma(d, f, i); \
  d += frexp(f, &i) + frexp(d, &i) + std::frexp(f, &i) + std::frexp(d, &i) + std::frexp(i, &i); \
  d += ldexp(f, i) + ldexp(d, i) + std::ldexp(f, i) + std::ldexp(d, i) + std::ldexp(i, i); \
  d += scalbn(f, i) + scalbn(d, i) + std::scalbn(f, i) + std::scalbn(d, i);              \
  d += scalbln(f, l) + scalbln(d, l) + std::scalbln(f, l) + std::scalbln(d, l);          \
  d += modf(d, &d) + std::modf(d, &d) + remquo(d, d, &i) + std::remquo(d, d, &i);        \
  d += remquo(f, f, &i) + remquo(f, d, &i) + std::remquo(f, f, &i) + std::remquo(f, d, &i); \
  d += nan("") + std::nan("") + nanf("")

template <class A, class B> struct same;
template <class A> struct same<A, A> {};

// What functions of float yield in device code.
inline __device__ float parts(float f, int i) {
  float whole;
  same<decltype(sqrt(f)), float> a;
  same<decltype(std::pow(f, f)), float> b;
  same<decltype(abs(f)), float> c;
  same<decltype(lround(f)), long> d;
  same<decltype(std::fabs(f)), float> e;
  (void)a, (void)b, (void)c, (void)d, (void)e;
  return modf(f, &whole) + std::modf(f, &whole) + whole;
}

inline __device__ double on_device() {
  CALLS_OF_ALL;
  CLASSES1(CALL1)
  CLASSES2(CALL2)
  return d;
}
inline __host__ __device__ double on_both() {
  CALLS_OF_ALL;
  return d;
}
inline double on_host() {
  CALLS_OF_ALL;
  return d;
}

__global__ void kernel(double *out) { *out = on_device() + on_both() + parts(2, 3); }
