// cuRAND in kernels: states of generators, and random numbers. The numbers are unknown,
// but equal states give equal numbers. The field d represents the whole state.
#pragma once
#include "curand.h"
#include "warpcheck/groups_detail.h"

struct __warpcheck_state {
  unsigned int d, v[5];
  int boxmuller_flag;
  float boxmuller_extra;
  double boxmuller_extra_double;
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;
};
#define WARPCHECK_STATE(name)           \
  struct name : __warpcheck_state {};   \
  typedef name name##_t;
WARPCHECK_STATE(curandStateXORWOW)
WARPCHECK_STATE(curandStateMRG32k3a)
WARPCHECK_STATE(curandStatePhilox4_32_10)
WARPCHECK_STATE(curandStateSobol32)
WARPCHECK_STATE(curandStateScrambledSobol32)
WARPCHECK_STATE(curandStateSobol64)
WARPCHECK_STATE(curandStateScrambledSobol64)
WARPCHECK_STATE(curandStateTest)
#undef WARPCHECK_STATE
// Threads that share this state draw different numbers.
struct curandStateMtgp32 {
  unsigned int d;
};
typedef curandStateMtgp32 curandStateMtgp32_t;
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;

// An unknown function of its operands.
template <class R_, class... A_> WARPCHECK_D R_ __warpcheck_drawn(A_... of);

// The state is no template parameter here, because calls in a template that nobody instantiates would have no body.
WARPCHECK_D void curand_init(unsigned long long seed, unsigned long long sequence,
                             unsigned long long offset, __warpcheck_state *state) {
  __warpcheck_copy((void *)state, nullptr, sizeof(*state));
  state->d = __warpcheck_drawn<unsigned int>(seed, sequence, offset);
}
// The initialisation from vectors of directions in memory.
template <class T, class... A_>
WARPCHECK_D void curand_init(const T *directions, A_... offset_and_state);

#define WARPCHECK_SKIP(name, way)                                              \
  WARPCHECK_D void name(unsigned long long n, __warpcheck_state *state) {      \
    state->d = __warpcheck_drawn<unsigned int>(state->d, way, n);              \
  }
WARPCHECK_SKIP(skipahead, 1)
WARPCHECK_SKIP(skipahead_sequence, 2)
WARPCHECK_SKIP(skipahead_subsequence, 3)
#undef WARPCHECK_SKIP

// The next number of a state. way is the kind of the number.
template <class R_, class... A_>
WARPCHECK_D R_ __warpcheck_draw(__warpcheck_state *state, int way, A_... parameters) {
  const unsigned int d = state->d;
  state->d = __warpcheck_drawn<unsigned int>(d, 0);
  return __warpcheck_drawn<R_>(d, way, parameters...);
}

#define WARPCHECK_DRAW(R_, name, way)           \
  WARPCHECK_D R_ name(curandStateMtgp32 *s);    \
  WARPCHECK_D R_ name(__warpcheck_state *s) {   \
    return __warpcheck_draw<R_>(s, way);        \
  }
#define WARPCHECK_DRAW2(R_, name, way)                                   \
  WARPCHECK_D R_##2 name(curandStateMtgp32 *s);                          \
  WARPCHECK_D R_##2 name(__warpcheck_state *s) {                         \
    return {__warpcheck_draw<R_>(s, way), __warpcheck_draw<R_>(s, way)}; \
  }
#define WARPCHECK_DRAW4(R_, R4_, name, way)                              \
  WARPCHECK_D R4_ name(curandStateMtgp32 *s);                            \
  WARPCHECK_D R4_ name(__warpcheck_state *s) {                           \
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
// Numbers of a distribution with parameters.
#define WARPCHECK_DRAW_OF(R_, name, way, parameters, ...)              \
  WARPCHECK_D R_ name(curandStateMtgp32 *s, parameters);               \
  WARPCHECK_D R_ name(__warpcheck_state *s, parameters) {              \
    return __warpcheck_draw<R_>(s, way, __VA_ARGS__);                  \
  }
#define WARPCHECK_COMMA ,
WARPCHECK_DRAW_OF(float, curand_log_normal, 6, float mean WARPCHECK_COMMA float deviation, mean, deviation)
WARPCHECK_DRAW_OF(double, curand_log_normal_double, 7, double mean WARPCHECK_COMMA double deviation, mean,
                  deviation)
WARPCHECK_DRAW_OF(unsigned int, curand_poisson, 8, double lambda, lambda)
#undef WARPCHECK_DRAW_OF
#undef WARPCHECK_COMMA
template <class S_> WARPCHECK_D float2 curand_log_normal2(S_ *s, float mean, float deviation) {
  return {curand_log_normal(s, mean, deviation), curand_log_normal(s, mean, deviation)};
}
template <class S_> WARPCHECK_D float4 curand_log_normal4(S_ *s, float mean, float deviation) {
  return {curand_log_normal(s, mean, deviation), curand_log_normal(s, mean, deviation),
          curand_log_normal(s, mean, deviation), curand_log_normal(s, mean, deviation)};
}
template <class S_>
WARPCHECK_D double2 curand_log_normal2_double(S_ *s, double mean, double deviation) {
  return {curand_log_normal_double(s, mean, deviation),
          curand_log_normal_double(s, mean, deviation)};
}
template <class S_>
WARPCHECK_D double4 curand_log_normal4_double(S_ *s, double mean, double deviation) {
  return {curand_log_normal_double(s, mean, deviation),
          curand_log_normal_double(s, mean, deviation),
          curand_log_normal_double(s, mean, deviation),
          curand_log_normal_double(s, mean, deviation)};
}
template <class S_> WARPCHECK_D uint4 curand_poisson4(S_ *s, double lambda) {
  return {curand_poisson(s, lambda), curand_poisson(s, lambda), curand_poisson(s, lambda),
          curand_poisson(s, lambda)};
}
template <class S_>
WARPCHECK_D unsigned int curand_discrete(S_ *state, curandDiscreteDistribution_t distribution);
template <class S_>
WARPCHECK_D uint4 curand_discrete4(S_ *state, curandDiscreteDistribution_t distribution);
