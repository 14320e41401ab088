// cuRAND in kernels: a generator's state, and numbers drawn from it. Which number is unknown,
// but states that are alike yield the same: d stands for the whole of a state.
#pragma once
#include "curand.h"
#include "warpcheck/groups_detail.h"

#define WARPCHECK_STATE(name)       \
  struct name {                     \
    unsigned int d, v[5];           \
    int boxmuller_flag;             \
    float boxmuller_extra;          \
    double boxmuller_extra_double;  \
    uint4 ctr, output;              \
    uint2 key;                      \
    unsigned int STATE;             \
  };                                \
  typedef name name##_t;
WARPCHECK_STATE(curandStateXORWOW)
WARPCHECK_STATE(curandStateMRG32k3a)
WARPCHECK_STATE(curandStatePhilox4_32_10)
WARPCHECK_STATE(curandStateMtgp32)
WARPCHECK_STATE(curandStateSobol32)
WARPCHECK_STATE(curandStateScrambledSobol32)
WARPCHECK_STATE(curandStateSobol64)
WARPCHECK_STATE(curandStateScrambledSobol64)
WARPCHECK_STATE(curandStateTest)
#undef WARPCHECK_STATE
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;

// A number that only the operands determine.
template <class R_, class... A_> WARPCHECK_D R_ __warpcheck_drawn(A_... of);

template <class S_>
WARPCHECK_D void curand_init(unsigned long long seed, unsigned long long sequence,
                             unsigned long long offset, S_ *state) {
  __warpcheck_copy((void *)state, nullptr, sizeof(*state));
  state->d = __warpcheck_drawn<unsigned int>(seed, sequence, offset);
}
// By vectors of directions, which lie in memory.
template <class T, class... A_>
WARPCHECK_D void curand_init(const T *directions, A_... offset_and_state);

#define WARPCHECK_SKIP(name, way)                                              \
  template <class S_> WARPCHECK_D void name(unsigned long long n, S_ *state) { \
    state->d = __warpcheck_drawn<unsigned int>(state->d, way, n);              \
  }
WARPCHECK_SKIP(skipahead, 1)
WARPCHECK_SKIP(skipahead_sequence, 2)
WARPCHECK_SKIP(skipahead_subsequence, 3)
#undef WARPCHECK_SKIP

// The next number of a state, in one of several ways. Threads that share a state of MTGP32
// draw different ones.
template <class R_, class S_, class... A_>
WARPCHECK_D R_ __warpcheck_draw(S_ *state, int way, A_... parameters) {
  const unsigned int d = state->d;
  state->d = __warpcheck_drawn<unsigned int>(d, 0);
  return __warpcheck_drawn<R_>(d, way, parameters...);
}
template <class R_, class... A_>
WARPCHECK_D R_ __warpcheck_draw(curandStateMtgp32 *state, int way, A_... parameters);

#define WARPCHECK_DRAW(R_, name, way)                \
  template <class S_> WARPCHECK_D R_ name(S_ *s) {   \
    return __warpcheck_draw<R_>(s, way);             \
  }
#define WARPCHECK_DRAW2(R_, name, way)                                   \
  template <class S_> WARPCHECK_D R_##2 name(S_ *s) {                    \
    return {__warpcheck_draw<R_>(s, way), __warpcheck_draw<R_>(s, way)}; \
  }
#define WARPCHECK_DRAW4(R_, R4_, name, way)                              \
  template <class S_> WARPCHECK_D R4_ name(S_ *s) {                      \
    return {__warpcheck_draw<R_>(s, way), __warpcheck_draw<R_>(s, way),  \
            __warpcheck_draw<R_>(s, way), __warpcheck_draw<R_>(s, way)}; \
  }
WARPCHECK_DRAW(unsigned int, curand, 1)
WARPCHECK_DRAW4(unsigned int, uint4, curand4, 1)
WARPCHECK_DRAW(float, curand_uniform, 2)
WARPCHECK_DRAW2(float, curand_uniform2, 2)
WARPCHECK_DRAW4(float, float4, curand_uniform4, 2)
WARPCHECK_DRAW(double, curand_uniform_double, 3)
WARPCHECK_DRAW2(double, curand_uniform2_double, 3)
WARPCHECK_DRAW4(double, double4, curand_uniform4_double, 3)
WARPCHECK_DRAW(float, curand_normal, 4)
WARPCHECK_DRAW2(float, curand_normal2, 4)
WARPCHECK_DRAW4(float, float4, curand_normal4, 4)
WARPCHECK_DRAW(double, curand_normal_double, 5)
WARPCHECK_DRAW2(double, curand_normal2_double, 5)
WARPCHECK_DRAW4(double, double4, curand_normal4_double, 5)
#undef WARPCHECK_DRAW
#undef WARPCHECK_DRAW2
#undef WARPCHECK_DRAW4
template <class S_> WARPCHECK_D float curand_log_normal(S_ *s, float mean, float deviation) {
  return __warpcheck_draw<float>(s, 6, mean, deviation);
}
template <class S_> WARPCHECK_D float2 curand_log_normal2(S_ *s, float mean, float deviation) {
  return {curand_log_normal(s, mean, deviation), curand_log_normal(s, mean, deviation)};
}
template <class S_> WARPCHECK_D float4 curand_log_normal4(S_ *s, float mean, float deviation) {
  return {curand_log_normal(s, mean, deviation), curand_log_normal(s, mean, deviation),
          curand_log_normal(s, mean, deviation), curand_log_normal(s, mean, deviation)};
}
template <class S_>
WARPCHECK_D double curand_log_normal_double(S_ *s, double mean, double deviation) {
  return __warpcheck_draw<double>(s, 7, mean, deviation);
}
template <class S_> WARPCHECK_D unsigned int curand_poisson(S_ *s, double lambda) {
  return __warpcheck_draw<unsigned int>(s, 8, lambda);
}
template <class S_> WARPCHECK_D uint4 curand_poisson4(S_ *s, double lambda) {
  return {curand_poisson(s, lambda), curand_poisson(s, lambda), curand_poisson(s, lambda),
          curand_poisson(s, lambda)};
}
template <class S_>
WARPCHECK_D unsigned int curand_discrete(S_ *state, curandDiscreteDistribution_t distribution);
