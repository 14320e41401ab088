// An extension over torch's stable interface.
#include <torch/csrc/stable/accelerator.h>
#include <torch/csrc/stable/library.h>
#include <torch/csrc/stable/macros.h>
#include <torch/csrc/stable/ops.h>
#include <torch/csrc/stable/tensor.h>
#include <torch/headeronly/core/TensorAccessor.h>

using torch::stable::Tensor;
typedef torch::headeronly::HeaderOnlyGenericPackedTensorAccessor<float, 2> Accessor;

__global__ void scale(Accessor rows, float by) { rows[blockIdx.x][threadIdx.x] *= by; }

static Tensor scaled(const Tensor &rows, double by) {
  torch::stable::accelerator::DeviceGuard guard(rows.get_device_index());
  STD_TORCH_CHECK(rows.dim() == 2, "rows of ", rows.dim());
  void *stream;
  TORCH_ERROR_CODE_CHECK(aoti_torch_get_current_cuda_stream(rows.get_device_index(), &stream));
  Tensor result = torch::stable::new_empty(rows, {rows.size(0), rows.size(1)}, torch::headeronly::ScalarType::Float);
  Accessor seen(result.mutable_data_ptr<float>(), result.sizes().data(), result.strides().data());
  scale<<<rows.size(0), 64, 0, (cudaStream_t)stream>>>(seen, by);
  STD_CUDA_KERNEL_LAUNCH_CHECK();
  StableIValue stack[2] = {torch::stable::detail::from(result), torch::stable::detail::from(1)};
  TORCH_ERROR_CODE_CHECK(torch_call_dispatcher("aten::contiguous", "", stack, TORCH_ABI_VERSION));
  return torch::stable::detail::to<Tensor>(stack[0]);
}

STABLE_TORCH_LIBRARY_IMPL(rows, CUDA, m) { m.impl("scaled", TORCH_BOX(scaled)); }
