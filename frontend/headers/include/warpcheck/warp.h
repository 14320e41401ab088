// Warp collectives and block barriers. No bodies: the analyser knows the names.
#pragma once

extern "C" {
WARPCHECK_D void __syncthreads();
WARPCHECK_D int __syncthreads_count(int predicate);
WARPCHECK_D int __syncthreads_and(int predicate);
WARPCHECK_D int __syncthreads_or(int predicate);
WARPCHECK_D void __barrier_sync(unsigned int id);
WARPCHECK_D void __barrier_sync_count(unsigned int id, unsigned int threads);

WARPCHECK_D void __syncwarp(unsigned int mask = 0xffffffff);
WARPCHECK_D unsigned int __activemask();
WARPCHECK_D int __all_sync(unsigned int mask, int predicate);
WARPCHECK_D int __any_sync(unsigned int mask, int predicate);
WARPCHECK_D int __uni_sync(unsigned int mask, int predicate);
WARPCHECK_D unsigned int __ballot_sync(unsigned int mask, int predicate);
WARPCHECK_D unsigned int __reduce_and_sync(unsigned int mask, unsigned int value);
WARPCHECK_D unsigned int __reduce_or_sync(unsigned int mask, unsigned int value);
WARPCHECK_D unsigned int __reduce_xor_sync(unsigned int mask, unsigned int value);

// The forms without _sync. sm_70 and above do not have them, but programs still use them.
WARPCHECK_D int __all(int predicate);
WARPCHECK_D int __any(int predicate);
WARPCHECK_D unsigned int __ballot(int predicate);
}

WARPCHECK_D unsigned int __reduce_add_sync(unsigned int mask, unsigned int value);
WARPCHECK_D unsigned int __reduce_min_sync(unsigned int mask, unsigned int value);
WARPCHECK_D unsigned int __reduce_max_sync(unsigned int mask, unsigned int value);
WARPCHECK_D int __reduce_add_sync(unsigned int mask, int value);
WARPCHECK_D int __reduce_min_sync(unsigned int mask, int value);
WARPCHECK_D int __reduce_max_sync(unsigned int mask, int value);
WARPCHECK_D float __reduce_min_sync(unsigned int mask, float value);
WARPCHECK_D float __reduce_max_sync(unsigned int mask, float value);

// One type of operand: the shuffles and the matches.
#define WARPCHECK_SHUFFLE(T)                                                              \
  WARPCHECK_D T __shfl_sync(unsigned int mask, T value, int lane, int width = warpSize);  \
  WARPCHECK_D T __shfl_up_sync(unsigned int mask, T value, unsigned int delta,            \
                               int width = warpSize);                                     \
  WARPCHECK_D T __shfl_down_sync(unsigned int mask, T value, unsigned int delta,          \
                                 int width = warpSize);                                   \
  WARPCHECK_D T __shfl_xor_sync(unsigned int mask, T value, int lanes,                    \
                                int width = warpSize);
#define WARPCHECK_MATCH(T)                                             \
  WARPCHECK_D unsigned int __match_any_sync(unsigned int mask, T value); \
  WARPCHECK_D unsigned int __match_all_sync(unsigned int mask, T value, int *agree);

WARPCHECK_SHUFFLE(int)
WARPCHECK_SHUFFLE(unsigned int)
WARPCHECK_SHUFFLE(long)
WARPCHECK_SHUFFLE(unsigned long)
WARPCHECK_SHUFFLE(long long)
WARPCHECK_SHUFFLE(unsigned long long)
WARPCHECK_SHUFFLE(float)
WARPCHECK_SHUFFLE(double)
#undef WARPCHECK_SHUFFLE
WARPCHECK_MATCH(int)
WARPCHECK_MATCH(unsigned int)
WARPCHECK_MATCH(long)
WARPCHECK_MATCH(unsigned long)
WARPCHECK_MATCH(long long)
WARPCHECK_MATCH(unsigned long long)
WARPCHECK_MATCH(float)
WARPCHECK_MATCH(double)
#undef WARPCHECK_MATCH

// The shuffles without _sync, of any type.
template <class T> WARPCHECK_D T __shfl(T value, int lane, int width = warpSize);
template <class T> WARPCHECK_D T __shfl_up(T value, unsigned int delta, int width = warpSize);
template <class T> WARPCHECK_D T __shfl_down(T value, unsigned int delta, int width = warpSize);
template <class T> WARPCHECK_D T __shfl_xor(T value, int lanes, int width = warpSize);
