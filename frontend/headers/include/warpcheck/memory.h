// Fences, atomics, loads and stores with a cache operator, address spaces.
// No bodies.
#pragma once

extern "C" {
WARPCHECK_D void __threadfence();
WARPCHECK_D void __threadfence_block();
WARPCHECK_D void __threadfence_system();
WARPCHECK_D unsigned int __isGlobal(const void *p);
WARPCHECK_D unsigned int __isShared(const void *p);
WARPCHECK_D unsigned int __isConstant(const void *p);
WARPCHECK_D unsigned int __isLocal(const void *p);
WARPCHECK_D unsigned int __isGridConstant(const void *p);
WARPCHECK_D unsigned int __isClusterShared(const void *p);
WARPCHECK_D size_t __cvta_generic_to_global(const void *p);
WARPCHECK_D size_t __cvta_generic_to_shared(const void *p);
WARPCHECK_D size_t __cvta_generic_to_constant(const void *p);
WARPCHECK_D size_t __cvta_generic_to_local(const void *p);
WARPCHECK_D void *__cvta_global_to_generic(size_t p);
WARPCHECK_D void *__cvta_shared_to_generic(size_t p);
WARPCHECK_D void *__cvta_constant_to_generic(size_t p);
WARPCHECK_D void *__cvta_local_to_generic(size_t p);
WARPCHECK_D unsigned int __nvvm_get_smem_pointer(void *p);
WARPCHECK_D void __pipeline_commit();
WARPCHECK_D void __pipeline_wait_prior(size_t prior);
WARPCHECK_D void __pipeline_memcpy_async(void *to, const void *from, size_t size,
                                         size_t zeros = 0);
}

#define WARPCHECK_LOAD(T)                     \
  WARPCHECK_D T __ldg(const T *p);            \
  WARPCHECK_D T __ldcg(const T *p);           \
  WARPCHECK_D T __ldca(const T *p);           \
  WARPCHECK_D T __ldcs(const T *p);           \
  WARPCHECK_D T __ldlu(const T *p);           \
  WARPCHECK_D T __ldcv(const T *p);           \
  WARPCHECK_D void __stwb(T *p, T value);     \
  WARPCHECK_D void __stcg(T *p, T value);     \
  WARPCHECK_D void __stcs(T *p, T value);     \
  WARPCHECK_D void __stwt(T *p, T value);
WARPCHECK_LOAD(char)
WARPCHECK_LOAD(signed char)
WARPCHECK_LOAD(unsigned char)
WARPCHECK_LOAD(short)
WARPCHECK_LOAD(unsigned short)
WARPCHECK_LOAD(int)
WARPCHECK_LOAD(unsigned int)
WARPCHECK_LOAD(long)
WARPCHECK_LOAD(unsigned long)
WARPCHECK_LOAD(long long)
WARPCHECK_LOAD(unsigned long long)
WARPCHECK_LOAD(float)
WARPCHECK_LOAD(double)
WARPCHECK_LOAD(char2)
WARPCHECK_LOAD(char4)
WARPCHECK_LOAD(uchar2)
WARPCHECK_LOAD(uchar4)
WARPCHECK_LOAD(short2)
WARPCHECK_LOAD(short4)
WARPCHECK_LOAD(ushort2)
WARPCHECK_LOAD(ushort4)
WARPCHECK_LOAD(int2)
WARPCHECK_LOAD(int4)
WARPCHECK_LOAD(uint2)
WARPCHECK_LOAD(uint4)
WARPCHECK_LOAD(longlong2)
WARPCHECK_LOAD(ulonglong2)
WARPCHECK_LOAD(float2)
WARPCHECK_LOAD(float4)
WARPCHECK_LOAD(double2)
#undef WARPCHECK_LOAD

// One atomic in its three scopes: device, _block and _system.
#define WARPCHECK_ATOMIC(T, name)             \
  WARPCHECK_D T name(T *p, T value);          \
  WARPCHECK_D T name##_block(T *p, T value);  \
  WARPCHECK_D T name##_system(T *p, T value);
#define WARPCHECK_ATOMIC_CAS(T)                                     \
  WARPCHECK_D T atomicCAS(T *p, T compare, T value);                \
  WARPCHECK_D T atomicCAS_block(T *p, T compare, T value);          \
  WARPCHECK_D T atomicCAS_system(T *p, T compare, T value);
#define WARPCHECK_ATOMIC_BITS(T)   \
  WARPCHECK_ATOMIC(T, atomicMin)   \
  WARPCHECK_ATOMIC(T, atomicMax)   \
  WARPCHECK_ATOMIC(T, atomicAnd)   \
  WARPCHECK_ATOMIC(T, atomicOr)    \
  WARPCHECK_ATOMIC(T, atomicXor)   \
  WARPCHECK_ATOMIC(T, atomicExch)  \
  WARPCHECK_ATOMIC_CAS(T)
WARPCHECK_ATOMIC_BITS(int)
WARPCHECK_ATOMIC_BITS(unsigned int)
WARPCHECK_ATOMIC_BITS(long long)
WARPCHECK_ATOMIC_BITS(unsigned long long)
WARPCHECK_ATOMIC_CAS(unsigned short)
WARPCHECK_ATOMIC(int, atomicAdd)
WARPCHECK_ATOMIC(unsigned int, atomicAdd)
WARPCHECK_ATOMIC(unsigned long long, atomicAdd)
WARPCHECK_ATOMIC(float, atomicAdd)
WARPCHECK_ATOMIC(double, atomicAdd)
WARPCHECK_ATOMIC(float2, atomicAdd)
WARPCHECK_ATOMIC(float4, atomicAdd)
WARPCHECK_ATOMIC(int, atomicSub)
WARPCHECK_ATOMIC(unsigned int, atomicSub)
WARPCHECK_ATOMIC(float, atomicExch)
WARPCHECK_ATOMIC(unsigned int, atomicInc)
WARPCHECK_ATOMIC(unsigned int, atomicDec)
#undef WARPCHECK_ATOMIC_BITS
#undef WARPCHECK_ATOMIC_CAS

// The generic atomics of CUDA 12.8: memory order and scope are constants.
#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4
template <class T> WARPCHECK_D T __nv_atomic_load_n(const T *p, int order, int scope = 4);
template <class T, class U>
WARPCHECK_D void __nv_atomic_store_n(T *p, U value, int order, int scope = 4);
template <class T, class U>
WARPCHECK_D T __nv_atomic_exchange_n(T *p, U value, int order, int scope = 4);
template <class T, class U>
WARPCHECK_D T __nv_atomic_fetch_add(T *p, U value, int order, int scope = 4);
template <class T, class U>
WARPCHECK_D T __nv_atomic_fetch_sub(T *p, U value, int order, int scope = 4);
template <class T, class U>
WARPCHECK_D T __nv_atomic_fetch_and(T *p, U value, int order, int scope = 4);
template <class T, class U>
WARPCHECK_D T __nv_atomic_fetch_or(T *p, U value, int order, int scope = 4);
template <class T, class U>
WARPCHECK_D T __nv_atomic_fetch_xor(T *p, U value, int order, int scope = 4);
template <class T, class U>
WARPCHECK_D T __nv_atomic_fetch_min(T *p, U value, int order, int scope = 4);
template <class T, class U>
WARPCHECK_D T __nv_atomic_fetch_max(T *p, U value, int order, int scope = 4);
template <class T, class U>
WARPCHECK_D bool __nv_atomic_compare_exchange_n(T *p, T *expected, U value, bool weak,
                                                int success, int failure, int scope = 4);
