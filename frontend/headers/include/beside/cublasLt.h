// cuBLASLt: types, constants, and calls that take any arguments.
#pragma once
#include <cublas_v2.h>

typedef struct cublasLtContext *cublasLtHandle_t;
typedef struct cublasLtMatmulDescOpaque_t {
  unsigned long long data[32];
} *cublasLtMatmulDesc_t;
typedef struct cublasLtMatrixLayoutOpaque_t {
  unsigned long long data[8];
} *cublasLtMatrixLayout_t;
typedef struct cublasLtMatmulPreferenceOpaque_t {
  unsigned long long data[8];
} *cublasLtMatmulPreference_t;
struct cublasLtMatmulAlgo_t {
  unsigned long long data[8];
};
struct cublasLtMatmulHeuristicResult_t {
  cublasLtMatmulAlgo_t algo;
  size_t workspaceSize;
  cublasStatus_t state;
  float wavesCount;
  int reserved[4];
};
typedef enum {
  CUBLASLT_MATMUL_DESC_COMPUTE_TYPE,
  CUBLASLT_MATMUL_DESC_SCALE_TYPE,
  CUBLASLT_MATMUL_DESC_POINTER_MODE,
  CUBLASLT_MATMUL_DESC_TRANSA,
  CUBLASLT_MATMUL_DESC_TRANSB,
  CUBLASLT_MATMUL_DESC_TRANSC,
  CUBLASLT_MATMUL_DESC_FILL_MODE,
  CUBLASLT_MATMUL_DESC_EPILOGUE,
  CUBLASLT_MATMUL_DESC_BIAS_POINTER,
  CUBLASLT_MATMUL_DESC_A_SCALE_POINTER,
  CUBLASLT_MATMUL_DESC_B_SCALE_POINTER,
  CUBLASLT_MATMUL_DESC_C_SCALE_POINTER,
  CUBLASLT_MATMUL_DESC_D_SCALE_POINTER,
  CUBLASLT_MATMUL_DESC_AMAX_D_POINTER,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD,
  CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE,
  CUBLASLT_MATMUL_DESC_FAST_ACCUM,
  CUBLASLT_MATMUL_DESC_A_SCALE_MODE,
  CUBLASLT_MATMUL_DESC_B_SCALE_MODE,
  CUBLASLT_MATMUL_DESC_C_SCALE_MODE,
  CUBLASLT_MATMUL_DESC_D_SCALE_MODE
} cublasLtMatmulDescAttributes_t;
typedef enum {
  CUBLASLT_MATRIX_LAYOUT_TYPE,
  CUBLASLT_MATRIX_LAYOUT_ORDER,
  CUBLASLT_MATRIX_LAYOUT_ROWS,
  CUBLASLT_MATRIX_LAYOUT_COLS,
  CUBLASLT_MATRIX_LAYOUT_LD,
  CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
  CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET
} cublasLtMatrixLayoutAttribute_t;
typedef enum { CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1 } cublasLtMatmulPreferenceAttributes_t;
typedef enum { CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW } cublasLtOrder_t;
typedef enum {
  CUBLASLT_EPILOGUE_DEFAULT = 1,
  CUBLASLT_EPILOGUE_RELU = 2,
  CUBLASLT_EPILOGUE_BIAS = 4,
  CUBLASLT_EPILOGUE_RELU_BIAS = 6,
  CUBLASLT_EPILOGUE_GELU = 32,
  CUBLASLT_EPILOGUE_GELU_BIAS = 36
} cublasLtEpilogue_t;
extern "C" {
cublasStatus_t cublasLtCreate(...), cublasLtDestroy(...), cublasLtMatmul(...),
    cublasLtMatmulDescCreate(...), cublasLtMatmulDescDestroy(...),
    cublasLtMatmulDescInit(...), cublasLtMatmulPreferenceInit(...),
    cublasLtMatmulDescSetAttribute(...), cublasLtMatrixLayoutCreate(...),
    cublasLtMatrixLayoutDestroy(...), cublasLtMatrixLayoutSetAttribute(...),
    cublasLtMatrixLayoutInit(...), cublasLtMatmulPreferenceCreate(...),
    cublasLtMatmulPreferenceDestroy(...), cublasLtMatmulPreferenceSetAttribute(...),
    cublasLtMatmulAlgoGetHeuristic(...), cublasLtMatrixTransform(...);
}
