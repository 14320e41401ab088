// cuSPARSE: types, constants, and calls that take any arguments.
#pragma once
#include <cuComplex.h>
#include <library_types.h>
#define CUSPARSEAPI
#define CUSPARSE_H_
#define CUSPARSE_VERSION 12500
#define CUSPARSE_VER_MAJOR 12

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct csric02Info *csric02Info_t;
typedef struct csrsv2Info *csrsv2Info_t;
typedef enum {
  CUSPARSE_STATUS_SUCCESS,
  CUSPARSE_STATUS_NOT_INITIALIZED,
  CUSPARSE_STATUS_ALLOC_FAILED,
  CUSPARSE_STATUS_INVALID_VALUE,
  CUSPARSE_STATUS_ARCH_MISMATCH,
  CUSPARSE_STATUS_MAPPING_ERROR,
  CUSPARSE_STATUS_EXECUTION_FAILED,
  CUSPARSE_STATUS_INTERNAL_ERROR,
  CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED,
  CUSPARSE_STATUS_ZERO_PIVOT,
  CUSPARSE_STATUS_NOT_SUPPORTED,
  CUSPARSE_STATUS_INSUFFICIENT_RESOURCES
} cusparseStatus_t;
typedef enum {
  CUSPARSE_OPERATION_NON_TRANSPOSE,
  CUSPARSE_OPERATION_TRANSPOSE,
  CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
} cusparseOperation_t;
typedef enum { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE } cusparsePointerMode_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE } cusparseIndexBase_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I } cusparseIndexType_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW } cusparseOrder_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT } cusparseDiagType_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC } cusparseAction_t;
typedef enum { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN } cusparseDirection_t;
typedef enum {
  CUSPARSE_SOLVE_POLICY_NO_LEVEL,
  CUSPARSE_SOLVE_POLICY_USE_LEVEL
} cusparseSolvePolicy_t;
typedef enum {
  CUSPARSE_MATRIX_TYPE_GENERAL,
  CUSPARSE_MATRIX_TYPE_SYMMETRIC,
  CUSPARSE_MATRIX_TYPE_HERMITIAN,
  CUSPARSE_MATRIX_TYPE_TRIANGULAR
} cusparseMatrixType_t;
typedef enum { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE } cusparseSpMatAttribute_t;
typedef enum {
  CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMV_CSR_ALG1 = 2, CUSPARSE_SPMV_CSR_ALG2,
  CUSPARSE_SPMV_COO_ALG1 = 1, CUSPARSE_SPMV_COO_ALG2 = 4, CUSPARSE_SPMV_SELL_ALG1,
  CUSPARSE_SPMV_BSR_ALG1
} cusparseSpMVAlg_t;
typedef enum {
  CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_COO_ALG1, CUSPARSE_SPMM_COO_ALG2, CUSPARSE_SPMM_COO_ALG3,
  CUSPARSE_SPMM_COO_ALG4 = 5, CUSPARSE_SPMM_CSR_ALG1 = 4, CUSPARSE_SPMM_CSR_ALG2 = 6,
  CUSPARSE_SPMM_CSR_ALG3 = 12, CUSPARSE_SPMM_BLOCKED_ELL_ALG1, CUSPARSE_SPMM_BSR_ALG1
} cusparseSpMMAlg_t;
typedef enum { CUSPARSE_SPSV_ALG_DEFAULT } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SPSM_ALG_DEFAULT } cusparseSpSMAlg_t;
typedef enum {
  CUSPARSE_SPGEMM_DEFAULT, CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC,
  CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC, CUSPARSE_SPGEMM_ALG1, CUSPARSE_SPGEMM_ALG2,
  CUSPARSE_SPGEMM_ALG3
} cusparseSpGEMMAlg_t;
typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT } cusparseSDDMMAlg_t;
typedef enum { CUSPARSE_CSR2CSC_ALG_DEFAULT, CUSPARSE_CSR2CSC_ALG1 = 1 } cusparseCsr2CscAlg_t;
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT } cusparseDenseToSparseAlg_t;
typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT } cusparseSparseToDenseAlg_t;

extern "C" {
const char *cusparseGetErrorString(cusparseStatus_t status);
const char *cusparseGetErrorName(cusparseStatus_t status);
cusparseIndexBase_t cusparseGetMatIndexBase(cusparseMatDescr_t matrix);
cusparseMatrixType_t cusparseGetMatType(cusparseMatDescr_t matrix);
cusparseFillMode_t cusparseGetMatFillMode(cusparseMatDescr_t matrix);
cusparseDiagType_t cusparseGetMatDiagType(cusparseMatDescr_t matrix);
cusparseStatus_t cusparseGetVersion(...), cusparseGetProperty(...), cusparseCreate(...), cusparseDestroy(...), cusparseSetStream(...),
    cusparseSetPointerMode(...), cusparseCreateMatDescr(...), cusparseDestroyMatDescr(...),
    cusparseSetMatType(...), cusparseSetMatIndexBase(...), cusparseSetMatFillMode(...),
    cusparseSetMatDiagType(...), cusparseCreateCsr(...), cusparseCreateCsc(...),
    cusparseCreateCoo(...), cusparseCreateBlockedEll(...), cusparseDestroySpMat(...),
    cusparseCreateDnVec(...), cusparseDestroyDnVec(...), cusparseCreateSpVec(...),
    cusparseDestroySpVec(...), cusparseCreateDnMat(...), cusparseDestroyDnMat(...),
    cusparseDnMatSetStridedBatch(...), cusparseCsrSetStridedBatch(...),
    cusparseCooSetStridedBatch(...), cusparseCsrSetPointers(...), cusparseSpMatGetSize(...),
    cusparseSpMatSetAttribute(...), cusparseDnVecSetValues(...), cusparseSpMV(...),
    cusparseSpMV_bufferSize(...), cusparseSpMV_preprocess(...), cusparseSpMM(...),
    cusparseSpMM_bufferSize(...), cusparseSpMM_preprocess(...), cusparseSDDMM(...),
    cusparseSDDMM_bufferSize(...), cusparseSDDMM_preprocess(...), cusparseGather(...),
    cusparseScatter(...), cusparseAxpby(...), cusparseSpVV(...), cusparseRot(...);
cusparseStatus_t cusparseSpSV_createDescr(...), cusparseSpSV_destroyDescr(...),
    cusparseSpSV_bufferSize(...), cusparseSpSV_analysis(...), cusparseSpSV_solve(...),
    cusparseSpSM_createDescr(...), cusparseSpSM_destroyDescr(...),
    cusparseSpSM_bufferSize(...), cusparseSpSM_analysis(...), cusparseSpSM_solve(...),
    cusparseSpGEMM_createDescr(...), cusparseSpGEMM_destroyDescr(...),
    cusparseSpGEMM_workEstimation(...), cusparseSpGEMM_compute(...), cusparseSpGEMM_copy(...),
    cusparseDenseToSparse_bufferSize(...), cusparseDenseToSparse_analysis(...),
    cusparseDenseToSparse_convert(...), cusparseSparseToDense_bufferSize(...),
    cusparseSparseToDense(...), cusparseCsr2cscEx2(...), cusparseCsr2cscEx2_bufferSize(...),
    cusparseXcoo2csr(...), cusparseXcsr2coo(...), cusparseSnnz(...), cusparseDnnz(...),
    cusparseXcsrsort(...), cusparseXcsrsort_bufferSizeExt(...), cusparseXcoosort_bufferSizeExt(...),
    cusparseXcoosortByRow(...), cusparseXcoosortByColumn(...),
    cusparseCreateIdentityPermutation(...);
cusparseStatus_t cusparseCreateCsrilu02Info(...), cusparseDestroyCsrilu02Info(...),
    cusparseScsrilu02_bufferSize(...), cusparseScsrilu02_analysis(...), cusparseScsrilu02(...),
    cusparseDcsrilu02_bufferSize(...), cusparseDcsrilu02_analysis(...), cusparseDcsrilu02(...),
    cusparseCcsrilu02_bufferSize(...), cusparseCcsrilu02_analysis(...), cusparseCcsrilu02(...),
    cusparseZcsrilu02_bufferSize(...), cusparseZcsrilu02_analysis(...), cusparseZcsrilu02(...),
    cusparseXcsrilu02_zeroPivot(...), cusparseScsrsv2_solve(...), cusparseDcsrsv2_solve(...);
cusparseStatus_t cusparseCreateCsric02Info(...), cusparseDestroyCsric02Info(...),
    cusparseScsric02_bufferSize(...), cusparseScsric02_analysis(...), cusparseScsric02(...),
    cusparseDcsric02_bufferSize(...), cusparseDcsric02_analysis(...), cusparseDcsric02(...),
    cusparseCcsric02_bufferSize(...), cusparseCcsric02_analysis(...), cusparseCcsric02(...),
    cusparseZcsric02_bufferSize(...), cusparseZcsric02_analysis(...), cusparseZcsric02(...),
    cusparseXcsric02_zeroPivot(...);
}
#include "names/cusparse.h"
