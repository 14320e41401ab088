// Further names of NVTX: constants, types, and calls.
#pragma once

#define NVTX_RESOURCE_CLASS_CUDA 4
#define NVTX_RESOURCE_CLASS_CUDART 5
#define NVTX_RESOURCE_ATTRIB_STRUCT_SIZE (NVTX_STATIC_CAST (uint16_t , sizeof (nvtxResourceAttributes_v0)))
#define NVTX_RESOURCE_CLASS_CUDA 4
#define NVTX_RESOURCE_CLASS_CUDART 5
#define NVTX_RESOURCE_CLASS_GENERIC 1
#define NVTX_RESOURCE_CLASS_SYNC_OS 2
#define NVTX_RESOURCE_CLASS_SYNC_PTHREAD 3
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameCuContext nvtxNameCuContextA
#define nvtxNameCuDevice nvtxNameCuDeviceA
#define nvtxNameCuEvent nvtxNameCuEventA
#define nvtxNameCuStream nvtxNameCuStreamA
#define nvtxNameOsThread nvtxNameOsThreadA

struct nvtxDomainRegistration_st;
typedef nvtxDomainRegistration_st nvtxDomainRegistration;
typedef nvtxDomainRegistration *nvtxDomainHandle_t;
struct nvtxStringRegistration_st;
typedef nvtxStringRegistration_st nvtxStringRegistration;
typedef nvtxStringRegistration *nvtxStringHandle_t;
typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB } nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN, NVTX_MESSAGE_TYPE_ASCII, NVTX_MESSAGE_TYPE_UNICODE,
  NVTX_MESSAGE_TYPE_REGISTERED
} nvtxMessageType_t;
union nvtxMessageValue_t {
  const char *ascii;
  const wchar_t *unicode;
  nvtxStringHandle_t registered;
};
typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64, NVTX_PAYLOAD_TYPE_INT64,
  NVTX_PAYLOAD_TYPE_DOUBLE, NVTX_PAYLOAD_TYPE_UNSIGNED_INT32, NVTX_PAYLOAD_TYPE_INT32,
  NVTX_PAYLOAD_TYPE_FLOAT
} nvtxPayloadType_t;
typedef struct nvtxEventAttributes_v2 {
  uint16_t version, size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType, reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_t;
typedef enum nvtxResourceGenericType_t {
  NVTX_RESOURCE_TYPE_UNKNOWN, NVTX_RESOURCE_TYPE_GENERIC_POINTER = 65537,
  NVTX_RESOURCE_TYPE_GENERIC_HANDLE, NVTX_RESOURCE_TYPE_GENERIC_THREAD_NATIVE,
  NVTX_RESOURCE_TYPE_GENERIC_THREAD_POSIX
} nvtxResourceGenericType_t;
typedef struct nvtxResourceAttributes_v0 {
  uint16_t version, size;
  int32_t identifierType;
  union identifier_t {
    const void *pValue;
    uint64_t ullValue;
  } identifier;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxResourceAttributes_t;
struct nvtxResourceHandle;
typedef struct nvtxResourceHandle *nvtxResourceHandle_t;
typedef enum nvtxResourceCUDAType_t {
  NVTX_RESOURCE_TYPE_CUDA_DEVICE = 262145, NVTX_RESOURCE_TYPE_CUDA_CONTEXT,
  NVTX_RESOURCE_TYPE_CUDA_STREAM, NVTX_RESOURCE_TYPE_CUDA_EVENT
} nvtxResourceCUDAType_t;
typedef enum nvtxResourceCUDARTType_t {
  NVTX_RESOURCE_TYPE_CUDART_DEVICE = 0x50000, NVTX_RESOURCE_TYPE_CUDART_STREAM,
  NVTX_RESOURCE_TYPE_CUDART_EVENT
} nvtxResourceCUDARTType_t;
typedef enum nvtxResourceSyncPosixThreadType_t {
  NVTX_RESOURCE_TYPE_SYNC_PTHREAD_MUTEX = 196609, NVTX_RESOURCE_TYPE_SYNC_PTHREAD_CONDITION,
  NVTX_RESOURCE_TYPE_SYNC_PTHREAD_RWLOCK, NVTX_RESOURCE_TYPE_SYNC_PTHREAD_BARRIER,
  NVTX_RESOURCE_TYPE_SYNC_PTHREAD_SPINLOCK, NVTX_RESOURCE_TYPE_SYNC_PTHREAD_ONCE
} nvtxResourceSyncPosixThreadType_t;
typedef enum nvtxResourceSyncWindowsType_t {
  NVTX_RESOURCE_TYPE_SYNC_WINDOWS_MUTEX = 131073, NVTX_RESOURCE_TYPE_SYNC_WINDOWS_SEMAPHORE,
  NVTX_RESOURCE_TYPE_SYNC_WINDOWS_EVENT, NVTX_RESOURCE_TYPE_SYNC_WINDOWS_CRITICAL_SECTION,
  NVTX_RESOURCE_TYPE_SYNC_WINDOWS_SRWLOCK
} nvtxResourceSyncWindowsType_t;
typedef enum nvtxResourceSyncLinuxType_t {
  NVTX_RESOURCE_TYPE_SYNC_LINUX_MUTEX = 131073, NVTX_RESOURCE_TYPE_SYNC_LINUX_FUTEX,
  NVTX_RESOURCE_TYPE_SYNC_LINUX_SEMAPHORE, NVTX_RESOURCE_TYPE_SYNC_LINUX_COMPLETION,
  NVTX_RESOURCE_TYPE_SYNC_LINUX_SPINLOCK, NVTX_RESOURCE_TYPE_SYNC_LINUX_SEQLOCK,
  NVTX_RESOURCE_TYPE_SYNC_LINUX_RCU
} nvtxResourceSyncLinuxType_t;
typedef nvtxResourceSyncLinuxType_t nvtxResourceSyncAndroidType_t;
struct nvtxSyncUser;
typedef struct nvtxSyncUser *nvtxSyncUser_t;
typedef struct nvtxSyncUserAttributes_v0 {
  uint16_t version, size;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxSyncUserAttributes_t;

extern "C" {
void nvtxInitialize(const void *);
void nvtxDomainMarkEx(nvtxDomainHandle_t, const nvtxEventAttributes_t *);
void nvtxMarkEx(const nvtxEventAttributes_t *);
void nvtxMarkW(const wchar_t *);
void nvtxDomainRangeEnd(nvtxDomainHandle_t, nvtxRangeId_t);
void nvtxDomainResourceDestroy(nvtxResourceHandle_t);
void nvtxDomainNameCategoryA(nvtxDomainHandle_t, uint32_t, const char *);
void nvtxDomainNameCategoryW(nvtxDomainHandle_t, uint32_t, const wchar_t *);
void nvtxNameCategoryA(uint32_t, const char *);
void nvtxNameCategoryW(uint32_t, const wchar_t *);
void nvtxNameOsThreadW(uint32_t, const wchar_t *);
void nvtxDomainDestroy(nvtxDomainHandle_t);
void nvtxNameCuDeviceA(int, const char *);
void nvtxNameCuDeviceW(int, const wchar_t *);
void nvtxNameCuContextA(struct CUctx_st *, const char *);
void nvtxNameCuContextW(struct CUctx_st *, const wchar_t *);
void nvtxNameCuStreamA(struct CUstream_st *, const char *);
void nvtxNameCuStreamW(struct CUstream_st *, const wchar_t *);
void nvtxNameCuEventA(struct CUevent_st *, const char *);
void nvtxNameCuEventW(struct CUevent_st *, const wchar_t *);
void nvtxNameCudaDeviceW(int, const wchar_t *);
void nvtxNameCudaStreamW(struct CUstream_st *, const wchar_t *);
void nvtxNameCudaEventW(struct CUevent_st *, const wchar_t *);
void nvtxDomainSyncUserDestroy(nvtxSyncUser_t);
void nvtxDomainSyncUserAcquireStart(nvtxSyncUser_t);
void nvtxDomainSyncUserAcquireFailed(nvtxSyncUser_t);
void nvtxDomainSyncUserAcquireSuccess(nvtxSyncUser_t);
void nvtxDomainSyncUserReleasing(nvtxSyncUser_t);
nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t, const nvtxEventAttributes_t *);
nvtxRangeId_t nvtxRangeStartW(const wchar_t *);
int nvtxDomainRangePushEx(nvtxDomainHandle_t, const nvtxEventAttributes_t *);
int nvtxRangePushW(const wchar_t *);
int nvtxDomainRangePop(nvtxDomainHandle_t);
nvtxResourceHandle_t nvtxDomainResourceCreate(nvtxDomainHandle_t, nvtxResourceAttributes_t *);
nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t, const char *);
nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t, const wchar_t *);
nvtxDomainHandle_t nvtxDomainCreateA(const char *);
nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t *);
nvtxSyncUser_t nvtxDomainSyncUserCreate(nvtxDomainHandle_t, const nvtxSyncUserAttributes_t *);
}
