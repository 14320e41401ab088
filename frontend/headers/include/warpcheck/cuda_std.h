// cuda::std finds what the machine's std has. Only the constexpr part of it
// can run on a device, which is what device code uses of it.
#pragma once
#include <nv/target>
#include <functional>
#include <type_traits>
#include <utility>
#include "../cuda/version"
#include "tuple.h"

namespace cuda {
namespace std {
using namespace ::std;
struct identity {
  template <class T> WARPCHECK_HD constexpr T &&operator()(T &&x) const {
    return static_cast<T &&>(x);
  }
};
template <class T> WARPCHECK_HD constexpr void swap(T &a, T &b) {
  T old = static_cast<T &&>(a);
  a = static_cast<T &&>(b);
  b = static_cast<T &&>(old);
}
}  // namespace std
}  // namespace cuda
