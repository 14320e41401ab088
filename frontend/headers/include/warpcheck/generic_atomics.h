// The generic atomics of CUDA 12.8, which nvcc knows without a header: memory order and
// scope are constants.
#pragma once

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
template <class T> __attribute__((device)) T __nv_atomic_load_n(const T *p, int order, int scope = 4);
template <class T, class U_>
__attribute__((device)) void __nv_atomic_store_n(T *p, U_ value, int order, int scope = 4);
template <class T, class U_>
__attribute__((device)) T __nv_atomic_exchange_n(T *p, U_ value, int order, int scope = 4);
template <class T, class U_>
__attribute__((device)) T __nv_atomic_fetch_add(T *p, U_ value, int order, int scope = 4);
template <class T, class U_>
__attribute__((device)) T __nv_atomic_fetch_sub(T *p, U_ value, int order, int scope = 4);
template <class T, class U_>
__attribute__((device)) T __nv_atomic_fetch_and(T *p, U_ value, int order, int scope = 4);
template <class T, class U_>
__attribute__((device)) T __nv_atomic_fetch_or(T *p, U_ value, int order, int scope = 4);
template <class T, class U_>
__attribute__((device)) T __nv_atomic_fetch_xor(T *p, U_ value, int order, int scope = 4);
template <class T, class U_>
__attribute__((device)) T __nv_atomic_fetch_min(T *p, U_ value, int order, int scope = 4);
template <class T, class U_>
__attribute__((device)) T __nv_atomic_fetch_max(T *p, U_ value, int order, int scope = 4);
template <class T, class U_>
__attribute__((device)) bool __nv_atomic_compare_exchange_n(T *p, T *expected, U_ value, bool weak,
                                                int success, int failure, int scope = 4);
