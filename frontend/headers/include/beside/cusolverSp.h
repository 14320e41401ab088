// cuSOLVER, sparse matrices: the handle and the commonest calls.
#pragma once
#include <cusolver_common.h>
#include <cusparse.h>

typedef struct cusolverSpContext *cusolverSpHandle_t;
extern "C" {
cusolverStatus_t cusolverSpCreate(...), cusolverSpDestroy(...), cusolverSpSetStream(...),
    cusolverSpScsrlsvqr(...), cusolverSpDcsrlsvqr(...), cusolverSpScsrlsvchol(...),
    cusolverSpDcsrlsvchol(...), cusolverSpDcsrlsvluHost(...);
}
#include "names/cusolver.h"
