// NVTX: ranges and marks, host calls only.
#pragma once
#include <warpcheck_prelude.h>
typedef uint64_t nvtxRangeId_t;
#include "../names/nvtx.h"
#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((unsigned short)sizeof(nvtxEventAttributes_t))
extern "C" {
int nvtxRangePushA(const char *name);
int nvtxRangePushEx(const nvtxEventAttributes_t *attributes);
int nvtxRangePop();
nvtxRangeId_t nvtxRangeStartA(const char *name);
nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *attributes);
void nvtxRangeEnd(nvtxRangeId_t id);
void nvtxMarkA(const char *name);
void nvtxNameOsThreadA(unsigned int thread, const char *name);
void nvtxNameCudaDeviceA(int device, const char *name);
void nvtxNameCudaStreamA(cudaStream_t stream, const char *name);
void nvtxNameCudaEventA(cudaEvent_t event, const char *name);
}
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxMark nvtxMarkA
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
