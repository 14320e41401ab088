// Further names of the CUDA runtime: constants, types, and calls that take any arguments.
#pragma once

#define CUDA_IPC_HANDLE_SIZE 64
#define cudaArrayColorAttachment 0x20
#define cudaArrayDeferredMapping 0x80
#define cudaArraySparse 0x40
#define cudaArraySparsePropertiesSingleMipTail 0x1
#define cudaDeviceMask 0xff
#define cudaDeviceSyncMemops 0x80
#define cudaEventRecordExternal 0x01
#define cudaEventWaitExternal 0x01
#define cudaExternalSemaphoreSignalSkipNvSciBufMemSync 0x01
#define cudaExternalSemaphoreWaitSkipNvSciBufMemSync 0x02
#define cudaGraphKernelNodePortDefault 0
#define cudaGraphKernelNodePortLaunchCompletion 2
#define cudaGraphKernelNodePortProgrammatic 1
#define cudaInitDeviceFlagsAreValid 0x01
#define cudaKernelNodeAttributeClusterDimension cudaLaunchAttributeClusterDimension
#define cudaKernelNodeAttributeClusterSchedulingPolicyPreference cudaLaunchAttributeClusterSchedulingPolicyPreference
#define cudaKernelNodeAttributeCooperative cudaLaunchAttributeCooperative
#define cudaKernelNodeAttributeDeviceUpdatableKernelNode cudaLaunchAttributeDeviceUpdatableKernelNode
#define cudaKernelNodeAttributeMemSyncDomain cudaLaunchAttributeMemSyncDomain
#define cudaKernelNodeAttributeMemSyncDomainMap cudaLaunchAttributeMemSyncDomainMap
#define cudaKernelNodeAttributeNvlinkUtilCentricScheduling cudaLaunchAttributeNvlinkUtilCentricScheduling
#define cudaKernelNodeAttributePreferredSharedMemoryCarveout cudaLaunchAttributePreferredSharedMemoryCarveout
#define cudaKernelNodeAttributePriority cudaLaunchAttributePriority
#define cudaMemPoolCreateUsageHwDecompress 0x2
#define cudaNvSciSyncAttrSignal 0x1
#define cudaNvSciSyncAttrWait 0x2
#define cudaStreamAttributeMemSyncDomain cudaLaunchAttributeMemSyncDomain
#define cudaStreamAttributeMemSyncDomainMap cudaLaunchAttributeMemSyncDomainMap
#define cudaStreamAttributePriority cudaLaunchAttributePriority
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamGraphFireAndForgetAsSibling (cudaStream_t) 0x0300000000000000
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceTypeCubemapLayered 0xFC

struct cudaArraySparseProperties {
  struct {
    unsigned int width;
    unsigned int height;
    unsigned int depth;
  } tileExtent;
  unsigned int miptailFirstLevel;
  unsigned long long miptailSize;
  unsigned int flags;
  unsigned int reserved[4];
};
struct cudaArrayMemoryRequirements {
  size_t size, alignment;
  unsigned int reserved[4];
};
struct cudaMemcpyNodeParams {
  int flags, reserved[3];
  cudaMemcpy3DParms copyParams;
};
struct cudaMemsetParamsV2 {
  void *dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width, height;
};
struct cudaHostNodeParamsV2 {
  cudaHostFn_t fn;
  void *userData;
};
enum cudaStreamUpdateCaptureDependenciesFlags {
  cudaStreamAddCaptureDependencies, cudaStreamSetCaptureDependencies
};
enum cudaUserObjectFlags { cudaUserObjectNoDestructorSync = 1 };
enum cudaUserObjectRetainFlags { cudaGraphUserObjectMove = 1 };
enum cudaGraphicsCubeFace {
  cudaGraphicsCubeFacePositiveX, cudaGraphicsCubeFaceNegativeX, cudaGraphicsCubeFacePositiveY,
  cudaGraphicsCubeFaceNegativeY, cudaGraphicsCubeFacePositiveZ, cudaGraphicsCubeFaceNegativeZ
};
enum cudaMemRangeAttribute {
  cudaMemRangeAttributeReadMostly = 1, cudaMemRangeAttributePreferredLocation,
  cudaMemRangeAttributeAccessedBy, cudaMemRangeAttributeLastPrefetchLocation,
  cudaMemRangeAttributePreferredLocationType, cudaMemRangeAttributePreferredLocationId,
  cudaMemRangeAttributeLastPrefetchLocationType, cudaMemRangeAttributeLastPrefetchLocationId
};
struct cudaMemAllocNodeParamsV2 {
  cudaMemPoolProps poolProps;
  const cudaMemAccessDesc *accessDescs;
  size_t accessDescCount, bytesize;
  void *dptr;
};
struct cudaMemFreeNodeParams {
  void *dptr;
};
enum cudaMemcpy3DOperandType {
  cudaMemcpyOperandTypePointer = 1, cudaMemcpyOperandTypeArray,
  cudaMemcpyOperandTypeMax = 2147483647
};
struct cudaOffset3D {
  size_t x, y, z;
};
struct cudaMemcpy3DOperand {
  cudaMemcpy3DOperandType type;
  union {
    struct {
      void *ptr;
      size_t rowLength, layerHeight;
      cudaMemLocation locHint;
    } ptr;
    struct {
      cudaArray_t array;
      cudaOffset3D offset;
    } array;
  } op;
};
struct cudaMemcpy3DBatchOp {
  cudaMemcpy3DOperand src, dst;
  cudaExtent extent;
  cudaMemcpySrcAccessOrder srcAccessOrder;
  unsigned int flags;
};
enum cudaAtomicOperation {
  cudaAtomicOperationIntegerAdd, cudaAtomicOperationIntegerMin, cudaAtomicOperationIntegerMax,
  cudaAtomicOperationIntegerIncrement, cudaAtomicOperationIntegerDecrement, cudaAtomicOperationAnd,
  cudaAtomicOperationOr, cudaAtomicOperationXOR, cudaAtomicOperationExchange,
  cudaAtomicOperationCAS, cudaAtomicOperationFloatAdd, cudaAtomicOperationFloatMin,
  cudaAtomicOperationFloatMax
};
enum cudaAtomicOperationCapability {
  cudaAtomicCapabilitySigned = 1, cudaAtomicCapabilityUnsigned, cudaAtomicCapabilityReduction = 4,
  cudaAtomicCapabilityScalar32 = 8, cudaAtomicCapabilityScalar64 = 16,
  cudaAtomicCapabilityScalar128 = 32, cudaAtomicCapabilityVector32x4 = 64
};
typedef CUuuid CUuuid_st;
typedef cudaIpcEventHandle_t cudaIpcEventHandle_st;
typedef cudaIpcMemHandle_t cudaIpcMemHandle_st;
typedef struct cudaMemFabricHandle_st {
  char reserved[64];
} cudaMemFabricHandle_t;
enum cudaJitOption {
  cudaJitMaxRegisters, cudaJitThreadsPerBlock, cudaJitWallTime, cudaJitInfoLogBuffer,
  cudaJitInfoLogBufferSizeBytes, cudaJitErrorLogBuffer, cudaJitErrorLogBufferSizeBytes,
  cudaJitOptimizationLevel, cudaJitFallbackStrategy = 10, cudaJitGenerateDebugInfo,
  cudaJitLogVerbose, cudaJitGenerateLineInfo, cudaJitCacheMode, cudaJitPositionIndependentCode = 30,
  cudaJitMinCtaPerSm, cudaJitMaxThreadsPerBlock, cudaJitOverrideDirectiveValues
};
enum cudaLibraryOption {
  cudaLibraryHostUniversalFunctionAndDataTable, cudaLibraryBinaryIsPreserved
};
struct cudalibraryHostUniversalFunctionAndDataTable {
  void *functionTable;
  size_t functionWindowSize;
  void *dataTable;
  size_t dataWindowSize;
};
enum cudaJit_CacheMode { cudaJitCacheOptionNone, cudaJitCacheOptionCG, cudaJitCacheOptionCA };
enum cudaJit_Fallback { cudaPreferPtx, cudaPreferBinary };
enum cudaCGScope { cudaCGScopeInvalid, cudaCGScopeGrid, cudaCGScopeReserved };
struct cudaExternalSemaphoreSignalNodeParams {
  cudaExternalSemaphore_t *extSemArray;
  const cudaExternalSemaphoreSignalParams *paramsArray;
  unsigned int numExtSems;
};
struct cudaExternalSemaphoreSignalNodeParamsV2 {
  cudaExternalSemaphore_t *extSemArray;
  const cudaExternalSemaphoreSignalParams *paramsArray;
  unsigned int numExtSems;
};
struct cudaExternalSemaphoreWaitNodeParams {
  cudaExternalSemaphore_t *extSemArray;
  const cudaExternalSemaphoreWaitParams *paramsArray;
  unsigned int numExtSems;
};
struct cudaExternalSemaphoreWaitNodeParamsV2 {
  cudaExternalSemaphore_t *extSemArray;
  const cudaExternalSemaphoreWaitParams *paramsArray;
  unsigned int numExtSems;
};
enum cudaGraphChildGraphNodeOwnership {
  cudaGraphChildGraphOwnershipClone, cudaGraphChildGraphOwnershipMove
};
struct cudaChildGraphNodeParams {
  cudaGraph_t graph;
  cudaGraphChildGraphNodeOwnership ownership;
};
struct cudaEventRecordNodeParams {
  cudaEvent_t event;
};
struct cudaEventWaitNodeParams {
  cudaEvent_t event;
};
typedef enum cudaGraphDependencyType_enum {
  cudaGraphDependencyTypeDefault, cudaGraphDependencyTypeProgrammatic
} cudaGraphDependencyType;
typedef cudaGraphEdgeData cudaGraphEdgeData_st;
typedef enum cudaGraphInstantiateResult {
  cudaGraphInstantiateSuccess, cudaGraphInstantiateError, cudaGraphInstantiateInvalidStructure,
  cudaGraphInstantiateNodeOperationNotSupported, cudaGraphInstantiateMultipleDevicesNotSupported,
  cudaGraphInstantiateConditionalHandleUnused
} cudaGraphInstantiateResult;
typedef struct cudaGraphInstantiateParams_st {
  unsigned long long flags;
  cudaStream_t uploadStream;
  cudaGraphNode_t errNode_out;
  cudaGraphInstantiateResult result_out;
} cudaGraphInstantiateParams;
typedef cudaGraphExecUpdateResultInfo cudaGraphExecUpdateResultInfo_st;
enum cudaGraphKernelNodeField {
  cudaGraphKernelNodeFieldInvalid, cudaGraphKernelNodeFieldGridDim, cudaGraphKernelNodeFieldParam,
  cudaGraphKernelNodeFieldEnabled
};
struct cudaGraphKernelNodeUpdate {
  cudaGraphDeviceNode_t node;
  cudaGraphKernelNodeField field;
  union {
    dim3 gridDim;
    struct {
      const void *pValue;
      size_t offset, size;
    } param;
    unsigned int isEnabled;
  } updateData;
};
enum cudaGraphDebugDotFlags {
  cudaGraphDebugDotFlagsVerbose = 1, cudaGraphDebugDotFlagsKernelNodeParams = 4,
  cudaGraphDebugDotFlagsMemcpyNodeParams = 8, cudaGraphDebugDotFlagsMemsetNodeParams = 16,
  cudaGraphDebugDotFlagsHostNodeParams = 32, cudaGraphDebugDotFlagsEventNodeParams = 64,
  cudaGraphDebugDotFlagsExtSemasSignalNodeParams = 128,
  cudaGraphDebugDotFlagsExtSemasWaitNodeParams = 256,
  cudaGraphDebugDotFlagsKernelNodeAttributes = 512, cudaGraphDebugDotFlagsHandles = 1024,
  cudaGraphDebugDotFlagsConditionalNodeParams = 0x8000
};
typedef cudaLaunchMemSyncDomainMap cudaLaunchMemSyncDomainMap_st;
typedef cudaLaunchAttribute cudaLaunchAttribute_st;
typedef cudaLaunchConfig_t cudaLaunchConfig_st;
struct cudaAsyncCallbackEntry;
typedef struct cudaAsyncCallbackEntry *cudaAsyncCallbackHandle_t;
typedef enum cudaAsyncNotificationType_enum { cudaAsyncNotificationTypeOverBudget = 1 } cudaAsyncNotificationType;
typedef struct cudaAsyncNotificationInfo {
  cudaAsyncNotificationType type;
  union {
    struct {
      unsigned long long bytesOverBudget;
    } overBudget;
  } info;
} cudaAsyncNotificationInfo_t;
typedef void (*cudaAsyncCallback)(cudaAsyncNotificationInfo_t *, void *, cudaAsyncCallbackHandle_t);
typedef enum CUDAlogLevel_enum { cudaLogLevelError, cudaLogLevelWarning } cudaLogLevel;
struct CUlogsCallbackEntry_st;
typedef struct CUlogsCallbackEntry_st *cudaLogsCallbackHandle;
typedef unsigned int cudaLogIterator;
typedef enum cudaEmulationStrategy_t {
  CUDA_EMULATION_STRATEGY_DEFAULT, CUDA_EMULATION_STRATEGY_PERFORMANT, CUDA_EMULATION_STRATEGY_EAGER
} cudaEmulationStrategy;
typedef enum cudaEmulationMantissaControl_t {
  CUDA_EMULATION_MANTISSA_CONTROL_DYNAMIC, CUDA_EMULATION_MANTISSA_CONTROL_FIXED
} cudaEmulationMantissaControl;
typedef enum cudaEmulationSpecialValuesSupport_t {
  CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT = 65535,
  CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_NONE = 0, CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_INFINITY,
  CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_NAN
} cudaEmulationSpecialValuesSupport;
typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void *);
typedef void (*cudaLogsCallback_t)(void *, cudaLogLevel, char *, size_t);

extern "C" {
cudaError_t cudaGraphKernelNodeSetParam(...), cudaGraphKernelNodeSetEnabled(...),
    cudaGraphKernelNodeSetGridDim(...), cudaGraphKernelNodeUpdatesApply(...),
    cudaCGSynchronize(...), cudaCGSynchronizeGrid(...), cudaCGGetSize(...), cudaCGGetRank(...),
    cudaLaunchDevice(...), cudaLaunchDeviceV2(...), cudaDeviceGetTexture1DLinearMaxWidth(...),
    cudaDeviceFlushGPUDirectRDMAWrites(...), cudaDeviceRegisterAsyncNotification(...),
    cudaDeviceUnregisterAsyncNotification(...), cudaDeviceGetHostAtomicCapabilities(...),
    cudaDeviceGetP2PAtomicCapabilities(...), cudaFuncGetParamInfo(...), cudaArrayGetPlane(...),
    cudaArrayGetMemoryRequirements(...), cudaMipmappedArrayGetMemoryRequirements(...),
    cudaArrayGetSparseProperties(...), cudaMipmappedArrayGetSparseProperties(...),
    cudaMemcpy3DBatchAsync(...), cudaMemPrefetchBatchAsync(...), cudaMemDiscardBatchAsync(...),
    cudaMemDiscardAndPrefetchBatchAsync(...), cudaMemRangeGetAttributes(...),
    cudaMemGetDefaultMemPool(...), cudaMemGetMemPool(...), cudaMemSetMemPool(...),
    cudaGetTextureObjectResourceViewDesc(...), cudaLogsRegisterCallback(...),
    cudaLogsUnregisterCallback(...), cudaLogsCurrent(...), cudaLogsDumpToFile(...),
    cudaLogsDumpToMemory(...), cudaGraphKernelNodeCopyAttributes(...),
    cudaGraphKernelNodeGetAttribute(...), cudaGraphAddMemcpyNodeToSymbol(...),
    cudaGraphAddMemcpyNodeFromSymbol(...), cudaGraphMemcpyNodeSetParamsToSymbol(...),
    cudaGraphMemcpyNodeSetParamsFromSymbol(...), cudaGraphMemcpyNodeSetParams1D(...),
    cudaGraphMemsetNodeGetParams(...), cudaGraphMemsetNodeSetParams(...),
    cudaGraphHostNodeGetParams(...), cudaGraphHostNodeSetParams(...),
    cudaGraphChildGraphNodeGetGraph(...), cudaGraphEventRecordNodeGetEvent(...),
    cudaGraphEventRecordNodeSetEvent(...), cudaGraphEventWaitNodeGetEvent(...),
    cudaGraphEventWaitNodeSetEvent(...), cudaGraphAddExternalSemaphoresSignalNode(...),
    cudaGraphExternalSemaphoresSignalNodeGetParams(...),
    cudaGraphExternalSemaphoresSignalNodeSetParams(...),
    cudaGraphAddExternalSemaphoresWaitNode(...), cudaGraphExternalSemaphoresWaitNodeGetParams(...),
    cudaGraphExternalSemaphoresWaitNodeSetParams(...), cudaGraphNodeFindInClone(...),
    cudaGraphNodeGetDependentNodes(...), cudaGraphExecGetFlags(...),
    cudaGraphExecMemcpyNodeSetParamsToSymbol(...), cudaGraphExecMemcpyNodeSetParamsFromSymbol(...),
    cudaGraphExecChildGraphNodeSetParams(...), cudaGraphExecEventRecordNodeSetEvent(...),
    cudaGraphExecEventWaitNodeSetEvent(...),
    cudaGraphExecExternalSemaphoresSignalNodeSetParams(...),
    cudaGraphExecExternalSemaphoresWaitNodeSetParams(...), cudaGraphNodeSetEnabled(...),
    cudaGraphNodeGetEnabled(...), cudaGraphReleaseUserObject(...), cudaLibraryGetGlobal(...),
    cudaLibraryGetManaged(...), cudaLibraryGetUnifiedFunction(...), cudaLibraryGetKernelCount(...),
    cudaLibraryEnumerateKernels(...), cudaKernelSetAttributeForDevice(...), cudaGetExportTable(...);
unsigned long long cudaCGGetIntrinsicHandle(...);
void *cudaGetParameterBuffer(...), cudaGetParameterBufferV2(...);
cudaChannelFormatDesc cudaCreateChannelDescHalf1(...), cudaCreateChannelDescHalf2(...),
    cudaCreateChannelDescHalf4(...), cudaCreateChannelDescNV12(...);
}
