// cooperative_groups::inclusive_scan and exclusive_scan: every lane of the
// group must call them.
#pragma once
#include "../cooperative_groups.h"

namespace cooperative_groups {
namespace details {
#define WARPCHECK_SCAN_AS(function, name)                                                \
  template <class Group, class T> WARPCHECK_MADE_D T function(const Group &g, T value) { \
    return __warpcheck_group_collective(name, g._mask(), value);                         \
  }                                                                                      \
  template <unsigned int N_, class Parent, class T>                                      \
  WARPCHECK_MADE_D T function(const thread_block_tile<N_, Parent> &g, T value) {         \
    if (N_ <= 32)                                                                        \
      return __warpcheck_group_collective(name, g._mask(), value);                       \
    across_tile<N_>(0);                                                                  \
    return __warpcheck_result(value);                                                   \
  }
WARPCHECK_SCAN_AS(scan, "scan")
WARPCHECK_SCAN_AS(inclusive_sum, "scan.add")
WARPCHECK_SCAN_AS(exclusive_sum, "scan.add.before")
#undef WARPCHECK_SCAN_AS
}  // namespace details

template <class T> struct plus;
// Scans that add integers have known results.
#define WARPCHECK_SCAN(name, sum)                                                    \
  template <class Group, class T, class Op>                                          \
  WARPCHECK_MADE_D T name(const Group &g, T value, Op &&) {                          \
    return details::scan(g, value);                                                  \
  }                                                                                  \
  template <class Group, class T> WARPCHECK_MADE_D T name(const Group &g, T value) { \
    return details::sum(g, value);                                                   \
  }                                                                                  \
  template <class Group, class T, class U_>                                          \
  WARPCHECK_MADE_D T name(const Group &g, T value, plus<U_>) {                       \
    return details::sum(g, value);                                                   \
  }                                                                                  \
  template <class Group, class Atomic, class T, class Op>                            \
  WARPCHECK_MADE_D T name##_update(const Group &g, Atomic &, T value, Op &&) {       \
    return details::scan(g, value);                                                  \
  }                                                                                  \
  template <class Group, class Atomic, class T>                                      \
  WARPCHECK_MADE_D T name##_update(const Group &g, Atomic &, T value) {              \
    return details::scan(g, value);                                                  \
  }
WARPCHECK_SCAN(inclusive_scan, inclusive_sum)
WARPCHECK_SCAN(exclusive_scan, exclusive_sum)
#undef WARPCHECK_SCAN
}  // namespace cooperative_groups
