// Streams, devices and memory of at::cuda and c10::cuda.
#pragma once
#include <cublas_v2.h>
#include <cublasLt.h>
#include <cusparse.h>
#include <cusolverDn.h>
#include <cudnn.h>
#include "atomic.h"
#include "tensor.h"

namespace c10 {
struct Stream {
  Device device() const;
  DeviceIndex device_index() const;
  int64_t id() const;
};
namespace cuda {
class CUDAStream {
 public:
  CUDAStream(Stream);
  operator cudaStream_t() const;
  operator Stream() const;
  cudaStream_t stream() const;
  Device device() const;
  DeviceIndex device_index() const;
  int64_t id() const;
  bool query() const;
  void synchronize() const;
  Stream unwrap() const;
  friend bool operator==(const CUDAStream &a, const CUDAStream &b) { return a.id() == b.id(); }
  friend bool operator!=(const CUDAStream &a, const CUDAStream &b) { return a.id() != b.id(); }
};
CUDAStream getCurrentCUDAStream(DeviceIndex = -1), getDefaultCUDAStream(DeviceIndex = -1),
    getStreamFromPool(bool = false, DeviceIndex = -1), getStreamFromPool(int, DeviceIndex = -1),
    getStreamFromExternal(cudaStream_t, DeviceIndex);
void setCurrentCUDAStream(CUDAStream), set_device(DeviceIndex), device_synchronize(),
    stream_synchronize(cudaStream_t);
DeviceIndex current_device(), device_count(), ExchangeDevice(DeviceIndex), MaybeExchangeDevice(DeviceIndex);
void SetDevice(DeviceIndex), MaybeSetDevice(DeviceIndex);
struct CUDAGuard {
  explicit CUDAGuard(DeviceIndex), CUDAGuard(Device);
  void set_index(DeviceIndex), set_device(Device), reset_device(Device);
  Device current_device() const, original_device() const;
};
struct OptionalCUDAGuard {
  OptionalCUDAGuard();
  explicit OptionalCUDAGuard(DeviceIndex), OptionalCUDAGuard(optional<Device>);
  void set_index(DeviceIndex), set_device(Device), reset();
};
struct CUDAStreamGuard {
  explicit CUDAStreamGuard(Stream);
  CUDAStream current_stream() const, original_stream() const;
};
struct OptionalCUDAStreamGuard {
  OptionalCUDAStreamGuard();
  explicit OptionalCUDAStreamGuard(Stream);
  void reset_stream(Stream);
};
struct CUDAMultiStreamGuard {
  explicit CUDAMultiStreamGuard(ArrayRef<CUDAStream>);
};
namespace CUDACachingAllocator {
struct CUDAAllocator : Allocator {};
CUDAAllocator *get();
void *raw_alloc(size_t), *raw_alloc_with_stream(size_t, cudaStream_t);
void raw_delete(void *), emptyCache(), recordStream(const DataPtr &, CUDAStream);
}  // namespace CUDACachingAllocator
}  // namespace cuda
}  // namespace c10

namespace at {
struct PhiloxCudaState {
  PhiloxCudaState() = default;
  uint64_t seed_, offset_;
};
struct CUDAGeneratorImpl {
  std::mutex mutex_;
  PhiloxCudaState philox_cuda_state(uint64_t);
  std::pair<uint64_t, uint64_t> philox_engine_inputs(uint64_t);
  uint64_t current_seed() const;
};
template <class T> T *get_generator_or_default(const optional<Generator> &, const Generator &);
template <class T> T *check_generator(const optional<Generator> &);
namespace cuda {
using namespace c10::cuda;
cudaDeviceProp *getCurrentDeviceProperties(), *getDeviceProperties(DeviceIndex);
int warp_size();
bool is_available(), check_device(ArrayRef<Tensor>);
cublasHandle_t getCurrentCUDABlasHandle();
cublasLtHandle_t getCurrentCUDABlasLtHandle();
cusparseHandle_t getCurrentCUDASparseHandle();
cusolverDnHandle_t getCurrentCUDASolverDnHandle();
namespace detail {
const Generator &getDefaultCUDAGenerator(DeviceIndex = -1);
template <class T, class Index> struct TensorInfo {
  T *data;
  Index sizes[25], strides[25];
  int dims;
};
template <class T, class Index> TensorInfo<T, Index> getTensorInfo(const Tensor &);
// The offset of an element by its number, along the dimensions from the last to the first.
template <class T, class Index, int dims> struct IndexToOffset {
  static __host__ __device__ Index get(Index number, const TensorInfo<T, Index> &info) {
    Index offset = 0;
    for (int i = (dims > 0 ? dims : info.dims) - 1; i > 0; i--) {
      offset += number % info.sizes[i] * info.strides[i];
      number /= info.sizes[i];
    }
    return offset + number * info.strides[0];
  }
};
bool canUse32BitIndexMath(const Tensor &, int64_t = 0);
}  // namespace detail
namespace cub {
template <class... A> void radix_sort_pairs(const A &...);
template <class... A> void radix_sort_keys(const A &...);
template <class... A> void inclusive_scan(const A &...);
template <class... A> void exclusive_scan(const A &...);
}  // namespace cub
namespace philox {
inline __host__ __device__ std::tuple<uint64_t, uint64_t> unpack(PhiloxCudaState state) {
  return std::tuple<uint64_t, uint64_t>(state.seed_, state.offset_);
}
}  // namespace philox
struct CUDAEvent {
  CUDAEvent(unsigned = 0);
  operator cudaEvent_t() const;
  cudaEvent_t event() const;
  bool isCreated() const, query() const;
  void record(), record(const CUDAStream &), recordOnce(const CUDAStream &),
      block(const CUDAStream &), synchronize() const;
  float elapsed_time(const CUDAEvent &) const;
};
inline dim3 getApplyBlock(int max_threads_per_block = 512) { return dim3(max_threads_per_block); }
bool getApplyGrid(uint64_t elements, dim3 &grid, int64_t device, int max_threads_per_block = 512);
template <class T> constexpr __host__ __device__ T ATenCeilDiv(T a, T b) { return (a + b - 1) / b; }
}  // namespace cuda
namespace native {
using at::cuda::getCurrentCUDAStream;
using ::fastAtomicAdd;
template <class... A> void resize_bytes_cuda(const A &...);
cudnnHandle_t getCudnnHandle();
}
}  // namespace at
namespace torch {
namespace cuda {
using namespace at::cuda;
size_t device_count();
bool is_available();
void synchronize(int64_t = -1);
}  // namespace cuda
}  // namespace torch

// The warp's collectives under torch's names.
#define WARPCHECK_TORCH_SHUFFLE(name, function)                                               \
  template <class T>                                                                          \
  __device__ __forceinline__ T name(T value, int lanes, int width = warpSize,                 \
                                    unsigned int mask = 0xffffffff) {                         \
    return function(mask, value, lanes, width);                                               \
  }
WARPCHECK_TORCH_SHUFFLE(WARP_SHFL, __shfl_sync)
WARPCHECK_TORCH_SHUFFLE(WARP_SHFL_UP, __shfl_up_sync)
WARPCHECK_TORCH_SHUFFLE(WARP_SHFL_DOWN, __shfl_down_sync)
WARPCHECK_TORCH_SHUFFLE(WARP_SHFL_XOR, __shfl_xor_sync)
#undef WARPCHECK_TORCH_SHUFFLE
__device__ __forceinline__ unsigned int WARP_BALLOT(int test, unsigned int mask = 0xffffffff) {
  return __ballot_sync(mask, test);
}
__device__ __forceinline__ int WARP_ANY(int test, unsigned int mask = 0xffffffff) {
  return __any_sync(mask, test);
}
__device__ __forceinline__ unsigned int ACTIVE_MASK() { return __activemask(); }
__device__ __forceinline__ void WARP_SYNC(unsigned int mask = 0xffffffff) { __syncwarp(mask); }
