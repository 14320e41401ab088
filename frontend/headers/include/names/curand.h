// Further names of cuRAND: constants, types, and calls that take any arguments.
#pragma once

#define CURAND_VERSION (CURAND_VER_MAJOR * 1000 + CURAND_VER_MINOR * 100 + CURAND_VER_PATCH)
#define CURAND_VER_BUILD 35
#define CURAND_VER_MAJOR 10
#define CURAND_VER_MINOR 4
#define CURAND_VER_PATCH 0

typedef enum curandMethod {
  CURAND_CHOOSE_BEST, CURAND_ITR, CURAND_KNUTH, CURAND_HITR, CURAND_M1, CURAND_M2,
  CURAND_BINARY_SEARCH, CURAND_DISCRETE_GAUSS, CURAND_REJECTION, CURAND_DEVICE_API,
  CURAND_FAST_REJECTION, CURAND_3RD, CURAND_DEFINITION, CURAND_POISSON
} curandMethod_t;
struct curandDiscreteDistribution_st {
  curandDiscreteDistribution_t self_host_ptr;
  double stddev, mean;
  curandMethod_t method;
  unsigned int host_gen;
};
typedef struct mtgp32_kernel_params {
  unsigned int pos_tbl[200];
  unsigned int param_tbl[200][16];
  unsigned int temper_tbl[200][16];
  unsigned int single_temper_tbl[200][16];
  unsigned int sh1_tbl[200];
  unsigned int sh2_tbl[200];
  unsigned int mask[1];
} mtgp32_kernel_params_t;

extern "C" {
curandStatus_t curandGetProperty(...), curandGeneratePoissonMethod(...),
    curandGenerateBinomial(...), curandGenerateBinomialMethod(...), curandMakeMTGP32Constants(...),
    curandMakeMTGP32KernelState(...);
}
