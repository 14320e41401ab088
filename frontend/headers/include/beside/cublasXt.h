// cuBLAS over several GPUs: calls take any arguments.
#pragma once
#include <cublasLt.h>

typedef struct cublasXtContext *cublasXtHandle_t;
extern "C" {
cublasStatus_t cublasXtCreate(...), cublasXtDestroy(...), cublasXtDeviceSelect(...),
    cublasXtSetBlockDim(...), cublasXtGetBlockDim(...), cublasXtSgemm(...), cublasXtDgemm(...),
    cublasXtSetPinningMemMode(...);
}
