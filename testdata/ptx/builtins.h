// What kernels of testdata/kernels use of CUDA, made of clang's builtins, so that clang compiles them to PTX without a
// toolkit. Every function here is one instruction of PTX, or arithmetic.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(n) __attribute__((aligned(n)))
#define BUILTIN static __device__ __forceinline__

typedef __SIZE_TYPE__ size_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
typedef __UINTPTR_TYPE__ uintptr_t;

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
struct int2 { int x, y; };
struct int4 { int x, y, z, w; };
struct uint2 { unsigned x, y; };
struct uint4 { unsigned x, y, z, w; };
struct float2 { float x, y; };
struct float4 { float x, y, z, w; };
typedef struct CUstream_st *cudaStream_t;
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
extern "C" int cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
extern "C" int cudaDeviceSynchronize();
template <class T> int cudaMalloc(T **p, size_t n);
extern "C" int cudaFree(void *p);

#define DIMENSION(dimension, read)                                                                                      \
  __declspec(property(get = get_##dimension)) unsigned dimension;                                                       \
  static __device__ __forceinline__ unsigned get_##dimension() { return read(); }
#define REGISTER(type, name, read)                                                                                      \
  struct type {                                                                                                         \
    DIMENSION(x, read##_x) DIMENSION(y, read##_y) DIMENSION(z, read##_z)                                                \
    __device__ __forceinline__ operator dim3() const { return dim3(x, y, z); }                                          \
  };                                                                                                                    \
  extern const __device__ __attribute__((weak)) type name;
REGISTER(ThreadIdx, threadIdx, __nvvm_read_ptx_sreg_tid)
REGISTER(BlockIdx, blockIdx, __nvvm_read_ptx_sreg_ctaid)
REGISTER(BlockDim, blockDim, __nvvm_read_ptx_sreg_ntid)
REGISTER(GridDim, gridDim, __nvvm_read_ptx_sreg_nctaid)
static const int warpSize = 32;

BUILTIN int __syncthreads_count(int p) { return __nvvm_bar0_popc(p); }
BUILTIN int __syncthreads_and(int p) { return __nvvm_bar0_and(p); }
BUILTIN int __syncthreads_or(int p) { return __nvvm_bar0_or(p); }
BUILTIN void __syncwarp(unsigned mask = 0xffffffff) { __nvvm_bar_warp_sync(mask); }
BUILTIN void __threadfence() { __nvvm_membar_gl(); }
BUILTIN void __threadfence_block() { __nvvm_membar_cta(); }
BUILTIN void __threadfence_system() { __nvvm_membar_sys(); }
BUILTIN void __trap() { __builtin_trap(); }
BUILTIN unsigned __activemask() {
  unsigned mask;
  asm volatile("activemask.b32 %0;" : "=r"(mask));
  return mask;
}

#define SHUFFLE(name, how, last)                                                                                        \
  BUILTIN int name(unsigned mask, int v, int by, int width = 32) {                                                      \
    return __nvvm_shfl_sync_##how##_i32(mask, v, by, ((32 - width) << 8) | last);                                       \
  }                                                                                                                     \
  BUILTIN unsigned name(unsigned mask, unsigned v, int by, int width = 32) { return name(mask, (int)v, by, width); }    \
  BUILTIN float name(unsigned mask, float v, int by, int width = 32) {                                                  \
    return __nvvm_shfl_sync_##how##_f32(mask, v, by, ((32 - width) << 8) | last);                                       \
  }
SHUFFLE(__shfl_sync, idx, 0x1f)
SHUFFLE(__shfl_up_sync, up, 0)
SHUFFLE(__shfl_down_sync, down, 0x1f)
SHUFFLE(__shfl_xor_sync, bfly, 0x1f)

BUILTIN int __any_sync(unsigned mask, int p) { return __nvvm_vote_any_sync(mask, p); }
BUILTIN int __all_sync(unsigned mask, int p) { return __nvvm_vote_all_sync(mask, p); }
BUILTIN int __uni_sync(unsigned mask, int p) { return __nvvm_vote_uni_sync(mask, p); }
BUILTIN unsigned __ballot_sync(unsigned mask, int p) { return __nvvm_vote_ballot_sync(mask, p); }
BUILTIN unsigned __match_any_sync(unsigned mask, unsigned v) { return __nvvm_match_any_sync_i32(mask, v); }
BUILTIN unsigned __match_any_sync(unsigned mask, int v) { return __nvvm_match_any_sync_i32(mask, v); }
BUILTIN unsigned __match_all_sync(unsigned mask, int v, int *p) { return __nvvm_match_all_sync_i32p(mask, v, p); }

BUILTIN int __popc(unsigned v) { return __builtin_popcount(v); }
BUILTIN int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
BUILTIN int __ffs(int v) { return __builtin_ffs(v); }
BUILTIN int __clz(int v) { return v == 0 ? 32 : __builtin_clz(v); }
BUILTIN unsigned __brev(unsigned v) { return __builtin_bitreverse32(v); }
BUILTIN int min(int a, int b) { return a < b ? a : b; }
BUILTIN int max(int a, int b) { return a > b ? a : b; }
BUILTIN unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
BUILTIN unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }
BUILTIN int abs(int a) { return a < 0 ? -a : a; }

BUILTIN int atomicAdd(int *p, int v) { return __nvvm_atom_add_gen_i(p, v); }
BUILTIN unsigned atomicAdd(unsigned *p, unsigned v) { return __nvvm_atom_add_gen_i((int *)p, v); }
BUILTIN float atomicAdd(float *p, float v) { return __nvvm_atom_add_gen_f(p, v); }
BUILTIN int atomicExch(int *p, int v) { return __nvvm_atom_xchg_gen_i(p, v); }
BUILTIN int atomicCAS(int *p, int old, int v) { return __nvvm_atom_cas_gen_i(p, old, v); }
BUILTIN int atomicMax(int *p, int v) { return __nvvm_atom_max_gen_i(p, v); }
BUILTIN int atomicMin(int *p, int v) { return __nvvm_atom_min_gen_i(p, v); }
BUILTIN int atomicOr(int *p, int v) { return __nvvm_atom_or_gen_i(p, v); }
BUILTIN int atomicAnd(int *p, int v) { return __nvvm_atom_and_gen_i(p, v); }
BUILTIN unsigned atomicOr(unsigned *p, unsigned v) { return __nvvm_atom_or_gen_i((int *)p, v); }
BUILTIN unsigned atomicAnd(unsigned *p, unsigned v) { return __nvvm_atom_and_gen_i((int *)p, v); }
