// Tensors as kernels see them: a pointer, with the sizes and strides of N dimensions.
#pragma once
#include "types.h"

namespace at {
template <class T> struct DefaultPtrTraits {
  typedef T *PtrType;
};
template <class T> struct RestrictPtrTraits {
  typedef T *__restrict__ PtrType;
};

template <class T, size_t N, template <class> class Traits = DefaultPtrTraits,
          class Index = int64_t>
class TensorAccessorBase {
 public:
  typedef typename Traits<T>::PtrType PtrType;
  __host__ __device__ TensorAccessorBase(PtrType data, const Index *sizes, const Index *strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  __host__ IntArrayRef sizes() const, strides() const;
  __host__ __device__ Index size(Index i) const { return sizes_[i]; }
  __host__ __device__ Index stride(Index i) const { return strides_[i]; }
  __host__ __device__ PtrType data() { return data_; }
  __host__ __device__ const PtrType data() const { return data_; }

 protected:
  PtrType data_;
  const Index *sizes_, *strides_;
};

template <class T, size_t N, template <class> class Traits = DefaultPtrTraits,
          class Index = int64_t>
class TensorAccessor : public TensorAccessorBase<T, N, Traits, Index> {
 public:
  typedef typename Traits<T>::PtrType PtrType;
  __host__ __device__ TensorAccessor(PtrType data, const Index *sizes, const Index *strides)
      : TensorAccessorBase<T, N, Traits, Index>(data, sizes, strides) {}
  __host__ __device__ decltype(auto) operator[](Index i) const {
    if constexpr (N == 1)
      return (this->data_[this->strides_[0] * i]);
    else
      return TensorAccessor<T, N - 1, Traits, Index>(this->data_ + this->strides_[0] * i,
                                                     this->sizes_ + 1, this->strides_ + 1);
  }
};

template <class T, size_t N, template <class> class Traits = DefaultPtrTraits,
          class Index = int64_t>
class GenericPackedTensorAccessorBase {
 public:
  typedef typename Traits<T>::PtrType PtrType;
  GenericPackedTensorAccessorBase() = default;
  GenericPackedTensorAccessorBase(PtrType data, const int64_t *sizes, const int64_t *strides);
  __host__ __device__ Index size(Index i) const { return sizes_[i]; }
  __host__ __device__ Index stride(Index i) const { return strides_[i]; }
  __host__ __device__ PtrType data() { return data_; }
  __host__ __device__ const PtrType data() const { return data_; }

 protected:
  PtrType data_;
  Index sizes_[N], strides_[N];
};

template <class T, size_t N, template <class> class Traits = DefaultPtrTraits,
          class Index = int64_t>
class GenericPackedTensorAccessor : public GenericPackedTensorAccessorBase<T, N, Traits, Index> {
 public:
  typedef typename Traits<T>::PtrType PtrType;
  GenericPackedTensorAccessor() = default;
  GenericPackedTensorAccessor(PtrType data, const int64_t *sizes, const int64_t *strides);
  __host__ __device__ decltype(auto) operator[](Index i) const {
    if constexpr (N == 1)
      return (this->data_[this->strides_[0] * i]);
    else
      return TensorAccessor<T, N - 1, Traits, Index>(this->data_ + this->strides_[0] * i,
                                                     this->sizes_ + 1, this->strides_ + 1);
  }
};
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, Traits, int32_t>;
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, Traits, int64_t>;
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits,
          class Index = int64_t>
using PackedTensorAccessor = GenericPackedTensorAccessor<T, N, Traits, Index>;
}  // namespace at
namespace torch {
using namespace at;
}
