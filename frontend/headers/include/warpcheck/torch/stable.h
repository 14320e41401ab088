// Torch's interface for extensions that are built once for all versions: tensors behind a handle,
// operations as functions, and boxed arguments.
#pragma once
#include "accessor.h"
#include "types.h"

#define STD_TORCH_CHECK(condition, ...) TORCH_CHECK(condition)
#define STD_TORCH_CHECK_MSG(condition, type, ...) TORCH_CHECK(condition)
#define STD_CUDA_CHECK(call) C10_CUDA_CHECK(call)
#define STD_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
#define TORCH_ERROR_CODE_CHECK(call) WARPCHECK_TORCH_STATUS(call)
#define TORCH_ABI_VERSION ((0ULL + TORCH_VERSION_MAJOR) << 56 | (0ULL + TORCH_VERSION_MINOR) << 48)
#define TORCH_FEATURE_VERSION TORCH_ABI_VERSION
#define TORCH_BOX(function) (&(function))
#define WARPCHECK_TORCH_STABLE_JOIN(a, b) a##b
#define WARPCHECK_TORCH_STABLE_PART(line, module) \
  static void WARPCHECK_TORCH_STABLE_JOIN(torch_stable_part_, line)(torch::stable::Library & module)
#define STABLE_TORCH_LIBRARY(name, module) WARPCHECK_TORCH_STABLE_PART(__COUNTER__, module)
#define STABLE_TORCH_LIBRARY_FRAGMENT(name, module) WARPCHECK_TORCH_STABLE_PART(__COUNTER__, module)
#define STABLE_TORCH_LIBRARY_IMPL(name, key, module) WARPCHECK_TORCH_STABLE_PART(__COUNTER__, module)

typedef uint64_t StableIValue;
typedef int32_t AOTITorchError;
typedef struct AtenTensorOpaque *AtenTensorHandle;
typedef struct StableListOpaque *StableListHandle;
// Calls of torch's library in C, with any arguments.
#define WARPCHECK_TORCH_SHIM(name) template <class... A> AOTITorchError name(const A &...);
WARPCHECK_TORCH_SHIM(torch_call_dispatcher) WARPCHECK_TORCH_SHIM(aoti_torch_call_dispatcher)
WARPCHECK_TORCH_SHIM(aoti_torch_get_current_cuda_stream) WARPCHECK_TORCH_SHIM(aoti_torch_get_current_stream)
WARPCHECK_TORCH_SHIM(aoti_torch_get_layout) WARPCHECK_TORCH_SHIM(aoti_torch_get_dtype)
WARPCHECK_TORCH_SHIM(aoti_torch_get_data_ptr) WARPCHECK_TORCH_SHIM(aoti_torch_get_sizes)
WARPCHECK_TORCH_SHIM(aoti_torch_get_strides) WARPCHECK_TORCH_SHIM(aoti_torch_get_device_index)
WARPCHECK_TORCH_SHIM(aoti_torch_get_device_type) WARPCHECK_TORCH_SHIM(aoti_torch_get_storage_offset)
WARPCHECK_TORCH_SHIM(aoti_torch_delete_tensor_object) WARPCHECK_TORCH_SHIM(aoti_torch_empty_strided)
WARPCHECK_TORCH_SHIM(torch_get_current_cuda_blas_handle)
#undef WARPCHECK_TORCH_SHIM
#define WARPCHECK_TORCH_NUMBER(name) int32_t name();
WARPCHECK_TORCH_NUMBER(aoti_torch_layout_strided) WARPCHECK_TORCH_NUMBER(aoti_torch_layout_sparse_csr)
WARPCHECK_TORCH_NUMBER(aoti_torch_memory_format_contiguous_format)
WARPCHECK_TORCH_NUMBER(aoti_torch_memory_format_channels_last)
WARPCHECK_TORCH_NUMBER(aoti_torch_memory_format_preserve_format)
WARPCHECK_TORCH_NUMBER(aoti_torch_device_type_cuda) WARPCHECK_TORCH_NUMBER(aoti_torch_device_type_cpu)
WARPCHECK_TORCH_NUMBER(aoti_torch_dtype_float32) WARPCHECK_TORCH_NUMBER(aoti_torch_dtype_float16)
WARPCHECK_TORCH_NUMBER(aoti_torch_dtype_bfloat16) WARPCHECK_TORCH_NUMBER(aoti_torch_dtype_int32)
WARPCHECK_TORCH_NUMBER(aoti_torch_dtype_int64) WARPCHECK_TORCH_NUMBER(aoti_torch_dtype_uint8)
#undef WARPCHECK_TORCH_NUMBER

namespace torch {
namespace headeronly {
using namespace c10;
template <class T> using HeaderOnlyArrayRef = c10::ArrayRef<T>;
typedef c10::IntArrayRef IntHeaderOnlyArrayRef;
template <class T, size_t N, template <class> class Traits = at::DefaultPtrTraits, class Index = int64_t>
using HeaderOnlyTensorAccessor = at::TensorAccessor<T, N, Traits, Index>;
template <class T, size_t N, template <class> class Traits = at::DefaultPtrTraits, class Index = int64_t>
using HeaderOnlyGenericPackedTensorAccessor = at::GenericPackedTensorAccessor<T, N, Traits, Index>;
using at::DefaultPtrTraits;
using at::RestrictPtrTraits;
}  // namespace headeronly

namespace stable {
using headeronly::DeviceType;
using headeronly::IntHeaderOnlyArrayRef;
using headeronly::Layout;
using headeronly::ScalarType;
namespace accelerator {
typedef int32_t DeviceIndex;
typedef int64_t StreamId;
struct DeviceGuard {
  explicit DeviceGuard(DeviceIndex);
  void set_index(DeviceIndex);
};
struct Stream {
  StreamId id() const;
  void *native_handle() const;
};
Stream getCurrentStream(DeviceIndex = -1);
DeviceIndex getCurrentDeviceIndex();
}  // namespace accelerator
using accelerator::DeviceIndex;

struct Device {
  Device(DeviceType, DeviceIndex = -1);
  Device(const std::string &);
  DeviceType type() const;
  DeviceIndex index() const;
  bool has_index() const, is_cuda() const, is_cpu() const;
  void set_index(DeviceIndex);
  friend bool operator==(const Device &a, const Device &b) { return a.index() == b.index(); }
  friend bool operator!=(const Device &a, const Device &b) { return a.index() != b.index(); }
};

class Tensor {
 public:
  Tensor();
  explicit Tensor(AtenTensorHandle);
  AtenTensorHandle get() const;
  void *data_ptr() const, *mutable_data_ptr() const;
  const void *const_data_ptr() const;
  template <class T> T *mutable_data_ptr() const;
  template <class T> const T *const_data_ptr() const;
  const Tensor &set_requires_grad(bool) const;
  int64_t dim() const, numel() const, size(int64_t) const, stride(int64_t) const, storage_offset() const;
  size_t element_size() const;
  IntHeaderOnlyArrayRef sizes() const, strides() const;
  bool is_contiguous() const, is_cuda() const, is_cpu() const, defined() const;
  DeviceIndex get_device() const, get_device_index() const;
  ScalarType scalar_type() const;
  Layout layout() const;
  Device device() const;
};

// Operations that make a tensor from a tensor, or from another first argument.
#define WARPCHECK_TORCH_OPERATION(name)                           \
  template <class... A> Tensor name(const Tensor &, const A &...); \
  template <class... A>                                            \
  Tensor name(const Tensor &, std::initializer_list<int64_t>, const A &...);
WARPCHECK_TORCH_OPERATION(amax) WARPCHECK_TORCH_OPERATION(clone) WARPCHECK_TORCH_OPERATION(contiguous)
WARPCHECK_TORCH_OPERATION(copy_) WARPCHECK_TORCH_OPERATION(empty_like) WARPCHECK_TORCH_OPERATION(fill_)
WARPCHECK_TORCH_OPERATION(flatten) WARPCHECK_TORCH_OPERATION(matmul) WARPCHECK_TORCH_OPERATION(narrow)
WARPCHECK_TORCH_OPERATION(new_empty) WARPCHECK_TORCH_OPERATION(new_zeros) WARPCHECK_TORCH_OPERATION(pad)
WARPCHECK_TORCH_OPERATION(reshape) WARPCHECK_TORCH_OPERATION(select) WARPCHECK_TORCH_OPERATION(squeeze)
WARPCHECK_TORCH_OPERATION(subtract) WARPCHECK_TORCH_OPERATION(sum) WARPCHECK_TORCH_OPERATION(sum_out)
WARPCHECK_TORCH_OPERATION(to) WARPCHECK_TORCH_OPERATION(transpose) WARPCHECK_TORCH_OPERATION(unsqueeze)
WARPCHECK_TORCH_OPERATION(view) WARPCHECK_TORCH_OPERATION(zero_)
#undef WARPCHECK_TORCH_OPERATION
template <class... A> Tensor empty(IntHeaderOnlyArrayRef, const A &...);
template <class... A> Tensor full(IntHeaderOnlyArrayRef, const A &...);
template <class... A> Tensor from_blob(void *, IntHeaderOnlyArrayRef, const A &...);
template <class F> void parallel_for(int64_t from, int64_t to, int64_t, const F &f) { f(from, to); }
uint32_t get_num_threads();

struct Library {
  template <class... A> Library &def(A &&...);
  template <class... A> Library &impl(A &&...);
};
namespace detail {
template <class T> StableIValue from(const T &);
template <class T> T to(StableIValue);
}  // namespace detail
}  // namespace stable
}  // namespace torch
// Older programs name these without a namespace.
using torch::stable::detail::from;
using torch::stable::detail::to;
