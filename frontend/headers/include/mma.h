// Warp matrices. Loads, stores and products are collectives of the whole
// warp; the elements of a fragment are unknown.
#pragma once
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "warpcheck/groups_detail.h"

namespace nvcuda {
namespace wmma {
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental

// How an element is stored, and how many a lane holds.
template <class T> struct __element {
  typedef T type;
};
template <> struct __element<precision::tf32> {
  typedef float type;
};
template <> struct __element<experimental::precision::u4> {
  typedef unsigned int type;
};
template <> struct __element<experimental::precision::s4> {
  typedef int type;
};
template <> struct __element<experimental::precision::b1> {
  typedef unsigned int type;
};
template <class Use, int m, int n, int k> struct __count {
  static constexpr int value = m * n / 32;
};
template <int m, int n, int k> struct __count<matrix_a, m, n, k> {
  static constexpr int value = m * k < 32 ? 1 : m * k / 16;
};
template <int m, int n, int k> struct __count<matrix_b, m, n, k> {
  static constexpr int value = n * k < 32 ? 1 : n * k / 16;
};

template <class Use, int m, int n, int k, class T, class Layout = void> struct fragment {
  typedef typename __element<T>::type element_type;
  typedef element_type storage_element_type;
  static constexpr int num_elements = __count<Use, m, n, k>::value;
  static constexpr int num_storage_elements = num_elements;
  element_type x[num_elements];
};

template <class Fragment, class T> WARPCHECK_D void fill_fragment(Fragment &f, const T &) {
  f = __warpcheck_unknown(f);
}
template <class Fragment, class T>
WARPCHECK_D void load_matrix_sync(Fragment &f, const T *, unsigned int) {
  __warpcheck_group_collective("wmma.load", 0xffffffff, 0);
  f = __warpcheck_unknown(f);
}
template <class Fragment, class T>
WARPCHECK_D void load_matrix_sync(Fragment &f, const T *, unsigned int, layout_t) {
  __warpcheck_group_collective("wmma.load", 0xffffffff, 0);
  f = __warpcheck_unknown(f);
}
template <class Fragment, class T>
WARPCHECK_D void store_matrix_sync(T *to, const Fragment &f, unsigned int, layout_t) {
  __warpcheck_group_collective("wmma.store", 0xffffffff, 0);
  __warpcheck_copy(to, &f, sizeof(f));
}
template <class D_, class A_, class B_, class C_>
WARPCHECK_D void mma_sync(D_ &d, const A_ &, const B_ &, const C_ &, bool = false) {
  __warpcheck_group_collective("wmma.mma", 0xffffffff, 0);
  d = __warpcheck_unknown(d);
}
template <class D_, class A_, class B_, class C_>
WARPCHECK_D void bmma_sync(D_ &d, const A_ &, const B_ &, const C_ &,
                           experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
                           experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  __warpcheck_group_collective("wmma.mma", 0xffffffff, 0);
  d = __warpcheck_unknown(d);
}
WARPCHECK_HD float __float_to_tf32(float x);
namespace experimental {
using wmma::bmma_sync;
}
}  // namespace wmma
}  // namespace nvcuda
