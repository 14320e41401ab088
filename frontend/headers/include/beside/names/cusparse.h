// Further names of cuSPARSE: constants, types, and calls that take any arguments.
#pragma once

#define CUSPARSE_CPP_VERSION __cplusplus
#define CUSPARSE_VER_BUILD 3
#define CUSPARSE_VER_MINOR 6
#define CUSPARSE_VER_PATCH 3

struct bsrsv2Info;
typedef struct bsrsv2Info *bsrsv2Info_t;
struct bsrsm2Info;
typedef struct bsrsm2Info *bsrsm2Info_t;
struct bsric02Info;
typedef struct bsric02Info *bsric02Info_t;
struct bsrilu02Info;
typedef struct bsrilu02Info *bsrilu02Info_t;
struct csru2csrInfo;
typedef struct csru2csrInfo *csru2csrInfo_t;
struct cusparseColorInfo;
typedef struct cusparseColorInfo *cusparseColorInfo_t;
struct pruneInfo;
typedef struct pruneInfo *pruneInfo_t;
typedef enum { CUSPARSE_COLOR_ALG0, CUSPARSE_COLOR_ALG1 } cusparseColorAlg_t;
typedef void (*cusparseLoggerCallback_t)(int, const char *, const char *);
typedef enum {
  CUSPARSE_FORMAT_CSR = 1, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO,
  CUSPARSE_FORMAT_BLOCKED_ELL = 5, CUSPARSE_FORMAT_BSR, CUSPARSE_FORMAT_SLICED_ELLPACK
} cusparseFormat_t;
typedef const struct cusparseSpVecDescr *cusparseConstSpVecDescr_t;
typedef const struct cusparseDnVecDescr *cusparseConstDnVecDescr_t;
typedef const struct cusparseSpMatDescr *cusparseConstSpMatDescr_t;
typedef const struct cusparseDnMatDescr *cusparseConstDnMatDescr_t;
typedef enum { CUSPARSE_SPSV_UPDATE_GENERAL, CUSPARSE_SPSV_UPDATE_DIAGONAL } cusparseSpSVUpdate_t;
typedef enum { CUSPARSE_SPSM_UPDATE_GENERAL, CUSPARSE_SPSM_UPDATE_DIAGONAL } cusparseSpSMUpdate_t;
struct cusparseSpMMOpPlan;
typedef struct cusparseSpMMOpPlan *cusparseSpMMOpPlan_t;
typedef enum { CUSPARSE_SPMM_OP_ALG_DEFAULT } cusparseSpMMOpAlg_t;

extern "C" {
cusparseStatus_t cusparseGetStream(...), cusparseGetPointerMode(...),
    cusparseLoggerSetCallback(...), cusparseLoggerSetFile(...), cusparseLoggerOpenFile(...),
    cusparseLoggerSetLevel(...), cusparseLoggerSetMask(...), cusparseLoggerForceDisable(...),
    cusparseCreateBsric02Info(...), cusparseDestroyBsric02Info(...),
    cusparseCreateBsrilu02Info(...), cusparseDestroyBsrilu02Info(...),
    cusparseCreateBsrsv2Info(...), cusparseDestroyBsrsv2Info(...), cusparseCreateBsrsm2Info(...),
    cusparseDestroyBsrsm2Info(...), cusparseCreateCsru2csrInfo(...),
    cusparseDestroyCsru2csrInfo(...), cusparseCreateColorInfo(...), cusparseDestroyColorInfo(...),
    cusparseCreatePruneInfo(...), cusparseDestroyPruneInfo(...), cusparseSgemvi(...),
    cusparseSgemvi_bufferSize(...), cusparseDgemvi(...), cusparseDgemvi_bufferSize(...),
    cusparseCgemvi(...), cusparseCgemvi_bufferSize(...), cusparseZgemvi(...),
    cusparseZgemvi_bufferSize(...), cusparseSbsrmv(...), cusparseDbsrmv(...), cusparseCbsrmv(...),
    cusparseZbsrmv(...), cusparseSbsrxmv(...), cusparseDbsrxmv(...), cusparseCbsrxmv(...),
    cusparseZbsrxmv(...), cusparseXbsrsv2_zeroPivot(...), cusparseSbsrsv2_bufferSize(...),
    cusparseDbsrsv2_bufferSize(...), cusparseCbsrsv2_bufferSize(...),
    cusparseZbsrsv2_bufferSize(...), cusparseSbsrsv2_bufferSizeExt(...),
    cusparseDbsrsv2_bufferSizeExt(...), cusparseCbsrsv2_bufferSizeExt(...),
    cusparseZbsrsv2_bufferSizeExt(...), cusparseSbsrsv2_analysis(...),
    cusparseDbsrsv2_analysis(...), cusparseCbsrsv2_analysis(...), cusparseZbsrsv2_analysis(...),
    cusparseSbsrsv2_solve(...), cusparseDbsrsv2_solve(...), cusparseCbsrsv2_solve(...),
    cusparseZbsrsv2_solve(...), cusparseSbsrmm(...), cusparseDbsrmm(...), cusparseCbsrmm(...),
    cusparseZbsrmm(...), cusparseXbsrsm2_zeroPivot(...), cusparseSbsrsm2_bufferSize(...),
    cusparseDbsrsm2_bufferSize(...), cusparseCbsrsm2_bufferSize(...),
    cusparseZbsrsm2_bufferSize(...), cusparseSbsrsm2_bufferSizeExt(...),
    cusparseDbsrsm2_bufferSizeExt(...), cusparseCbsrsm2_bufferSizeExt(...),
    cusparseZbsrsm2_bufferSizeExt(...), cusparseSbsrsm2_analysis(...),
    cusparseDbsrsm2_analysis(...), cusparseCbsrsm2_analysis(...), cusparseZbsrsm2_analysis(...),
    cusparseSbsrsm2_solve(...), cusparseDbsrsm2_solve(...), cusparseCbsrsm2_solve(...),
    cusparseZbsrsm2_solve(...), cusparseScsrilu02_numericBoost(...),
    cusparseDcsrilu02_numericBoost(...), cusparseCcsrilu02_numericBoost(...),
    cusparseZcsrilu02_numericBoost(...), cusparseScsrilu02_bufferSizeExt(...),
    cusparseDcsrilu02_bufferSizeExt(...), cusparseCcsrilu02_bufferSizeExt(...),
    cusparseZcsrilu02_bufferSizeExt(...), cusparseSbsrilu02_numericBoost(...),
    cusparseDbsrilu02_numericBoost(...), cusparseCbsrilu02_numericBoost(...),
    cusparseZbsrilu02_numericBoost(...), cusparseXbsrilu02_zeroPivot(...),
    cusparseSbsrilu02_bufferSize(...), cusparseDbsrilu02_bufferSize(...),
    cusparseCbsrilu02_bufferSize(...), cusparseZbsrilu02_bufferSize(...),
    cusparseSbsrilu02_bufferSizeExt(...), cusparseDbsrilu02_bufferSizeExt(...),
    cusparseCbsrilu02_bufferSizeExt(...), cusparseZbsrilu02_bufferSizeExt(...),
    cusparseSbsrilu02_analysis(...), cusparseDbsrilu02_analysis(...),
    cusparseCbsrilu02_analysis(...), cusparseZbsrilu02_analysis(...), cusparseSbsrilu02(...),
    cusparseDbsrilu02(...), cusparseCbsrilu02(...), cusparseZbsrilu02(...),
    cusparseScsric02_bufferSizeExt(...), cusparseDcsric02_bufferSizeExt(...),
    cusparseCcsric02_bufferSizeExt(...), cusparseZcsric02_bufferSizeExt(...),
    cusparseXbsric02_zeroPivot(...), cusparseSbsric02_bufferSize(...),
    cusparseDbsric02_bufferSize(...), cusparseCbsric02_bufferSize(...),
    cusparseZbsric02_bufferSize(...), cusparseSbsric02_bufferSizeExt(...),
    cusparseDbsric02_bufferSizeExt(...), cusparseCbsric02_bufferSizeExt(...),
    cusparseZbsric02_bufferSizeExt(...), cusparseSbsric02_analysis(...),
    cusparseDbsric02_analysis(...), cusparseCbsric02_analysis(...), cusparseZbsric02_analysis(...),
    cusparseSbsric02(...), cusparseDbsric02(...), cusparseCbsric02(...), cusparseZbsric02(...),
    cusparseSgtsv2_bufferSizeExt(...), cusparseDgtsv2_bufferSizeExt(...),
    cusparseCgtsv2_bufferSizeExt(...), cusparseZgtsv2_bufferSizeExt(...), cusparseSgtsv2(...),
    cusparseDgtsv2(...), cusparseCgtsv2(...), cusparseZgtsv2(...),
    cusparseSgtsv2_nopivot_bufferSizeExt(...), cusparseDgtsv2_nopivot_bufferSizeExt(...),
    cusparseCgtsv2_nopivot_bufferSizeExt(...), cusparseZgtsv2_nopivot_bufferSizeExt(...),
    cusparseSgtsv2_nopivot(...), cusparseDgtsv2_nopivot(...), cusparseCgtsv2_nopivot(...),
    cusparseZgtsv2_nopivot(...), cusparseSgtsv2StridedBatch_bufferSizeExt(...),
    cusparseDgtsv2StridedBatch_bufferSizeExt(...), cusparseCgtsv2StridedBatch_bufferSizeExt(...),
    cusparseZgtsv2StridedBatch_bufferSizeExt(...), cusparseSgtsv2StridedBatch(...),
    cusparseDgtsv2StridedBatch(...), cusparseCgtsv2StridedBatch(...),
    cusparseZgtsv2StridedBatch(...), cusparseSgtsvInterleavedBatch_bufferSizeExt(...),
    cusparseDgtsvInterleavedBatch_bufferSizeExt(...),
    cusparseCgtsvInterleavedBatch_bufferSizeExt(...),
    cusparseZgtsvInterleavedBatch_bufferSizeExt(...), cusparseSgtsvInterleavedBatch(...),
    cusparseDgtsvInterleavedBatch(...), cusparseCgtsvInterleavedBatch(...),
    cusparseZgtsvInterleavedBatch(...), cusparseSgpsvInterleavedBatch_bufferSizeExt(...),
    cusparseDgpsvInterleavedBatch_bufferSizeExt(...),
    cusparseCgpsvInterleavedBatch_bufferSizeExt(...),
    cusparseZgpsvInterleavedBatch_bufferSizeExt(...), cusparseSgpsvInterleavedBatch(...),
    cusparseDgpsvInterleavedBatch(...), cusparseCgpsvInterleavedBatch(...),
    cusparseZgpsvInterleavedBatch(...), cusparseScsrgeam2_bufferSizeExt(...),
    cusparseDcsrgeam2_bufferSizeExt(...), cusparseCcsrgeam2_bufferSizeExt(...),
    cusparseZcsrgeam2_bufferSizeExt(...), cusparseXcsrgeam2Nnz(...), cusparseScsrgeam2(...),
    cusparseDcsrgeam2(...), cusparseCcsrgeam2(...), cusparseZcsrgeam2(...), cusparseScsrcolor(...),
    cusparseDcsrcolor(...), cusparseCcsrcolor(...), cusparseZcsrcolor(...), cusparseCnnz(...),
    cusparseZnnz(...), cusparseSnnz_compress(...), cusparseDnnz_compress(...),
    cusparseCnnz_compress(...), cusparseZnnz_compress(...), cusparseScsr2csr_compress(...),
    cusparseDcsr2csr_compress(...), cusparseCcsr2csr_compress(...), cusparseZcsr2csr_compress(...),
    cusparseXcsr2bsrNnz(...), cusparseScsr2bsr(...), cusparseDcsr2bsr(...), cusparseCcsr2bsr(...),
    cusparseZcsr2bsr(...), cusparseSbsr2csr(...), cusparseDbsr2csr(...), cusparseCbsr2csr(...),
    cusparseZbsr2csr(...), cusparseSgebsr2gebsc_bufferSize(...),
    cusparseDgebsr2gebsc_bufferSize(...), cusparseCgebsr2gebsc_bufferSize(...),
    cusparseZgebsr2gebsc_bufferSize(...), cusparseSgebsr2gebsc_bufferSizeExt(...),
    cusparseDgebsr2gebsc_bufferSizeExt(...), cusparseCgebsr2gebsc_bufferSizeExt(...),
    cusparseZgebsr2gebsc_bufferSizeExt(...), cusparseSgebsr2gebsc(...), cusparseDgebsr2gebsc(...),
    cusparseCgebsr2gebsc(...), cusparseZgebsr2gebsc(...), cusparseXgebsr2csr(...),
    cusparseSgebsr2csr(...), cusparseDgebsr2csr(...), cusparseCgebsr2csr(...),
    cusparseZgebsr2csr(...), cusparseScsr2gebsr_bufferSize(...), cusparseDcsr2gebsr_bufferSize(...),
    cusparseCcsr2gebsr_bufferSize(...), cusparseZcsr2gebsr_bufferSize(...),
    cusparseScsr2gebsr_bufferSizeExt(...), cusparseDcsr2gebsr_bufferSizeExt(...),
    cusparseCcsr2gebsr_bufferSizeExt(...), cusparseZcsr2gebsr_bufferSizeExt(...),
    cusparseXcsr2gebsrNnz(...), cusparseScsr2gebsr(...), cusparseDcsr2gebsr(...),
    cusparseCcsr2gebsr(...), cusparseZcsr2gebsr(...), cusparseSgebsr2gebsr_bufferSize(...),
    cusparseDgebsr2gebsr_bufferSize(...), cusparseCgebsr2gebsr_bufferSize(...),
    cusparseZgebsr2gebsr_bufferSize(...), cusparseSgebsr2gebsr_bufferSizeExt(...),
    cusparseDgebsr2gebsr_bufferSizeExt(...), cusparseCgebsr2gebsr_bufferSizeExt(...),
    cusparseZgebsr2gebsr_bufferSizeExt(...), cusparseXgebsr2gebsrNnz(...),
    cusparseSgebsr2gebsr(...), cusparseDgebsr2gebsr(...), cusparseCgebsr2gebsr(...),
    cusparseZgebsr2gebsr(...), cusparseXcscsort_bufferSizeExt(...), cusparseXcscsort(...),
    cusparseScsru2csr_bufferSizeExt(...), cusparseDcsru2csr_bufferSizeExt(...),
    cusparseCcsru2csr_bufferSizeExt(...), cusparseZcsru2csr_bufferSizeExt(...),
    cusparseScsru2csr(...), cusparseDcsru2csr(...), cusparseCcsru2csr(...), cusparseZcsru2csr(...),
    cusparseScsr2csru(...), cusparseDcsr2csru(...), cusparseCcsr2csru(...), cusparseZcsr2csru(...),
    cusparseHpruneDense2csr_bufferSizeExt(...), cusparseSpruneDense2csr_bufferSizeExt(...),
    cusparseDpruneDense2csr_bufferSizeExt(...), cusparseHpruneDense2csrNnz(...),
    cusparseSpruneDense2csrNnz(...), cusparseDpruneDense2csrNnz(...), cusparseHpruneDense2csr(...),
    cusparseSpruneDense2csr(...), cusparseDpruneDense2csr(...),
    cusparseHpruneCsr2csr_bufferSizeExt(...), cusparseSpruneCsr2csr_bufferSizeExt(...),
    cusparseDpruneCsr2csr_bufferSizeExt(...), cusparseHpruneCsr2csrNnz(...),
    cusparseSpruneCsr2csrNnz(...), cusparseDpruneCsr2csrNnz(...), cusparseHpruneCsr2csr(...),
    cusparseSpruneCsr2csr(...), cusparseDpruneCsr2csr(...),
    cusparseHpruneDense2csrByPercentage_bufferSizeExt(...),
    cusparseSpruneDense2csrByPercentage_bufferSizeExt(...),
    cusparseDpruneDense2csrByPercentage_bufferSizeExt(...),
    cusparseHpruneDense2csrNnzByPercentage(...), cusparseSpruneDense2csrNnzByPercentage(...),
    cusparseDpruneDense2csrNnzByPercentage(...), cusparseHpruneDense2csrByPercentage(...),
    cusparseSpruneDense2csrByPercentage(...), cusparseDpruneDense2csrByPercentage(...),
    cusparseHpruneCsr2csrByPercentage_bufferSizeExt(...),
    cusparseSpruneCsr2csrByPercentage_bufferSizeExt(...),
    cusparseDpruneCsr2csrByPercentage_bufferSizeExt(...), cusparseHpruneCsr2csrNnzByPercentage(...),
    cusparseSpruneCsr2csrNnzByPercentage(...), cusparseDpruneCsr2csrNnzByPercentage(...),
    cusparseHpruneCsr2csrByPercentage(...), cusparseSpruneCsr2csrByPercentage(...),
    cusparseDpruneCsr2csrByPercentage(...), cusparseCreateConstSpVec(...), cusparseSpVecGet(...),
    cusparseConstSpVecGet(...), cusparseSpVecGetIndexBase(...), cusparseSpVecGetValues(...),
    cusparseConstSpVecGetValues(...), cusparseSpVecSetValues(...), cusparseCreateConstDnVec(...),
    cusparseDnVecGet(...), cusparseConstDnVecGet(...), cusparseDnVecGetValues(...),
    cusparseConstDnVecGetValues(...), cusparseSpMatGetFormat(...), cusparseSpMatGetIndexBase(...),
    cusparseSpMatGetValues(...), cusparseConstSpMatGetValues(...), cusparseSpMatSetValues(...),
    cusparseSpMatGetStridedBatch(...), cusparseBsrSetStridedBatch(...),
    cusparseSpMatGetAttribute(...), cusparseCreateConstCsr(...), cusparseCreateConstCsc(...),
    cusparseCsrGet(...), cusparseConstCsrGet(...), cusparseCscGet(...), cusparseConstCscGet(...),
    cusparseCscSetPointers(...), cusparseCreateBsr(...), cusparseCreateConstBsr(...),
    cusparseCreateConstCoo(...), cusparseCooGet(...), cusparseConstCooGet(...),
    cusparseCooSetPointers(...), cusparseCreateConstBlockedEll(...), cusparseBlockedEllGet(...),
    cusparseConstBlockedEllGet(...), cusparseCreateSlicedEll(...),
    cusparseCreateConstSlicedEll(...), cusparseCreateConstDnMat(...), cusparseDnMatGet(...),
    cusparseConstDnMatGet(...), cusparseDnMatGetValues(...), cusparseConstDnMatGetValues(...),
    cusparseDnMatSetValues(...), cusparseDnMatGetStridedBatch(...), cusparseSpVV_bufferSize(...),
    cusparseSpSV_updateMatrix(...), cusparseSpSM_updateMatrix(...),
    cusparseSpGEMM_getNumProducts(...), cusparseSpGEMM_estimateMemory(...),
    cusparseSpGEMMreuse_workEstimation(...), cusparseSpGEMMreuse_nnz(...),
    cusparseSpGEMMreuse_copy(...), cusparseSpGEMMreuse_compute(...), cusparseSpMMOp_createPlan(...),
    cusparseSpMMOp(...), cusparseSpMMOp_destroyPlan(...);
}
