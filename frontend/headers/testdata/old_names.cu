// What older programs name of the device's functions, some of it without the underscores that came later.
#include <common_functions.h>
#include <device_atomic_functions.h>
#include <device_double_functions.h>
#include <sm_61_intrinsics.h>

__global__ void converted(int *i, unsigned *u, long long *l, float *f) {
  f[0] = int2float(i[0]) + uint2float(u[0], cudaRoundMinInf);
  i[1] = float2int(f[1]) + float_as_int(saturate(f[2]));
  u[1] = float2uint(f[3], cudaRoundNearest) + umul24(u[2], u[3]);
  i[2] = mulhi(i[3], i[4]) + mul24(i[5], i[6]);
  u[4] = mulhi(u[5], i[7]) + mulhi(i[8], u[6]);
  l[0] = mul64hi(l[1], l[2]);
}
