// cuRAND's host API: types, constants, and calls that take any arguments.
#pragma once
#include <warpcheck_prelude.h>
#define CURAND_H_

typedef struct curandGenerator_st *curandGenerator_t;
typedef struct curandDistributionShift_st *curandDiscreteDistribution_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef enum curandStatus {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED,
  CURAND_STATUS_ALLOCATION_FAILED,
  CURAND_STATUS_TYPE_ERROR,
  CURAND_STATUS_OUT_OF_RANGE,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE,
  CURAND_STATUS_INITIALIZATION_FAILED,
  CURAND_STATUS_ARCH_MISMATCH,
  CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;
typedef enum curandRngType {
  CURAND_RNG_TEST = 0,
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32,
  CURAND_RNG_QUASI_SOBOL64,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64
} curandRngType_t;
typedef enum curandOrdering {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT,
  CURAND_ORDERING_PSEUDO_SEEDED,
  CURAND_ORDERING_PSEUDO_LEGACY,
  CURAND_ORDERING_PSEUDO_DYNAMIC,
  CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;
typedef enum curandDirectionVectorSet {
  CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
  CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6,
  CURAND_DIRECTION_VECTORS_64_JOEKUO6,
  CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6
} curandDirectionVectorSet_t;

extern "C" {
curandStatus_t curandCreateGenerator(...), curandCreateGeneratorHost(...),
    curandDestroyGenerator(...), curandSetStream(...), curandSetGeneratorOffset(...),
    curandSetGeneratorOrdering(...), curandSetPseudoRandomGeneratorSeed(...),
    curandSetQuasiRandomGeneratorDimensions(...), curandGenerate(...),
    curandGenerateLongLong(...), curandGenerateUniform(...), curandGenerateUniformDouble(...),
    curandGenerateNormal(...), curandGenerateNormalDouble(...), curandGenerateLogNormal(...),
    curandGenerateLogNormalDouble(...), curandGeneratePoisson(...), curandGenerateSeeds(...),
    curandCreatePoissonDistribution(...), curandDestroyDistribution(...),
    curandGetDirectionVectors32(...), curandGetDirectionVectors64(...),
    curandGetScrambleConstants32(...), curandGetScrambleConstants64(...), curandGetVersion(...);
}
#include "names/curand.h"
