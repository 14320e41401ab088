// The runtime API. Host code is read only for its launches, so a call that
// does not launch takes any arguments: that also covers the templates,
// defaults and changed signatures of CUDA's own headers. What launches, and
// what device code may call, has its real signature.
#pragma once

extern "C" {
// <<<grid, block, shared, stream>>> calls one of these two.
WARPCHECK_HD cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                              cudaStream_t stream = nullptr);
WARPCHECK_HD unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
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
cudaError_t cudaSetDevice(...), cudaGetDeviceProperties(...), cudaChooseDevice(...),
    cudaDeviceReset(...), cudaSetDeviceFlags(...), cudaGetDeviceFlags(...),
    cudaSetValidDevices(...), cudaInitDevice(...), cudaDeviceSetLimit(...),
    cudaDeviceGetLimit(...), cudaDeviceGetCacheConfig(...), cudaDeviceSetCacheConfig(...),
    cudaDeviceGetSharedMemConfig(...), cudaDeviceSetSharedMemConfig(...),
    cudaDeviceGetByPCIBusId(...), cudaDeviceGetPCIBusId(...),
    cudaDeviceGetStreamPriorityRange(...), cudaDeviceGetP2PAttribute(...),
    cudaDeviceCanAccessPeer(...), cudaDeviceEnablePeerAccess(...),
    cudaDeviceDisablePeerAccess(...), cudaDeviceGetDefaultMemPool(...),
    cudaDeviceGetMemPool(...), cudaDeviceSetMemPool(...), cudaDeviceGraphMemTrim(...),
    cudaDeviceGetGraphMemAttribute(...), cudaDeviceSetGraphMemAttribute(...),
    cudaDeviceGetNvSciSyncAttributes(...), cudaDriverGetVersion(...),
    cudaRuntimeGetVersion(...), cudaGetDriverEntryPoint(...),
    cudaGetDriverEntryPointByVersion(...), cudaThreadSynchronize(...), cudaThreadExit(...),
    cudaThreadSetLimit(...), cudaThreadSetCacheConfig(...), cudaProfilerStart(...),
    cudaProfilerStop(...), cudaProfilerInitialize(...), cudaCtxResetPersistingL2Cache(...),
    cudaIpcGetMemHandle(...), cudaIpcOpenMemHandle(...), cudaIpcCloseMemHandle(...),
    cudaIpcGetEventHandle(...), cudaIpcOpenEventHandle(...);

// These have parameters, because programs pass objects that convert to pointers.
cudaError_t cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind kind);
cudaError_t cudaMemset(void *p, int value, size_t size);
cudaError_t cudaStreamSynchronize(cudaStream_t stream), cudaStreamQuery(cudaStream_t stream),
    cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode),
    cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph),
    cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end),
    cudaEventQuery(cudaEvent_t event), cudaEventSynchronize(cudaEvent_t event);

// Memory. cudaMalloc and similar functions also have templates in CUDA's headers.
cudaError_t cudaMallocHost(...), cudaMallocManaged(...), cudaMallocPitch(...),
    cudaMalloc3D(...), cudaMallocArray(...), cudaMalloc3DArray(...),
    cudaMallocMipmappedArray(...), cudaMallocAsync(...), cudaFreeHost(...), cudaFreeArray(...),
    cudaFreeMipmappedArray(...), cudaFreeAsync(...), cudaHostAlloc(...), cudaHostRegister(...),
    cudaHostUnregister(...), cudaHostGetDevicePointer(...), cudaHostGetFlags(...),
    cudaMemGetInfo(...), cudaArrayGetInfo(...), cudaGetMipmappedArrayLevel(...),
    cudaMemcpyPeer(...), cudaMemcpyPeerAsync(...),
    cudaMemcpy2DFromArrayAsync(...), cudaMemcpy2D(...), cudaMemcpy2DAsync(...),
    cudaMemcpy2DToArray(...), cudaMemcpy2DToArrayAsync(...), cudaMemcpy2DFromArray(...),
    cudaMemcpy2DArrayToArray(...), cudaMemcpyToArray(...), cudaMemcpyFromArray(...),
    cudaMemcpy3D(...), cudaMemcpy3DAsync(...), cudaMemcpy3DPeer(...),
    cudaMemcpy3DPeerAsync(...), cudaMemcpyToArrayAsync(...), cudaMemcpyFromArrayAsync(...),
    cudaMemcpyArrayToArray(...), cudaMemcpyBatchAsync(...), cudaMemset2D(...),
    cudaMemset2DAsync(...), cudaMemset3D(...), cudaMemset3DAsync(...), cudaMemAdvise(...),
    cudaMemAdvise_v2(...), cudaMemPrefetchAsync(...), cudaMemPrefetchAsync_v2(...),
    cudaMemRangeGetAttribute(...), cudaPointerGetAttributes(...), cudaMallocFromPoolAsync(...),
    cudaMemPoolCreate(...), cudaMemPoolDestroy(...), cudaMemPoolSetAttribute(...),
    cudaMemPoolGetAttribute(...), cudaMemPoolSetAccess(...), cudaMemPoolGetAccess(...),
    cudaMemPoolTrimTo(...), cudaMemPoolExportToShareableHandle(...),
    cudaMemPoolImportFromShareableHandle(...), cudaMemPoolExportPointer(...),
    cudaMemPoolImportPointer(...);

// Streams and events.
cudaError_t cudaStreamCreate(...), cudaStreamCreateWithPriority(...), cudaStreamGetFlags(...),
    cudaStreamGetPriority(...), cudaStreamGetDevice(...), cudaStreamGetId(...),
    cudaStreamAddCallback(...), cudaStreamAttachMemAsync(...),
    cudaStreamBeginCaptureToGraph(...), cudaStreamGetCaptureInfo(...),
    cudaStreamGetCaptureInfo_v2(...), cudaStreamGetCaptureInfo_v3(...),
    cudaStreamUpdateCaptureDependencies_v2(...), cudaMemcpyBatchAsync(...),
    cudaGraphAddNode_v2(...), cudaGraphNodeGetDependencies(...),
    cudaStreamUpdateCaptureDependencies(...), cudaThreadExchangeStreamCaptureMode(...),
    cudaStreamCopyAttributes(...), cudaStreamSetAttribute(...), cudaStreamGetAttribute(...),
    cudaLaunchHostFunc(...), cudaEventCreate(...), cudaEventRecordWithFlags(...);

// Functions and occupancy.
cudaError_t cudaFuncSetAttribute(...), cudaFuncSetCacheConfig(...),
    cudaFuncSetSharedMemConfig(...), cudaFuncGetAttributes(...), cudaFuncGetName(...),
    cudaGetFuncBySymbol(...), cudaGetKernel(...), cudaGetSymbolPtrByName(...),
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(...),
    cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(...),
    cudaOccupancyAvailableDynamicSMemPerBlock(...), cudaOccupancyMaxActiveClusters(...),
    cudaOccupancyMaxPotentialClusterSize(...), cudaLibraryLoadData(...),
    cudaLibraryLoadFromFile(...), cudaLibraryUnload(...), cudaLibraryGetKernel(...);

// Graphs.
cudaError_t cudaGraphCreate(...), cudaGraphDestroy(...), cudaGraphClone(...),
    cudaGraphInstantiate(...), cudaGraphInstantiateWithFlags(...),
    cudaGraphInstantiateWithParams(...), cudaGraphExecDestroy(...), cudaGraphUpload(...),
    cudaGraphExecUpdate(...), cudaGraphGetNodes(...), cudaGraphGetRootNodes(...),
    cudaGraphGetEdges(...), cudaGraphAddNode(...),
    cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                           size_t count, const cudaKernelNodeParams *params),
    cudaGraphAddMemcpyNode(...), cudaGraphAddMemcpyNode1D(...), cudaGraphAddMemsetNode(...),
    cudaGraphAddHostNode(...), cudaGraphAddEmptyNode(...), cudaGraphAddChildGraphNode(...),
    cudaGraphAddMemAllocNode(...), cudaGraphAddMemFreeNode(...),
    cudaGraphAddEventRecordNode(...), cudaGraphAddEventWaitNode(...),
    cudaGraphAddDependencies(...), cudaGraphRemoveDependencies(...), cudaGraphDestroyNode(...),
    cudaGraphNodeGetType(...), cudaGraphKernelNodeGetParams(...),
    cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams *params),
    cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                     const cudaKernelNodeParams *params),
    cudaGraphKernelNodeSetAttribute(...), cudaGraphMemcpyNodeGetParams(...),
    cudaGraphMemcpyNodeSetParams(...), cudaGraphExecMemcpyNodeSetParams(...),
    cudaGraphExecMemcpyNodeSetParams1D(...), cudaGraphExecMemsetNodeSetParams(...),
    cudaGraphExecHostNodeSetParams(...), cudaGraphConditionalHandleCreate(...),
    cudaGraphDebugDotPrint(...), cudaGraphMemAllocNodeGetParams(...),
    cudaGraphMemFreeNodeGetParams(...), cudaGraphNodeSetParams(...),
    cudaGraphExecNodeSetParams(...), cudaUserObjectCreate(...), cudaUserObjectRetain(...),
    cudaUserObjectRelease(...), cudaGraphRetainUserObject(...);

// Textures, surfaces, graphics and other APIs.
cudaError_t cudaCreateTextureObject(...), cudaDestroyTextureObject(...),
    cudaCreateSurfaceObject(...), cudaDestroySurfaceObject(...),
    cudaGetTextureObjectResourceDesc(...), cudaGetTextureObjectTextureDesc(...),
    cudaGetSurfaceObjectResourceDesc(...), cudaGetChannelDesc(...),
    cudaGraphicsMapResources(...), cudaGraphicsUnmapResources(...),
    cudaGraphicsUnregisterResource(...), cudaGraphicsResourceSetMapFlags(...),
    cudaGraphicsResourceGetMappedPointer(...), cudaGraphicsSubResourceGetMappedArray(...),
    cudaGraphicsResourceGetMappedMipmappedArray(...), cudaGraphicsEGLRegisterImage(...),
    cudaImportExternalMemory(...), cudaDestroyExternalMemory(...),
    cudaExternalMemoryGetMappedBuffer(...), cudaExternalMemoryGetMappedMipmappedArray(...),
    cudaImportExternalSemaphore(...), cudaDestroyExternalSemaphore(...),
    cudaSignalExternalSemaphoresAsync(...), cudaWaitExternalSemaphoresAsync(...);
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

// A symbol, an array or an object of any class, is passed by reference.
template <class T, class... A_> cudaError_t cudaMemcpyToSymbol(const T &symbol, A_... rest);
template <class T, class... A_> cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, A_... rest);
template <class T, class... A_>
cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, A_... rest);
template <class T, class... A_>
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, A_... rest);
template <class T> cudaError_t cudaGetSymbolAddress(void **p, const T &symbol);
template <class T> cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol);

// Kernels and functors of any type.
template <class F_, class... A_>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F_ kernel, A_... rest);
template <class F_, class... A_>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, F_ kernel,
                                                        A_... rest);
template <class F_, class S_, class... A_>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, F_ kernel,
                                                           S_ shared, A_... rest);
template <class F_, class S_, class... A_>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *grid, int *block,
                                                                    F_ kernel, S_ shared,
                                                                    A_... rest);
template <class... P_, class... A_>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P_...),
                               A_ &&...args);
template <class T>
cudaError_t cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **args, size_t shared = 0,
                             cudaStream_t stream = nullptr);
template <class T>
cudaError_t cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **args,
                                        size_t shared = 0, cudaStream_t stream = nullptr);
