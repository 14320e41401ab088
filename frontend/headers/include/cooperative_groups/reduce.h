// cooperative_groups::reduce: every lane of the group must call it.
#pragma once
#include "../cooperative_groups.h"

namespace cooperative_groups {
#define WARPCHECK_OPERATOR(name, expression)                                       \
  template <class T> struct name {                                                 \
    WARPCHECK_HD T operator()(const T &a, const T &b) const { return expression; } \
  };
WARPCHECK_OPERATOR(plus, a + b)
WARPCHECK_OPERATOR(less, a < b ? a : b)
WARPCHECK_OPERATOR(greater, a > b ? a : b)
WARPCHECK_OPERATOR(bit_and, a & b)
WARPCHECK_OPERATOR(bit_or, a | b)
WARPCHECK_OPERATOR(bit_xor, a ^ b)
#undef WARPCHECK_OPERATOR

namespace details {
#define WARPCHECK_REDUCTION(function, name)                                              \
  template <class Group, class T> WARPCHECK_MADE_D T function(const Group &g, T value) { \
    return __warpcheck_group_collective(name, g._mask(), value);                         \
  }                                                                                      \
  template <unsigned int N_, class Parent, class T>                                      \
  WARPCHECK_MADE_D T function(const thread_block_tile<N_, Parent> &g, T value) {         \
    if (N_ > 32)                                                                         \
      return across_tile<N_>(value);                                                     \
    return __warpcheck_group_collective(name, g._mask(), value);                         \
  }
WARPCHECK_REDUCTION(reduction, "reduce")
}  // namespace details

template <class Group, class T, class Op>
WARPCHECK_MADE_D T reduce(const Group &g, T value, Op &&) {
  return details::reduction(g, value);
}
template <class Group, class T> WARPCHECK_MADE_D T reduce(const Group &g, T value) {
  return details::reduction(g, value);
}
// Reductions of integers by an operator of the library have known results.
#define WARPCHECK_REDUCTION_BY(op, name)                       \
  namespace details {                                          \
  WARPCHECK_REDUCTION(reduction_by_##op, "reduce." name)       \
  }                                                            \
  template <class Group, class T, class U_>                    \
  WARPCHECK_MADE_D T reduce(const Group &g, T value, op<U_>) { \
    return details::reduction_by_##op(g, value);               \
  }
WARPCHECK_REDUCTION_BY(plus, "add")
WARPCHECK_REDUCTION_BY(less, "min")
WARPCHECK_REDUCTION_BY(greater, "max")
WARPCHECK_REDUCTION_BY(bit_and, "and")
WARPCHECK_REDUCTION_BY(bit_or, "or")
WARPCHECK_REDUCTION_BY(bit_xor, "xor")
#undef WARPCHECK_REDUCTION_BY
#undef WARPCHECK_REDUCTION
template <class Group, class Atomic, class T, class Op>
WARPCHECK_MADE_D void reduce_update_async(const Group &g, Atomic &&, T value, Op &&) {
  details::reduction(g, value);
}
template <class Group, class Atomic, class T, class Op>
WARPCHECK_MADE_D void reduce_store_async(const Group &g, Atomic &&, T value, Op &&) {
  details::reduction(g, value);
}
template <class Group, class To, class T, class Op>
WARPCHECK_MADE_D void reduce_store_async(const Group &g, To *to, T value, Op &&) {
  *to = details::reduction(g, value);
}
}  // namespace cooperative_groups
