// What newer programs name of the runtime, the driver, the libraries and cuda::ptx.
#include <cublasLt.h>
#include <cuda/cmath>
#include <cuda/ptx>
#include <cudaTypedefs.h>
#include <cuda_bf16.h>
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <fmt/core.h>
#include <fmt/format.h>
#include <nccl.h>
#include <nvToolsExt.h>
#include <nvml.h>

namespace ptx = cuda::ptx;

__global__ void pipeline(const float4 *from, float4 *to, cuda::fast_mod_div<int> width) {
  __shared__ float4 tile[32];
  __shared__ unsigned long long full;
  if (ptx::elect_sync(0xffffffffu)) {
    ptx::mbarrier_init(&full, 1);
    ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, tile, from, sizeof(tile), &full);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 512);
  }
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
  ptx::mbarrier_arrive(&full);
  ptx::fence_proxy_async(ptx::space_shared);
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait(ptx::sem_acquire);
  ptx::tcgen05_relinquish_alloc_permit(ptx::cta_group_1);
  ptx::tcgen05_wait_ld();
  float2 sum = __ffma2_rn(make_float2(1, 2), __fmul2_rn(make_float2(3, 4), make_float2(5, 6)),
                          __fadd2_rn(make_float2(7, 8), make_float2(9, 0)));
  __nv_bfloat16 zero = CUDART_ZERO_BF16;
  __nv_fp8_storage_t scale = __nv_cvt_float_to_e8m0(sum.x, __NV_SATFINITE, cudaRoundPosInf);
  int at = (int)threadIdx.x / width + (int)threadIdx.x % width + cuda::ceil_div(7, 2);
  to[at] = tile[scale + (int)(float)zero];
}

template <class F> constexpr bool extended() {
  return __nv_is_extended_device_lambda_closure_type(F);
}

void libraries(cudaStream_t stream) {
  cublasLtEpilogue_t epilogues[] = {CUBLASLT_EPILOGUE_DGELU_BGRAD, CUBLASLT_EPILOGUE_BGRADB,
                                    CUBLASLT_EPILOGUE_GELU_AUX_BIAS, CUBLASLT_EPILOGUE_DGELU};
  cublasLtOrder_t order = CUBLASLT_ORDER_COL32_2R_4R4;
  cublasLtPointerMode_t mode = CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO;
  cublasLtMatmulAlgo_t algo;
  cublasLtMatmulAlgoConfigSetAttribute(&algo, CUBLASLT_ALGO_CONFIG_STAGES_ID, epilogues, 4);
  cublasLtMatrixTransformDesc_t transform;
  cublasLtMatrixTransformDescCreate(&transform, order, mode);
  int major;
  cublasGetProperty(MAJOR_VERSION, &major);
  cusolverGetProperty(MAJOR_VERSION, &major);
  cusparseGetVersion(nullptr, &major);
  gesvdjInfo_t info;
  cusolverDnCreateGesvdjInfo(&info);
  nvtxNameCudaStreamA(stream, "copies");
}

void monitors(nvmlDevice_t device) {
  unsigned int clock;
  unsigned long long reasons = nvmlClocksThrottleReasonAll & ~nvmlClocksThrottleReasonSwPowerCap;
  nvmlSample_t samples[4];
  nvmlValueType_t type = NVML_VALUE_TYPE_UNSIGNED_INT;
  nvmlDeviceGetHandleByIndex_v2(0, &device);
  nvmlDeviceGetMaxClockInfo(device, NVML_CLOCK_SM, &clock);
  nvmlDeviceGetCurrentClocksThrottleReasons(device, &reasons);
  nvmlDeviceGetSamples(device, NVML_GPU_UTILIZATION_SAMPLES, 0, &type, &clock, samples);
  nvmlDeviceGetTemperatureThreshold(device, NVML_TEMPERATURE_THRESHOLD_SLOWDOWN, &clock);
  nvmlEnableState_t restricted = NVML_FEATURE_ENABLED;
  nvmlDeviceGetAPIRestriction(device, NVML_RESTRICTED_API_SET_APPLICATION_CLOCKS, &restricted);
  if (nvmlDeviceSetApplicationsClocks(device, 0, clock) == NVML_ERROR_NO_PERMISSION) return;
  char part[NVML_DEVICE_PART_NUMBER_BUFFER_SIZE];
  nvmlDeviceGetBoardPartNumber(device, part, sizeof(part));
}

std::string texts(int width) {
  using namespace fmt::literals;
  fmt::print("{} of {}\n", width, 32);
  std::string all = fmt::format("{w}", "w"_a = width) + fmt::to_string(width);
  return all + fmt::format(fmt::runtime(all), fmt::arg("w", width), fmt::join(all, ","));
}

void graphs(CUstream stream, CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params) {
  auto get = &cuGraphKernelNodeGetParams;
  get(node, params);
  cuStreamWaitValue32(stream, 0, 1, CU_STREAM_WAIT_VALUE_GEQ);
}

// Memory that several devices map, and that several processes share.
int mapped(CUdevice device, size_t size) {
  CUmulticastObjectProp multicast = {};
  multicast.numDevices = 2;
  multicast.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  cuMulticastGetGranularity(&multicast.size, &multicast, CU_MULTICAST_GRANULARITY_RECOMMENDED);
  CUmemGenericAllocationHandle all, own;
  cuMulticastCreate(&all, &multicast);
  cuMulticastAddDevice(all, device);
  CUmemAllocationProp properties = {CU_MEM_ALLOCATION_TYPE_PINNED};
  cuMemCreate(&own, size, &properties, 0);
  cuMemGetAllocationPropertiesFromHandle(&properties, own);
  cuMulticastBindMem(all, 0, own, 0, size, 0);
  cuMulticastUnbind(all, device, 0, size);
  CUipcMemHandle handle;
  cuIpcGetMemHandle(&handle, 0);
  CUmemPoolProps pool = {CU_MEM_ALLOCATION_TYPE_PINNED};
  int events, limit = CU_LIMIT_STACK_SIZE;
  cudaDeviceGetAttribute(&events, cudaDevAttrIpcEventSupport, device);
  return events + limit + pool.usage;
}

int drivers(ncclComm_t *communicator, ncclUniqueId id) {
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  config.blocking = 0;
  ncclCommInitRankConfig(communicator, 1, id, 0, &config);
  ncclWindow_t window;
  ncclCommWindowRegister(*communicator, nullptr, 0, &window, NCCL_WIN_COLL_SYMMETRIC);
  ncclDataType_t small = ncclFloat8e5m2;
  CUmemFabricHandle handle;
  CUlaunchAttribute attribute;
  attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attribute.value.clusterDim.x = 2;
  CUstreamBatchMemOpParams operation = {CU_STREAM_MEM_OP_WAIT_VALUE_32};
  CUpointer_attribute wanted = CU_POINTER_ATTRIBUTE_RANGE_START_ADDR;
  cuPointerGetAttribute(&handle, wanted, CU_MEM_LOCATION_TYPE_HOST_NUMA);
  cuuint64_t strides[2] = {CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, CU_TENSOR_MAP_NUM_QWORDS};
  cuuint32_t box[2] = {CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B, CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B};
  CUtensorMap_st map;
  cuTensorMapReplaceAddress(&map, strides + box[0]);
  CUstreamCaptureStatus capturing = CU_STREAM_CAPTURE_STATUS_NONE;
  cuStreamIsCapturing(nullptr, &capturing);
  cuFuncSetAttribute(nullptr, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
  PFN_cuTensorMapEncodeTiled encode = nullptr;
  PFN_cuMulticastBindAddr_v12010 bind = nullptr;
  PFN_cuDeviceGetUuid_v9020 uuid = nullptr;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", (void **)&encode, cudaEnableDefault, &found);
  cudaMemcpyAttributes copies = {cudaMemcpySrcAccessOrderStream};
  CUlibrary library;
  cuLibraryLoadData(&library, nullptr);
  return small + operation.operation + copies.flags + extended<int>() +
         (cudaGetLastError() == cudaErrorStreamCaptureImplicit);
}
