// cuda::std has the declarations of the machine's std. Device
// code can use only the constexpr functions among them.
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

// This is no alias: a program may overload functions for this type and for std's.
enum class byte : unsigned char {};
#define WARPCHECK_OF_BYTES(op)                                             \
  WARPCHECK_HD constexpr byte operator op(byte a, byte b) {                \
    return byte((unsigned char)a op(unsigned char) b);                     \
  }                                                                        \
  WARPCHECK_HD constexpr byte &operator op##=(byte &a, byte b) { return a = a op b; }
WARPCHECK_OF_BYTES(|)
WARPCHECK_OF_BYTES(&)
WARPCHECK_OF_BYTES(^)
#undef WARPCHECK_OF_BYTES
WARPCHECK_HD constexpr byte operator~(byte a) { return byte(~(unsigned char)a); }
template <class N_> WARPCHECK_HD constexpr byte operator<<(byte a, N_ n) {
  return byte((unsigned char)a << n);
}
template <class N_> WARPCHECK_HD constexpr byte operator>>(byte a, N_ n) {
  return byte((unsigned char)a >> n);
}
template <class T> WARPCHECK_HD constexpr T to_integer(byte a) { return T(a); }
}  // namespace std
}  // namespace cuda
