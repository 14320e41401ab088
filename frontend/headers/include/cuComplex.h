// Complex numbers of CUDA's C API, with bodies: programs use them in kernels.
#pragma once
#include <warpcheck_prelude.h>

typedef float2 cuFloatComplex;
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;

#define WARPCHECK_COMPLEX(C, T, f, Real)                                                    \
  WARPCHECK_HD inline T cuCreal##f(C z) { return z.x; }                                     \
  WARPCHECK_HD inline T cuCimag##f(C z) { return z.y; }                                     \
  WARPCHECK_HD inline C make_cu##Real##Complex(T re, T im) { return C{re, im}; }            \
  WARPCHECK_HD inline C cuConj##f(C z) { return C{z.x, -z.y}; }                             \
  WARPCHECK_HD inline C cuCadd##f(C a, C b) { return C{a.x + b.x, a.y + b.y}; }             \
  WARPCHECK_HD inline C cuCsub##f(C a, C b) { return C{a.x - b.x, a.y - b.y}; }             \
  WARPCHECK_HD inline C cuCmul##f(C a, C b) {                                               \
    return C{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                 \
  }                                                                                         \
  WARPCHECK_HD inline C cuCdiv##f(C a, C b) {                                               \
    T norm = b.x * b.x + b.y * b.y;                                                         \
    return C{(a.x * b.x + a.y * b.y) / norm, (a.y * b.x - a.x * b.y) / norm};               \
  }                                                                                         \
  WARPCHECK_HD inline T cuCabs##f(C z) { return hypot##f(z.x, z.y); }                       \
  WARPCHECK_HD inline C cuCfma##f(C a, C b, C c) { return cuCadd##f(cuCmul##f(a, b), c); }
WARPCHECK_COMPLEX(cuFloatComplex, float, f, Float)
WARPCHECK_COMPLEX(cuDoubleComplex, double, , Double)
#undef WARPCHECK_COMPLEX
WARPCHECK_HD inline cuComplex make_cuComplex(float re, float im) { return cuComplex{re, im}; }
WARPCHECK_HD inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) {
  return cuDoubleComplex{z.x, z.y};
}
WARPCHECK_HD inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
  return cuFloatComplex{(float)z.x, (float)z.y};
}
