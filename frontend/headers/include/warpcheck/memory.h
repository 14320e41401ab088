// Fences, atomics, loads and stores with a cache operator, address spaces.
// No bodies.
#pragma once

extern "C" {
WARPCHECK_D void __threadfence();
WARPCHECK_D void __threadfence_block();
WARPCHECK_D void __threadfence_system();
WARPCHECK_D void __threadfence_cluster();
WARPCHECK_D unsigned int __isGlobal(const void *p);
WARPCHECK_D unsigned int __isShared(const void *p);
WARPCHECK_D unsigned int __isConstant(const void *p);
WARPCHECK_D unsigned int __isLocal(const void *p);
WARPCHECK_D unsigned int __isGridConstant(const void *p);
WARPCHECK_D unsigned int __isClusterShared(const void *p);
WARPCHECK_D unsigned int __isCtaShared(const void *p);
WARPCHECK_D size_t __cvta_generic_to_global(const void *p);
WARPCHECK_D size_t __cvta_generic_to_shared(const void *p);
WARPCHECK_D size_t __cvta_generic_to_constant(const void *p);
WARPCHECK_D size_t __cvta_generic_to_local(const void *p);
WARPCHECK_D size_t __cvta_generic_to_grid_constant(const void *p);
WARPCHECK_D void *__cvta_grid_constant_to_generic(size_t p);
WARPCHECK_D void *__cvta_global_to_generic(size_t p);
WARPCHECK_D void *__cvta_shared_to_generic(size_t p);
WARPCHECK_D void *__cvta_constant_to_generic(size_t p);
WARPCHECK_D void *__cvta_local_to_generic(size_t p);
WARPCHECK_D unsigned int __nvvm_get_smem_pointer(void *p);
WARPCHECK_D void __pipeline_commit();
WARPCHECK_D void __pipeline_wait_prior(size_t prior);
WARPCHECK_D void __pipeline_memcpy_async(void *to, const void *from, size_t size,
                                         size_t zeros = 0);
// A barrier object arrives or waits here, and so signals to threads of other warps.
WARPCHECK_D void __warpcheck_signal();
// The lane waits until its copies are done.
WARPCHECK_D void __warpcheck_await();
}

// CUDA overloads the rest for each type, as in cache_operators.h. The value of an atomic
// converts to the type of the cell.
#include "cache_operators.h"
#define WARPCHECK_VALUE typename __warpcheck_cell<T>::type
template <class T> WARPCHECK_D T __ldg(const T *p);

// One atomic in its three scopes: device, _block and _system.
#define WARPCHECK_ATOMIC(name)                                              \
  template <class T> WARPCHECK_D T name(T *p, WARPCHECK_VALUE value);          \
  template <class T> WARPCHECK_D T name##_block(T *p, WARPCHECK_VALUE value);  \
  template <class T> WARPCHECK_D T name##_system(T *p, WARPCHECK_VALUE value);
#define WARPCHECK_ATOMIC_CAS(name) \
  template <class T>               \
  WARPCHECK_D T name(T *p, WARPCHECK_VALUE compare, WARPCHECK_VALUE value);
WARPCHECK_ATOMIC(atomicAdd)
WARPCHECK_ATOMIC(atomicSub)
WARPCHECK_ATOMIC(atomicExch)
WARPCHECK_ATOMIC(atomicMin)
WARPCHECK_ATOMIC(atomicMax)
WARPCHECK_ATOMIC(atomicInc)
WARPCHECK_ATOMIC(atomicDec)
WARPCHECK_ATOMIC(atomicAnd)
WARPCHECK_ATOMIC(atomicOr)
WARPCHECK_ATOMIC(atomicXor)
WARPCHECK_ATOMIC_CAS(atomicCAS)
WARPCHECK_ATOMIC_CAS(atomicCAS_block)
WARPCHECK_ATOMIC_CAS(atomicCAS_system)
#undef WARPCHECK_ATOMIC
#undef WARPCHECK_ATOMIC_CAS
#undef WARPCHECK_VALUE

#include "generic_atomics.h"
