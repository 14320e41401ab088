// cuFFT: types, constants, and calls that take any arguments.
#pragma once
#include <cuComplex.h>
#include <library_types.h>
#define _CUFFT_H_
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
#define CUFFT_VERSION 11400

typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef enum cufftResult_t {
  CUFFT_SUCCESS,
  CUFFT_INVALID_PLAN,
  CUFFT_ALLOC_FAILED,
  CUFFT_INVALID_TYPE,
  CUFFT_INVALID_VALUE,
  CUFFT_INTERNAL_ERROR,
  CUFFT_EXEC_FAILED,
  CUFFT_SETUP_FAILED,
  CUFFT_INVALID_SIZE,
  CUFFT_UNALIGNED_DATA,
  CUFFT_INCOMPLETE_PARAMETER_LIST,
  CUFFT_INVALID_DEVICE,
  CUFFT_PARSE_ERROR,
  CUFFT_NO_WORKSPACE,
  CUFFT_NOT_IMPLEMENTED,
  CUFFT_LICENSE_ERROR,
  CUFFT_NOT_SUPPORTED,
  CUFFT_MISSING_DEPENDENCY,
  CUFFT_NVRTC_FAILURE,
  CUFFT_NVJITLINK_FAILURE,
  CUFFT_NVSHMEM_FAILURE
} cufftResult;
typedef enum cufftType_t {
  CUFFT_R2C = 0x2a,
  CUFFT_C2R = 0x2c,
  CUFFT_C2C = 0x29,
  CUFFT_D2Z = 0x6a,
  CUFFT_Z2D = 0x6c,
  CUFFT_Z2Z = 0x69
} cufftType;
extern "C" {
cufftResult cufftCreate(...), cufftDestroy(...), cufftPlan1d(...), cufftPlan2d(...),
    cufftPlan3d(...), cufftPlanMany(...), cufftMakePlan1d(...), cufftMakePlan2d(...),
    cufftMakePlan3d(...), cufftMakePlanMany(...), cufftExecC2C(...), cufftExecR2C(...),
    cufftExecC2R(...), cufftExecZ2Z(...), cufftExecD2Z(...), cufftExecZ2D(...),
    cufftSetStream(...), cufftSetWorkArea(...), cufftSetAutoAllocation(...),
    cufftGetSize(...), cufftEstimate1d(...), cufftEstimate2d(...), cufftGetVersion(...);
}
#include "names/cufft.h"
