// Atomic additions for every type of elements.
#pragma once
#include "types.h"

// For a type without an atomic addition of its own, the old value is read as volatile.
template <class T> __device__ T gpuAtomicAdd(T *p, T value) {
  const T old = *(T volatile *)p;
  *(T volatile *)p = T(old + value);
  return old;
}
inline __device__ int gpuAtomicAdd(int *p, int value) { return atomicAdd(p, value); }
inline __device__ unsigned gpuAtomicAdd(unsigned *p, unsigned value) { return atomicAdd(p, value); }
inline __device__ float gpuAtomicAdd(float *p, float value) { return atomicAdd(p, value); }
inline __device__ double gpuAtomicAdd(double *p, double value) { return atomicAdd(p, value); }
inline __device__ int64_t gpuAtomicAdd(int64_t *p, int64_t value) {
  return atomicAdd((unsigned long long *)p, (unsigned long long)value);
}
inline __device__ c10::Half gpuAtomicAdd(c10::Half *p, c10::Half value) {
  return atomicAdd((__half *)p, __half(float(value)));
}
inline __device__ c10::BFloat16 gpuAtomicAdd(c10::BFloat16 *p, c10::BFloat16 value) {
  return atomicAdd((__nv_bfloat16 *)p, __nv_bfloat16(float(value)));
}
// The two parts of a complex number are added separately.
template <class T> __device__ void gpuAtomicAdd(c10::complex<T> *p, c10::complex<T> value) {
  gpuAtomicAdd(&p->real_, value.real_);
  gpuAtomicAdd(&p->imag_, value.imag_);
}
template <class T> __device__ void gpuAtomicAddNoReturn(T *p, T value) { gpuAtomicAdd(p, value); }
template <class T, class Index>
__device__ void fastAtomicAdd(T *p, Index i, Index, T value, bool) {
  gpuAtomicAdd(p + i, value);
}
inline __device__ int64_t atomicAdd(int64_t *p, int64_t value) { return gpuAtomicAdd(p, value); }
inline __device__ c10::Half atomicAdd(c10::Half *p, c10::Half value) {
  return gpuAtomicAdd(p, value);
}
inline __device__ c10::BFloat16 atomicAdd(c10::BFloat16 *p, c10::BFloat16 value) {
  return gpuAtomicAdd(p, value);
}
template <class T> __device__ void atomicAdd(c10::complex<T> *p, c10::complex<T> value) {
  gpuAtomicAdd(p, value);
}
