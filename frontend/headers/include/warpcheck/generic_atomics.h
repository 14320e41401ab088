// The generic atomics of CUDA 12.8, which nvcc knows without a header: memory order and
// scope are constants. An order that is not relaxed is a fence: before a store, behind a
// load, on both sides of an operation that does both.
#pragma once
#include "atomics_detail.h"

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

#define WARPCHECK_DEVICE __attribute__((device))

WARPCHECK_DEVICE inline void __nv_atomic_thread_fence(int order, int scope = 4) {
  warpcheck_atomics::fence(order);
}
template <class T> WARPCHECK_DEVICE T __nv_atomic_load_n(const T *p, int order, int scope = 4) {
  T value = warpcheck_atomics::atomicLoad(p);
  warpcheck_atomics::fence(order);
  return value;
}
template <class T>
WARPCHECK_DEVICE void __nv_atomic_load(const T *p, T *value, int order, int scope = 4) {
  *value = __nv_atomic_load_n(p, order, scope);
}
template <class T, class U_>
WARPCHECK_DEVICE void __nv_atomic_store_n(T *p, U_ value, int order, int scope = 4) {
  warpcheck_atomics::fence(order);
  warpcheck_atomics::atomicStore(p, static_cast<T>(value));
}
template <class T>
WARPCHECK_DEVICE void __nv_atomic_store(T *p, T *value, int order, int scope = 4) {
  __nv_atomic_store_n(p, *value, order, scope);
}
template <class T>
WARPCHECK_DEVICE void __nv_atomic_exchange(T *p, T *value, T *before, int order, int scope = 4) {
  warpcheck_atomics::fence(order);
  *before = warpcheck_atomics::atomicExch(p, *value);
  warpcheck_atomics::fence(order);
}

// An operation that returns the old value.
#define WARPCHECK_UPDATE(name, function)                                              \
  template <class T, class U_>                                                        \
  WARPCHECK_DEVICE T __nv_atomic_##name(T *p, U_ value, int order, int scope = 4) {   \
    warpcheck_atomics::fence(order);                                                  \
    T before = warpcheck_atomics::function(p, static_cast<T>(value));                 \
    warpcheck_atomics::fence(order);                                                  \
    return before;                                                                    \
  }
// The same, and a form that returns nothing.
#define WARPCHECK_FETCH(name, function)                                               \
  WARPCHECK_UPDATE(fetch_##name, function)                                            \
  template <class T, class U_>                                                        \
  WARPCHECK_DEVICE void __nv_atomic_##name(T *p, U_ value, int order, int scope = 4) { \
    warpcheck_atomics::fence(order);                                                  \
    warpcheck_atomics::function(p, static_cast<T>(value));                            \
    warpcheck_atomics::fence(order);                                                  \
  }
WARPCHECK_UPDATE(exchange_n, atomicExch)
WARPCHECK_FETCH(add, atomicAdd)
WARPCHECK_FETCH(sub, atomicSub)
WARPCHECK_FETCH(and, atomicAnd)
WARPCHECK_FETCH(or, atomicOr)
WARPCHECK_FETCH(xor, atomicXor)
WARPCHECK_FETCH(min, atomicMin)
WARPCHECK_FETCH(max, atomicMax)

// Both outcomes get the order for success, because the order for failure is never stronger.
template <class T, class U_>
WARPCHECK_DEVICE bool __nv_atomic_compare_exchange_n(T *p, T *expected, U_ value, bool weak,
                                                     int success, int failure, int scope = 4) {
  warpcheck_atomics::fence(success);
  T before = warpcheck_atomics::atomicCAS(p, *expected, static_cast<T>(value));
  warpcheck_atomics::fence(success);
  bool same = __builtin_memcmp(&before, expected, sizeof(T)) == 0;
  *expected = before;
  return same;
}
template <class T>
WARPCHECK_DEVICE bool __nv_atomic_compare_exchange(T *p, T *expected, T *value, bool weak,
                                                   int success, int failure, int scope = 4) {
  return __nv_atomic_compare_exchange_n(p, expected, *value, weak, success, failure, scope);
}
#undef WARPCHECK_FETCH
#undef WARPCHECK_UPDATE
#undef WARPCHECK_DEVICE
