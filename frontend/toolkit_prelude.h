// Declarations of newer toolkits that clang lacks.
// This is included after the toolkit's own cuda_runtime.h.
#pragma clang system_header

// As in warpcheck/attributes.h.
constexpr int __warpcheck_bound(unsigned long long threads, unsigned long long = 0,
                                unsigned long long = 0) {
  return threads;
}
constexpr int __warpcheck_blocks(unsigned long long, unsigned long long blocks = 0,
                                 unsigned long long clusters = 0) {
  return (blocks & 0xffff) | (clusters & 0x7fff) << 16;
}
#undef __launch_bounds__
#define __launch_bounds__(...) \
  __attribute__((launch_bounds(__warpcheck_bound(__VA_ARGS__), __warpcheck_blocks(__VA_ARGS__))))
#undef __grid_constant__
#define __grid_constant__
#undef __cluster_dims__
#define __cluster_dims__(...) __attribute__((annotate("warpcheck::cluster", ##__VA_ARGS__)))
#undef __block_size__
#define __block_size__(...)
#undef __managed__ // clang would take such a variable for the host's
#define __managed__ __attribute__((device))

__attribute__((device)) unsigned __reduce_add_sync(unsigned mask, unsigned value);
__attribute__((device)) unsigned __reduce_min_sync(unsigned mask, unsigned value);
__attribute__((device)) unsigned __reduce_max_sync(unsigned mask, unsigned value);
__attribute__((device)) int __reduce_add_sync(unsigned mask, int value);
__attribute__((device)) int __reduce_min_sync(unsigned mask, int value);
__attribute__((device)) int __reduce_max_sync(unsigned mask, int value);
__attribute__((device)) unsigned __reduce_and_sync(unsigned mask, unsigned value);
__attribute__((device)) unsigned __reduce_or_sync(unsigned mask, unsigned value);
__attribute__((device)) unsigned __reduce_xor_sync(unsigned mask, unsigned value);

__attribute__((device)) unsigned __isClusterShared(const void *address);

// Headers of the C library that nvcc includes by its crt/, and that clang does not include.
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <new>
#include <stdio.h>
#include <time.h>

#ifndef __CLANG_CUDA_WRAPPERS_NEW
__attribute__((device)) inline void *operator new(__SIZE_TYPE__, void *place) noexcept { return place; }
__attribute__((device)) inline void *operator new[](__SIZE_TYPE__, void *place) noexcept { return place; }
__attribute__((device)) inline void operator delete(void *, void *) noexcept {}
__attribute__((device)) inline void operator delete[](void *, void *) noexcept {}
#endif

// nvcc defines these for every unit, and its host compiler sees min and max too.
#include <cuda.h>
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ (CUDA_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (CUDA_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__ 0
#endif

#define WARPCHECK_HOST_ORDER(result, left, right)                                                 \
  __attribute__((host)) inline result min(left a, right b) { return result(a) < b ? a : b; } \
  __attribute__((host)) inline result max(left a, right b) { return result(a) < b ? b : a; }
#define WARPCHECK_HOST_ORDERS(type, wider)                                                        \
  WARPCHECK_HOST_ORDER(type, type, type)                                                          \
  WARPCHECK_HOST_ORDER(wider, wider, wider)                                                       \
  WARPCHECK_HOST_ORDER(wider, type, wider)                                                        \
  WARPCHECK_HOST_ORDER(wider, wider, type)
typedef unsigned int __warpcheck_uint;
typedef unsigned long __warpcheck_ulong;
typedef long long __warpcheck_llong;
typedef unsigned long long __warpcheck_ullong;
WARPCHECK_HOST_ORDERS(int, __warpcheck_uint)
WARPCHECK_HOST_ORDERS(long, __warpcheck_ulong)
WARPCHECK_HOST_ORDERS(__warpcheck_llong, __warpcheck_ullong)
WARPCHECK_HOST_ORDERS(float, double)

// Headers that nvcc includes in every unit, and that clang's CUDA support leaves out.
#if __has_include(<surface_indirect_functions.h>)
#include <surface_indirect_functions.h>
#endif
