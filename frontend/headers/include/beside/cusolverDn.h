// cuSOLVER, dense matrices: calls take any arguments.
#pragma once
#include <cusolver_common.h>

typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverDnParams *cusolverDnParams_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
extern "C" {
cusolverStatus_t cusolverDnCreate(...), cusolverDnDestroy(...), cusolverDnSetStream(...),
    cusolverDnCreateParams(...), cusolverDnDestroyParams(...), cusolverDnCreateSyevjInfo(...),
    cusolverDnDestroySyevjInfo(...), cusolverDnCreateGesvdjInfo(...),
    cusolverDnDestroyGesvdjInfo(...), cusolverDnXsyevjSetTolerance(...),
    cusolverDnXsyevjSetMaxSweeps(...), cusolverDnXsyevjSetSortEig(...),
    cusolverDnXsyevjGetSweeps(...), cusolverDnXgesvdjSetTolerance(...),
    cusolverDnXgesvdjSetMaxSweeps(...), cusolverDnXgesvdjSetSortEig(...);
#define WARPCHECK_SOLVER(name)                                                   \
  cusolverStatus_t cusolverDnS##name(...), cusolverDnD##name(...),               \
      cusolverDnC##name(...), cusolverDnZ##name(...),                            \
      cusolverDnS##name##_bufferSize(...), cusolverDnD##name##_bufferSize(...),  \
      cusolverDnC##name##_bufferSize(...), cusolverDnZ##name##_bufferSize(...);
WARPCHECK_SOLVER(potrf)
WARPCHECK_SOLVER(potrs)
WARPCHECK_SOLVER(potri)
WARPCHECK_SOLVER(getrf)
WARPCHECK_SOLVER(getrs)
WARPCHECK_SOLVER(geqrf)
WARPCHECK_SOLVER(orgqr)
WARPCHECK_SOLVER(ormqr)
WARPCHECK_SOLVER(gesvd)
WARPCHECK_SOLVER(gesvdj)
WARPCHECK_SOLVER(syevd)
WARPCHECK_SOLVER(syevj)
WARPCHECK_SOLVER(heevd)
#undef WARPCHECK_SOLVER
}
#include "names/cusolver.h"
