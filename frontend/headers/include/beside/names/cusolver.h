// Further names of cuSOLVER: constants, types, and calls that take any arguments.
#pragma once

#define CUSOLVERAPI
#define CUSOLVERMG_CPP_VERSION __cplusplus
#define CUSOLVER_CPP_VERSION __cplusplus
#define CUSOLVER_VERSION (CUSOLVER_VER_MAJOR * 1000 + CUSOLVER_VER_MINOR * 100 + CUSOLVER_VER_PATCH)
#define CUSOLVER_VER_BUILD 66
#define CUSOLVER_VER_MAJOR 12
#define CUSOLVER_VER_MINOR 0
#define CUSOLVER_VER_PATCH 4

struct cusolverDnIRSParams;
typedef struct cusolverDnIRSParams *cusolverDnIRSParams_t;
struct cusolverDnIRSInfos;
typedef struct cusolverDnIRSInfos *cusolverDnIRSInfos_t;
typedef enum { CUSOLVERDN_GETRF, CUSOLVERDN_POTRF, CUSOLVERDN_SYEVBATCHED } cusolverDnFunction_t;
typedef int cusolver_int_t;
typedef enum { CUSOLVER_EIG_RANGE_ALL = 1001, CUSOLVER_EIG_RANGE_I, CUSOLVER_EIG_RANGE_V } cusolverEigRange_t;
typedef enum {
  CUSOLVER_INF_NORM = 104, CUSOLVER_MAX_NORM, CUSOLVER_ONE_NORM, CUSOLVER_FRO_NORM
} cusolverNorm_t;
typedef enum {
  CUSOLVER_IRS_REFINE_NOT_SET = 1100, CUSOLVER_IRS_REFINE_NONE, CUSOLVER_IRS_REFINE_CLASSICAL,
  CUSOLVER_IRS_REFINE_CLASSICAL_GMRES, CUSOLVER_IRS_REFINE_GMRES, CUSOLVER_IRS_REFINE_GMRES_GMRES,
  CUSOLVER_IRS_REFINE_GMRES_NOPCOND, CUSOLVER_PREC_DD = 1150, CUSOLVER_PREC_SS, CUSOLVER_PREC_SHT
} cusolverIRSRefinement_t;
typedef enum {
  CUSOLVER_R_8I = 1201, CUSOLVER_R_8U, CUSOLVER_R_64F, CUSOLVER_R_32F, CUSOLVER_R_16F,
  CUSOLVER_R_16BF, CUSOLVER_R_TF32, CUSOLVER_R_AP, CUSOLVER_C_8I = 1211, CUSOLVER_C_8U,
  CUSOLVER_C_64F, CUSOLVER_C_32F, CUSOLVER_C_16F, CUSOLVER_C_16BF, CUSOLVER_C_TF32, CUSOLVER_C_AP
} cusolverPrecType_t;
typedef enum { CUSOLVER_ALG_0, CUSOLVER_ALG_1, CUSOLVER_ALG_2 } cusolverAlgMode_t;
typedef enum { CUBLAS_STOREV_COLUMNWISE, CUBLAS_STOREV_ROWWISE } cusolverStorevMode_t;
typedef enum { CUBLAS_DIRECT_FORWARD, CUBLAS_DIRECT_BACKWARD } cusolverDirectMode_t;
typedef enum { CUSOLVER_DETERMINISTIC_RESULTS = 1, CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS } cusolverDeterministicMode_t;
typedef enum { CUSOLVER_DEFAULT_MATH = 1, CUSOLVER_FP32_EMULATED_BF16X9_MATH } cusolverMathMode_t;
typedef void (*cusolverDnLoggerCallback_t)(int, const char *, const char *);
struct csrqrInfo;
typedef struct csrqrInfo *csrqrInfo_t;
typedef enum { CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF, CUSOLVERRF_RESET_VALUES_FAST_MODE_ON } cusolverRfResetValuesFastMode_t;
typedef enum { CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_MATRIX_FORMAT_CSC } cusolverRfMatrixFormat_t;
typedef enum {
  CUSOLVERRF_UNIT_DIAGONAL_STORED_L, CUSOLVERRF_UNIT_DIAGONAL_STORED_U,
  CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U
} cusolverRfUnitDiagonal_t;
typedef enum {
  CUSOLVERRF_FACTORIZATION_ALG0, CUSOLVERRF_FACTORIZATION_ALG1, CUSOLVERRF_FACTORIZATION_ALG2
} cusolverRfFactorization_t;
typedef enum {
  CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 = 1, CUSOLVERRF_TRIANGULAR_SOLVE_ALG2,
  CUSOLVERRF_TRIANGULAR_SOLVE_ALG3
} cusolverRfTriangularSolve_t;
typedef enum { CUSOLVERRF_NUMERIC_BOOST_NOT_USED, CUSOLVERRF_NUMERIC_BOOST_USED } cusolverRfNumericBoostReport_t;
struct cusolverRfCommon;
typedef struct cusolverRfCommon *cusolverRfHandle_t;
struct cusolverMgContext;
typedef struct cusolverMgContext *cusolverMgHandle_t;
typedef enum { CUDALIBMG_GRID_MAPPING_ROW_MAJOR = 1, CUDALIBMG_GRID_MAPPING_COL_MAJOR = 0 } cusolverMgGridMapping_t;
typedef void *cudaLibMgGrid_t;
typedef void *cudaLibMgMatrixDesc_t;

extern "C" {
cusolverStatus_t cusolverDnGetStream(...), cusolverDnSetDeterministicMode(...),
    cusolverDnGetDeterministicMode(...), cusolverDnSetMathMode(...), cusolverDnGetMathMode(...),
    cusolverDnSetEmulationStrategy(...), cusolverDnGetEmulationStrategy(...),
    cusolverDnIRSParamsCreate(...), cusolverDnIRSParamsDestroy(...),
    cusolverDnIRSParamsSetRefinementSolver(...), cusolverDnIRSParamsSetSolverMainPrecision(...),
    cusolverDnIRSParamsSetSolverLowestPrecision(...), cusolverDnIRSParamsSetSolverPrecisions(...),
    cusolverDnIRSParamsSetTol(...), cusolverDnIRSParamsSetTolInner(...),
    cusolverDnIRSParamsSetMaxIters(...), cusolverDnIRSParamsSetMaxItersInner(...),
    cusolverDnIRSParamsGetMaxIters(...), cusolverDnIRSParamsEnableFallback(...),
    cusolverDnIRSParamsDisableFallback(...), cusolverDnIRSInfosDestroy(...),
    cusolverDnIRSInfosCreate(...), cusolverDnIRSInfosGetNiters(...),
    cusolverDnIRSInfosGetOuterNiters(...), cusolverDnIRSInfosRequestResidual(...),
    cusolverDnIRSInfosGetResidualHistory(...), cusolverDnIRSInfosGetMaxIters(...),
    cusolverDnZZgesv(...), cusolverDnZCgesv(...), cusolverDnZKgesv(...), cusolverDnZEgesv(...),
    cusolverDnZYgesv(...), cusolverDnCCgesv(...), cusolverDnCEgesv(...), cusolverDnCKgesv(...),
    cusolverDnCYgesv(...), cusolverDnDDgesv(...), cusolverDnDSgesv(...), cusolverDnDHgesv(...),
    cusolverDnDBgesv(...), cusolverDnDXgesv(...), cusolverDnSSgesv(...), cusolverDnSHgesv(...),
    cusolverDnSBgesv(...), cusolverDnSXgesv(...), cusolverDnZZgesv_bufferSize(...),
    cusolverDnZCgesv_bufferSize(...), cusolverDnZKgesv_bufferSize(...),
    cusolverDnZEgesv_bufferSize(...), cusolverDnZYgesv_bufferSize(...),
    cusolverDnCCgesv_bufferSize(...), cusolverDnCKgesv_bufferSize(...),
    cusolverDnCEgesv_bufferSize(...), cusolverDnCYgesv_bufferSize(...),
    cusolverDnDDgesv_bufferSize(...), cusolverDnDSgesv_bufferSize(...),
    cusolverDnDHgesv_bufferSize(...), cusolverDnDBgesv_bufferSize(...),
    cusolverDnDXgesv_bufferSize(...), cusolverDnSSgesv_bufferSize(...),
    cusolverDnSHgesv_bufferSize(...), cusolverDnSBgesv_bufferSize(...),
    cusolverDnSXgesv_bufferSize(...), cusolverDnZZgels(...), cusolverDnZCgels(...),
    cusolverDnZKgels(...), cusolverDnZEgels(...), cusolverDnZYgels(...), cusolverDnCCgels(...),
    cusolverDnCKgels(...), cusolverDnCEgels(...), cusolverDnCYgels(...), cusolverDnDDgels(...),
    cusolverDnDSgels(...), cusolverDnDHgels(...), cusolverDnDBgels(...), cusolverDnDXgels(...),
    cusolverDnSSgels(...), cusolverDnSHgels(...), cusolverDnSBgels(...), cusolverDnSXgels(...),
    cusolverDnZZgels_bufferSize(...), cusolverDnZCgels_bufferSize(...),
    cusolverDnZKgels_bufferSize(...), cusolverDnZEgels_bufferSize(...),
    cusolverDnZYgels_bufferSize(...), cusolverDnCCgels_bufferSize(...),
    cusolverDnCKgels_bufferSize(...), cusolverDnCEgels_bufferSize(...),
    cusolverDnCYgels_bufferSize(...), cusolverDnDDgels_bufferSize(...),
    cusolverDnDSgels_bufferSize(...), cusolverDnDHgels_bufferSize(...),
    cusolverDnDBgels_bufferSize(...), cusolverDnDXgels_bufferSize(...),
    cusolverDnSSgels_bufferSize(...), cusolverDnSHgels_bufferSize(...),
    cusolverDnSBgels_bufferSize(...), cusolverDnSXgels_bufferSize(...), cusolverDnIRSXgesv(...),
    cusolverDnIRSXgesv_bufferSize(...), cusolverDnIRSXgels(...), cusolverDnIRSXgels_bufferSize(...),
    cusolverDnSpotrfBatched(...), cusolverDnDpotrfBatched(...), cusolverDnCpotrfBatched(...),
    cusolverDnZpotrfBatched(...), cusolverDnSpotrsBatched(...), cusolverDnDpotrsBatched(...),
    cusolverDnCpotrsBatched(...), cusolverDnZpotrsBatched(...), cusolverDnXtrtri_bufferSize(...),
    cusolverDnXtrtri(...), cusolverDnSlauum_bufferSize(...), cusolverDnDlauum_bufferSize(...),
    cusolverDnClauum_bufferSize(...), cusolverDnZlauum_bufferSize(...), cusolverDnSlauum(...),
    cusolverDnDlauum(...), cusolverDnClauum(...), cusolverDnZlauum(...), cusolverDnSlaswp(...),
    cusolverDnDlaswp(...), cusolverDnClaswp(...), cusolverDnZlaswp(...),
    cusolverDnCungqr_bufferSize(...), cusolverDnZungqr_bufferSize(...), cusolverDnCungqr(...),
    cusolverDnZungqr(...), cusolverDnCunmqr_bufferSize(...), cusolverDnZunmqr_bufferSize(...),
    cusolverDnCunmqr(...), cusolverDnZunmqr(...), cusolverDnSsytrf_bufferSize(...),
    cusolverDnDsytrf_bufferSize(...), cusolverDnCsytrf_bufferSize(...),
    cusolverDnZsytrf_bufferSize(...), cusolverDnSsytrf(...), cusolverDnDsytrf(...),
    cusolverDnCsytrf(...), cusolverDnZsytrf(...), cusolverDnXsytrs_bufferSize(...),
    cusolverDnXsytrs(...), cusolverDnSsytri_bufferSize(...), cusolverDnDsytri_bufferSize(...),
    cusolverDnCsytri_bufferSize(...), cusolverDnZsytri_bufferSize(...), cusolverDnSsytri(...),
    cusolverDnDsytri(...), cusolverDnCsytri(...), cusolverDnZsytri(...),
    cusolverDnSgebrd_bufferSize(...), cusolverDnDgebrd_bufferSize(...),
    cusolverDnCgebrd_bufferSize(...), cusolverDnZgebrd_bufferSize(...), cusolverDnSgebrd(...),
    cusolverDnDgebrd(...), cusolverDnCgebrd(...), cusolverDnZgebrd(...),
    cusolverDnSorgbr_bufferSize(...), cusolverDnDorgbr_bufferSize(...),
    cusolverDnCungbr_bufferSize(...), cusolverDnZungbr_bufferSize(...), cusolverDnSorgbr(...),
    cusolverDnDorgbr(...), cusolverDnCungbr(...), cusolverDnZungbr(...),
    cusolverDnSsytrd_bufferSize(...), cusolverDnDsytrd_bufferSize(...),
    cusolverDnChetrd_bufferSize(...), cusolverDnZhetrd_bufferSize(...), cusolverDnSsytrd(...),
    cusolverDnDsytrd(...), cusolverDnChetrd(...), cusolverDnZhetrd(...),
    cusolverDnSorgtr_bufferSize(...), cusolverDnDorgtr_bufferSize(...),
    cusolverDnCungtr_bufferSize(...), cusolverDnZungtr_bufferSize(...), cusolverDnSorgtr(...),
    cusolverDnDorgtr(...), cusolverDnCungtr(...), cusolverDnZungtr(...),
    cusolverDnSormtr_bufferSize(...), cusolverDnDormtr_bufferSize(...),
    cusolverDnCunmtr_bufferSize(...), cusolverDnZunmtr_bufferSize(...), cusolverDnSormtr(...),
    cusolverDnDormtr(...), cusolverDnCunmtr(...), cusolverDnZunmtr(...),
    cusolverDnSsyevdx_bufferSize(...), cusolverDnDsyevdx_bufferSize(...),
    cusolverDnCheevdx_bufferSize(...), cusolverDnZheevdx_bufferSize(...), cusolverDnSsyevdx(...),
    cusolverDnDsyevdx(...), cusolverDnCheevdx(...), cusolverDnZheevdx(...),
    cusolverDnSsygvdx_bufferSize(...), cusolverDnDsygvdx_bufferSize(...),
    cusolverDnChegvdx_bufferSize(...), cusolverDnZhegvdx_bufferSize(...), cusolverDnSsygvdx(...),
    cusolverDnDsygvdx(...), cusolverDnChegvdx(...), cusolverDnZhegvdx(...),
    cusolverDnSsygvd_bufferSize(...), cusolverDnDsygvd_bufferSize(...),
    cusolverDnChegvd_bufferSize(...), cusolverDnZhegvd_bufferSize(...), cusolverDnSsygvd(...),
    cusolverDnDsygvd(...), cusolverDnChegvd(...), cusolverDnZhegvd(...),
    cusolverDnXsyevjGetResidual(...), cusolverDnSsyevjBatched_bufferSize(...),
    cusolverDnDsyevjBatched_bufferSize(...), cusolverDnCheevjBatched_bufferSize(...),
    cusolverDnZheevjBatched_bufferSize(...), cusolverDnSsyevjBatched(...),
    cusolverDnDsyevjBatched(...), cusolverDnCheevjBatched(...), cusolverDnZheevjBatched(...),
    cusolverDnCheevj_bufferSize(...), cusolverDnZheevj_bufferSize(...), cusolverDnCheevj(...),
    cusolverDnZheevj(...), cusolverDnSsygvj_bufferSize(...), cusolverDnDsygvj_bufferSize(...),
    cusolverDnChegvj_bufferSize(...), cusolverDnZhegvj_bufferSize(...), cusolverDnSsygvj(...),
    cusolverDnDsygvj(...), cusolverDnChegvj(...), cusolverDnZhegvj(...),
    cusolverDnXgesvdjGetResidual(...), cusolverDnXgesvdjGetSweeps(...),
    cusolverDnSgesvdjBatched_bufferSize(...), cusolverDnDgesvdjBatched_bufferSize(...),
    cusolverDnCgesvdjBatched_bufferSize(...), cusolverDnZgesvdjBatched_bufferSize(...),
    cusolverDnSgesvdjBatched(...), cusolverDnDgesvdjBatched(...), cusolverDnCgesvdjBatched(...),
    cusolverDnZgesvdjBatched(...), cusolverDnSgesvdaStridedBatched_bufferSize(...),
    cusolverDnDgesvdaStridedBatched_bufferSize(...),
    cusolverDnCgesvdaStridedBatched_bufferSize(...),
    cusolverDnZgesvdaStridedBatched_bufferSize(...), cusolverDnSgesvdaStridedBatched(...),
    cusolverDnDgesvdaStridedBatched(...), cusolverDnCgesvdaStridedBatched(...),
    cusolverDnZgesvdaStridedBatched(...), cusolverDnSetAdvOptions(...),
    cusolverDnXpotrf_bufferSize(...), cusolverDnXpotrf(...), cusolverDnXpotrs(...),
    cusolverDnXgeqrf_bufferSize(...), cusolverDnXgeqrf(...), cusolverDnXgetrf_bufferSize(...),
    cusolverDnXgetrf(...), cusolverDnXgetrs(...), cusolverDnXsyevd_bufferSize(...),
    cusolverDnXsyevd(...), cusolverDnXsyevBatched_bufferSize(...), cusolverDnXsyevBatched(...),
    cusolverDnXsyevdx_bufferSize(...), cusolverDnXsyevdx(...), cusolverDnXgeev_bufferSize(...),
    cusolverDnXgeev(...), cusolverDnXgesvd_bufferSize(...), cusolverDnXgesvd(...),
    cusolverDnXgesvdp_bufferSize(...), cusolverDnXgesvdp(...), cusolverDnXgesvdr_bufferSize(...),
    cusolverDnXgesvdr(...), cusolverDnXlarft_bufferSize(...), cusolverDnXlarft(...),
    cusolverDnLoggerSetCallback(...), cusolverDnLoggerSetFile(...), cusolverDnLoggerOpenFile(...),
    cusolverDnLoggerSetLevel(...), cusolverDnLoggerSetMask(...), cusolverDnLoggerForceDisable(...),
    cusolverSpGetStream(...), cusolverSpXcsrissymHost(...), cusolverSpScsrlsvluHost(...),
    cusolverSpCcsrlsvluHost(...), cusolverSpZcsrlsvluHost(...), cusolverSpCcsrlsvqr(...),
    cusolverSpZcsrlsvqr(...), cusolverSpScsrlsvqrHost(...), cusolverSpDcsrlsvqrHost(...),
    cusolverSpCcsrlsvqrHost(...), cusolverSpZcsrlsvqrHost(...), cusolverSpScsrlsvcholHost(...),
    cusolverSpDcsrlsvcholHost(...), cusolverSpCcsrlsvcholHost(...), cusolverSpZcsrlsvcholHost(...),
    cusolverSpCcsrlsvchol(...), cusolverSpZcsrlsvchol(...), cusolverSpScsrlsqvqrHost(...),
    cusolverSpDcsrlsqvqrHost(...), cusolverSpCcsrlsqvqrHost(...), cusolverSpZcsrlsqvqrHost(...),
    cusolverSpScsreigvsiHost(...), cusolverSpDcsreigvsiHost(...), cusolverSpCcsreigvsiHost(...),
    cusolverSpZcsreigvsiHost(...), cusolverSpScsreigvsi(...), cusolverSpDcsreigvsi(...),
    cusolverSpCcsreigvsi(...), cusolverSpZcsreigvsi(...), cusolverSpScsreigsHost(...),
    cusolverSpDcsreigsHost(...), cusolverSpCcsreigsHost(...), cusolverSpZcsreigsHost(...),
    cusolverSpXcsrsymrcmHost(...), cusolverSpXcsrsymmdqHost(...), cusolverSpXcsrsymamdHost(...),
    cusolverSpXcsrmetisndHost(...), cusolverSpScsrzfdHost(...), cusolverSpDcsrzfdHost(...),
    cusolverSpCcsrzfdHost(...), cusolverSpZcsrzfdHost(...), cusolverSpXcsrperm_bufferSizeHost(...),
    cusolverSpXcsrpermHost(...), cusolverSpCreateCsrqrInfo(...), cusolverSpDestroyCsrqrInfo(...),
    cusolverSpXcsrqrAnalysisBatched(...), cusolverSpScsrqrBufferInfoBatched(...),
    cusolverSpDcsrqrBufferInfoBatched(...), cusolverSpCcsrqrBufferInfoBatched(...),
    cusolverSpZcsrqrBufferInfoBatched(...), cusolverSpScsrqrsvBatched(...),
    cusolverSpDcsrqrsvBatched(...), cusolverSpCcsrqrsvBatched(...), cusolverSpZcsrqrsvBatched(...),
    cusolverRfCreate(...), cusolverRfDestroy(...), cusolverRfGetMatrixFormat(...),
    cusolverRfSetMatrixFormat(...), cusolverRfSetNumericProperties(...),
    cusolverRfGetNumericProperties(...), cusolverRfGetNumericBoostReport(...),
    cusolverRfSetAlgs(...), cusolverRfGetAlgs(...), cusolverRfGetResetValuesFastMode(...),
    cusolverRfSetResetValuesFastMode(...), cusolverRfSetupHost(...), cusolverRfSetupDevice(...),
    cusolverRfResetValues(...), cusolverRfAnalyze(...), cusolverRfRefactor(...),
    cusolverRfAccessBundledFactorsDevice(...), cusolverRfExtractBundledFactorsHost(...),
    cusolverRfExtractSplitFactorsHost(...), cusolverRfSolve(...), cusolverRfBatchSetupHost(...),
    cusolverRfBatchResetValues(...), cusolverRfBatchAnalyze(...), cusolverRfBatchRefactor(...),
    cusolverRfBatchSolve(...), cusolverRfBatchZeroPivot(...), cusolverMgCreate(...),
    cusolverMgDestroy(...), cusolverMgDeviceSelect(...), cusolverMgCreateDeviceGrid(...),
    cusolverMgDestroyGrid(...), cusolverMgCreateMatrixDesc(...), cusolverMgDestroyMatrixDesc(...),
    cusolverMgSyevd_bufferSize(...), cusolverMgSyevd(...), cusolverMgGetrf_bufferSize(...),
    cusolverMgGetrf(...), cusolverMgGetrs_bufferSize(...), cusolverMgGetrs(...),
    cusolverMgPotrf_bufferSize(...), cusolverMgPotrf(...), cusolverMgPotrs_bufferSize(...),
    cusolverMgPotrs(...), cusolverMgPotri_bufferSize(...), cusolverMgPotri(...);
}
