// Barriers in shared memory by functions: mbarriers.
#pragma once
#include "warpcheck/groups_detail.h"
#include "warpcheck/mbarrier.h"

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;
#pragma clang force_cuda_host_device begin
inline unsigned int __mbarrier_maximum_count() { return (1 << 20) - 1; }
#pragma clang force_cuda_host_device end
WARPCHECK_D inline void __mbarrier_init(__mbarrier_t *barrier, unsigned int count) { __warpcheck_mbarrier::init(barrier, count); }
WARPCHECK_D inline void __mbarrier_inval(__mbarrier_t *barrier) { __warpcheck_mbarrier::end(barrier); }
WARPCHECK_D inline __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) { return __warpcheck_mbarrier::arrive(barrier, 1); }
WARPCHECK_D inline __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) {
  return __warpcheck_mbarrier::drop(barrier);
}
WARPCHECK_D inline unsigned int __mbarrier_token_pending_count(__mbarrier_token_t) { return __warpcheck_unknown(0u); }
WARPCHECK_D inline bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token) {
  return __warpcheck_mbarrier::try_wait(barrier, token);
}
WARPCHECK_D inline bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity) {
  return __warpcheck_mbarrier::try_wait_parity(barrier, parity);
}
WARPCHECK_D inline bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token, unsigned int) {
  return __warpcheck_mbarrier::try_wait(barrier, token);
}
WARPCHECK_D inline bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool parity, unsigned int) {
  return __warpcheck_mbarrier::try_wait_parity(barrier, parity);
}
