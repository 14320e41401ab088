// cuBLAS: types, constants, and calls that take any arguments.
#pragma once
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <library_types.h>
#define CUBLAS_API_H_
#define CUBLAS_V2_H_
#define CUBLASAPI
#define CUBLAS_VER_MAJOR 12
#define CUBLAS_VER_MINOR 9
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION 120900

typedef struct cublasContext *cublasHandle_t;
typedef cudaDataType cublasDataType_t;
typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef cublasStatus_t cublasStatus;
typedef enum {
  CUBLAS_OP_N = 0,
  CUBLAS_OP_T = 1,
  CUBLAS_OP_C = 2,
  CUBLAS_OP_HERMITAN = 2,
  CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum {
  CUBLAS_FILL_MODE_LOWER,
  CUBLAS_FILL_MODE_UPPER,
  CUBLAS_FILL_MODE_FULL
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED } cublasAtomicsMode_t;
typedef enum {
  CUBLAS_DEFAULT_MATH, CUBLAS_TENSOR_OP_MATH, CUBLAS_PEDANTIC_MATH, CUBLAS_TF32_TENSOR_OP_MATH,
  CUBLAS_FP32_EMULATED_BF16X9_MATH, CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
  CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0, CUBLAS_GEMM_ALGO1,
  CUBLAS_GEMM_ALGO2, CUBLAS_GEMM_ALGO3, CUBLAS_GEMM_ALGO4, CUBLAS_GEMM_ALGO5, CUBLAS_GEMM_ALGO6,
  CUBLAS_GEMM_ALGO7, CUBLAS_GEMM_ALGO8, CUBLAS_GEMM_ALGO9, CUBLAS_GEMM_ALGO10, CUBLAS_GEMM_ALGO11,
  CUBLAS_GEMM_ALGO12, CUBLAS_GEMM_ALGO13, CUBLAS_GEMM_ALGO14, CUBLAS_GEMM_ALGO15,
  CUBLAS_GEMM_ALGO16, CUBLAS_GEMM_ALGO17, CUBLAS_GEMM_ALGO18, CUBLAS_GEMM_ALGO19,
  CUBLAS_GEMM_ALGO20, CUBLAS_GEMM_ALGO21, CUBLAS_GEMM_ALGO22, CUBLAS_GEMM_ALGO23,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99, CUBLAS_GEMM_DFALT_TENSOR_OP = 99, CUBLAS_GEMM_ALGO0_TENSOR_OP,
  CUBLAS_GEMM_ALGO1_TENSOR_OP, CUBLAS_GEMM_ALGO2_TENSOR_OP, CUBLAS_GEMM_ALGO3_TENSOR_OP,
  CUBLAS_GEMM_ALGO4_TENSOR_OP, CUBLAS_GEMM_ALGO5_TENSOR_OP, CUBLAS_GEMM_ALGO6_TENSOR_OP,
  CUBLAS_GEMM_ALGO7_TENSOR_OP, CUBLAS_GEMM_ALGO8_TENSOR_OP, CUBLAS_GEMM_ALGO9_TENSOR_OP,
  CUBLAS_GEMM_ALGO10_TENSOR_OP, CUBLAS_GEMM_ALGO11_TENSOR_OP, CUBLAS_GEMM_ALGO12_TENSOR_OP,
  CUBLAS_GEMM_ALGO13_TENSOR_OP, CUBLAS_GEMM_ALGO14_TENSOR_OP, CUBLAS_GEMM_ALGO15_TENSOR_OP,
  CUBLAS_GEMM_AUTOTUNE = 999
} cublasGemmAlgo_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC, CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC, CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77, CUBLAS_COMPUTE_32F_EMULATED_16BFX9, CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC, CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT = 79, CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32I_PEDANTIC
} cublasComputeType_t;

extern "C" {
const char *cublasGetStatusString(cublasStatus_t status);
const char *cublasGetStatusName(cublasStatus_t status);
size_t cublasGetCudartVersion();
cublasStatus_t cublasCreate(...), cublasCreate_v2(...), cublasDestroy(...),
    cublasDestroy_v2(...), cublasInit(...), cublasShutdown(...), cublasGetVersion(...), cublasGetProperty(...),
    cublasSetStream(...), cublasGetStream(...), cublasSetPointerMode(...),
    cublasGetPointerMode(...), cublasSetMathMode(...), cublasGetMathMode(...),
    cublasSetAtomicsMode(...), cublasSetWorkspace(...), cublasLoggerConfigure(...),
    cublasSetVector(...), cublasGetVector(...), cublasSetMatrix(...), cublasGetMatrix(...),
    cublasSetVectorAsync(...), cublasGetVectorAsync(...), cublasAlloc(...), cublasFree(...);
// One routine for each element type: S, D, C, Z.
#define WARPCHECK_BLAS(name)                                                            \
  cublasStatus_t cublasS##name(...), cublasD##name(...), cublasC##name(...),            \
      cublasZ##name(...), cublasS##name##_v2(...), cublasD##name##_v2(...),             \
      cublasS##name##_64(...), cublasD##name##_64(...), cublasC##name##_64(...),        \
      cublasZ##name##_64(...);
WARPCHECK_BLAS(axpy)
WARPCHECK_BLAS(scal)
WARPCHECK_BLAS(copy)
WARPCHECK_BLAS(swap)
WARPCHECK_BLAS(dot)
WARPCHECK_BLAS(dotu)
WARPCHECK_BLAS(dotc)
WARPCHECK_BLAS(nrm2)
WARPCHECK_BLAS(asum)
WARPCHECK_BLAS(rot)
WARPCHECK_BLAS(gemv)
WARPCHECK_BLAS(ger)
WARPCHECK_BLAS(geru)
WARPCHECK_BLAS(symv)
WARPCHECK_BLAS(syr)
WARPCHECK_BLAS(trsv)
WARPCHECK_BLAS(trmv)
WARPCHECK_BLAS(gemm)
WARPCHECK_BLAS(gemm3m)
WARPCHECK_BLAS(gemmBatched)
WARPCHECK_BLAS(gemmStridedBatched)
WARPCHECK_BLAS(gemvBatched)
WARPCHECK_BLAS(gemvStridedBatched)
WARPCHECK_BLAS(symm)
WARPCHECK_BLAS(syrk)
WARPCHECK_BLAS(syr2k)
WARPCHECK_BLAS(herk)
WARPCHECK_BLAS(trsm)
WARPCHECK_BLAS(trsmBatched)
WARPCHECK_BLAS(trmm)
WARPCHECK_BLAS(geam)
WARPCHECK_BLAS(dgmm)
WARPCHECK_BLAS(getrfBatched)
WARPCHECK_BLAS(getrsBatched)
WARPCHECK_BLAS(getriBatched)
WARPCHECK_BLAS(matinvBatched)
WARPCHECK_BLAS(geqrfBatched)
WARPCHECK_BLAS(gelsBatched)
#undef WARPCHECK_BLAS
cublasStatus_t cublasIsamax(...), cublasIdamax(...), cublasIcamax(...), cublasIzamax(...),
    cublasIsamax_64(...), cublasIdamax_64(...), cublasIcamax_64(...), cublasIzamax_64(...),
    cublasIsamin(...), cublasIdamin(...), cublasHgemm(...), cublasHgemmBatched(...),
    cublasHgemmStridedBatched(...), cublasGemmEx(...), cublasSgemmEx(...),
    cublasGemmBatchedEx(...), cublasGemmStridedBatchedEx(...), cublasAxpyEx(...),
    cublasScalEx(...), cublasDotEx(...), cublasDotcEx(...), cublasNrm2Ex(...);
}
#include "names/cublas.h"
