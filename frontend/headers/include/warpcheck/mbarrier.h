// mbarriers in shared memory, by their addresses: the instructions of CUDA's functions and methods
// whose names differ from the instruction's. PTX has no .until_done. Such a wait ends with the phase.
#pragma once

#define WARPCHECK_AT(bar) "r"((unsigned int)__cvta_generic_to_shared(bar))
struct __warpcheck_mbarrier {
  static WARPCHECK_D void init(void *bar, unsigned int count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::WARPCHECK_AT(bar), "r"(count) : "memory");
  }
  static WARPCHECK_D unsigned long long arrive(void *bar, unsigned int count) {
    unsigned long long token;
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], %2;" : "=l"(token) : WARPCHECK_AT(bar), "r"(count) : "memory");
    return token;
  }
  static WARPCHECK_D unsigned long long arrive_expect(void *bar, unsigned int count, unsigned int bytes) {
    expect(bar, bytes);
    return arrive(bar, count);
  }
  static WARPCHECK_D unsigned long long drop(void *bar) {
    unsigned long long token;
    asm volatile("mbarrier.arrive_drop.shared::cta.b64 %0, [%1];" : "=l"(token) : WARPCHECK_AT(bar) : "memory");
    return token;
  }
  static WARPCHECK_D void expect(void *bar, unsigned int bytes) {
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::WARPCHECK_AT(bar), "r"(bytes) : "memory");
  }
  static WARPCHECK_D void wait(const void *bar, unsigned long long token) {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.until_done.shared::cta.b64 p, [%0], %1; }" ::WARPCHECK_AT(bar), "l"(token)
                 : "memory");
  }
  static WARPCHECK_D void wait_parity(const void *bar, bool parity) {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.until_done.shared::cta.b64 p, [%0], %1; }" ::WARPCHECK_AT(bar),
                 "r"((unsigned int)parity)
                 : "memory");
  }
  static WARPCHECK_D void end(void *bar) {
    asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::WARPCHECK_AT(bar) : "memory");
  }
  static WARPCHECK_D bool try_wait(const void *bar, unsigned long long token) {
    unsigned int done;
    asm volatile("{ .reg .pred p; mbarrier.try_wait.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : WARPCHECK_AT(bar), "l"(token)
                 : "memory");
    return done;
  }
  static WARPCHECK_D bool try_wait_parity(const void *bar, bool parity) {
    unsigned int done;
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : WARPCHECK_AT(bar), "r"((unsigned int)parity)
                 : "memory");
    return done;
  }
};
#undef WARPCHECK_AT
