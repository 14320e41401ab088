// What extensions ask a tensor, and the accessors that theirs are made of.
#include <torch/extension.h>

template <class T, size_t N> struct Strided : at::TensorAccessorBase<T, N> {
  using at::TensorAccessorBase<T, N>::TensorAccessorBase;
  __device__ T first() const { return this->data_[this->strides_[0] * 0]; }
};
template <class T, size_t N> struct Packed : at::GenericPackedTensorAccessorBase<T, N> {};

__global__ void copied(at::PackedTensorAccessor32<float, 2> to, at::PackedTensorAccessor32<float, 2> from) {
  auto row = from[threadIdx.x];
  to[threadIdx.x][0] = row[0] + row.size(0) + from.stride(1) + *to.data();
}

bool isPlain(const at::Tensor &a) {
  at::Tensor b = at::empty_like(a, LEGACY_CONTIGUOUS_MEMORY_FORMAT);
  bool elsewhere = a.is_mtia() || a.is_xpu() || a.is_quantized() || a.is_nested() || at::is_complex(a);
  return !elsewhere && b.unsafeGetTensorImpl()->is_contiguous() && !at::isQIntType(at::toUnderlying(a.scalar_type())) &&
         at::promoteTypes(a.scalar_type(), at::kFloat) != at::kDouble;
}

constexpr c10::Float8_e4m3fnuz most(0x7E, c10::Float8_e4m3fnuz::from_bits());
static_assert(most.x == 0x7E, "");

// A shuffle of a BFloat16 is that of a float; one of a Half is what the project says.
__device__ at::Half __shfl_up_sync(unsigned mask, const at::Half var, unsigned delta) {
  return __shfl_up_sync(mask, var.operator __half(), delta);
}
template <class T> __global__ void shifted(T *p) {
  T value = p[threadIdx.x], other = __shfl_up_sync(0xffffffffu, value, 1);
  p[threadIdx.x] = value + other;
}
template __global__ void shifted(at::Half *);
template __global__ void shifted(at::BFloat16 *);
