// NCCL: types, constants, and calls that take any arguments.
#pragma once
#include <cuda_runtime_api.h>
#define NCCL_MAJOR 2
#define NCCL_MINOR 27
#define NCCL_PATCH 0
#define NCCL_VERSION_CODE 22700
#define NCCL_VERSION(major, minor, patch) \
  ((major) * ((major) <= 2 && (minor) <= 8 ? 1000 : 10000) + (minor) * 100 + (patch))
#define NCCL_UNIQUE_ID_BYTES 128

#define NCCL_CONFIG_UNDEF_INT (-2147483647 - 1)
#define NCCL_WIN_DEFAULT 0
#define NCCL_WIN_COLL_SYMMETRIC 1

typedef struct ncclComm *ncclComm_t;
typedef struct ncclWindow_vidmem *ncclWindow_t;
typedef struct ncclConfig_v22800 {
  size_t size;
  unsigned int magic, version;
  int blocking, cgaClusterSize, minCTAs, maxCTAs;
  const char *netName;
  int splitShare, trafficClass;
  const char *commName;
  int collnetEnable, CTAPolicy, shrinkShare, nvlsCTAs, nChannelsPerNetPeer, nvlinkCentricSched;
} ncclConfig_t;
#define NCCL_CONFIG_INITIALIZER {sizeof(ncclConfig_t)}
struct ncclUniqueId {
  char internal[NCCL_UNIQUE_ID_BYTES];
};
typedef enum {
  ncclSuccess, ncclUnhandledCudaError, ncclSystemError, ncclInternalError, ncclInvalidArgument,
  ncclInvalidUsage, ncclRemoteError, ncclInProgress, ncclNumResults
} ncclResult_t;
typedef enum {
  ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg, ncclNumOps, ncclMaxRedOp = 2147483647
} ncclRedOp_t;
typedef enum {
  ncclInt8, ncclChar = 0, ncclUint8, ncclInt32, ncclInt = 2, ncclUint32, ncclInt64, ncclUint64,
  ncclFloat16, ncclHalf = 6, ncclFloat32, ncclFloat = 7, ncclFloat64, ncclDouble = 8, ncclBfloat16,
  ncclFloat8e4m3, ncclFloat8e5m2, ncclNumTypes
} ncclDataType_t;
extern "C" {
const char *ncclGetErrorString(ncclResult_t result);
const char *ncclGetLastError(ncclComm_t communicator);
ncclResult_t ncclGetVersion(...), ncclGetUniqueId(...), ncclCommInitRank(...),
    ncclCommInitRankConfig(...), ncclCommSplit(...), ncclMemAlloc(...), ncclMemFree(...),
    ncclCommRegister(...), ncclCommDeregister(...), ncclCommWindowRegister(...),
    ncclCommWindowDeregister(...), ncclCommGetAsyncError(...), ncclCommCuDevice(...),
    ncclRedOpCreatePreMulSum(...), ncclRedOpDestroy(...), ncclAlltoAll(...),
    ncclCommInitAll(...), ncclCommFinalize(...), ncclCommDestroy(...), ncclCommAbort(...),
    ncclCommCount(...), ncclCommUserRank(...), ncclAllReduce(...), ncclReduce(...),
    ncclBroadcast(...), ncclBcast(...), ncclAllGather(...), ncclReduceScatter(...),
    ncclSend(...), ncclRecv(...), ncclGroupStart(...), ncclGroupEnd(...);
}
#include "names/nccl.h"
