// Warp matrices. Loads, stores and products are collectives of the whole warp. The
// elements of a fragment are unknown, and so is the lane that holds an element.
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

// The storage type of an element, its bits, and the number of elements that a lane holds.
template <class T> struct __element {
  typedef T type;
  static constexpr int bits = 8 * sizeof(T);
};
template <> struct __element<precision::tf32> {
  typedef float type;
  static constexpr int bits = 32;
};
template <> struct __element<experimental::precision::u4> {
  typedef unsigned int type;
  static constexpr int bits = 4;
};
template <> struct __element<experimental::precision::s4> {
  typedef int type;
  static constexpr int bits = 4;
};
template <> struct __element<experimental::precision::b1> {
  typedef unsigned int type;
  static constexpr int bits = 1;
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
  static constexpr int __bits = __element<T>::bits;
  element_type x[num_elements];
};

// The tile in memory of a fragment with this number of rows and columns, stored row by row or column by column.
template <class Fragment, int rows, int columns> struct __tile {
  static WARPCHECK_D void read(const void *from, unsigned int stride, layout_t layout) {
    if (layout == mem_row_major)
      __warpcheck_read_tile(from, rows, __bytes(columns), __bytes(stride), (Fragment *)nullptr);
    else
      __warpcheck_read_tile(from, columns, __bytes(rows), __bytes(stride), (Fragment *)nullptr);
  }
  static WARPCHECK_D void write(void *to, unsigned int stride, layout_t layout) {
    if (layout == mem_row_major)
      __warpcheck_write_tile(to, rows, __bytes(columns), __bytes(stride), (Fragment *)nullptr);
    else
      __warpcheck_write_tile(to, columns, __bytes(rows), __bytes(stride), (Fragment *)nullptr);
  }

 private:
  static WARPCHECK_D size_t __bytes(unsigned int elements) {
    return (size_t)elements * Fragment::__bits / 8;
  }
};
template <class Fragment> struct __tile_of;
template <int m, int n, int k, class T, class Layout>
struct __tile_of<fragment<matrix_a, m, n, k, T, Layout>>
    : __tile<fragment<matrix_a, m, n, k, T, Layout>, m, k> {};
template <int m, int n, int k, class T, class Layout>
struct __tile_of<fragment<matrix_b, m, n, k, T, Layout>>
    : __tile<fragment<matrix_b, m, n, k, T, Layout>, k, n> {};
template <int m, int n, int k, class T, class Layout>
struct __tile_of<fragment<accumulator, m, n, k, T, Layout>>
    : __tile<fragment<accumulator, m, n, k, T, Layout>, m, n> {};
template <class Layout> struct __layout {
  static constexpr layout_t value = mem_col_major;
};
template <> struct __layout<row_major> {
  static constexpr layout_t value = mem_row_major;
};

template <class Fragment, class T> WARPCHECK_D void fill_fragment(Fragment &f, const T &) {
  f = __warpcheck_elements(f);
}
template <class Use, int m, int n, int k, class E_, class Layout, class T>
WARPCHECK_D void load_matrix_sync(fragment<Use, m, n, k, E_, Layout> &f, const T *from,
                                  unsigned int stride) {
  __warpcheck_group_collective("wmma.load", 0xffffffff, 0);
  __tile_of<fragment<Use, m, n, k, E_, Layout>>::read(from, stride, __layout<Layout>::value);
  f = __warpcheck_elements(f);
}
template <class Fragment, class T>
WARPCHECK_D void load_matrix_sync(Fragment &f, const T *from, unsigned int stride, layout_t layout) {
  __warpcheck_group_collective("wmma.load", 0xffffffff, 0);
  __tile_of<Fragment>::read(from, stride, layout);
  f = __warpcheck_elements(f);
}
template <class Fragment, class T>
WARPCHECK_D void store_matrix_sync(T *to, const Fragment &, unsigned int stride, layout_t layout) {
  __warpcheck_group_collective("wmma.store", 0xffffffff, 0);
  __tile_of<Fragment>::write(to, stride, layout);
}
template <class D_, class A_, class B_, class C_>
WARPCHECK_D void mma_sync(D_ &d, const A_ &, const B_ &, const C_ &, bool = false) {
  __warpcheck_group_collective("wmma.mma", 0xffffffff, 0);
  d = __warpcheck_elements(d);
}
template <class D_, class A_, class B_, class C_>
WARPCHECK_D void bmma_sync(D_ &d, const A_ &, const B_ &, const C_ &,
                           experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
                           experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  __warpcheck_group_collective("wmma.mma", 0xffffffff, 0);
  d = __warpcheck_elements(d);
}
WARPCHECK_HD float __float_to_tf32(float x);
namespace experimental {
using wmma::bmma_sync;
}
}  // namespace wmma
}  // namespace nvcuda
