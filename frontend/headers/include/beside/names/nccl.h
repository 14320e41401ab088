// Further names of NCCL: constants, types, and calls that take any arguments.
#pragma once

#define NCCL_COMM_NULL NULL
#define NCCL_CTA_POLICY_DEFAULT 0x00
#define NCCL_CTA_POLICY_EFFICIENCY 0x01
#define NCCL_CTA_POLICY_ZERO 0x02
#define NCCL_SHRINK_ABORT 0x01
#define NCCL_SHRINK_DEFAULT 0x00
#define NCCL_SIM_INFO_INITIALIZER { sizeof (ncclSimInfo_t) , /* size */ 0x74685283 , /* magic */ NCCL_VERSION (NCCL_MAJOR , NCCL_MINOR , NCCL_PATCH) , /* version */ NCCL_UNDEF_FLOAT /* estimated time */ \
}
#define NCCL_SPLIT_NOCOLOR -1
#define NCCL_SUFFIX ""
#define NCCL_WIN_REQUIRED_ALIGNMENT 4096

typedef struct ncclSimInfo_v22200 {
  size_t size;
  unsigned int magic;
  unsigned int version;
  float estimatedTime;
} ncclSimInfo_t;
typedef enum { ncclNumOps_dummy = 5 } ncclRedOp_dummy_t;
typedef enum { ncclScalarDevice, ncclScalarHostImmediate } ncclScalarResidence_t;

extern "C" {
ncclResult_t pncclMemAlloc(...), pncclMemFree(...), pncclGetVersion(...), pncclGetUniqueId(...),
    pncclCommInitRankConfig(...), pncclCommInitRank(...), pncclCommInitAll(...),
    pncclCommFinalize(...), pncclCommDestroy(...), pncclCommAbort(...), pncclCommSplit(...),
    ncclCommShrink(...), pncclCommShrink(...), ncclCommInitRankScalable(...),
    pncclCommInitRankScalable(...), pncclCommGetAsyncError(...), pncclCommCount(...),
    pncclCommCuDevice(...), pncclCommUserRank(...), pncclCommRegister(...),
    pncclCommDeregister(...), pncclCommWindowRegister(...), pncclCommWindowDeregister(...),
    pncclRedOpCreatePreMulSum(...), pncclRedOpDestroy(...), pncclReduce(...), pncclBcast(...),
    pncclBroadcast(...), pncclAllReduce(...), pncclReduceScatter(...), pncclAllGather(...),
    pncclAlltoAll(...), ncclGather(...), pncclGather(...), ncclScatter(...), pncclScatter(...),
    pncclSend(...), pncclRecv(...), pncclGroupStart(...), pncclGroupEnd(...),
    ncclGroupSimulateEnd(...), pncclGroupSimulateEnd(...);
const char *pncclGetErrorString(...), pncclGetLastError(...);
void ncclResetDebugInit(...), pncclResetDebugInit(...);
}
