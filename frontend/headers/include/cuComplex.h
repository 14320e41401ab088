// Complex numbers of CUDA's C API, with bodies: programs use them in kernels.
#pragma once
#include <warpcheck_prelude.h>

typedef float2 cuFloatComplex;
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;

#define WARPCHECK_COMPLEX(C_, T, f, Real)                                                   \
  WARPCHECK_HD inline T cuCreal##f(C_ z) { return z.x; }                                    \
  WARPCHECK_HD inline T cuCimag##f(C_ z) { return z.y; }                                    \
  WARPCHECK_HD inline C_ make_cu##Real##Complex(T re, T im) { return C_{re, im}; }          \
  WARPCHECK_HD inline C_ cuConj##f(C_ z) { return C_{z.x, -z.y}; }                          \
  WARPCHECK_HD inline C_ cuCadd##f(C_ a, C_ b) { return C_{a.x + b.x, a.y + b.y}; }         \
  WARPCHECK_HD inline C_ cuCsub##f(C_ a, C_ b) { return C_{a.x - b.x, a.y - b.y}; }         \
  WARPCHECK_HD inline C_ cuCmul##f(C_ a, C_ b) {                                            \
    return C_{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                \
  }                                                                                         \
  WARPCHECK_HD inline C_ cuCdiv##f(C_ a, C_ b) {                                            \
    T norm = b.x * b.x + b.y * b.y;                                                         \
    return C_{(a.x * b.x + a.y * b.y) / norm, (a.y * b.x - a.x * b.y) / norm};              \
  }                                                                                         \
  WARPCHECK_HD inline T cuCabs##f(C_ z) { return hypot##f(z.x, z.y); }                      \
  WARPCHECK_HD inline C_ cuCfma##f(C_ a, C_ b, C_ c) { return cuCadd##f(cuCmul##f(a, b), c); }
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
