// A PyTorch extension: tensors, dispatch on their type, registration.
#include <ATen/ATen.h>
#include <ATen/AccumulateType.h>
#include <ATen/Dispatch_v2.h>
#include <ATen/cuda/Atomic.cuh>
#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/Exceptions.h>
#include <THC/THCAtomics.cuh>
#include <c10/cuda/CUDAGuard.h>
#include <ATen/cuda/CUDAApplyUtils.cuh>
#include <c10/util/complex.h>
#include <cooperative_groups/details/partitioning.h>
#include <cuda/std/optional>
#include <cudnn.h>
#include <thrust/detail/static_assert.h>
#include <torch/custom_class.h>
#include <torch/extension.h>
#include <torch/library.h>
#include <cub/block/block_raking_layout.cuh>
#include <cub/config.cuh>

template <class scalar, class wide>
__global__ void C10_LAUNCH_BOUNDS_1(256)
    rows(at::PackedTensorAccessor32<scalar, 2, at::RestrictPtrTraits> a,
         torch::PackedTensorAccessor64<scalar, 1> sums) {
  wide sum = 0;
  for (int i = threadIdx.x; i < a.size(1); i += blockDim.x) sum += a[blockIdx.x][i];
  for (int i = C10_WARP_SIZE / 2; i > 0; i /= 2) sum += WARP_SHFL_DOWN(sum, i);
  if (sum > wide(std::numeric_limits<scalar>::lowest())) gpuAtomicAdd(&sums[0], scalar(sum));
}

__global__ void halves(c10::Half *a, at::BFloat16 *b, c10::complex<float> *c) {
  a[0] = a[1] * a[2] + 2.0f * a[3];
  a[1] += static_cast<__half>(a[0]);
  b[0] = b[1] < b[2] ? -b[1] : c10::BFloat16(1);
  c[0] = c[1] * c[2] / c10::complex<float>(1, 2);
  c[1] = std::conj(c[2]) * std::abs(c[1]) + std::exp(c[0]) + c10_complex_math::log(c[3]);
  a[2] = c10::cuda::compat::max(float(a[0]), float(b[0]));
  atomicAdd(a, c10::Half(1));
}

__global__ void layouts(float *out) {
  typedef cub::BlockRakingLayout<float, 128> Layout;
  __shared__ typename Layout::TempStorage storage;
  *Layout::PlacementPtr(storage, threadIdx.x) = out[threadIdx.x];
  __syncthreads();
  static_assert(Layout::UNGUARDED && cub::Log2<20>::VALUE == 5, "");
  if (threadIdx.x < Layout::RAKING_THREADS)
    out[threadIdx.x] = Layout::RakingPtr(storage, threadIdx.x)[0] + cub::WarpMask<8>(1);
}

#define CHECK_INPUT(x) TORCH_CHECK((x).is_cuda() && (x).is_contiguous(), #x " of ", (x).sizes())

std::vector<torch::Tensor> forward(const torch::Tensor &a, c10::optional<at::Tensor> weight,
                                   at::IntArrayRef shape) {
  CHECK_INPUT(a);
  TORCH_INTERNAL_ASSERT(a.dim() == 2 && a.scalar_type() != at::kBool);
  const at::cuda::OptionalCUDAGuard guard(device_of(a));
  auto options = torch::TensorOptions().dtype(torch::kFloat32).device(a.device());
  auto sums = torch::zeros({a.size(0), 1}, options), like = at::empty_like(a);
  if (weight.has_value()) sums = sums * 2 + weight->view({-1, 1}).to(torch::kFloat);
  cudaStream_t stream = at::cuda::getCurrentCUDAStream().stream();
  AT_DISPATCH_FLOATING_TYPES_AND2(at::kHalf, at::kBFloat16, a.scalar_type(), "rows", [&] {
    using wide = at::acc_type<scalar_t, true>;
    rows<scalar_t, wide><<<a.size(0), 256, 0, stream>>>(
        a.packed_accessor32<scalar_t, 2, at::RestrictPtrTraits>(),
        sums.packed_accessor64<scalar_t, 1>());
  });
  AT_DISPATCH_V2(a.scalar_type(), "rows", AT_WRAP([&] {
                   if (a.numel() > 0) sums.data_ptr<scalar_t>()[0] = scalar_t(1), (void)shape[0];
                 }),
                 AT_EXPAND(AT_ALL_TYPES_AND_COMPLEX), at::kHalf, AT_EXPAND(AT_FLOAT8_TYPES));
  auto total = AT_DISPATCH_SWITCH(a.scalar_type(), "total",
                                  AT_DISPATCH_CASE_INTEGRAL_TYPES([&] { return sizeof(scalar_t); })
                                  AT_DISPATCH_CASE(at::kFloat, [&] { return sizeof(scalar_t); }));
  if (total > 4)
    C10_CUDA_KERNEL_LAUNCH_CHECK();
  else
    AT_CUDA_CHECK(cudaStreamSynchronize(stream));
  return {sums.sum({0}), torch::cat({a, like}, 0), a.index({torch::indexing::Slice(), 0})};
}

struct Plan : torch::CustomClassHolder {
  int64_t steps = 0;
};
enum class Mode { low, high };

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("forward", &forward, "sums of rows", py::arg("a"), py::arg("weight") = py::none());
  py::class_<Plan>(m, "Plan").def(py::init<>()).def_readwrite("steps", &Plan::steps);
  py::enum_<Mode>(m, "Mode").value("low", Mode::low).export_values();
}
TORCH_LIBRARY(own, m) {
  m.def("forward(Tensor a) -> Tensor[]");
  m.class_<Plan>("Plan").def(torch::init<>());
}
TORCH_LIBRARY_IMPL(own, CUDA, m) { m.impl("forward", &forward); }

cudnnStatus_t library(cudnnHandle_t *handle) { return cudnnCreate(handle); }

cudnnStatus_t chosen(cudnnHandle_t handle, int *most, int *n, cudnnConvolutionBwdDataAlgoPerf_t *found) {
  cudnnGetConvolutionForwardAlgorithmMaxCount(handle, most);
  cudnnGetPooling2dForwardOutputDim(handle, n);
  return cudnnFindConvolutionBackwardDataAlgorithm(handle, *most, n, found);
}

void checked(const at::Tensor &a, at::Tensor &sums) {
  at::TensorArg a_arg{a, "a", 1}, sums_arg{sums, "sums", 2};
  at::CheckedFrom caller = "checked";
  at::checkAllSameType(caller, {a_arg, sums_arg});
  at::checkAllSameGPU(caller, {a_arg, sums_arg});
  at::globalContext().alertNotDeterministic("checked");
  at::cumsum_out(sums, a, 0);
  LOG(WARNING) << "sums of " << a.size(0) << " rows";
  LOG_IF(INFO, a.size(0) > 3) << "many";
}

int64_t chosen(const at::Tensor &a) {
  c10::cuda::MaybeSetDevice(a.get_device());
  c10::DeviceIndex before = c10::cuda::ExchangeDevice(0);
  at::Tensor drawn = torch::rand(3).bernoulli(0.5).bernoulli_(0.5);
  return torch::numel(drawn) + at::numel(a) + before;
}

at::Tensor quantised(const at::Tensor &a, at::IntList sizes) {
  if (a.scalar_type() == at::kQUInt4x2) return at::native::empty(sizes, a.options());
  return at::native::empty_like(a);
}

c10::optional<torch::Dict<std::string, at::Tensor>> dictionary(const at::Tensor &a) {
  at::globalContext().lazyInitDevice(at::kCUDA);
  torch::Dict<std::string, at::Tensor> sums;
  sums.insert("sums", at::zeros(2, c10::TensorOptions().dtype(torch::kInt64).pinned_memory(true)));
  for (auto &entry : sums) at::launch([=] { entry.value().sum(at::divup(7, 2)); });
  return sums;
}

std::string moved(const at::Tensor &a) {
  auto rows = std::get<0>(at::unique_dim(a.to({torch::kCPU}), 0, true, true, FLT_MIN > 0));
  auto kept = std::get<1>(torch::_unique(rows.to(torch::kInt64)));
  bool known = a.device().type() < at::DeviceType::COMPILE_TIME_MAX_DEVICE_TYPES;
  return known ? at::DeviceTypeName(kept.device().type(), true) : "";
}

at::Tensor largest(const torch::Tensor &a) {
  std::cout << "a is " << a.options() << " of " << a.type() << std::endl;
  std::tuple<torch::Tensor, torch::Tensor> columns = torch::max(a, 0);
  auto [values, indices] = a.max(1, true);
  int64_t rows = 3;
  auto order = std::get<1>(a.sort(/*stable=*/true, /*dim=*/0, /*descending=*/true));
  auto first = std::get<0>(torch::topk(values, rows, -1)), least = a.min(), last = torch::max(a, indices);
  return std::get<0>(columns).item().to<int>() > rows ? first.index_select(0, order) : least + last;
}

template <class T> __global__ void added(T *sums, const T *values) {
  gpuAtomicAdd(&sums[blockIdx.x], values[threadIdx.x] * std::conj(values[0]));
  atomicAdd(&sums[gridDim.x], values[threadIdx.x]);
}
template __global__ void added(c10::complex<float> *, const c10::complex<float> *);

double rows(pybind11::array_t<float> a, const pybind11::object &limit) {
  pybind11::buffer_info from = a.request();
  pybind11::array_t<float> to({from.shape[0], a.shape(1)}, static_cast<float *>(from.ptr));
  bool flag = pybind11::isinstance<pybind11::bool_>(limit) && limit.cast<pybind11::bool_>();
  return flag ? limit.cast<pybind11::float_>() + pybind11::int_(to.size()) : 0.0;
}
