// Atomics for any type. The functions and methods of CUDA that have a memory order call them.
#pragma once

#define WARPCHECK_ATOMIC template <class T> __attribute__((host, device))
namespace warpcheck_atomics {
WARPCHECK_ATOMIC T atomicLoad(const T *cell);
WARPCHECK_ATOMIC void atomicStore(T *cell, T value);
WARPCHECK_ATOMIC T atomicExch(T *cell, T value);
WARPCHECK_ATOMIC T atomicCAS(T *cell, T expected, T value);
WARPCHECK_ATOMIC T atomicAdd(T *cell, T value);
WARPCHECK_ATOMIC T atomicSub(T *cell, T value);
WARPCHECK_ATOMIC T atomicAnd(T *cell, T value);
WARPCHECK_ATOMIC T atomicOr(T *cell, T value);
WARPCHECK_ATOMIC T atomicXor(T *cell, T value);
WARPCHECK_ATOMIC T atomicMin(T *cell, T value);
WARPCHECK_ATOMIC T atomicMax(T *cell, T value);
// An order that is not relaxed is a fence. The relaxed order is 0 in each list of orders.
__attribute__((host, device)) inline void fence(int order) {
  if (order != 0) __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
}  // namespace warpcheck_atomics
#undef WARPCHECK_ATOMIC
