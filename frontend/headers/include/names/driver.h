// Further names of the driver API: constants, types, and calls that take any arguments.
#pragma once

#define CUDA_ARRAY3D_2DARRAY 0x01
#define CUDA_ARRAY3D_COLOR_ATTACHMENT 0x20
#define CUDA_ARRAY3D_CUBEMAP 0x04
#define CUDA_ARRAY3D_DEFERRED_MAPPING 0x80
#define CUDA_ARRAY3D_DEPTH_TEXTURE 0x10
#define CUDA_ARRAY3D_SPARSE 0x40
#define CUDA_ARRAY3D_TEXTURE_GATHER 0x08
#define CUDA_ARRAY3D_VIDEO_ENCODE_DECODE 0x100
#define CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC 0x02
#define CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC 0x01
#define CUDA_EXTERNAL_MEMORY_DEDICATED 0x1
#define CUDA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_NVSCIBUF_MEMSYNC 0x01
#define CUDA_EXTERNAL_SEMAPHORE_WAIT_SKIP_NVSCIBUF_MEMSYNC 0x02
#define CUDA_NVSCISYNC_ATTR_SIGNAL 0x1
#define CUDA_NVSCISYNC_ATTR_WAIT 0x2
#define CU_ARRAY_SPARSE_PROPERTIES_SINGLE_MIPTAIL 0x1
#define CU_COMPUTE_ACCELERATED_TARGET_BASE 0x10000
#define CU_COMPUTE_FAMILY_TARGET_BASE 0x20000
#define CU_GRAPH_COND_ASSIGN_DEFAULT 0x1
#define CU_GRAPH_KERNEL_NODE_PORT_DEFAULT 0
#define CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER 2
#define CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC 1
#define CU_KERNEL_NODE_ATTRIBUTE_ACCESS_POLICY_WINDOW CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW
#define CU_KERNEL_NODE_ATTRIBUTE_CLUSTER_DIMENSION CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
#define CU_KERNEL_NODE_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE
#define CU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE CU_LAUNCH_ATTRIBUTE_COOPERATIVE
#define CU_KERNEL_NODE_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE
#define CU_KERNEL_NODE_ATTRIBUTE_MEM_SYNC_DOMAIN CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN
#define CU_KERNEL_NODE_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP
#define CU_KERNEL_NODE_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION
#define CU_KERNEL_NODE_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT
#define CU_KERNEL_NODE_ATTRIBUTE_PRIORITY CU_LAUNCH_ATTRIBUTE_PRIORITY
#define CU_LAUNCH_KERNEL_REQUIRED_BLOCK_DIM 1
#define CU_LAUNCH_PARAM_BUFFER_POINTER_AS_INT 0x01
#define CU_LAUNCH_PARAM_BUFFER_SIZE_AS_INT 0x02
#define CU_LAUNCH_PARAM_END_AS_INT 0x00
#define CU_MEM_CREATE_USAGE_HW_DECOMPRESS 0x2
#define CU_MEM_POOL_CREATE_USAGE_HW_DECOMPRESS 0x2
#define CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW
#define CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN
#define CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP
#define CU_STREAM_ATTRIBUTE_PRIORITY CU_LAUNCH_ATTRIBUTE_PRIORITY
#define CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY
#define CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION 0x20
#define CU_TRSF_SEAMLESS_CUBEMAP 0x40
#define cuArray3DGetDescriptor cuArray3DGetDescriptor_v2
#define cuArrayGetDescriptor cuArrayGetDescriptor_v2
#define cuDevicePrimaryCtxSetFlags cuDevicePrimaryCtxSetFlags_v2
#define cuGraphAddNode cuGraphAddNode_v2
#define cuGraphNodeGetDependencies cuGraphNodeGetDependencies_v2
#define cuGraphNodeGetDependentNodes cuGraphNodeGetDependentNodes_v2
#define cuGraphRemoveDependencies cuGraphRemoveDependencies_v2
#define cuGraphicsResourceSetMapFlags cuGraphicsResourceSetMapFlags_v2
#define cuTexRefGetAddress cuTexRefGetAddress_v2
#define cuTexRefSetAddress cuTexRefSetAddress_v2
#define cuTexRefSetAddress2D cuTexRefSetAddress2D_v3

typedef unsigned long long CUdeviceptr_v2;
typedef int CUdevice_v1;
typedef unsigned long long CUtexObject_v1;
typedef unsigned long long CUsurfObject_v1;
struct CUextMemory_st;
struct CUextSemaphore_st;
typedef struct CUuserObject_st *CUuserObject;
typedef cuuint64_t CUgraphConditionalHandle;
typedef struct CUgraphDeviceUpdatableNode_st *CUgraphDeviceNode;
struct CUasyncCallbackEntry_st;
typedef struct CUasyncCallbackEntry_st *CUasyncCallbackHandle;
struct CUgreenCtx_st;
typedef struct CUgreenCtx_st *CUgreenCtx;
typedef struct CUmemFabricHandle_st {
  unsigned char data[64];
} CUmemFabricHandle_v1;
typedef CUipcEventHandle_st CUipcEventHandle_v1;
typedef CUipcMemHandle_st CUipcMemHandle_v1;
typedef CUipcMem_flags CUipcMem_flags_enum;
typedef CUmemAttach_flags CUmemAttach_flags_enum;
typedef enum CUevent_sched_flags_enum {
  CU_EVENT_SCHED_AUTO, CU_EVENT_SCHED_SPIN, CU_EVENT_SCHED_YIELD, CU_EVENT_SCHED_BLOCKING_SYNC = 4
} CUevent_sched_flags;
typedef enum cl_event_flags_enum {
  NVCL_EVENT_SCHED_AUTO, NVCL_EVENT_SCHED_SPIN, NVCL_EVENT_SCHED_YIELD,
  NVCL_EVENT_SCHED_BLOCKING_SYNC = 4
} cl_event_flags;
typedef enum cl_context_flags_enum {
  NVCL_CTX_SCHED_AUTO, NVCL_CTX_SCHED_SPIN, NVCL_CTX_SCHED_YIELD, NVCL_CTX_SCHED_BLOCKING_SYNC = 4
} cl_context_flags;
typedef CUstream_flags CUstream_flags_enum;
typedef CUevent_flags CUevent_flags_enum;
typedef enum CUevent_record_flags_enum { CU_EVENT_RECORD_DEFAULT, CU_EVENT_RECORD_EXTERNAL } CUevent_record_flags;
typedef enum CUevent_wait_flags_enum { CU_EVENT_WAIT_DEFAULT, CU_EVENT_WAIT_EXTERNAL } CUevent_wait_flags;
typedef CUstreamWaitValue_flags CUstreamWaitValue_flags_enum;
typedef CUstreamWriteValue_flags CUstreamWriteValue_flags_enum;
typedef enum CUstreamMemoryBarrier_flags_enum {
  CU_STREAM_MEMORY_BARRIER_TYPE_SYS, CU_STREAM_MEMORY_BARRIER_TYPE_GPU
} CUstreamMemoryBarrier_flags;
typedef union CUstreamBatchMemOpParams_union {
  CUstreamBatchMemOpType operation;
  struct CUstreamMemOpWaitValueParams_st {
    CUstreamBatchMemOpType operation;
    CUdeviceptr address;
    union {
      cuuint32_t value;
      cuuint64_t value64;
    };
    unsigned int flags;
    CUdeviceptr alias;
  } waitValue;
  struct CUstreamMemOpWriteValueParams_st {
    CUstreamBatchMemOpType operation;
    CUdeviceptr address;
    union {
      cuuint32_t value;
      cuuint64_t value64;
    };
    unsigned int flags;
    CUdeviceptr alias;
  } writeValue;
  struct CUstreamMemOpFlushRemoteWritesParams_st {
    CUstreamBatchMemOpType operation;
    unsigned int flags;
  } flushRemoteWrites;
  struct CUstreamMemOpMemoryBarrierParams_st {
    CUstreamBatchMemOpType operation;
    unsigned int flags;
  } memoryBarrier;
  cuuint64_t pad[6];
} CUstreamBatchMemOpParams_v1;
typedef struct CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st {
  CUcontext ctx;
  unsigned int count;
  CUstreamBatchMemOpParams *paramArray;
  unsigned int flags;
} CUDA_BATCH_MEM_OP_NODE_PARAMS_v1;
typedef CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 CUDA_BATCH_MEM_OP_NODE_PARAMS;
typedef struct CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st {
  CUcontext ctx;
  unsigned int count;
  CUstreamBatchMemOpParams *paramArray;
  unsigned int flags;
} CUDA_BATCH_MEM_OP_NODE_PARAMS_v2;
typedef enum CUoccupancy_flags_enum {
  CU_OCCUPANCY_DEFAULT, CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE
} CUoccupancy_flags;
typedef enum CUstreamUpdateCaptureDependencies_flags_enum {
  CU_STREAM_ADD_CAPTURE_DEPENDENCIES, CU_STREAM_SET_CAPTURE_DEPENDENCIES
} CUstreamUpdateCaptureDependencies_flags;
typedef enum CUasyncNotificationType_enum { CU_ASYNC_NOTIFICATION_TYPE_OVER_BUDGET = 1 } CUasyncNotificationType;
typedef struct CUasyncNotificationInfo_st {
  CUasyncNotificationType type;
  union {
    struct {
      unsigned long long bytesOverBudget;
    } overBudget;
  } info;
} CUasyncNotificationInfo;
typedef void (*CUasyncCallback)(CUasyncNotificationInfo *, void *, CUasyncCallbackHandle);
typedef CUfilter_mode CUfilter_mode_enum;
typedef struct CUdevprop_st {
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], sharedMemPerBlock;
  int totalConstantMemory, SIMDWidth, memPitch, regsPerBlock, clockRate, textureAlign;
} CUdevprop_v1;
typedef CUdevprop_v1 CUdevprop;
typedef enum CUsharedconfig_enum {
  CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE, CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE,
  CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE
} CUsharedconfig;
typedef enum CUshared_carveout_enum {
  CU_SHAREDMEM_CARVEOUT_DEFAULT = -1, CU_SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
  CU_SHAREDMEM_CARVEOUT_MAX_L1 = 0
} CUshared_carveout;
typedef CUmemorytype CUmemorytype_enum;
typedef CUcomputemode CUcomputemode_enum;
typedef CUmem_advise CUmem_advise_enum;
typedef enum CUmem_range_attribute_enum {
  CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY = 1, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION,
  CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION,
  CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID,
  CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE,
  CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID
} CUmem_range_attribute;
typedef enum CUjit_target_enum {
  CU_TARGET_COMPUTE_30 = 30, CU_TARGET_COMPUTE_32 = 32, CU_TARGET_COMPUTE_35 = 35,
  CU_TARGET_COMPUTE_37 = 37, CU_TARGET_COMPUTE_50 = 50, CU_TARGET_COMPUTE_52 = 52,
  CU_TARGET_COMPUTE_53, CU_TARGET_COMPUTE_60 = 60, CU_TARGET_COMPUTE_61, CU_TARGET_COMPUTE_62,
  CU_TARGET_COMPUTE_70 = 70, CU_TARGET_COMPUTE_72 = 72, CU_TARGET_COMPUTE_75 = 75,
  CU_TARGET_COMPUTE_80 = 80, CU_TARGET_COMPUTE_86 = 86, CU_TARGET_COMPUTE_87,
  CU_TARGET_COMPUTE_89 = 89, CU_TARGET_COMPUTE_90, CU_TARGET_COMPUTE_100 = 100,
  CU_TARGET_COMPUTE_110 = 110, CU_TARGET_COMPUTE_103 = 103, CU_TARGET_COMPUTE_120 = 120,
  CU_TARGET_COMPUTE_121, CU_TARGET_COMPUTE_90A = 65626, CU_TARGET_COMPUTE_100A = 65636,
  CU_TARGET_COMPUTE_110A = 65646, CU_TARGET_COMPUTE_103A = 65639, CU_TARGET_COMPUTE_120A = 65656,
  CU_TARGET_COMPUTE_121A, CU_TARGET_COMPUTE_100F = 131172, CU_TARGET_COMPUTE_110F = 131182,
  CU_TARGET_COMPUTE_103F = 131175, CU_TARGET_COMPUTE_120F = 131192, CU_TARGET_COMPUTE_121F
} CUjit_target;
typedef enum CUjit_fallback_enum { CU_PREFER_PTX, CU_PREFER_BINARY } CUjit_fallback;
typedef enum CUjit_cacheMode_enum {
  CU_JIT_CACHE_OPTION_NONE, CU_JIT_CACHE_OPTION_CG, CU_JIT_CACHE_OPTION_CA
} CUjit_cacheMode;
typedef enum CUgraphicsRegisterFlags_enum {
  CU_GRAPHICS_REGISTER_FLAGS_NONE, CU_GRAPHICS_REGISTER_FLAGS_READ_ONLY,
  CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD, CU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST = 4,
  CU_GRAPHICS_REGISTER_FLAGS_TEXTURE_GATHER = 8
} CUgraphicsRegisterFlags;
typedef enum CUgraphicsMapResourceFlags_enum {
  CU_GRAPHICS_MAP_RESOURCE_FLAGS_NONE, CU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY,
  CU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD
} CUgraphicsMapResourceFlags;
typedef enum CUarray_cubemap_face_enum {
  CU_CUBEMAP_FACE_POSITIVE_X, CU_CUBEMAP_FACE_NEGATIVE_X, CU_CUBEMAP_FACE_POSITIVE_Y,
  CU_CUBEMAP_FACE_NEGATIVE_Y, CU_CUBEMAP_FACE_POSITIVE_Z, CU_CUBEMAP_FACE_NEGATIVE_Z
} CUarray_cubemap_face;
typedef enum CUaccessProperty_enum {
  CU_ACCESS_PROPERTY_NORMAL, CU_ACCESS_PROPERTY_STREAMING, CU_ACCESS_PROPERTY_PERSISTING
} CUaccessProperty;
typedef struct CUaccessPolicyWindow_st {
  void *base_ptr;
  size_t num_bytes;
  float hitRatio;
  CUaccessProperty hitProp, missProp;
} CUaccessPolicyWindow_v1;
typedef CUaccessPolicyWindow_v1 CUaccessPolicyWindow;
typedef struct CUDA_KERNEL_NODE_PARAMS_st {
  CUfunction func;
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  void **kernelParams;
  void **extra;
} CUDA_KERNEL_NODE_PARAMS_v1;
typedef struct CUDA_KERNEL_NODE_PARAMS_v2_st {
  CUfunction func;
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  void **kernelParams;
  void **extra;
  CUkernel kern;
  CUcontext ctx;
} CUDA_KERNEL_NODE_PARAMS_v2;
typedef struct CUDA_KERNEL_NODE_PARAMS_v3_st {
  CUfunction func;
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  void **kernelParams;
  void **extra;
  CUkernel kern;
  CUcontext ctx;
} CUDA_KERNEL_NODE_PARAMS_v3;
typedef struct CUDA_MEMSET_NODE_PARAMS_st {
  CUdeviceptr dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width, height;
} CUDA_MEMSET_NODE_PARAMS_v1;
typedef CUDA_MEMSET_NODE_PARAMS_v1 CUDA_MEMSET_NODE_PARAMS;
typedef struct CUDA_MEMSET_NODE_PARAMS_v2_st {
  CUdeviceptr dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width, height;
  CUcontext ctx;
} CUDA_MEMSET_NODE_PARAMS_v2;
typedef struct CUDA_HOST_NODE_PARAMS_st {
  CUhostFn fn;
  void *userData;
} CUDA_HOST_NODE_PARAMS_v1;
typedef CUDA_HOST_NODE_PARAMS_v1 CUDA_HOST_NODE_PARAMS;
typedef struct CUDA_HOST_NODE_PARAMS_v2_st {
  CUhostFn fn;
  void *userData;
} CUDA_HOST_NODE_PARAMS_v2;
typedef enum CUgraphConditionalNodeType_enum {
  CU_GRAPH_COND_TYPE_IF, CU_GRAPH_COND_TYPE_WHILE, CU_GRAPH_COND_TYPE_SWITCH
} CUgraphConditionalNodeType;
struct CUDA_CONDITIONAL_NODE_PARAMS {
  CUgraphConditionalHandle handle;
  CUgraphConditionalNodeType type;
  unsigned int size;
  CUgraph *phGraph_out;
  CUcontext ctx;
};
typedef enum CUgraphNodeType_enum {
  CU_GRAPH_NODE_TYPE_KERNEL, CU_GRAPH_NODE_TYPE_MEMCPY, CU_GRAPH_NODE_TYPE_MEMSET,
  CU_GRAPH_NODE_TYPE_HOST, CU_GRAPH_NODE_TYPE_GRAPH, CU_GRAPH_NODE_TYPE_EMPTY,
  CU_GRAPH_NODE_TYPE_WAIT_EVENT, CU_GRAPH_NODE_TYPE_EVENT_RECORD,
  CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL, CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT,
  CU_GRAPH_NODE_TYPE_MEM_ALLOC, CU_GRAPH_NODE_TYPE_MEM_FREE, CU_GRAPH_NODE_TYPE_BATCH_MEM_OP,
  CU_GRAPH_NODE_TYPE_CONDITIONAL
} CUgraphNodeType;
typedef enum CUgraphDependencyType_enum {
  CU_GRAPH_DEPENDENCY_TYPE_DEFAULT, CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC
} CUgraphDependencyType;
typedef struct CUgraphEdgeData_st {
  unsigned char from_port;
  unsigned char to_port;
  unsigned char type;
  unsigned char reserved[5];
} CUgraphEdgeData;
typedef enum CUgraphInstantiateResult_enum {
  CUDA_GRAPH_INSTANTIATE_SUCCESS, CUDA_GRAPH_INSTANTIATE_ERROR,
  CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE, CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED,
  CUDA_GRAPH_INSTANTIATE_MULTIPLE_CTXS_NOT_SUPPORTED,
  CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED
} CUgraphInstantiateResult;
typedef struct CUDA_GRAPH_INSTANTIATE_PARAMS_st {
  cuuint64_t flags;
  CUstream hUploadStream;
  CUgraphNode hErrNode_out;
  CUgraphInstantiateResult result_out;
} CUDA_GRAPH_INSTANTIATE_PARAMS;
typedef enum CUsynchronizationPolicy_enum {
  CU_SYNC_POLICY_AUTO = 1, CU_SYNC_POLICY_SPIN, CU_SYNC_POLICY_YIELD, CU_SYNC_POLICY_BLOCKING_SYNC
} CUsynchronizationPolicy;
typedef CUclusterSchedulingPolicy CUclusterSchedulingPolicy_enum;
typedef enum CUlaunchMemSyncDomain_enum {
  CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT, CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE
} CUlaunchMemSyncDomain;
typedef struct CUlaunchMemSyncDomainMap_st {
  unsigned char default_;
  unsigned char remote;
} CUlaunchMemSyncDomainMap;
union CUlaunchAttributeValue {
  char pad[64];
  struct {
    unsigned int x, y, z;
  } clusterDim, preferredClusterDim;
  unsigned int sharedMemCarveout;
  CUclusterSchedulingPolicy clusterSchedulingPolicyPreference;
  CUaccessPolicyWindow accessPolicyWindow;
  CUsynchronizationPolicy syncPolicy;
  CUlaunchMemSyncDomain memSyncDomain;
  CUlaunchMemSyncDomainMap memSyncDomainMap;
  struct {
    CUevent event;
    int flags, triggerAtBlockStart;
  } programmaticEvent;
  struct {
    CUevent event;
    int flags;
  } launchCompletionEvent;
  struct {
    int deviceUpdatable;
    CUgraphDeviceNode devNode;
  } deviceUpdatableKernelNode;
  unsigned int nvlinkUtilCentricScheduling;
  int cooperative, programmaticStreamSerializationAllowed, priority;
};
struct CUlaunchAttribute {
  CUlaunchAttributeID id;
  char pad[4];
  CUlaunchAttributeValue value;
};
struct CUlaunchConfig {
  unsigned int gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
  CUstream hStream;
  CUlaunchAttribute *attrs;
  unsigned int numAttrs;
};
typedef CUlaunchAttributeValue CUlaunchAttributeValue_union;
typedef CUlaunchAttribute CUlaunchAttribute_st;
typedef CUlaunchConfig CUlaunchConfig_st;
typedef CUlaunchAttributeID CUkernelNodeAttrID;
typedef CUlaunchAttributeValue CUkernelNodeAttrValue_v1;
typedef CUkernelNodeAttrValue_v1 CUkernelNodeAttrValue;
typedef CUstreamCaptureStatus CUstreamCaptureStatus_enum;
typedef enum CUstreamCaptureMode_enum {
  CU_STREAM_CAPTURE_MODE_GLOBAL, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL, CU_STREAM_CAPTURE_MODE_RELAXED
} CUstreamCaptureMode;
typedef CUlaunchAttributeID CUstreamAttrID;
typedef CUlaunchAttributeValue CUstreamAttrValue_v1;
typedef CUstreamAttrValue_v1 CUstreamAttrValue;
typedef enum CUdriverProcAddress_flags_enum {
  CU_GET_PROC_ADDRESS_DEFAULT, CU_GET_PROC_ADDRESS_LEGACY_STREAM,
  CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM
} CUdriverProcAddress_flags;
typedef enum CUdriverProcAddressQueryResult_enum {
  CU_GET_PROC_ADDRESS_SUCCESS, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND,
  CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
} CUdriverProcAddressQueryResult;
typedef enum CUexecAffinityType_enum {
  CU_EXEC_AFFINITY_TYPE_SM_COUNT, CU_EXEC_AFFINITY_TYPE_MAX
} CUexecAffinityType;
typedef struct CUexecAffinitySmCount_st {
  unsigned int val;
} CUexecAffinitySmCount_v1;
typedef CUexecAffinitySmCount_v1 CUexecAffinitySmCount;
typedef struct CUexecAffinityParam_st {
  CUexecAffinityType type;
  union {
    CUexecAffinitySmCount smCount;
  } param;
} CUexecAffinityParam_v1;
typedef CUexecAffinityParam_v1 CUexecAffinityParam;
typedef enum CUcigDataType_enum {
  CIG_DATA_TYPE_D3D12_COMMAND_QUEUE = 1, CIG_DATA_TYPE_NV_BLOB
} CUcigDataType;
typedef struct CUctxCigParam_st {
  CUcigDataType sharedDataType;
  void *sharedData;
} CUctxCigParam;
typedef CUctxCreateParams CUctxCreateParams_st;
typedef enum CUlibraryOption_enum {
  CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE, CU_LIBRARY_BINARY_IS_PRESERVED,
  CU_LIBRARY_NUM_OPTIONS
} CUlibraryOption;
typedef struct CUlibraryHostUniversalFunctionAndDataTable_st {
  void *functionTable;
  size_t functionWindowSize;
  void *dataTable;
  size_t dataWindowSize;
} CUlibraryHostUniversalFunctionAndDataTable;
typedef enum CUdevice_P2PAttribute_enum {
  CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK = 1, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED,
  CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_ACCESS_SUPPORTED,
  CU_DEVICE_P2P_ATTRIBUTE_CUDA_ARRAY_ACCESS_SUPPORTED = 4,
  CU_DEVICE_P2P_ATTRIBUTE_ONLY_PARTIAL_NATIVE_ATOMIC_SUPPORTED
} CUdevice_P2PAttribute;
typedef enum CUatomicOperation_enum {
  CU_ATOMIC_OPERATION_INTEGER_ADD, CU_ATOMIC_OPERATION_INTEGER_MIN, CU_ATOMIC_OPERATION_INTEGER_MAX,
  CU_ATOMIC_OPERATION_INTEGER_INCREMENT, CU_ATOMIC_OPERATION_INTEGER_DECREMENT,
  CU_ATOMIC_OPERATION_AND, CU_ATOMIC_OPERATION_OR, CU_ATOMIC_OPERATION_XOR,
  CU_ATOMIC_OPERATION_EXCHANGE, CU_ATOMIC_OPERATION_CAS, CU_ATOMIC_OPERATION_FLOAT_ADD,
  CU_ATOMIC_OPERATION_FLOAT_MIN, CU_ATOMIC_OPERATION_FLOAT_MAX, CU_ATOMIC_OPERATION_MAX
} CUatomicOperation;
typedef enum CUatomicOperationCapability_enum {
  CU_ATOMIC_CAPABILITY_SIGNED = 1, CU_ATOMIC_CAPABILITY_UNSIGNED,
  CU_ATOMIC_CAPABILITY_REDUCTION = 4, CU_ATOMIC_CAPABILITY_SCALAR_32 = 8,
  CU_ATOMIC_CAPABILITY_SCALAR_64 = 16, CU_ATOMIC_CAPABILITY_SCALAR_128 = 32,
  CU_ATOMIC_CAPABILITY_VECTOR_32x4 = 64
} CUatomicOperationCapability;
typedef void (*CUstreamCallback)(CUstream, CUresult, void *);
typedef struct CUDA_MEMCPY2D_st {
  size_t srcXInBytes, srcY;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  size_t srcPitch, dstXInBytes, dstY;
  CUmemorytype dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  size_t dstPitch, WidthInBytes, Height;
} CUDA_MEMCPY2D_v2;
typedef CUDA_MEMCPY2D_v2 CUDA_MEMCPY2D;
typedef struct CUDA_MEMCPY3D_st {
  size_t srcXInBytes, srcY, srcZ, srcLOD;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  void *reserved0;
  size_t srcPitch, srcHeight, dstXInBytes, dstY, dstZ, dstLOD;
  CUmemorytype dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  void *reserved1;
  size_t dstPitch, dstHeight, WidthInBytes, Height, Depth;
} CUDA_MEMCPY3D_v2;
typedef CUDA_MEMCPY3D_v2 CUDA_MEMCPY3D;
typedef struct CUDA_MEMCPY3D_PEER_st {
  size_t srcXInBytes, srcY, srcZ, srcLOD;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  CUcontext srcContext;
  size_t srcPitch, srcHeight, dstXInBytes, dstY, dstZ, dstLOD;
  CUmemorytype dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  CUcontext dstContext;
  size_t dstPitch, dstHeight, WidthInBytes, Height, Depth;
} CUDA_MEMCPY3D_PEER_v1;
typedef CUDA_MEMCPY3D_PEER_v1 CUDA_MEMCPY3D_PEER;
typedef struct CUDA_MEMCPY_NODE_PARAMS_st {
  int flags, reserved;
  CUcontext copyCtx;
  CUDA_MEMCPY3D copyParams;
} CUDA_MEMCPY_NODE_PARAMS;
typedef struct CUDA_ARRAY_DESCRIPTOR_st {
  size_t Width, Height;
  CUarray_format Format;
  unsigned int NumChannels;
} CUDA_ARRAY_DESCRIPTOR_v2;
typedef CUDA_ARRAY_DESCRIPTOR_v2 CUDA_ARRAY_DESCRIPTOR;
typedef struct CUDA_ARRAY3D_DESCRIPTOR_st {
  size_t Width, Height, Depth;
  CUarray_format Format;
  unsigned int NumChannels;
  unsigned int Flags;
} CUDA_ARRAY3D_DESCRIPTOR_v2;
typedef CUDA_ARRAY3D_DESCRIPTOR_v2 CUDA_ARRAY3D_DESCRIPTOR;
typedef struct CUDA_ARRAY_SPARSE_PROPERTIES_st {
  struct {
    unsigned int width;
    unsigned int height;
    unsigned int depth;
  } tileExtent;
  unsigned int miptailFirstLevel;
  unsigned long long miptailSize;
  unsigned int flags;
  unsigned int reserved[4];
} CUDA_ARRAY_SPARSE_PROPERTIES_v1;
typedef CUDA_ARRAY_SPARSE_PROPERTIES_v1 CUDA_ARRAY_SPARSE_PROPERTIES;
typedef struct CUDA_ARRAY_MEMORY_REQUIREMENTS_st {
  size_t size, alignment;
  unsigned int reserved[4];
} CUDA_ARRAY_MEMORY_REQUIREMENTS_v1;
typedef CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 CUDA_ARRAY_MEMORY_REQUIREMENTS;
typedef struct CUDA_RESOURCE_DESC_st {
  CUresourcetype resType;
  union {
    struct {
      CUarray hArray;
    } array;
    struct {
      CUmipmappedArray hMipmappedArray;
    } mipmap;
    struct {
      CUdeviceptr devPtr;
      CUarray_format format;
      unsigned int numChannels;
      size_t sizeInBytes;
    } linear;
    struct {
      CUdeviceptr devPtr;
      CUarray_format format;
      unsigned int numChannels;
      size_t width, height, pitchInBytes;
    } pitch2D;
    struct {
      int reserved[32];
    } reserved;
  } res;
  unsigned int flags;
} CUDA_RESOURCE_DESC_v1;
typedef struct CUDA_TEXTURE_DESC_st {
  CUaddress_mode addressMode[3];
  CUfilter_mode filterMode;
  unsigned int flags;
  unsigned int maxAnisotropy;
  CUfilter_mode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp, borderColor[4];
  int reserved[12];
} CUDA_TEXTURE_DESC_v1;
typedef CUDA_TEXTURE_DESC_v1 CUDA_TEXTURE_DESC;
typedef enum CUresourceViewFormat_enum {
  CU_RES_VIEW_FORMAT_NONE, CU_RES_VIEW_FORMAT_UINT_1X8, CU_RES_VIEW_FORMAT_UINT_2X8,
  CU_RES_VIEW_FORMAT_UINT_4X8, CU_RES_VIEW_FORMAT_SINT_1X8, CU_RES_VIEW_FORMAT_SINT_2X8,
  CU_RES_VIEW_FORMAT_SINT_4X8, CU_RES_VIEW_FORMAT_UINT_1X16, CU_RES_VIEW_FORMAT_UINT_2X16,
  CU_RES_VIEW_FORMAT_UINT_4X16, CU_RES_VIEW_FORMAT_SINT_1X16, CU_RES_VIEW_FORMAT_SINT_2X16,
  CU_RES_VIEW_FORMAT_SINT_4X16, CU_RES_VIEW_FORMAT_UINT_1X32, CU_RES_VIEW_FORMAT_UINT_2X32,
  CU_RES_VIEW_FORMAT_UINT_4X32, CU_RES_VIEW_FORMAT_SINT_1X32, CU_RES_VIEW_FORMAT_SINT_2X32,
  CU_RES_VIEW_FORMAT_SINT_4X32, CU_RES_VIEW_FORMAT_FLOAT_1X16, CU_RES_VIEW_FORMAT_FLOAT_2X16,
  CU_RES_VIEW_FORMAT_FLOAT_4X16, CU_RES_VIEW_FORMAT_FLOAT_1X32, CU_RES_VIEW_FORMAT_FLOAT_2X32,
  CU_RES_VIEW_FORMAT_FLOAT_4X32, CU_RES_VIEW_FORMAT_UNSIGNED_BC1, CU_RES_VIEW_FORMAT_UNSIGNED_BC2,
  CU_RES_VIEW_FORMAT_UNSIGNED_BC3, CU_RES_VIEW_FORMAT_UNSIGNED_BC4, CU_RES_VIEW_FORMAT_SIGNED_BC4,
  CU_RES_VIEW_FORMAT_UNSIGNED_BC5, CU_RES_VIEW_FORMAT_SIGNED_BC5, CU_RES_VIEW_FORMAT_UNSIGNED_BC6H,
  CU_RES_VIEW_FORMAT_SIGNED_BC6H, CU_RES_VIEW_FORMAT_UNSIGNED_BC7
} CUresourceViewFormat;
typedef struct CUDA_RESOURCE_VIEW_DESC_st {
  CUresourceViewFormat format;
  size_t width, height, depth;
  unsigned int firstMipmapLevel;
  unsigned int lastMipmapLevel;
  unsigned int firstLayer;
  unsigned int lastLayer;
  unsigned int reserved[16];
} CUDA_RESOURCE_VIEW_DESC_v1;
typedef CUDA_RESOURCE_VIEW_DESC_v1 CUDA_RESOURCE_VIEW_DESC;
typedef CUtensorMapInterleave CUtensorMapInterleave_enum;
typedef CUtensorMapSwizzle CUtensorMapSwizzle_enum;
typedef CUtensorMapL2promotion CUtensorMapL2promotion_enum;
typedef CUtensorMapFloatOOBfill CUtensorMapFloatOOBfill_enum;
typedef CUtensorMapIm2ColWideMode CUtensorMapIm2ColWideMode_enum;
typedef struct CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_st {
  unsigned long long p2pToken;
  unsigned int vaSpaceToken;
} CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1;
typedef CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1 CUDA_POINTER_ATTRIBUTE_P2P_TOKENS;
typedef enum CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS_enum {
  CU_POINTER_ATTRIBUTE_ACCESS_FLAG_NONE, CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READ,
  CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE = 3
} CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS;
typedef struct CUDA_LAUNCH_PARAMS_st {
  CUfunction function;
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  CUstream hStream;
  void **kernelParams;
} CUDA_LAUNCH_PARAMS_v1;
typedef CUDA_LAUNCH_PARAMS_v1 CUDA_LAUNCH_PARAMS;
typedef enum CUexternalMemoryHandleType_enum {
  CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD = 1, CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32,
  CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32_KMT, CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_HEAP,
  CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_RESOURCE, CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE,
  CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE_KMT, CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF,
  CU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD
} CUexternalMemoryHandleType;
typedef struct CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st {
  CUexternalMemoryHandleType type;
  union {
    int fd;
    struct {
      void *handle;
      const void *name;
    } win32;
    const void *nvSciBufObject;
  } handle;
  unsigned long long size;
  unsigned int flags;
  unsigned int reserved[16];
} CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1;
typedef CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1 CUDA_EXTERNAL_MEMORY_HANDLE_DESC;
typedef struct CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st {
  unsigned long long offset;
  unsigned long long size;
  unsigned int flags;
  unsigned int reserved[16];
} CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1;
typedef CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1 CUDA_EXTERNAL_MEMORY_BUFFER_DESC;
typedef struct CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st {
  unsigned long long offset;
  CUDA_ARRAY3D_DESCRIPTOR arrayDesc;
  unsigned int numLevels;
  unsigned int reserved[16];
} CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1;
typedef CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1 CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC;
typedef enum CUexternalSemaphoreHandleType_enum {
  CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD = 1, CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32,
  CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32_KMT, CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D12_FENCE,
  CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_FENCE, CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC,
  CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX,
  CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX_KMT,
  CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD,
  CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_WIN32
} CUexternalSemaphoreHandleType;
typedef struct CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st {
  CUexternalSemaphoreHandleType type;
  union {
    int fd;
    struct {
      void *handle;
      const void *name;
    } win32;
    const void *nvSciSyncObj;
  } handle;
  unsigned int flags;
  unsigned int reserved[16];
} CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1;
typedef CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1 CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC;
typedef struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st {
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void *fence;
      unsigned long long reserved;
    } nvSciSync;
    struct {
      unsigned long long key;
    } keyedMutex;
    unsigned int reserved[12];
  } params;
  unsigned int flags;
  unsigned int reserved[16];
} CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1;
typedef CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1 CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS;
typedef struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st {
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void *fence;
      unsigned long long reserved;
    } nvSciSync;
    struct {
      unsigned long long key;
      unsigned int timeoutMs;
    } keyedMutex;
    unsigned int reserved[10];
  } params;
  unsigned int flags;
  unsigned int reserved[16];
} CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1;
typedef CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1 CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS;
typedef struct CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st {
  CUexternalSemaphore *extSemArray;
  const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray;
  unsigned int numExtSems;
} CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1;
typedef CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1 CUDA_EXT_SEM_SIGNAL_NODE_PARAMS;
typedef struct CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st {
  CUexternalSemaphore *extSemArray;
  const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray;
  unsigned int numExtSems;
} CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2;
typedef struct CUDA_EXT_SEM_WAIT_NODE_PARAMS_st {
  CUexternalSemaphore *extSemArray;
  const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray;
  unsigned int numExtSems;
} CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1;
typedef CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1 CUDA_EXT_SEM_WAIT_NODE_PARAMS;
typedef struct CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st {
  CUexternalSemaphore *extSemArray;
  const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray;
  unsigned int numExtSems;
} CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2;
typedef unsigned long long CUmemGenericAllocationHandle_v1;
typedef CUmemAllocationGranularity_flags CUmemAllocationGranularity_flags_enum;
typedef enum CUmemRangeFlags_enum { CU_MEM_RANGE_FLAG_DMA_BUF_MAPPING_TYPE_PCIE = 1 } CUmemRangeFlags;
typedef enum CUarraySparseSubresourceType_enum {
  CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL, CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL
} CUarraySparseSubresourceType;
typedef enum CUmemOperationType_enum {
  CU_MEM_OPERATION_TYPE_MAP = 1, CU_MEM_OPERATION_TYPE_UNMAP
} CUmemOperationType;
typedef enum CUmemHandleType_enum { CU_MEM_HANDLE_TYPE_GENERIC } CUmemHandleType;
typedef struct CUarrayMapInfo_st {
  CUresourcetype resourceType;
  union {
    CUmipmappedArray mipmap;
    CUarray array;
  } resource;
  CUarraySparseSubresourceType subresourceType;
  union {
    struct {
      unsigned int level;
      unsigned int layer;
      unsigned int offsetX;
      unsigned int offsetY;
      unsigned int offsetZ;
      unsigned int extentWidth;
      unsigned int extentHeight;
      unsigned int extentDepth;
    } sparseLevel;
    struct {
      unsigned int layer;
      unsigned long long offset;
      unsigned long long size;
    } miptail;
  } subresource;
  CUmemOperationType memOperationType;
  CUmemHandleType memHandleType;
  union {
    CUmemGenericAllocationHandle memHandle;
  } memHandle;
  unsigned long long offset;
  unsigned int deviceBitMask;
  unsigned int flags;
  unsigned int reserved[2];
} CUarrayMapInfo_v1;
typedef CUarrayMapInfo_v1 CUarrayMapInfo;
typedef struct CUmemLocation_st {
  CUmemLocationType type;
  int id;
} CUmemLocation_v1;
typedef enum CUmemAllocationCompType_enum {
  CU_MEM_ALLOCATION_COMP_NONE, CU_MEM_ALLOCATION_COMP_GENERIC
} CUmemAllocationCompType;
typedef struct CUmemAllocationProp_st {
  CUmemAllocationType type;
  CUmemAllocationHandleType requestedHandleTypes;
  CUmemLocation location;
  void *win32HandleMetaData;
  struct {
    unsigned char compressionType;
    unsigned char gpuDirectRDMACapable;
    unsigned short usage;
    unsigned char reserved[4];
  } allocFlags;
} CUmemAllocationProp_v1;
typedef CUmulticastGranularity_flags CUmulticastGranularity_flags_enum;
typedef CUmulticastObjectProp_st CUmulticastObjectProp_v1;
typedef struct CUmemAccessDesc_st {
  CUmemLocation location;
  CUmemAccess_flags flags;
} CUmemAccessDesc_v1;
typedef enum CUgraphExecUpdateResult_enum {
  CU_GRAPH_EXEC_UPDATE_SUCCESS, CU_GRAPH_EXEC_UPDATE_ERROR,
  CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED,
  CU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED, CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED,
  CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED, CU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE,
  CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED
} CUgraphExecUpdateResult;
typedef struct CUgraphExecUpdateResultInfo_st {
  CUgraphExecUpdateResult result;
  CUgraphNode errorNode, errorFromNode;
} CUgraphExecUpdateResultInfo_v1;
typedef CUgraphExecUpdateResultInfo_v1 CUgraphExecUpdateResultInfo;
typedef CUmemPool_attribute CUmemPool_attribute_enum;
typedef struct CUmemPoolProps_st {
  CUmemAllocationType allocType;
  CUmemAllocationHandleType handleTypes;
  CUmemLocation location;
  void *win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
} CUmemPoolProps_v1;
typedef struct CUmemPoolPtrExportData_st {
  unsigned char reserved[64];
} CUmemPoolPtrExportData_v1;
typedef CUmemPoolPtrExportData_v1 CUmemPoolPtrExportData;
typedef enum CUmemcpyFlags_enum {
  CU_MEMCPY_FLAG_DEFAULT, CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE
} CUmemcpyFlags;
typedef enum CUmemcpySrcAccessOrder_enum {
  CU_MEMCPY_SRC_ACCESS_ORDER_INVALID, CU_MEMCPY_SRC_ACCESS_ORDER_STREAM,
  CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL, CU_MEMCPY_SRC_ACCESS_ORDER_ANY,
  CU_MEMCPY_SRC_ACCESS_ORDER_MAX = 2147483647
} CUmemcpySrcAccessOrder;
typedef struct CUmemcpyAttributes_st {
  CUmemcpySrcAccessOrder srcAccessOrder;
  CUmemLocation srcLocHint, dstLocHint;
  unsigned int flags;
} CUmemcpyAttributes_v1;
typedef CUmemcpyAttributes_v1 CUmemcpyAttributes;
typedef enum CUmemcpy3DOperandType_enum {
  CU_MEMCPY_OPERAND_TYPE_POINTER = 1, CU_MEMCPY_OPERAND_TYPE_ARRAY,
  CU_MEMCPY_OPERAND_TYPE_MAX = 2147483647
} CUmemcpy3DOperandType;
typedef struct CUoffset3D_st {
  size_t x, y, z;
} CUoffset3D_v1;
typedef CUoffset3D_v1 CUoffset3D;
typedef struct CUextent3D_st {
  size_t width, height, depth;
} CUextent3D_v1;
typedef CUextent3D_v1 CUextent3D;
typedef struct CUmemcpy3DOperand_st {
  CUmemcpy3DOperandType type;
  union {
    struct {
      CUdeviceptr ptr;
      size_t rowLength, layerHeight;
      CUmemLocation locHint;
    } ptr;
    struct {
      CUarray array;
      CUoffset3D offset;
    } array;
  } op;
} CUmemcpy3DOperand_v1;
typedef CUmemcpy3DOperand_v1 CUmemcpy3DOperand;
typedef struct CUDA_MEMCPY3D_BATCH_OP_st {
  CUmemcpy3DOperand src, dst;
  CUextent3D extent;
  CUmemcpySrcAccessOrder srcAccessOrder;
  unsigned int flags;
} CUDA_MEMCPY3D_BATCH_OP_v1;
typedef CUDA_MEMCPY3D_BATCH_OP_v1 CUDA_MEMCPY3D_BATCH_OP;
typedef struct CUDA_MEM_ALLOC_NODE_PARAMS_v1_st {
  CUmemPoolProps poolProps;
  const CUmemAccessDesc *accessDescs;
  size_t accessDescCount, bytesize;
  CUdeviceptr dptr;
} CUDA_MEM_ALLOC_NODE_PARAMS_v1;
typedef CUDA_MEM_ALLOC_NODE_PARAMS_v1 CUDA_MEM_ALLOC_NODE_PARAMS;
typedef struct CUDA_MEM_ALLOC_NODE_PARAMS_v2_st {
  CUmemPoolProps poolProps;
  const CUmemAccessDesc *accessDescs;
  size_t accessDescCount, bytesize;
  CUdeviceptr dptr;
} CUDA_MEM_ALLOC_NODE_PARAMS_v2;
typedef struct CUDA_MEM_FREE_NODE_PARAMS_st {
  CUdeviceptr dptr;
} CUDA_MEM_FREE_NODE_PARAMS;
typedef enum CUgraphMem_attribute_enum {
  CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH,
  CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT, CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH
} CUgraphMem_attribute;
typedef enum CUgraphChildGraphNodeOwnership_enum {
  CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE, CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE
} CUgraphChildGraphNodeOwnership;
typedef struct CUDA_CHILD_GRAPH_NODE_PARAMS_st {
  CUgraph graph;
  CUgraphChildGraphNodeOwnership ownership;
} CUDA_CHILD_GRAPH_NODE_PARAMS;
typedef struct CUDA_EVENT_RECORD_NODE_PARAMS_st {
  CUevent event;
} CUDA_EVENT_RECORD_NODE_PARAMS;
typedef struct CUDA_EVENT_WAIT_NODE_PARAMS_st {
  CUevent event;
} CUDA_EVENT_WAIT_NODE_PARAMS;
typedef struct CUgraphNodeParams_st {
  CUgraphNodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    CUDA_KERNEL_NODE_PARAMS_v3 kernel;
    CUDA_MEMCPY_NODE_PARAMS memcpy;
    CUDA_MEMSET_NODE_PARAMS_v2 memset;
    CUDA_HOST_NODE_PARAMS_v2 host;
    CUDA_CHILD_GRAPH_NODE_PARAMS graph;
    CUDA_EVENT_WAIT_NODE_PARAMS eventWait;
    CUDA_EVENT_RECORD_NODE_PARAMS eventRecord;
    CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2 extSemSignal;
    CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2 extSemWait;
    CUDA_MEM_ALLOC_NODE_PARAMS_v2 alloc;
    CUDA_MEM_FREE_NODE_PARAMS free;
    CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 memOp;
    CUDA_CONDITIONAL_NODE_PARAMS conditional;
  };
  long long reserved2;
} CUgraphNodeParams;
typedef enum CUflushGPUDirectRDMAWritesOptions_enum {
  CU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_HOST = 1, CU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_MEMOPS
} CUflushGPUDirectRDMAWritesOptions;
typedef enum CUGPUDirectRDMAWritesOrdering_enum {
  CU_GPU_DIRECT_RDMA_WRITES_ORDERING_NONE, CU_GPU_DIRECT_RDMA_WRITES_ORDERING_OWNER = 100,
  CU_GPU_DIRECT_RDMA_WRITES_ORDERING_ALL_DEVICES = 200
} CUGPUDirectRDMAWritesOrdering;
typedef enum CUflushGPUDirectRDMAWritesScope_enum {
  CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER = 100,
  CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_ALL_DEVICES = 200
} CUflushGPUDirectRDMAWritesScope;
typedef enum CUflushGPUDirectRDMAWritesTarget_enum {
  CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX
} CUflushGPUDirectRDMAWritesTarget;
typedef enum CUgraphDebugDot_flags_enum {
  CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE = 1, CU_GRAPH_DEBUG_DOT_FLAGS_RUNTIME_TYPES,
  CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS = 4, CU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_NODE_PARAMS = 8,
  CU_GRAPH_DEBUG_DOT_FLAGS_MEMSET_NODE_PARAMS = 16, CU_GRAPH_DEBUG_DOT_FLAGS_HOST_NODE_PARAMS = 32,
  CU_GRAPH_DEBUG_DOT_FLAGS_EVENT_NODE_PARAMS = 64,
  CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_SIGNAL_NODE_PARAMS = 128,
  CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_WAIT_NODE_PARAMS = 256,
  CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_ATTRIBUTES = 512, CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES = 1024,
  CU_GRAPH_DEBUG_DOT_FLAGS_MEM_ALLOC_NODE_PARAMS = 2048,
  CU_GRAPH_DEBUG_DOT_FLAGS_MEM_FREE_NODE_PARAMS = 0x1000,
  CU_GRAPH_DEBUG_DOT_FLAGS_BATCH_MEM_OP_NODE_PARAMS = 0x2000,
  CU_GRAPH_DEBUG_DOT_FLAGS_EXTRA_TOPO_INFO = 0x4000,
  CU_GRAPH_DEBUG_DOT_FLAGS_CONDITIONAL_NODE_PARAMS = 0x8000
} CUgraphDebugDot_flags;
typedef enum CUuserObject_flags_enum { CU_USER_OBJECT_NO_DESTRUCTOR_SYNC = 1 } CUuserObject_flags;
typedef enum CUuserObjectRetain_flags_enum { CU_GRAPH_USER_OBJECT_MOVE = 1 } CUuserObjectRetain_flags;
typedef enum CUgraphInstantiate_flags_enum {
  CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH = 1, CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD,
  CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH = 4, CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY = 8
} CUgraphInstantiate_flags;
typedef enum CUdeviceNumaConfig_enum {
  CU_DEVICE_NUMA_CONFIG_NONE, CU_DEVICE_NUMA_CONFIG_NUMA_NODE
} CUdeviceNumaConfig;
typedef enum CUprocessState_enum {
  CU_PROCESS_STATE_RUNNING, CU_PROCESS_STATE_LOCKED, CU_PROCESS_STATE_CHECKPOINTED,
  CU_PROCESS_STATE_FAILED
} CUprocessState;
typedef struct CUcheckpointLockArgs_st {
  unsigned int timeoutMs;
  unsigned int reserved0;
  cuuint64_t reserved1[7];
} CUcheckpointLockArgs;
typedef struct CUcheckpointCheckpointArgs_st {
  cuuint64_t reserved[8];
} CUcheckpointCheckpointArgs;
typedef struct CUcheckpointGpuPair_st {
  CUuuid oldUuid, newUuid;
} CUcheckpointGpuPair;
typedef struct CUcheckpointRestoreArgs_st {
  CUcheckpointGpuPair *gpuPairs;
  unsigned int gpuPairsCount;
  char reserved[44];
  cuuint64_t reserved1;
} CUcheckpointRestoreArgs;
typedef struct CUcheckpointUnlockArgs_st {
  cuuint64_t reserved[8];
} CUcheckpointUnlockArgs;
typedef enum CUmoduleLoadingMode_enum { CU_MODULE_EAGER_LOADING = 1, CU_MODULE_LAZY_LOADING } CUmoduleLoadingMode;
typedef enum CUmemDecompressAlgorithm_enum {
  CU_MEM_DECOMPRESS_UNSUPPORTED, CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE,
  CU_MEM_DECOMPRESS_ALGORITHM_SNAPPY, CU_MEM_DECOMPRESS_ALGORITHM_LZ4 = 4
} CUmemDecompressAlgorithm;
typedef struct CUmemDecompressParams_st {
  size_t srcNumBytes, dstNumBytes;
  cuuint32_t *dstActBytes;
  const void *src;
  void *dst;
  CUmemDecompressAlgorithm algo;
  unsigned char padding[20];
} CUmemDecompressParams;
typedef enum CUfunctionLoadingState_enum {
  CU_FUNCTION_LOADING_STATE_UNLOADED, CU_FUNCTION_LOADING_STATE_LOADED,
  CU_FUNCTION_LOADING_STATE_MAX
} CUfunctionLoadingState;
typedef enum CUcoredumpSettings_enum {
  CU_COREDUMP_ENABLE_ON_EXCEPTION = 1, CU_COREDUMP_TRIGGER_HOST, CU_COREDUMP_LIGHTWEIGHT,
  CU_COREDUMP_ENABLE_USER_TRIGGER, CU_COREDUMP_FILE, CU_COREDUMP_PIPE, CU_COREDUMP_GENERATION_FLAGS,
  CU_COREDUMP_MAX
} CUcoredumpSettings;
typedef enum CUCoredumpGenerationFlags {
  CU_COREDUMP_DEFAULT_FLAGS, CU_COREDUMP_SKIP_NONRELOCATED_ELF_IMAGES,
  CU_COREDUMP_SKIP_GLOBAL_MEMORY, CU_COREDUMP_SKIP_SHARED_MEMORY = 4,
  CU_COREDUMP_SKIP_LOCAL_MEMORY = 8, CU_COREDUMP_SKIP_ABORT = 16,
  CU_COREDUMP_SKIP_CONSTBANK_MEMORY = 32, CU_COREDUMP_LIGHTWEIGHT_FLAGS = 47
} CUCoredumpGenerationFlags;
struct CUdevResourceDesc_st;
typedef struct CUdevResourceDesc_st *CUdevResourceDesc;
typedef enum { CU_GREEN_CTX_DEFAULT_STREAM = 1 } CUgreenCtxCreate_flags;
typedef enum {
  CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING = 1,
  CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE
} CUdevSmResourceSplit_flags;
typedef enum { CU_DEV_RESOURCE_TYPE_INVALID, CU_DEV_RESOURCE_TYPE_SM } CUdevResourceType;
typedef struct CUdevSmResource_st {
  unsigned int smCount;
  unsigned int minSmPartitionSize;
  unsigned int smCoscheduledAlignment;
} CUdevSmResource;
typedef struct CUdevResource_st {
  CUdevResourceType type;
  unsigned char _internal_padding[92];
  union {
    CUdevSmResource sm;
    unsigned char _oversize[48];
  };
} CUdevResource_v1;
typedef CUdevResource_v1 CUdevResource;
typedef enum CUlogLevel_enum { CU_LOG_LEVEL_ERROR, CU_LOG_LEVEL_WARNING } CUlogLevel;
typedef struct CUlogsCallbackEntry_st *CUlogsCallbackHandle;
typedef void (*CUlogsCallback)(void *, CUlogLevel, char *, size_t);
typedef unsigned int CUlogIterator;

extern "C" {
CUresult cuDeviceGetLuid(...), cuDeviceTotalMem_v2(...), cuDeviceGetTexture1DLinearMaxWidth(...),
    cuDeviceGetHostAtomicCapabilities(...), cuDeviceGetNvSciSyncAttributes(...),
    cuDeviceGetExecAffinitySupport(...), cuFlushGPUDirectRDMAWrites(...),
    cuDevicePrimaryCtxRelease_v2(...), cuDevicePrimaryCtxSetFlags_v2(...),
    cuDevicePrimaryCtxGetState(...), cuDevicePrimaryCtxReset_v2(...), cuCtxCreate_v4(...),
    cuCtxDestroy_v2(...), cuCtxPushCurrent_v2(...), cuCtxPopCurrent_v2(...), cuCtxGetDevice_v2(...),
    cuCtxGetFlags(...), cuCtxSetFlags(...), cuCtxGetId(...), cuCtxSynchronize_v2(...),
    cuCtxGetCacheConfig(...), cuCtxGetStreamPriorityRange(...), cuCtxResetPersistingL2Cache(...),
    cuCtxGetExecAffinity(...), cuCtxRecordEvent(...), cuCtxWaitEvent(...), cuCtxAttach(...),
    cuCtxDetach(...), cuCtxGetSharedMemConfig(...), cuCtxSetSharedMemConfig(...),
    cuModuleGetLoadingMode(...), cuModuleGetFunctionCount(...), cuModuleEnumerateFunctions(...),
    cuModuleGetGlobal_v2(...), cuLinkCreate_v2(...), cuLinkAddData_v2(...), cuLinkAddFile_v2(...),
    cuModuleGetSurfRef(...), cuKernelGetLibrary(...), cuLibraryGetGlobal(...),
    cuLibraryGetManaged(...), cuLibraryGetUnifiedFunction(...), cuKernelGetAttribute(...),
    cuKernelSetAttribute(...), cuKernelSetCacheConfig(...), cuKernelGetParamInfo(...),
    cuMemGetInfo_v2(...), cuMemAlloc_v2(...), cuMemAllocPitch_v2(...), cuMemFree_v2(...),
    cuMemGetAddressRange_v2(...), cuMemAllocHost_v2(...), cuMemHostGetDevicePointer_v2(...),
    cuMemHostGetFlags(...), cuDeviceRegisterAsyncNotification(...),
    cuDeviceUnregisterAsyncNotification(...), cuDeviceGetByPCIBusId(...),
    cuIpcOpenMemHandle_v2(...), cuMemHostRegister_v2(...), cuMemcpyHtoD_v2(...),
    cuMemcpyDtoH_v2(...), cuMemcpyDtoD_v2(...), cuMemcpyDtoA_v2(...), cuMemcpyAtoD_v2(...),
    cuMemcpyHtoA_v2(...), cuMemcpyAtoH_v2(...), cuMemcpyAtoA_v2(...), cuMemcpy2D_v2(...),
    cuMemcpy2DUnaligned_v2(...), cuMemcpy3D_v2(...), cuMemcpy3DPeer(...), cuMemcpyHtoDAsync_v2(...),
    cuMemcpyDtoHAsync_v2(...), cuMemcpyDtoDAsync_v2(...), cuMemcpyHtoAAsync_v2(...),
    cuMemcpyAtoHAsync_v2(...), cuMemcpy2DAsync_v2(...), cuMemcpy3DAsync_v2(...),
    cuMemcpy3DPeerAsync(...), cuMemcpyBatchAsync_v2(...), cuMemcpy3DBatchAsync_v2(...),
    cuMemsetD8_v2(...), cuMemsetD16_v2(...), cuMemsetD32_v2(...), cuMemsetD2D8_v2(...),
    cuMemsetD2D16_v2(...), cuMemsetD2D32_v2(...), cuMemsetD2D8Async(...), cuMemsetD2D16Async(...),
    cuMemsetD2D32Async(...), cuArrayCreate_v2(...), cuArrayGetDescriptor_v2(...),
    cuArrayGetSparseProperties(...), cuMipmappedArrayGetSparseProperties(...),
    cuArrayGetMemoryRequirements(...), cuMipmappedArrayGetMemoryRequirements(...),
    cuArrayGetPlane(...), cuArray3DCreate_v2(...), cuArray3DGetDescriptor_v2(...),
    cuMipmappedArrayCreate(...), cuMipmappedArrayGetLevel(...), cuMipmappedArrayDestroy(...),
    cuMemBatchDecompressAsync(...), cuMemPoolGetAccess(...), cuMemGetDefaultMemPool(...),
    cuMemGetMemPool(...), cuMemSetMemPool(...), cuMemPoolExportToShareableHandle(...),
    cuMemPoolImportFromShareableHandle(...), cuMemPoolExportPointer(...),
    cuMemPoolImportPointer(...), cuMemPrefetchAsync_v2(...), cuMemAdvise_v2(...),
    cuMemPrefetchBatchAsync(...), cuMemDiscardBatchAsync(...),
    cuMemDiscardAndPrefetchBatchAsync(...), cuMemRangeGetAttributes(...), cuStreamGetPriority(...),
    cuStreamGetDevice(...), cuStreamGetFlags(...), cuStreamGetId(...), cuStreamGetCtx(...),
    cuStreamGetCtx_v2(...), cuStreamBeginCapture_v2(...), cuStreamBeginCaptureToGraph(...),
    cuThreadExchangeStreamCaptureMode(...), cuStreamGetCaptureInfo_v3(...),
    cuStreamUpdateCaptureDependencies_v2(...), cuStreamAttachMemAsync(...), cuStreamDestroy_v2(...),
    cuStreamCopyAttributes(...), cuStreamGetAttribute(...), cuStreamSetAttribute(...),
    cuEventRecordWithFlags(...), cuEventDestroy_v2(...), cuEventElapsedTime_v2(...),
    cuImportExternalMemory(...), cuExternalMemoryGetMappedBuffer(...),
    cuExternalMemoryGetMappedMipmappedArray(...), cuDestroyExternalMemory(...),
    cuImportExternalSemaphore(...), cuSignalExternalSemaphoresAsync(...),
    cuWaitExternalSemaphoresAsync(...), cuDestroyExternalSemaphore(...),
    cuStreamWaitValue32_v2(...), cuStreamWaitValue64_v2(...), cuStreamWriteValue32_v2(...),
    cuStreamWriteValue64_v2(...), cuStreamBatchMemOp_v2(...), cuFuncGetModule(...),
    cuFuncGetName(...), cuFuncGetParamInfo(...), cuFuncIsLoaded(...), cuFuncLoad(...),
    cuLaunchCooperativeKernelMultiDevice(...), cuParamSetf(...), cuLaunchGridAsync(...),
    cuParamSetTexRef(...), cuFuncSetSharedMemConfig(...), cuGraphAddKernelNode_v2(...),
    cuGraphKernelNodeGetParams_v2(...), cuGraphKernelNodeSetParams_v2(...),
    cuGraphMemcpyNodeSetParams(...), cuGraphMemsetNodeSetParams(...), cuGraphAddHostNode(...),
    cuGraphHostNodeGetParams(...), cuGraphHostNodeSetParams(...), cuGraphAddChildGraphNode(...),
    cuGraphChildGraphNodeGetGraph(...), cuGraphAddEventRecordNode(...),
    cuGraphEventRecordNodeGetEvent(...), cuGraphEventRecordNodeSetEvent(...),
    cuGraphAddEventWaitNode(...), cuGraphEventWaitNodeGetEvent(...),
    cuGraphEventWaitNodeSetEvent(...), cuGraphAddExternalSemaphoresSignalNode(...),
    cuGraphExternalSemaphoresSignalNodeGetParams(...),
    cuGraphExternalSemaphoresSignalNodeSetParams(...), cuGraphAddExternalSemaphoresWaitNode(...),
    cuGraphExternalSemaphoresWaitNodeGetParams(...),
    cuGraphExternalSemaphoresWaitNodeSetParams(...), cuGraphAddBatchMemOpNode(...),
    cuGraphBatchMemOpNodeGetParams(...), cuGraphBatchMemOpNodeSetParams(...),
    cuGraphExecBatchMemOpNodeSetParams(...), cuGraphAddMemAllocNode(...),
    cuGraphMemAllocNodeGetParams(...), cuGraphAddMemFreeNode(...), cuGraphMemFreeNodeGetParams(...),
    cuDeviceGraphMemTrim(...), cuDeviceGetGraphMemAttribute(...), cuDeviceSetGraphMemAttribute(...),
    cuGraphClone(...), cuGraphNodeFindInClone(...), cuGraphGetRootNodes(...),
    cuGraphGetEdges_v2(...), cuGraphNodeGetDependencies_v2(...),
    cuGraphNodeGetDependentNodes_v2(...), cuGraphAddDependencies_v2(...),
    cuGraphRemoveDependencies_v2(...), cuGraphDestroyNode(...), cuGraphInstantiateWithParams(...),
    cuGraphExecGetFlags(...), cuGraphExecKernelNodeSetParams_v2(...),
    cuGraphExecMemsetNodeSetParams(...), cuGraphExecHostNodeSetParams(...),
    cuGraphExecChildGraphNodeSetParams(...), cuGraphExecEventRecordNodeSetEvent(...),
    cuGraphExecEventWaitNodeSetEvent(...), cuGraphExecExternalSemaphoresSignalNodeSetParams(...),
    cuGraphExecExternalSemaphoresWaitNodeSetParams(...), cuGraphNodeSetEnabled(...),
    cuGraphNodeGetEnabled(...), cuGraphExecUpdate_v2(...), cuGraphKernelNodeCopyAttributes(...),
    cuGraphKernelNodeGetAttribute(...), cuGraphKernelNodeSetAttribute(...),
    cuGraphDebugDotPrint(...), cuUserObjectCreate(...), cuUserObjectRetain(...),
    cuUserObjectRelease(...), cuGraphRetainUserObject(...), cuGraphReleaseUserObject(...),
    cuGraphAddNode_v2(...), cuGraphNodeSetParams(...), cuGraphExecNodeSetParams(...),
    cuGraphConditionalHandleCreate(...), cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(...),
    cuOccupancyMaxPotentialBlockSizeWithFlags(...), cuOccupancyAvailableDynamicSMemPerBlock(...),
    cuTexRefSetMipmappedArray(...), cuTexRefSetAddress_v2(...), cuTexRefSetAddress2D_v3(...),
    cuTexRefSetMipmapFilterMode(...), cuTexRefSetMipmapLevelBias(...),
    cuTexRefSetMipmapLevelClamp(...), cuTexRefSetMaxAnisotropy(...), cuTexRefSetBorderColor(...),
    cuTexRefGetAddress_v2(...), cuTexRefGetArray(...), cuTexRefGetMipmappedArray(...),
    cuTexRefGetAddressMode(...), cuTexRefGetFilterMode(...), cuTexRefGetFormat(...),
    cuTexRefGetMipmapFilterMode(...), cuTexRefGetMipmapLevelBias(...),
    cuTexRefGetMipmapLevelClamp(...), cuTexRefGetMaxAnisotropy(...), cuTexRefGetBorderColor(...),
    cuTexRefGetFlags(...), cuTexRefCreate(...), cuTexRefDestroy(...), cuSurfRefSetArray(...),
    cuSurfRefGetArray(...), cuTexObjectGetResourceDesc(...), cuTexObjectGetTextureDesc(...),
    cuTexObjectGetResourceViewDesc(...), cuSurfObjectGetResourceDesc(...),
    cuDeviceGetP2PAttribute(...), cuDeviceGetP2PAtomicCapabilities(...),
    cuGraphicsResourceGetMappedMipmappedArray(...), cuGraphicsResourceGetMappedPointer_v2(...),
    cuGraphicsResourceSetMapFlags_v2(...), cuGetProcAddress_v2(...), cuCoredumpGetAttribute(...),
    cuCoredumpSetAttribute(...), cuGetExportTable(...), cuGreenCtxCreate(...),
    cuGreenCtxDestroy(...), cuCtxFromGreenCtx(...), cuDeviceGetDevResource(...),
    cuCtxGetDevResource(...), cuGreenCtxGetDevResource(...), cuDevSmResourceSplitByCount(...),
    cuDevResourceGenerateDesc(...), cuGreenCtxRecordEvent(...), cuGreenCtxWaitEvent(...),
    cuStreamGetGreenCtx(...), cuGreenCtxStreamCreate(...), cuGreenCtxGetId(...),
    cuLogsRegisterCallback(...), cuLogsUnregisterCallback(...), cuLogsCurrent(...),
    cuLogsDumpToFile(...), cuLogsDumpToMemory(...), cuCheckpointProcessGetRestoreThreadId(...),
    cuCheckpointProcessGetState(...), cuCheckpointProcessLock(...),
    cuCheckpointProcessCheckpoint(...), cuCheckpointProcessRestore(...),
    cuCheckpointProcessUnlock(...);
CUresult cuMemcpy2DAsync(...), cuMemcpy2DUnaligned(...), cuMemcpy3DAsync(...),
    cuMemcpy3DBatchAsync(...), cuMemcpyAtoA(...), cuMemcpyAtoD(...), cuMemcpyAtoH(...),
    cuMemcpyAtoHAsync(...), cuMemcpyBatchAsync(...), cuMemcpyDtoA(...), cuMemcpyHtoA(...),
    cuMemcpyHtoAAsync(...), cuMemsetD2D16(...), cuMemsetD2D32(...), cuMemsetD2D8(...),
    cuStreamGetCaptureInfo(...), cuStreamUpdateCaptureDependencies(...);
}
