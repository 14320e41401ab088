// The spellings that nvcc gives to CUDA's attributes, and its macros.
#pragma once

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __grid_constant__
#define __nv_pure__ __attribute__((pure))
#define __cluster_dims__(...) __attribute__((annotate("warpcheck::cluster", ##__VA_ARGS__)))
#define __block_size__(...)
#define __maxnreg__(n)
#define __tile_global__ __global__
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB

// The attribute launch_bounds has two operands here. The upper half of the second holds the
// third, the most blocks of a cluster (launchBounds in frontend/clang/declarations.cc).
// Functions take the operands: a macro would split template arguments at commas.
#if __cplusplus >= 201103L
constexpr int __warpcheck_bound(unsigned long long threads, unsigned long long = 0,
                                unsigned long long = 0) {
  return threads;
}
constexpr int __warpcheck_blocks(unsigned long long, unsigned long long blocks = 0,
                                 unsigned long long clusters = 0) {
  return (blocks & 0xffff) | (clusters & 0x7fff) << 16;
}
#define __launch_bounds__(...) \
  __attribute__((launch_bounds(__warpcheck_bound(__VA_ARGS__), __warpcheck_blocks(__VA_ARGS__))))
#else
#define WARPCHECK_BOUND(threads, ...) __attribute__((launch_bounds(threads)))
#define __launch_bounds__(...) WARPCHECK_BOUND(__VA_ARGS__, 0)
#endif

// Macros that nvcc defines. The version is the last of CUDA 12, which still
// has the functions that CUDA 13 removed. The API stand-ins accept both.
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 9
#define __CUDACC_VER_BUILD__ 86
#define __CUDA_API_VER_MAJOR__ 12
#define __CUDA_API_VER_MINOR__ 9
#define __CUDA_ARCH_LIST__ __CUDA_ARCH__
#define CUDA_VERSION 12090
#define __CUDA_API_VERSION CUDA_VERSION
#define CUDART_VERSION 12090
#define __CUDART_API_VERSION CUDART_VERSION

// The guards of NVIDIA's headers: programs test them to find out what was included.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __HOST_DEFINES_H__

// Functions of host and device, and of the device alone.
#define WARPCHECK_HD __attribute__((host)) __attribute__((device))
#define WARPCHECK_D __attribute__((device))

// A function template for the device. If it is constexpr, clang instantiates it at each call,
// also in a template that nobody instantiates, because it may be needed for a constant.
#if __cplusplus >= 201402L
#define WARPCHECK_MADE_D constexpr __attribute__((device))
#else
#define WARPCHECK_MADE_D __attribute__((device))
#endif
