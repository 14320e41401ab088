// CUB: warp and block primitives as collectives, device algorithms as host calls.
#pragma once
#include "../cooperative_groups.h"
#include "../cuda_bf16.h"
#include "../cuda_fp16.h"
#include "../cuda/atomic"
#include <nv/target>
#include <cassert>
#include <cfloat>
#include <chrono>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <limits>
#include <type_traits>

#define CUB_VERSION 200800
#define CUB_MAJOR_VERSION 2
#define CUB_MINOR_VERSION 8
#define CUB_SUBMINOR_VERSION 0
#define CUB_PTX_ARCH __CUDA_ARCH__
#define CUB_RUNTIME_FUNCTION WARPCHECK_HD
// A program may ask for CUB in a namespace of its own.
#ifdef THRUST_CUB_WRAPPED_NAMESPACE
#define CUB_WRAPPED_NAMESPACE THRUST_CUB_WRAPPED_NAMESPACE
#endif
#ifdef CUB_WRAPPED_NAMESPACE
#define CUB_NS_PREFIX namespace CUB_WRAPPED_NAMESPACE {
#define CUB_NS_POSTFIX }
#define CUB_NS_QUALIFIER ::CUB_WRAPPED_NAMESPACE::cub
#endif
#ifndef CUB_NS_PREFIX
#define CUB_NS_PREFIX
#endif
#ifndef CUB_NS_POSTFIX
#define CUB_NS_POSTFIX
#endif
#ifndef CUB_NS_QUALIFIER
#define CUB_NS_QUALIFIER ::cub
#endif
#define CUB_NAMESPACE_BEGIN CUB_NS_PREFIX namespace cub {
#define CUB_NAMESPACE_END } CUB_NS_POSTFIX
#define CubDebugExit(e) (void)(e)
#define CubDebug(e) (e)
#define CUB_MIN(a, b) (((a) > (b)) ? (b) : (a))
#define CUB_MAX(a, b) (((b) > (a)) ? (b) : (a))
#define CUB_WARP_THREADS(unused) 32
#define CUB_PTX_WARP_THREADS 32

CUB_NAMESPACE_BEGIN
namespace detail {
// Storage without a constructor, because a __shared__ variable may have none.
template <class T, int count> struct raw_storage {
  alignas(T) unsigned char bytes[count * sizeof(T)];
};

// n lanes of a warp exchange items through the storage. bytes is the size of an item. A lane writes its own item, waits
// for the lanes of mask, and reads the item of another of the n lanes. No barrier follows the reads.
// Two different values are written, so that one of them differs from the value in the cell.
template <int n, size_t bytes>
WARPCHECK_D void exchange_by(unsigned char *storage, unsigned int rank, unsigned int mask) {
  const bool is_used = n > 1 && storage != nullptr;
  if (is_used) {
    storage[rank * bytes] = rank;
    storage[rank * bytes] = ~rank;
  }
  __syncwarp(mask);
  if (is_used) unsigned char other = storage[(rank / n * n + (rank + 1) % n) * bytes];
}

// A thread of a block writes cells of a primitive's storage before the primitive's barrier (put), and reads the cells
// of other threads after it. No barrier follows the reads.
// Two different values are written, so that one of them differs from the value in the cell.
template <class T> WARPCHECK_D void put(unsigned char *storage, unsigned int at) {
  if (storage == nullptr) return;
  storage[at * sizeof(T)] = at;
  storage[at * sizeof(T)] = ~at;
}
template <class T> WARPCHECK_D void take(unsigned char *storage, unsigned int at) {
  if (storage != nullptr) unsigned char other = storage[at * sizeof(T)];
}

// These make unknown what a call may have written: the arguments that are
// modifiable objects.
template <class T> WARPCHECK_D void written_one(T &item) {
  __warpcheck_fill((void *)&item, sizeof(item));
}
template <class T> WARPCHECK_D void written_one(const T &) {}
WARPCHECK_D inline void written() {}
template <class T, class... A_> WARPCHECK_D void written(T &&item, A_ &&...rest) {
  written_one(static_cast<T &&>(item));
  written(static_cast<A_ &&>(rest)...);
}
}  // namespace detail

#define WARPCHECK_FUNCTOR(name, expression)                                            \
  struct name {                                                                        \
    template <class T, class U_>                                                       \
    WARPCHECK_HD auto operator()(const T &a, const U_ &b) const ->                     \
        typename std::decay<decltype(expression)>::type {                              \
      return expression;                                                               \
    }                                                                                  \
  };
WARPCHECK_FUNCTOR(Sum, a + b)
WARPCHECK_FUNCTOR(Difference, a - b)
WARPCHECK_FUNCTOR(Division, a / b)
WARPCHECK_FUNCTOR(Max, a > b ? a : b)
WARPCHECK_FUNCTOR(Min, a < b ? a : b)
WARPCHECK_FUNCTOR(Equality, a == b)
WARPCHECK_FUNCTOR(Inequality, a != b)
WARPCHECK_FUNCTOR(ArgMax, b.value > a.value ? b : a)
WARPCHECK_FUNCTOR(ArgMin, b.value < a.value ? b : a)
#undef WARPCHECK_FUNCTOR

template <class T> struct CastOp {
  template <class U_> WARPCHECK_HD T operator()(const U_ &x) const { return T(x); }
};
template <class Op> struct InequalityWrapper {
  Op op;
  WARPCHECK_HD explicit InequalityWrapper(Op o) : op(o) {}
  template <class T, class U_> WARPCHECK_HD bool operator()(const T &a, const U_ &b) { return !op(a, b); }
};
template <class Op> struct SwizzleScanOp {
  Op op;
  WARPCHECK_HD explicit SwizzleScanOp(Op o) : op(o) {}
  template <class T> WARPCHECK_HD T operator()(const T &a, const T &b) {
    T x(b), y(a);
    return op(x, y);
  }
};
// Combines the values of pairs of a key and a value, if the keys are equal or the values are in one segment.
template <class Op> struct ReduceByKeyOp {
  Op op;
  WARPCHECK_HD ReduceByKeyOp() {}
  WARPCHECK_HD explicit ReduceByKeyOp(Op o) : op(o) {}
  template <class Pair> WARPCHECK_HD Pair operator()(const Pair &a, const Pair &b) {
    Pair pair = b;
    if (a.key == b.key) pair.value = op(a.value, b.value);
    return pair;
  }
};
template <class Op> struct ReduceBySegmentOp {
  Op op;
  WARPCHECK_HD ReduceBySegmentOp() {}
  WARPCHECK_HD explicit ReduceBySegmentOp(Op o) : op(o) {}
  template <class Pair> WARPCHECK_HD Pair operator()(const Pair &a, const Pair &b) {
    Pair pair;
    pair.key = a.key + b.key;
    pair.value = b.key ? b.value : op(a.value, b.value);
    return pair;
  }
};
template <class T, class It = T *> struct FutureValue {
  It at;
  WARPCHECK_HD explicit FutureValue(It i) : at(i) {}
  WARPCHECK_HD operator T() const { return *at; }
};

template <class K_, class V_> struct KeyValuePair {
  typedef K_ Key;
  typedef V_ Value;
  K_ key;
  V_ value;
  KeyValuePair() = default;
  WARPCHECK_HD KeyValuePair(const K_ &k, const V_ &v) : key(k), value(v) {}
};
template <class T> struct Uninitialized {
  T storage;
  WARPCHECK_D T &Alias() { return storage; }
};
template <class A_, class B_> WARPCHECK_HD constexpr auto DivideAndRoundUp(A_ a, B_ b) {
  return (a + b - 1) / b;
}

// The logarithm of a number, rounded up.
template <int N_> struct Log2 {
  static constexpr int VALUE = N_ <= 1 ? 0 : 32 - __builtin_clz(N_ - 1);
};
template <int N_> struct PowerOfTwo {
  static constexpr bool VALUE = (N_ & (N_ - 1)) == 0;
};
// The mask of a logical warp of N lanes. If N is no power of two, these are the first N lanes for every logical warp.
template <int N_, int Ptx = 0> WARPCHECK_D unsigned int WarpMask(unsigned int warp) {
  const unsigned int first = 0xffffffffu >> (32 - N_);
  return PowerOfTwo<N_>::VALUE && N_ < 32 ? first << (warp * N_) : first;
}

// Keys are converted to bits with the same order. The highest bit of a signed key is
// flipped, and all bits of a negative floating-point key.
template <size_t size> struct BitsOfSize {
  typedef unsigned long long type;
};
template <> struct BitsOfSize<1> {
  typedef unsigned char type;
};
template <> struct BitsOfSize<2> {
  typedef unsigned short type;
};
template <> struct BitsOfSize<4> {
  typedef unsigned int type;
};
template <class T> struct Traits {
  typedef typename BitsOfSize<sizeof(T)>::type UnsignedBits;
  static constexpr bool is_float = !std::is_integral<T>::value;
  static constexpr UnsignedBits ALL_BITS = UnsignedBits(-1);
  static constexpr UnsignedBits HIGH_BIT = UnsignedBits(1) << (8 * sizeof(T) - 1);
  static constexpr UnsignedBits SIGN_BIT = std::is_unsigned<T>::value ? 0 : HIGH_BIT;
  static constexpr UnsignedBits LOWEST_KEY = is_float ? ALL_BITS : SIGN_BIT;
  static constexpr UnsignedBits MAX_KEY = ALL_BITS ^ SIGN_BIT;
  static WARPCHECK_HD UnsignedBits TwiddleIn(UnsignedBits key) {
    return key ^ (is_float && (key & HIGH_BIT) ? ALL_BITS : SIGN_BIT);
  }
  static WARPCHECK_HD UnsignedBits TwiddleOut(UnsignedBits key) {
    return key ^ (is_float && !(key & HIGH_BIT) ? ALL_BITS : SIGN_BIT);
  }
};

enum CacheLoadModifier {
  LOAD_DEFAULT,
  LOAD_CA,
  LOAD_CG,
  LOAD_CS,
  LOAD_CV,
  LOAD_LDG,
  LOAD_VOLATILE
};
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
template <CacheLoadModifier M_, class It> WARPCHECK_D auto ThreadLoad(It p) { return *p; }
template <CacheStoreModifier M_, class It, class T> WARPCHECK_D void ThreadStore(It p, T value) {
  *p = value;
}

template <class T, class Offset = ptrdiff_t> struct CountingInputIterator {
  typedef T value_type;
  T value;
  WARPCHECK_HD explicit CountingInputIterator(T v) : value(v) {}
  WARPCHECK_HD T operator*() const { return value; }
  template <class D_> WARPCHECK_HD T operator[](D_ n) const { return value + n; }
  template <class D_> WARPCHECK_HD CountingInputIterator operator+(D_ n) const {
    return CountingInputIterator(value + n);
  }
};
template <class T, class Offset = ptrdiff_t> struct ConstantInputIterator {
  typedef T value_type;
  T value;
  WARPCHECK_HD explicit ConstantInputIterator(T v) : value(v) {}
  WARPCHECK_HD T operator*() const { return value; }
  template <class D_> WARPCHECK_HD T operator[](D_) const { return value; }
  template <class D_> WARPCHECK_HD ConstantInputIterator operator+(D_) const { return *this; }
};
template <class T, class F_, class It, class D_ = ptrdiff_t> struct TransformInputIterator {
  typedef T value_type;
  It at;
  F_ f;
  WARPCHECK_HD TransformInputIterator(It i, F_ g) : at(i), f(g) {}
  WARPCHECK_HD T operator*() const { return f(*at); }
  WARPCHECK_HD T operator[](D_ n) const { return f(at[n]); }
  WARPCHECK_HD TransformInputIterator operator+(D_ n) const {
    return TransformInputIterator(at + n, f);
  }
};
template <CacheLoadModifier M_, class T, class D_ = ptrdiff_t> struct CacheModifiedInputIterator {
  T *p;
  WARPCHECK_HD explicit CacheModifiedInputIterator(T *q) : p(q) {}
  WARPCHECK_HD T operator*() const { return *p; }
  WARPCHECK_HD T operator[](D_ n) const { return p[n]; }
};
template <CacheStoreModifier M_, class T, class D_ = ptrdiff_t> struct CacheModifiedOutputIterator {
  T *p;
  WARPCHECK_HD explicit CacheModifiedOutputIterator(T *q) : p(q) {}
  WARPCHECK_HD T &operator*() const { return *p; }
  WARPCHECK_HD T &operator[](D_ n) const { return p[n]; }
  WARPCHECK_HD CacheModifiedOutputIterator operator+(D_ n) const { return CacheModifiedOutputIterator(p + n); }
};
// A texture has the content of the memory to which it is bound.
template <class T, class D_ = ptrdiff_t> struct TexObjInputIterator {
  typedef T value_type;
  const T *p = nullptr;
  template <class Q_> cudaError_t BindTexture(Q_ *to, size_t = 0, size_t = 0) {
    p = to;
    return cudaSuccess;
  }
  cudaError_t UnbindTexture() { return cudaSuccess; }
  WARPCHECK_HD T operator*() const { return *p; }
  WARPCHECK_HD T operator[](D_ n) const { return p[n]; }
};
template <class It, class Offset = ptrdiff_t,
          class T = typename std::decay<decltype(*std::declval<It &>())>::type>
struct ArgIndexInputIterator {
  typedef KeyValuePair<Offset, T> value_type;
  It at;
  Offset index;
  WARPCHECK_HD ArgIndexInputIterator(It i, Offset n = 0) : at(i), index(n) {}
  WARPCHECK_HD value_type operator*() const { return {index, at[index]}; }
  WARPCHECK_HD value_type operator[](Offset n) const { return {index + n, at[index + n]}; }
  WARPCHECK_HD ArgIndexInputIterator operator+(Offset n) const {
    return ArgIndexInputIterator(at, index + n);
  }
};
template <class Offset = ptrdiff_t> struct DiscardOutputIterator {
  struct Taken {
    template <class T> WARPCHECK_HD const Taken &operator=(const T &) const { return *this; }
  };
  WARPCHECK_HD DiscardOutputIterator(Offset = 0) {}
  WARPCHECK_HD Taken operator*() const { return {}; }
  WARPCHECK_HD Taken operator[](Offset) const { return {}; }
  WARPCHECK_HD DiscardOutputIterator operator+(Offset) const { return *this; }
};

// LowerBound returns the index of the first of n sorted items that is not below value, UpperBound the first above it.
template <class It, class Offset, class T> WARPCHECK_HD Offset LowerBound(It items, Offset n, T value) {
  Offset first = 0;
  while (n > 0) {
    Offset half = n / 2;
    bool right = items[first + half] < value;
    first = right ? first + half + 1 : first;
    n = right ? n - half - 1 : half;
  }
  return first;
}
template <class It, class Offset, class T> WARPCHECK_HD Offset UpperBound(It items, Offset n, T value) {
  Offset first = 0;
  while (n > 0) {
    Offset half = n / 2;
    bool right = !(value < items[first + half]);
    first = right ? first + half + 1 : first;
    n = right ? n - half - 1 : half;
  }
  return first;
}
CUB_NAMESPACE_END

#include "../warpcheck/cub_warp.h"
#include "../warpcheck/cub_block.h"
#include "../warpcheck/cub_device.h"
