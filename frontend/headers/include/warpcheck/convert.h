// Conversions between numbers, and between bits and numbers. No bodies.
#pragma once

extern "C" {
#define WARPCHECK_CONVERT(mode)                                              \
  WARPCHECK_D int __float2int_##mode(float x);                               \
  WARPCHECK_D unsigned int __float2uint_##mode(float x);                     \
  WARPCHECK_D long long __float2ll_##mode(float x);                          \
  WARPCHECK_D unsigned long long __float2ull_##mode(float x);                \
  WARPCHECK_D int __double2int_##mode(double x);                             \
  WARPCHECK_D unsigned int __double2uint_##mode(double x);                   \
  WARPCHECK_D long long __double2ll_##mode(double x);                        \
  WARPCHECK_D unsigned long long __double2ull_##mode(double x);              \
  WARPCHECK_D float __double2float_##mode(double x);                         \
  WARPCHECK_D float __int2float_##mode(int x);                               \
  WARPCHECK_D float __uint2float_##mode(unsigned int x);                     \
  WARPCHECK_D float __ll2float_##mode(long long x);                          \
  WARPCHECK_D float __ull2float_##mode(unsigned long long x);                \
  WARPCHECK_D double __ll2double_##mode(long long x);                        \
  WARPCHECK_D double __ull2double_##mode(unsigned long long x);
WARPCHECK_CONVERT(rn)
WARPCHECK_CONVERT(rz)
WARPCHECK_CONVERT(ru)
WARPCHECK_CONVERT(rd)
#undef WARPCHECK_CONVERT

WARPCHECK_D double __int2double_rn(int x);
WARPCHECK_D double __uint2double_rn(unsigned int x);
WARPCHECK_D int __float_as_int(float x);
WARPCHECK_D unsigned int __float_as_uint(float x);
WARPCHECK_D float __int_as_float(int x);
WARPCHECK_D float __uint_as_float(unsigned int x);
WARPCHECK_D long long __double_as_longlong(double x);
WARPCHECK_D double __longlong_as_double(long long x);
WARPCHECK_D int __double2hiint(double x);
WARPCHECK_D int __double2loint(double x);
WARPCHECK_D double __hiloint2double(int high, int low);
}

WARPCHECK_D int float_as_int(float x);
WARPCHECK_D float int_as_float(int x);
WARPCHECK_D float uint_as_float(unsigned int x);
WARPCHECK_D unsigned int float_as_uint(float x);
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
WARPCHECK_D int float2int(float x, cudaRoundMode mode = cudaRoundZero);
WARPCHECK_D unsigned int float2uint(float x, cudaRoundMode mode = cudaRoundZero);
WARPCHECK_D float int2float(int x, cudaRoundMode mode = cudaRoundNearest);
WARPCHECK_D float uint2float(unsigned int x, cudaRoundMode mode = cudaRoundNearest);
WARPCHECK_D float saturate(float x);
