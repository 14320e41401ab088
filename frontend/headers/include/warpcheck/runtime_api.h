// The runtime API. Host code is read only for its launches, so a call that
// does not launch takes any arguments: that also covers the templates,
// defaults and changed signatures of CUDA's own headers. What launches, and
// what device code may call, has its real signature.
#pragma once

#define WARPCHECK_API1(name) cudaError_t name(...);
#define WARPCHECK_API2(a, b) WARPCHECK_API1(a) WARPCHECK_API1(b)
#define WARPCHECK_API4(a, b, c, d) WARPCHECK_API2(a, b) WARPCHECK_API2(c, d)

extern "C" {
// <<<grid, block, shared, stream>>> calls one of these two.
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                              cudaStream_t stream = nullptr);
unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                         void *stream = nullptr);

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                             size_t shared = 0, cudaStream_t stream = nullptr);
cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block,
                                        void **args, size_t shared = 0,
                                        cudaStream_t stream = nullptr);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel,
                                void **args);
cudaError_t cudaLaunchCooperativeKernelMultiDevice(cudaLaunchParams *launches,
                                                   unsigned int devices,
                                                   unsigned int flags = 0);

// The device runtime.
WARPCHECK_HD cudaError_t cudaDeviceSynchronize();
WARPCHECK_HD cudaError_t cudaGetLastError();
WARPCHECK_HD cudaError_t cudaPeekAtLastError();
WARPCHECK_HD const char *cudaGetErrorString(cudaError_t error);
WARPCHECK_HD const char *cudaGetErrorName(cudaError_t error);
WARPCHECK_HD cudaError_t cudaGetDevice(int *device);
WARPCHECK_HD cudaError_t cudaGetDeviceCount(int *count);
WARPCHECK_HD cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute,
                                                int device);
WARPCHECK_HD cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
WARPCHECK_HD cudaError_t cudaStreamDestroy(cudaStream_t stream);
WARPCHECK_HD cudaError_t cudaFree(void *p);
WARPCHECK_HD cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream);
WARPCHECK_D void cudaGridDependencySynchronize();
WARPCHECK_D void cudaTriggerProgrammaticLaunchCompletion();
WARPCHECK_D void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value);
WARPCHECK_D cudaGraphExec_t cudaGetCurrentGraphExec();

// Devices.
WARPCHECK_API4(cudaSetDevice, cudaGetDeviceProperties, cudaChooseDevice, cudaDeviceReset)
WARPCHECK_API4(cudaSetDeviceFlags, cudaGetDeviceFlags, cudaSetValidDevices, cudaInitDevice)
WARPCHECK_API4(cudaDeviceSetLimit, cudaDeviceGetLimit, cudaDeviceGetCacheConfig,
               cudaDeviceSetCacheConfig)
WARPCHECK_API4(cudaDeviceGetSharedMemConfig, cudaDeviceSetSharedMemConfig,
               cudaDeviceGetByPCIBusId, cudaDeviceGetPCIBusId)
WARPCHECK_API4(cudaDeviceGetStreamPriorityRange, cudaDeviceGetP2PAttribute,
               cudaDeviceCanAccessPeer, cudaDeviceEnablePeerAccess)
WARPCHECK_API4(cudaDeviceDisablePeerAccess, cudaDeviceGetDefaultMemPool, cudaDeviceGetMemPool,
               cudaDeviceSetMemPool)
WARPCHECK_API4(cudaDeviceGraphMemTrim, cudaDeviceGetGraphMemAttribute,
               cudaDeviceSetGraphMemAttribute, cudaDeviceGetNvSciSyncAttributes)
WARPCHECK_API4(cudaDriverGetVersion, cudaRuntimeGetVersion, cudaGetDriverEntryPoint,
               cudaGetDriverEntryPointByVersion)
WARPCHECK_API4(cudaThreadSynchronize, cudaThreadExit, cudaThreadSetLimit,
               cudaThreadSetCacheConfig)
WARPCHECK_API4(cudaProfilerStart, cudaProfilerStop, cudaProfilerInitialize,
               cudaCtxResetPersistingL2Cache)
WARPCHECK_API2(cudaIpcGetMemHandle, cudaIpcOpenMemHandle)
WARPCHECK_API2(cudaIpcCloseMemHandle, cudaIpcGetEventHandle)
WARPCHECK_API1(cudaIpcOpenEventHandle)

// Memory. cudaMalloc and its kin also have templates in CUDA's headers.
WARPCHECK_API4(cudaMallocHost, cudaMallocManaged, cudaMallocPitch, cudaMalloc3D)
WARPCHECK_API4(cudaMallocArray, cudaMalloc3DArray, cudaMallocMipmappedArray, cudaMallocAsync)
WARPCHECK_API4(cudaFreeHost, cudaFreeArray, cudaFreeMipmappedArray, cudaFreeAsync)
WARPCHECK_API4(cudaHostAlloc, cudaHostRegister, cudaHostUnregister, cudaHostGetDevicePointer)
WARPCHECK_API4(cudaHostGetFlags, cudaMemGetInfo, cudaArrayGetInfo, cudaGetMipmappedArrayLevel)
WARPCHECK_API4(cudaMemcpy, cudaMemcpyPeer, cudaMemcpyPeerAsync, cudaMemcpy2DFromArrayAsync)
WARPCHECK_API4(cudaMemcpy2D, cudaMemcpy2DAsync, cudaMemcpy2DToArray, cudaMemcpy2DToArrayAsync)
WARPCHECK_API4(cudaMemcpy2DFromArray, cudaMemcpy2DArrayToArray, cudaMemcpyToArray,
               cudaMemcpyFromArray)
WARPCHECK_API4(cudaMemcpy3D, cudaMemcpy3DAsync, cudaMemcpy3DPeer, cudaMemcpy3DPeerAsync)
WARPCHECK_API4(cudaMemcpyToArrayAsync, cudaMemcpyFromArrayAsync, cudaMemcpyArrayToArray,
               cudaMemcpyBatchAsync)
WARPCHECK_API4(cudaMemset, cudaMemset2D, cudaMemset2DAsync, cudaMemset3D)
WARPCHECK_API4(cudaMemset3DAsync, cudaMemAdvise, cudaMemAdvise_v2, cudaMemPrefetchAsync)
WARPCHECK_API4(cudaMemPrefetchAsync_v2, cudaMemRangeGetAttribute, cudaPointerGetAttributes,
               cudaMallocFromPoolAsync)
WARPCHECK_API4(cudaMemPoolCreate, cudaMemPoolDestroy, cudaMemPoolSetAttribute,
               cudaMemPoolGetAttribute)
WARPCHECK_API4(cudaMemPoolSetAccess, cudaMemPoolGetAccess, cudaMemPoolTrimTo,
               cudaMemPoolExportToShareableHandle)
WARPCHECK_API2(cudaMemPoolImportFromShareableHandle, cudaMemPoolExportPointer)
WARPCHECK_API1(cudaMemPoolImportPointer)

// Streams and events.
WARPCHECK_API4(cudaStreamCreate, cudaStreamCreateWithPriority, cudaStreamSynchronize,
               cudaStreamQuery)
WARPCHECK_API4(cudaStreamGetFlags, cudaStreamGetPriority, cudaStreamGetDevice, cudaStreamGetId)
WARPCHECK_API4(cudaStreamAddCallback, cudaStreamAttachMemAsync, cudaStreamBeginCapture,
               cudaStreamBeginCaptureToGraph)
WARPCHECK_API4(cudaStreamEndCapture, cudaStreamIsCapturing, cudaStreamGetCaptureInfo,
               cudaStreamGetCaptureInfo_v2)
WARPCHECK_API4(cudaStreamUpdateCaptureDependencies, cudaStreamSetCaptureDependencies,
               cudaThreadExchangeStreamCaptureMode, cudaStreamCopyAttributes)
WARPCHECK_API4(cudaStreamSetAttribute, cudaStreamGetAttribute, cudaLaunchHostFunc,
               cudaEventCreate)
WARPCHECK_API4(cudaEventElapsedTime, cudaEventQuery, cudaEventSynchronize,
               cudaEventRecordWithFlags)

// Functions and occupancy.
WARPCHECK_API4(cudaFuncSetAttribute, cudaFuncSetCacheConfig, cudaFuncSetSharedMemConfig,
               cudaFuncGetAttributes)
WARPCHECK_API4(cudaFuncGetName, cudaGetFuncBySymbol, cudaGetKernel, cudaGetSymbolPtrByName)
WARPCHECK_API4(cudaOccupancyMaxActiveBlocksPerMultiprocessor,
               cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
               cudaOccupancyAvailableDynamicSMemPerBlock, cudaOccupancyMaxActiveClusters)
WARPCHECK_API1(cudaOccupancyMaxPotentialClusterSize)
WARPCHECK_API4(cudaLibraryLoadData, cudaLibraryLoadFromFile, cudaLibraryUnload,
               cudaLibraryGetKernel)

// Graphs.
WARPCHECK_API4(cudaGraphCreate, cudaGraphDestroy, cudaGraphClone, cudaGraphInstantiate)
WARPCHECK_API4(cudaGraphInstantiateWithFlags, cudaGraphInstantiateWithParams,
               cudaGraphExecDestroy, cudaGraphUpload)
WARPCHECK_API4(cudaGraphExecUpdate, cudaGraphGetNodes, cudaGraphGetRootNodes, cudaGraphGetEdges)
WARPCHECK_API4(cudaGraphAddNode, cudaGraphAddKernelNode, cudaGraphAddMemcpyNode,
               cudaGraphAddMemcpyNode1D)
WARPCHECK_API4(cudaGraphAddMemsetNode, cudaGraphAddHostNode, cudaGraphAddEmptyNode,
               cudaGraphAddChildGraphNode)
WARPCHECK_API4(cudaGraphAddMemAllocNode, cudaGraphAddMemFreeNode, cudaGraphAddEventRecordNode,
               cudaGraphAddEventWaitNode)
WARPCHECK_API4(cudaGraphAddDependencies, cudaGraphRemoveDependencies, cudaGraphDestroyNode,
               cudaGraphNodeGetType)
WARPCHECK_API4(cudaGraphKernelNodeGetParams, cudaGraphKernelNodeSetParams,
               cudaGraphExecKernelNodeSetParams, cudaGraphKernelNodeSetAttribute)
WARPCHECK_API4(cudaGraphMemcpyNodeGetParams, cudaGraphMemcpyNodeSetParams,
               cudaGraphExecMemcpyNodeSetParams, cudaGraphExecMemcpyNodeSetParams1D)
WARPCHECK_API4(cudaGraphExecMemsetNodeSetParams, cudaGraphExecHostNodeSetParams,
               cudaGraphConditionalHandleCreate, cudaGraphDebugDotPrint)
WARPCHECK_API4(cudaGraphMemAllocNodeGetParams, cudaGraphMemFreeNodeGetParams,
               cudaGraphNodeSetParams, cudaGraphExecNodeSetParams)
WARPCHECK_API4(cudaUserObjectCreate, cudaUserObjectRetain, cudaUserObjectRelease,
               cudaGraphRetainUserObject)

// Textures, surfaces, graphics and other APIs.
WARPCHECK_API4(cudaCreateTextureObject, cudaDestroyTextureObject, cudaCreateSurfaceObject,
               cudaDestroySurfaceObject)
WARPCHECK_API4(cudaGetTextureObjectResourceDesc, cudaGetTextureObjectTextureDesc,
               cudaGetSurfaceObjectResourceDesc, cudaGetChannelDesc)
WARPCHECK_API4(cudaGraphicsMapResources, cudaGraphicsUnmapResources,
               cudaGraphicsUnregisterResource, cudaGraphicsResourceSetMapFlags)
WARPCHECK_API4(cudaGraphicsResourceGetMappedPointer, cudaGraphicsSubResourceGetMappedArray,
               cudaGraphicsResourceGetMappedMipmappedArray, cudaGraphicsEGLRegisterImage)
WARPCHECK_API4(cudaImportExternalMemory, cudaDestroyExternalMemory,
               cudaExternalMemoryGetMappedBuffer, cudaExternalMemoryGetMappedMipmappedArray)
WARPCHECK_API4(cudaImportExternalSemaphore, cudaDestroyExternalSemaphore,
               cudaSignalExternalSemaphoresAsync, cudaWaitExternalSemaphoresAsync)
}

WARPCHECK_HD cudaError_t cudaMalloc(void **p, size_t size);
template <class T> WARPCHECK_HD cudaError_t cudaMalloc(T **p, size_t size);
WARPCHECK_HD cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size,
                                         cudaMemcpyKind kind = cudaMemcpyDefault,
                                         cudaStream_t stream = nullptr);
WARPCHECK_HD cudaError_t cudaMemsetAsync(void *p, int value, size_t size,
                                         cudaStream_t stream = nullptr);
WARPCHECK_HD cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
WARPCHECK_HD cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
WARPCHECK_HD cudaError_t cudaEventDestroy(cudaEvent_t event);
WARPCHECK_HD cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                             unsigned int flags = 0);

// A symbol is an array or an object of any class: passed by reference.
template <class T, class... A> cudaError_t cudaMemcpyToSymbol(const T &symbol, A... rest);
template <class T, class... A> cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, A... rest);
template <class T, class... A>
cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, A... rest);
template <class T, class... A>
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, A... rest);
template <class T> cudaError_t cudaGetSymbolAddress(void **p, const T &symbol);
template <class T> cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol);

// Kernels and functors of any type.
template <class F, class... A>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F kernel, A... rest);
template <class F, class S, class... A>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, F kernel,
                                                           S shared, A... rest);
template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...),
                               A &&...args);
template <class T>
cudaError_t cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **args, size_t shared = 0,
                             cudaStream_t stream = nullptr);
template <class T>
cudaError_t cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **args,
                                        size_t shared = 0, cudaStream_t stream = nullptr);
#undef WARPCHECK_API1
#undef WARPCHECK_API2
#undef WARPCHECK_API4
