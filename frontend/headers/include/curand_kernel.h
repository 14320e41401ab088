// cuRAND in kernels: a generator's state, and numbers drawn from it. A drawn
// number is unknown, so nothing has a body.
#pragma once
#include "curand.h"

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

template <class... A_> WARPCHECK_D void curand_init(A_... seed_and_state);
template <class S_> WARPCHECK_D void skipahead(unsigned long long n, S_ *state);
template <class S_> WARPCHECK_D void skipahead_sequence(unsigned long long n, S_ *state);
template <class S_> WARPCHECK_D void skipahead_subsequence(unsigned long long n, S_ *state);
template <class S_> WARPCHECK_D unsigned int curand(S_ *state);
template <class S_> WARPCHECK_D uint4 curand4(S_ *state);
template <class S_> WARPCHECK_D float curand_uniform(S_ *state);
template <class S_> WARPCHECK_D float2 curand_uniform2(S_ *state);
template <class S_> WARPCHECK_D float4 curand_uniform4(S_ *state);
template <class S_> WARPCHECK_D double curand_uniform_double(S_ *state);
template <class S_> WARPCHECK_D double2 curand_uniform2_double(S_ *state);
template <class S_> WARPCHECK_D double4 curand_uniform4_double(S_ *state);
template <class S_> WARPCHECK_D float curand_normal(S_ *state);
template <class S_> WARPCHECK_D float2 curand_normal2(S_ *state);
template <class S_> WARPCHECK_D float4 curand_normal4(S_ *state);
template <class S_> WARPCHECK_D double curand_normal_double(S_ *state);
template <class S_> WARPCHECK_D double2 curand_normal2_double(S_ *state);
template <class S_> WARPCHECK_D double4 curand_normal4_double(S_ *state);
template <class S_> WARPCHECK_D float curand_log_normal(S_ *state, float mean, float deviation);
template <class S_> WARPCHECK_D float2 curand_log_normal2(S_ *state, float mean, float deviation);
template <class S_> WARPCHECK_D float4 curand_log_normal4(S_ *state, float mean, float deviation);
template <class S_>
WARPCHECK_D double curand_log_normal_double(S_ *state, double mean, double deviation);
template <class S_> WARPCHECK_D unsigned int curand_poisson(S_ *state, double lambda);
template <class S_> WARPCHECK_D uint4 curand_poisson4(S_ *state, double lambda);
template <class S_>
WARPCHECK_D unsigned int curand_discrete(S_ *state, curandDiscreteDistribution_t distribution);
