// Barriers in shared memory by functions. As with cuda::barrier, which threads one waits for
// is known only at run time.
#pragma once
#include "warpcheck/groups_detail.h"

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;
#pragma clang force_cuda_host_device begin
inline unsigned int __mbarrier_maximum_count() { return (1 << 20) - 1; }
#pragma clang force_cuda_host_device end
WARPCHECK_D inline void __mbarrier_init(__mbarrier_t *barrier, unsigned int) {
  *barrier = __warpcheck_unknown(*barrier);
}
WARPCHECK_D inline void __mbarrier_inval(__mbarrier_t *) {}
WARPCHECK_D inline __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) {
  return __warpcheck_unknown(*barrier);
}
WARPCHECK_D inline __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) {
  return __warpcheck_unknown(*barrier);
}
WARPCHECK_D inline unsigned int __mbarrier_token_pending_count(__mbarrier_token_t) {
  return __warpcheck_unknown(0u);
}
WARPCHECK_D inline bool __mbarrier_test_wait(__mbarrier_t *, __mbarrier_token_t) {
  return __warpcheck_unknown(true);
}
WARPCHECK_D inline bool __mbarrier_test_wait_parity(__mbarrier_t *, bool) {
  return __warpcheck_unknown(true);
}
WARPCHECK_D inline bool __mbarrier_try_wait(__mbarrier_t *, __mbarrier_token_t, unsigned int) {
  return __warpcheck_unknown(true);
}
WARPCHECK_D inline bool __mbarrier_try_wait_parity(__mbarrier_t *, bool, unsigned int) {
  return __warpcheck_unknown(true);
}
