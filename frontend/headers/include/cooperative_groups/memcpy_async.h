// Copies by a group. A copy does not wait for other threads, and each of its threads commits it as a group of its own;
// wait() and wait_prior() are barriers of the group.
#pragma once
#include "../cooperative_groups.h"

namespace cooperative_groups {
template <class Group, class T, class U_, class Size>
WARPCHECK_MADE_D void memcpy_async(const Group &g, T *to, const U_ *from, const Size &size) {
  details::copy_async(g, to, from, size);
  __pipeline_commit();
}
template <class Group, class T, class U_, class ToSize, class FromSize>
WARPCHECK_MADE_D void memcpy_async(const Group &g, T *to, const ToSize &size, const U_ *from,
                              const FromSize &) {
  details::copy_async(g, to, from, size * sizeof(T));
  __pipeline_commit();
}
template <class Group> WARPCHECK_MADE_D void wait(const Group &g) {
  __warpcheck_await();
  g.sync();
}
template <unsigned int Stages, class Group> WARPCHECK_MADE_D void wait_prior(const Group &g) {
  __pipeline_wait_prior(Stages);
  g.sync();
}
}  // namespace cooperative_groups
