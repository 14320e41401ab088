// Further names of cuBLAS, cuBLASLt and cuBLASXt: constants, types, and calls that take any arguments.
#pragma once

#define CUBLASWINAPI
#define CUBLAS_VER_BUILD 3
#define cublasCgbmv cublasCgbmv_v2
#define cublasCgbmv_64 cublasCgbmv_v2_64
#define cublasCgerc cublasCgerc_v2
#define cublasCgerc_64 cublasCgerc_v2_64
#define cublasChbmv cublasChbmv_v2
#define cublasChbmv_64 cublasChbmv_v2_64
#define cublasChemm cublasChemm_v2
#define cublasChemm_64 cublasChemm_v2_64
#define cublasChemv cublasChemv_v2
#define cublasChemv_64 cublasChemv_v2_64
#define cublasCher cublasCher_v2
#define cublasCher2 cublasCher2_v2
#define cublasCher2_64 cublasCher2_v2_64
#define cublasCher2k cublasCher2k_v2
#define cublasCher2k_64 cublasCher2k_v2_64
#define cublasCher_64 cublasCher_v2_64
#define cublasChpmv cublasChpmv_v2
#define cublasChpmv_64 cublasChpmv_v2_64
#define cublasChpr cublasChpr_v2
#define cublasChpr2 cublasChpr2_v2
#define cublasChpr2_64 cublasChpr2_v2_64
#define cublasChpr_64 cublasChpr_v2_64
#define cublasCrotg cublasCrotg_v2
#define cublasCrotg_64 cublasCrotg_v2_64
#define cublasCsrot cublasCsrot_v2
#define cublasCsrot_64 cublasCsrot_v2_64
#define cublasCsscal cublasCsscal_v2
#define cublasCsscal_64 cublasCsscal_v2_64
#define cublasCsyr2 cublasCsyr2_v2
#define cublasCsyr2_64 cublasCsyr2_v2_64
#define cublasCtbmv cublasCtbmv_v2
#define cublasCtbmv_64 cublasCtbmv_v2_64
#define cublasCtbsv cublasCtbsv_v2
#define cublasCtbsv_64 cublasCtbsv_v2_64
#define cublasCtpmv cublasCtpmv_v2
#define cublasCtpmv_64 cublasCtpmv_v2_64
#define cublasCtpsv cublasCtpsv_v2
#define cublasCtpsv_64 cublasCtpsv_v2_64
#define cublasDgbmv cublasDgbmv_v2
#define cublasDgbmv_64 cublasDgbmv_v2_64
#define cublasDrotg cublasDrotg_v2
#define cublasDrotg_64 cublasDrotg_v2_64
#define cublasDrotm cublasDrotm_v2
#define cublasDrotm_64 cublasDrotm_v2_64
#define cublasDrotmg cublasDrotmg_v2
#define cublasDrotmg_64 cublasDrotmg_v2_64
#define cublasDsbmv cublasDsbmv_v2
#define cublasDsbmv_64 cublasDsbmv_v2_64
#define cublasDspmv cublasDspmv_v2
#define cublasDspmv_64 cublasDspmv_v2_64
#define cublasDspr cublasDspr_v2
#define cublasDspr2 cublasDspr2_v2
#define cublasDspr2_64 cublasDspr2_v2_64
#define cublasDspr_64 cublasDspr_v2_64
#define cublasDsyr2 cublasDsyr2_v2
#define cublasDsyr2_64 cublasDsyr2_v2_64
#define cublasDtbmv cublasDtbmv_v2
#define cublasDtbmv_64 cublasDtbmv_v2_64
#define cublasDtbsv cublasDtbsv_v2
#define cublasDtbsv_64 cublasDtbsv_v2_64
#define cublasDtpmv cublasDtpmv_v2
#define cublasDtpmv_64 cublasDtpmv_v2_64
#define cublasDtpsv cublasDtpsv_v2
#define cublasDtpsv_64 cublasDtpsv_v2_64
#define cublasDzasum cublasDzasum_v2
#define cublasDzasum_64 cublasDzasum_v2_64
#define cublasDznrm2 cublasDznrm2_v2
#define cublasDznrm2_64 cublasDznrm2_v2_64
#define cublasIcamin cublasIcamin_v2
#define cublasIcamin_64 cublasIcamin_v2_64
#define cublasIdamin_64 cublasIdamin_v2_64
#define cublasIsamin_64 cublasIsamin_v2_64
#define cublasIzamin cublasIzamin_v2
#define cublasIzamin_64 cublasIzamin_v2_64
#define cublasScasum cublasScasum_v2
#define cublasScasum_64 cublasScasum_v2_64
#define cublasScnrm2 cublasScnrm2_v2
#define cublasScnrm2_64 cublasScnrm2_v2_64
#define cublasSgbmv cublasSgbmv_v2
#define cublasSgbmv_64 cublasSgbmv_v2_64
#define cublasSrotg cublasSrotg_v2
#define cublasSrotg_64 cublasSrotg_v2_64
#define cublasSrotm cublasSrotm_v2
#define cublasSrotm_64 cublasSrotm_v2_64
#define cublasSrotmg cublasSrotmg_v2
#define cublasSrotmg_64 cublasSrotmg_v2_64
#define cublasSsbmv cublasSsbmv_v2
#define cublasSsbmv_64 cublasSsbmv_v2_64
#define cublasSspmv cublasSspmv_v2
#define cublasSspmv_64 cublasSspmv_v2_64
#define cublasSspr cublasSspr_v2
#define cublasSspr2 cublasSspr2_v2
#define cublasSspr2_64 cublasSspr2_v2_64
#define cublasSspr_64 cublasSspr_v2_64
#define cublasSsyr2 cublasSsyr2_v2
#define cublasSsyr2_64 cublasSsyr2_v2_64
#define cublasStbmv cublasStbmv_v2
#define cublasStbmv_64 cublasStbmv_v2_64
#define cublasStbsv cublasStbsv_v2
#define cublasStbsv_64 cublasStbsv_v2_64
#define cublasStpmv cublasStpmv_v2
#define cublasStpmv_64 cublasStpmv_v2_64
#define cublasStpsv cublasStpsv_v2
#define cublasStpsv_64 cublasStpsv_v2_64
#define cublasZdrot cublasZdrot_v2
#define cublasZdrot_64 cublasZdrot_v2_64
#define cublasZdscal cublasZdscal_v2
#define cublasZdscal_64 cublasZdscal_v2_64
#define cublasZgbmv cublasZgbmv_v2
#define cublasZgbmv_64 cublasZgbmv_v2_64
#define cublasZgerc cublasZgerc_v2
#define cublasZgerc_64 cublasZgerc_v2_64
#define cublasZhbmv cublasZhbmv_v2
#define cublasZhbmv_64 cublasZhbmv_v2_64
#define cublasZhemm cublasZhemm_v2
#define cublasZhemm_64 cublasZhemm_v2_64
#define cublasZhemv cublasZhemv_v2
#define cublasZhemv_64 cublasZhemv_v2_64
#define cublasZher cublasZher_v2
#define cublasZher2 cublasZher2_v2
#define cublasZher2_64 cublasZher2_v2_64
#define cublasZher2k cublasZher2k_v2
#define cublasZher2k_64 cublasZher2k_v2_64
#define cublasZher_64 cublasZher_v2_64
#define cublasZhpmv cublasZhpmv_v2
#define cublasZhpmv_64 cublasZhpmv_v2_64
#define cublasZhpr cublasZhpr_v2
#define cublasZhpr2 cublasZhpr2_v2
#define cublasZhpr2_64 cublasZhpr2_v2_64
#define cublasZhpr_64 cublasZhpr_v2_64
#define cublasZrotg cublasZrotg_v2
#define cublasZrotg_64 cublasZrotg_v2_64
#define cublasZsyr2 cublasZsyr2_v2
#define cublasZsyr2_64 cublasZsyr2_v2_64
#define cublasZtbmv cublasZtbmv_v2
#define cublasZtbmv_64 cublasZtbmv_v2_64
#define cublasZtbsv cublasZtbsv_v2
#define cublasZtbsv_64 cublasZtbsv_v2_64
#define cublasZtpmv cublasZtpmv_v2
#define cublasZtpmv_64 cublasZtpmv_v2_64
#define cublasZtpsv cublasZtpsv_v2
#define cublasZtpsv_64 cublasZtpsv_v2_64

typedef enum {
  CUBLAS_EMULATION_STRATEGY_DEFAULT, CUBLAS_EMULATION_STRATEGY_PERFORMANT,
  CUBLAS_EMULATION_STRATEGY_EAGER
} cublasEmulationStrategy_t;
typedef void (*cublasLogCallback)(const char *);

extern "C" {
cublasStatus_t cublasGetVersion_v2(...), cublasSetWorkspace_v2(...), cublasSetStream_v2(...),
    cublasGetStream_v2(...), cublasGetPointerMode_v2(...), cublasSetPointerMode_v2(...),
    cublasGetAtomicsMode(...), cublasGetSmCountTarget(...), cublasSetSmCountTarget(...),
    cublasGetEmulationStrategy(...), cublasSetEmulationStrategy(...),
    cublasGetEmulationSpecialValuesSupport(...), cublasSetEmulationSpecialValuesSupport(...),
    cublasGetFixedPointEmulationMantissaControl(...),
    cublasSetFixedPointEmulationMantissaControl(...),
    cublasGetFixedPointEmulationMaxMantissaBitCount(...),
    cublasSetFixedPointEmulationMaxMantissaBitCount(...),
    cublasGetFixedPointEmulationMantissaBitOffset(...),
    cublasSetFixedPointEmulationMantissaBitOffset(...),
    cublasGetFixedPointEmulationMantissaBitCountPointer(...),
    cublasSetFixedPointEmulationMantissaBitCountPointer(...), cublasSetLoggerCallback(...),
    cublasGetLoggerCallback(...), cublasSetVector_64(...), cublasGetVector_64(...),
    cublasSetMatrix_64(...), cublasGetMatrix_64(...), cublasSetVectorAsync_64(...),
    cublasGetVectorAsync_64(...), cublasSetMatrixAsync(...), cublasSetMatrixAsync_64(...),
    cublasGetMatrixAsync(...), cublasGetMatrixAsync_64(...), cublasNrm2Ex_64(...),
    cublasSnrm2_v2_64(...), cublasDnrm2_v2_64(...), cublasScnrm2_v2(...), cublasScnrm2_v2_64(...),
    cublasDznrm2_v2(...), cublasDznrm2_v2_64(...), cublasDotEx_64(...), cublasDotcEx_64(...),
    cublasSdot_v2_64(...), cublasDdot_v2_64(...), cublasCdotu_v2(...), cublasCdotu_v2_64(...),
    cublasCdotc_v2(...), cublasCdotc_v2_64(...), cublasZdotu_v2(...), cublasZdotu_v2_64(...),
    cublasZdotc_v2(...), cublasZdotc_v2_64(...), cublasScalEx_64(...), cublasSscal_v2_64(...),
    cublasDscal_v2_64(...), cublasCscal_v2(...), cublasCscal_v2_64(...), cublasCsscal_v2(...),
    cublasCsscal_v2_64(...), cublasZscal_v2(...), cublasZscal_v2_64(...), cublasZdscal_v2(...),
    cublasZdscal_v2_64(...), cublasAxpyEx_64(...), cublasSaxpy_v2_64(...), cublasDaxpy_v2_64(...),
    cublasCaxpy_v2(...), cublasCaxpy_v2_64(...), cublasZaxpy_v2(...), cublasZaxpy_v2_64(...),
    cublasCopyEx(...), cublasCopyEx_64(...), cublasScopy_v2_64(...), cublasDcopy_v2_64(...),
    cublasCcopy_v2(...), cublasCcopy_v2_64(...), cublasZcopy_v2(...), cublasZcopy_v2_64(...),
    cublasSswap_v2_64(...), cublasDswap_v2_64(...), cublasCswap_v2(...), cublasCswap_v2_64(...),
    cublasZswap_v2(...), cublasZswap_v2_64(...), cublasSwapEx(...), cublasSwapEx_64(...),
    cublasIsamax_v2(...), cublasIsamax_v2_64(...), cublasIdamax_v2(...), cublasIdamax_v2_64(...),
    cublasIcamax_v2(...), cublasIcamax_v2_64(...), cublasIzamax_v2(...), cublasIzamax_v2_64(...),
    cublasIamaxEx(...), cublasIamaxEx_64(...), cublasIsamin_v2(...), cublasIsamin_v2_64(...),
    cublasIdamin_v2(...), cublasIdamin_v2_64(...), cublasIcamin_v2(...), cublasIcamin_v2_64(...),
    cublasIzamin_v2(...), cublasIzamin_v2_64(...), cublasIaminEx(...), cublasIaminEx_64(...),
    cublasAsumEx(...), cublasAsumEx_64(...), cublasSasum_v2_64(...), cublasDasum_v2_64(...),
    cublasScasum_v2(...), cublasScasum_v2_64(...), cublasDzasum_v2(...), cublasDzasum_v2_64(...),
    cublasSrot_v2_64(...), cublasDrot_v2_64(...), cublasCrot_v2(...), cublasCrot_v2_64(...),
    cublasCsrot_v2(...), cublasCsrot_v2_64(...), cublasZrot_v2(...), cublasZrot_v2_64(...),
    cublasZdrot_v2(...), cublasZdrot_v2_64(...), cublasRotEx(...), cublasRotEx_64(...),
    cublasSrotg_v2(...), cublasDrotg_v2(...), cublasCrotg_v2(...), cublasZrotg_v2(...),
    cublasRotgEx(...), cublasSrotm_v2(...), cublasSrotm_v2_64(...), cublasDrotm_v2(...),
    cublasDrotm_v2_64(...), cublasRotmEx(...), cublasRotmEx_64(...), cublasSrotmg_v2(...),
    cublasDrotmg_v2(...), cublasRotmgEx(...), cublasSgemv_v2_64(...), cublasDgemv_v2_64(...),
    cublasCgemv_v2(...), cublasCgemv_v2_64(...), cublasZgemv_v2(...), cublasZgemv_v2_64(...),
    cublasSgbmv_v2(...), cublasSgbmv_v2_64(...), cublasDgbmv_v2(...), cublasDgbmv_v2_64(...),
    cublasCgbmv_v2(...), cublasCgbmv_v2_64(...), cublasZgbmv_v2(...), cublasZgbmv_v2_64(...),
    cublasStrmv_v2_64(...), cublasDtrmv_v2_64(...), cublasCtrmv_v2(...), cublasCtrmv_v2_64(...),
    cublasZtrmv_v2(...), cublasZtrmv_v2_64(...), cublasStbmv_v2(...), cublasStbmv_v2_64(...),
    cublasDtbmv_v2(...), cublasDtbmv_v2_64(...), cublasCtbmv_v2(...), cublasCtbmv_v2_64(...),
    cublasZtbmv_v2(...), cublasZtbmv_v2_64(...), cublasStpmv_v2(...), cublasStpmv_v2_64(...),
    cublasDtpmv_v2(...), cublasDtpmv_v2_64(...), cublasCtpmv_v2(...), cublasCtpmv_v2_64(...),
    cublasZtpmv_v2(...), cublasZtpmv_v2_64(...), cublasStrsv_v2_64(...), cublasDtrsv_v2_64(...),
    cublasCtrsv_v2(...), cublasCtrsv_v2_64(...), cublasZtrsv_v2(...), cublasZtrsv_v2_64(...),
    cublasStpsv_v2(...), cublasStpsv_v2_64(...), cublasDtpsv_v2(...), cublasDtpsv_v2_64(...),
    cublasCtpsv_v2(...), cublasCtpsv_v2_64(...), cublasZtpsv_v2(...), cublasZtpsv_v2_64(...),
    cublasStbsv_v2(...), cublasStbsv_v2_64(...), cublasDtbsv_v2(...), cublasDtbsv_v2_64(...),
    cublasCtbsv_v2(...), cublasCtbsv_v2_64(...), cublasZtbsv_v2(...), cublasZtbsv_v2_64(...),
    cublasSsymv_v2_64(...), cublasDsymv_v2_64(...), cublasCsymv_v2(...), cublasCsymv_v2_64(...),
    cublasZsymv_v2(...), cublasZsymv_v2_64(...), cublasChemv_v2(...), cublasChemv_v2_64(...),
    cublasZhemv_v2(...), cublasZhemv_v2_64(...), cublasSsbmv_v2(...), cublasSsbmv_v2_64(...),
    cublasDsbmv_v2(...), cublasDsbmv_v2_64(...), cublasChbmv_v2(...), cublasChbmv_v2_64(...),
    cublasZhbmv_v2(...), cublasZhbmv_v2_64(...), cublasSspmv_v2(...), cublasSspmv_v2_64(...),
    cublasDspmv_v2(...), cublasDspmv_v2_64(...), cublasChpmv_v2(...), cublasChpmv_v2_64(...),
    cublasZhpmv_v2(...), cublasZhpmv_v2_64(...), cublasSger_v2_64(...), cublasDger_v2_64(...),
    cublasCgeru_v2(...), cublasCgeru_v2_64(...), cublasCgerc_v2(...), cublasCgerc_v2_64(...),
    cublasZgeru_v2(...), cublasZgeru_v2_64(...), cublasZgerc_v2(...), cublasZgerc_v2_64(...),
    cublasSsyr_v2_64(...), cublasDsyr_v2_64(...), cublasCsyr_v2(...), cublasCsyr_v2_64(...),
    cublasZsyr_v2(...), cublasZsyr_v2_64(...), cublasCher_v2(...), cublasCher_v2_64(...),
    cublasZher_v2(...), cublasZher_v2_64(...), cublasSspr_v2(...), cublasSspr_v2_64(...),
    cublasDspr_v2(...), cublasDspr_v2_64(...), cublasChpr_v2(...), cublasChpr_v2_64(...),
    cublasZhpr_v2(...), cublasZhpr_v2_64(...), cublasSsyr2_v2(...), cublasSsyr2_v2_64(...),
    cublasDsyr2_v2(...), cublasDsyr2_v2_64(...), cublasCsyr2_v2(...), cublasCsyr2_v2_64(...),
    cublasZsyr2_v2(...), cublasZsyr2_v2_64(...), cublasCher2_v2(...), cublasCher2_v2_64(...),
    cublasZher2_v2(...), cublasZher2_v2_64(...), cublasSspr2_v2(...), cublasSspr2_v2_64(...),
    cublasDspr2_v2(...), cublasDspr2_v2_64(...), cublasChpr2_v2(...), cublasChpr2_v2_64(...),
    cublasZhpr2_v2(...), cublasZhpr2_v2_64(...), cublasHSHgemvBatched(...),
    cublasHSHgemvBatched_64(...), cublasHSSgemvBatched(...), cublasHSSgemvBatched_64(...),
    cublasTSTgemvBatched(...), cublasTSTgemvBatched_64(...), cublasTSSgemvBatched(...),
    cublasTSSgemvBatched_64(...), cublasHSHgemvStridedBatched(...),
    cublasHSHgemvStridedBatched_64(...), cublasHSSgemvStridedBatched(...),
    cublasHSSgemvStridedBatched_64(...), cublasTSTgemvStridedBatched(...),
    cublasTSTgemvStridedBatched_64(...), cublasTSSgemvStridedBatched(...),
    cublasTSSgemvStridedBatched_64(...), cublasSgemm_v2_64(...), cublasDgemm_v2_64(...),
    cublasCgemm_v2(...), cublasCgemm_v2_64(...), cublasCgemm3mEx(...), cublasCgemm3mEx_64(...),
    cublasZgemm_v2(...), cublasZgemm_v2_64(...), cublasHgemm_64(...), cublasSgemmEx_64(...),
    cublasGemmEx_64(...), cublasCgemmEx(...), cublasCgemmEx_64(...), cublasSsyrk_v2_64(...),
    cublasDsyrk_v2_64(...), cublasCsyrk_v2(...), cublasCsyrk_v2_64(...), cublasZsyrk_v2(...),
    cublasZsyrk_v2_64(...), cublasCsyrkEx(...), cublasCsyrkEx_64(...), cublasCsyrk3mEx(...),
    cublasCsyrk3mEx_64(...), cublasCherk_v2(...), cublasCherk_v2_64(...), cublasZherk_v2(...),
    cublasZherk_v2_64(...), cublasCherkEx(...), cublasCherkEx_64(...), cublasCherk3mEx(...),
    cublasCherk3mEx_64(...), cublasSsyr2k_v2_64(...), cublasDsyr2k_v2_64(...), cublasCsyr2k_v2(...),
    cublasCsyr2k_v2_64(...), cublasZsyr2k_v2(...), cublasZsyr2k_v2_64(...), cublasCher2k_v2(...),
    cublasCher2k_v2_64(...), cublasZher2k_v2(...), cublasZher2k_v2_64(...), cublasSsyrkx(...),
    cublasSsyrkx_64(...), cublasDsyrkx(...), cublasDsyrkx_64(...), cublasCsyrkx(...),
    cublasCsyrkx_64(...), cublasZsyrkx(...), cublasZsyrkx_64(...), cublasCherkx(...),
    cublasCherkx_64(...), cublasZherkx(...), cublasZherkx_64(...), cublasSsymm_v2_64(...),
    cublasDsymm_v2_64(...), cublasCsymm_v2(...), cublasCsymm_v2_64(...), cublasZsymm_v2(...),
    cublasZsymm_v2_64(...), cublasChemm_v2(...), cublasChemm_v2_64(...), cublasZhemm_v2(...),
    cublasZhemm_v2_64(...), cublasStrsm_v2_64(...), cublasDtrsm_v2_64(...), cublasCtrsm_v2(...),
    cublasCtrsm_v2_64(...), cublasZtrsm_v2(...), cublasZtrsm_v2_64(...), cublasStrmm_v2_64(...),
    cublasDtrmm_v2_64(...), cublasCtrmm_v2(...), cublasCtrmm_v2_64(...), cublasZtrmm_v2(...),
    cublasZtrmm_v2_64(...), cublasHgemmBatched_64(...), cublasCgemm3mBatched(...),
    cublasCgemm3mBatched_64(...), cublasHgemmStridedBatched_64(...),
    cublasCgemm3mStridedBatched(...), cublasCgemm3mStridedBatched_64(...),
    cublasGemmBatchedEx_64(...), cublasGemmStridedBatchedEx_64(...), cublasSgemmGroupedBatched(...),
    cublasSgemmGroupedBatched_64(...), cublasDgemmGroupedBatched(...),
    cublasDgemmGroupedBatched_64(...), cublasGemmGroupedBatchedEx(...),
    cublasGemmGroupedBatchedEx_64(...), cublasStpttr(...), cublasDtpttr(...), cublasCtpttr(...),
    cublasZtpttr(...), cublasStrttp(...), cublasDtrttp(...), cublasCtrttp(...), cublasZtrttp(...),
    cublasUint8gemmBias(...), cublasMigrateComputeType(...);
void cublasXerbla(...);
}
