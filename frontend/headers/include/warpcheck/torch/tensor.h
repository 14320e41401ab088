// Tensors. Only the C++ type of a tensor is known, because host code is read for its launches.
#pragma once
#include "accessor.h"
#include "types.h"

namespace at {
struct TensorOptions {
  TensorOptions() {}
  TensorOptions(TypeMeta), TensorOptions(ScalarType), TensorOptions(Device),
      TensorOptions(DeviceType), TensorOptions(Layout), TensorOptions(MemoryFormat);
  TensorOptions dtype(ScalarType) const, dtype(TypeMeta) const,
      device(optional<Device>) const, device(DeviceType, DeviceIndex) const,
      layout(optional<Layout>) const, requires_grad(optional<bool>) const,
      pinned_memory(optional<bool>) const, memory_format(optional<MemoryFormat>) const;
  TypeMeta dtype() const;
  Device device() const;
  Layout layout() const;
  bool requires_grad() const, pinned_memory() const, is_sparse() const;
  TensorOptions device_index(DeviceIndex) const;
  friend std::ostream &operator<<(std::ostream &out, const TensorOptions &) { return out; }
};
TensorOptions dtype(TypeMeta), dtype(ScalarType), device(Device), device(DeviceType),
    layout(Layout), requires_grad(bool = true), device_index(int16_t);
template <class T> TensorOptions dtype();

struct DeprecatedTypeProperties {
  ScalarType scalarType() const;
  Backend backend() const;
  bool is_cuda() const, is_sparse() const;
  const char *toString() const;
  operator TensorOptions() const;
  friend std::ostream &operator<<(std::ostream &out, const DeprecatedTypeProperties &) { return out; }
};
struct Storage {
  void *data() const, *mutable_data() const;
  size_t nbytes() const;
};

class Tensor;
typedef ArrayRef<Tensor> TensorList;
namespace indexing {
struct Slice {
  Slice(optional<int64_t> = {}, optional<int64_t> = {}, optional<int64_t> = {});
};
enum class EllipsisIndexType { Ellipsis };
constexpr EllipsisIndexType Ellipsis = EllipsisIndexType::Ellipsis;
constexpr std::nullopt_t None = std::nullopt;
struct TensorIndex {
  template <class T> TensorIndex(const T &);
};
}  // namespace indexing

// Operations that make a tensor from a tensor: methods, and functions of the same name.
#define WARPCHECK_TORCH_OPERATIONS(X)                                                         \
  X(abs) X(add) X(addcdiv) X(addcmul) X(addmm) X(all) X(arg) X(any) X(amax) X(amin) X(argmax)        \
  X(argmin) X(argsort) X(baddbmm) X(bernoulli) X(bitwise_and) X(bitwise_not) X(bitwise_or) X(bmm)          \
  X(bincount) X(ceil) X(chunk_cat) X(clamp) X(clamp_max) X(clamp_min) X(clone) X(conj) X(cos) \
  X(cumprod) X(cumsum) X(detach) X(diag) X(diagonal) X(diff) X(div) X(dot) X(eq) X(erf) X(exp) \
  X(fill) X(flatten) X(flip) X(floor) X(floor_divide) X(fmod) X(gather) X(ge) X(gt)           \
  X(index_add) X(index_fill) X(index_put) X(index_select) X(inverse) X(isfinite) X(isinf)     \
  X(isnan) X(le) X(log) X(log1p) X(log2) X(log_softmax) X(logical_and) X(logical_not)         \
  X(logical_or) X(logsumexp) X(lt) X(masked_fill) X(masked_select) X(matmul) X(max) X(mean)   \
  X(median) X(min) X(mm) X(movedim) X(mul) X(mv) X(narrow) X(ne) X(neg) X(nonzero) X(norm)    \
  X(permute) X(pow) X(prod) X(reciprocal) X(relu) X(remainder) X(repeat_interleave)           \
  X(reshape) X(roll) X(round) X(rsqrt) X(rsub) X(scatter) X(scatter_add) X(select) X(sigmoid) \
  X(sign) X(sin) X(slice) X(softmax) X(sqrt) X(square) X(squeeze) X(std) X(sub) X(sum) X(t)   \
  X(tanh) X(transpose) X(tril) X(triu) X(trunc) X(unsqueeze) X(var) X(view_as_real)   \
  X(where) X(broadcast_to) X(constant_pad_nd) X(linalg_cross) X(linalg_inv)    \
  X(multinomial) X(one_hot) X(bitwise_right_shift) X(bitwise_left_shift) X(true_divide) X(zeros_like) X(ones_like) X(empty_like) X(full_like) X(rand_like) X(randn_like)

// Operations that are methods only.
#define WARPCHECK_TORCH_METHODS(X)                                                             \
  X(alias) X(as_strided) X(bfloat16) X(byte) X(coalesce) X(contiguous) X(cpu) X(cuda)          \
  X(expand) X(expand_as) X(half) X(indices) X(_indices) X(_values) X(values) X(new_empty)      \
  X(new_full) X(new_ones) X(new_tensor) X(new_zeros) X(pin_memory) X(repeat) X(reshape_as)     \
  X(resize_) X(resize_as_) X(set_) X(set_requires_grad) X(swapaxes) X(to) X(to_dense)          \
  X(toType) X(type_as) X(unfold) X(unflatten) X(variable_data) X(view) X(view_as) X(grad)      \
  X(abs_) X(bernoulli_) X(add_) X(addcdiv_) X(addcmul_) X(addmm_) X(clamp_) X(copy_) X(div_) X(exp_) X(fill_) \
  X(index_add_) X(index_copy_) X(index_fill_) X(masked_fill_) X(mul_) X(neg_) X(normal_)       \
  X(random_) X(scatter_) X(scatter_add_) X(sqrt_) X(squeeze_) X(sub_) X(transpose_)            \
  X(uniform_) X(unsqueeze_) X(zero_) X(pow_) X(requires_grad_) X(t_)           \
  X(true_divide_) X(floor_divide_) X(to_sparse)

// The implementation of a tensor, behind its handle.
struct TensorImpl {
  int64_t dim() const, numel() const, size(int64_t) const, stride(int64_t) const, storage_offset() const;
  IntArrayRef sizes() const, strides() const;
  bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const, requires_grad() const, has_storage() const;
  TypeMeta dtype() const;
  Device device() const;
  void *data() const, *mutable_data();
};

class Tensor {
 public:
  Tensor() {}
  Tensor(std::nullptr_t) {}
  bool defined() const, is_cuda() const, is_cpu() const, is_meta() const, is_sparse() const,
      is_floating_point() const, is_complex() const, is_pinned() const, is_coalesced() const,
      is_signed() const, is_non_overlapping_and_dense() const, requires_grad() const,
      is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const, is_same(const Tensor &) const,
      is_alias_of(const Tensor &) const, equal(const Tensor &) const, has_storage() const,
      is_mtia() const, is_xpu() const, is_hip() const, is_mps() const, is_ipu() const, is_hpu() const,
      is_xla() const, is_ve() const, is_lazy() const, is_vulkan() const, is_metal() const, is_mkldnn() const,
      is_maia() const, is_privateuseone() const, is_quantized() const, is_nested() const, is_inference() const,
      is_conj() const, is_neg() const, is_leaf() const, is_view() const, is_sparse_csr() const,
      is_nonzero() const, is_set_to(const Tensor &) const, is_distributed() const;
  TensorImpl *unsafeGetTensorImpl() const, *unsafeReleaseTensorImpl();
  int64_t size(int64_t) const, stride(int64_t) const, dim() const, ndimension() const,
      numel() const, get_device() const, storage_offset() const, element_size() const,
      sym_size(int64_t) const, sym_numel() const, _nnz() const, sparse_dim() const;
  size_t nbytes() const, itemsize() const, use_count() const;
  IntArrayRef sizes() const, strides() const;
  ScalarType scalar_type() const;
  TypeMeta dtype() const;
  Device device() const;
  Layout layout() const;
  MemoryFormat suggest_memory_format() const;
  TensorOptions options() const;
  DeprecatedTypeProperties type() const;
  std::string toString() const;
  Storage storage() const;
  Scalar item() const;
  template <class T> T item() const;
  void reset(), set_data(const Tensor &) const, record_stream(...) const, backward() const, print() const;

  void *data_ptr() const, *mutable_data_ptr() const;
  const void *const_data_ptr() const;
  template <class T> T *data_ptr() const;
  template <class T> T *mutable_data_ptr() const;
  template <class T> const std::remove_const_t<T> *const_data_ptr() const;
  template <class T> T *data() const;
  Tensor data() const;
  template <class T, size_t N> TensorAccessor<T, N> accessor() const;
  template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
  PackedTensorAccessor32<T, N, Traits> packed_accessor32() const;
  template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
  PackedTensorAccessor64<T, N, Traits> packed_accessor64() const;
  template <class T, size_t N, template <class> class Traits = DefaultPtrTraits,
            class Index = int64_t>
  GenericPackedTensorAccessor<T, N, Traits, Index> packed_accessor() const;
  template <class T, size_t N, template <class> class Traits = DefaultPtrTraits,
            class Index = int64_t>
  GenericPackedTensorAccessor<T, N, Traits, Index> generic_packed_accessor() const;

#define WARPCHECK_TORCH_METHOD(name)                        \
  template <class... A> Tensor name(const A &...) const;    \
  template <class... A> Tensor name(IntArrayRef, const A &...) const;
  WARPCHECK_TORCH_OPERATIONS(WARPCHECK_TORCH_METHOD)
  WARPCHECK_TORCH_METHODS(WARPCHECK_TORCH_METHOD)
#undef WARPCHECK_TORCH_METHOD
  template <class... A> Tensor toType(ScalarType, const A &...) const;
  Tensor index(std::initializer_list<indexing::TensorIndex>) const,
      index(const std::vector<indexing::TensorIndex> &) const;
  template <class T> Tensor index_put_(std::initializer_list<indexing::TensorIndex>, const T &);
  std::vector<Tensor> split(int64_t, int64_t = 0) const, chunk(int64_t, int64_t = 0) const,
      unbind(int64_t = 0) const;
  std::tuple<Tensor, Tensor> sort(int64_t = -1, bool = false) const,
      sort(optional<bool>, int64_t, bool = false) const;
  // Along one dimension these return the values and their indices.
#define WARPCHECK_TORCH_METHOD(name)                                      \
  template <class I, class = std::enable_if_t<std::is_integral_v<I>>>     \
  std::tuple<Tensor, Tensor> name(I dimension, bool keep = false) const;
  WARPCHECK_TORCH_METHOD(max) WARPCHECK_TORCH_METHOD(min) WARPCHECK_TORCH_METHOD(median)
  WARPCHECK_TORCH_METHOD(mode)
#undef WARPCHECK_TORCH_METHOD
  template <class... A> std::tuple<Tensor, Tensor> topk(int64_t, const A &...) const;
  Tensor to(const TensorOptions &, bool = false, bool = false) const;
  template <class T> Tensor operator[](const T &) const;

  Tensor operator-() const, operator~() const, operator!() const;
#define WARPCHECK_TORCH_OPERATOR2(op)                         \
  friend Tensor operator op(const Tensor &, const Tensor &);  \
  friend Tensor operator op(const Tensor &, const Scalar &);  \
  friend Tensor operator op(const Scalar &, const Tensor &);
  WARPCHECK_TORCH_OPERATOR2(+) WARPCHECK_TORCH_OPERATOR2(-) WARPCHECK_TORCH_OPERATOR2(*)
  WARPCHECK_TORCH_OPERATOR2(/) WARPCHECK_TORCH_OPERATOR2(%) WARPCHECK_TORCH_OPERATOR2(==)
  WARPCHECK_TORCH_OPERATOR2(!=) WARPCHECK_TORCH_OPERATOR2(<) WARPCHECK_TORCH_OPERATOR2(<=)
  WARPCHECK_TORCH_OPERATOR2(>) WARPCHECK_TORCH_OPERATOR2(>=) WARPCHECK_TORCH_OPERATOR2(&)
  WARPCHECK_TORCH_OPERATOR2(|) WARPCHECK_TORCH_OPERATOR2(^)
#undef WARPCHECK_TORCH_OPERATOR2
  template <class T> Tensor &operator+=(const T &);
  template <class T> Tensor &operator-=(const T &);
  template <class T> Tensor &operator*=(const T &);
  template <class T> Tensor &operator/=(const T &);
  friend std::ostream &operator<<(std::ostream &out, const Tensor &) { return out; }

 private:
  void *implementation_ = nullptr;
};

inline int64_t numel(const Tensor &t) { return t.numel(); }

// The first parameter is a tensor, so that another function `max` of the unit is not hidden.
#define WARPCHECK_TORCH_FUNCTION(name)                               \
  template <class... A> Tensor name(const Tensor &, const A &...);   \
  template <class... A> Tensor &name##_out(Tensor &, const A &...);
WARPCHECK_TORCH_OPERATIONS(WARPCHECK_TORCH_FUNCTION)
#undef WARPCHECK_TORCH_FUNCTION
#define WARPCHECK_TORCH_FUNCTION(name)                                  \
  template <class I, class = std::enable_if_t<std::is_integral_v<I>>>   \
  std::tuple<Tensor, Tensor> name(const Tensor &, I dimension, bool keep = false);
WARPCHECK_TORCH_FUNCTION(max) WARPCHECK_TORCH_FUNCTION(min) WARPCHECK_TORCH_FUNCTION(median)
WARPCHECK_TORCH_FUNCTION(mode)
#undef WARPCHECK_TORCH_FUNCTION
template <class... A> std::tuple<Tensor, Tensor> topk(const Tensor &, int64_t, const A &...);
template <class... A> std::tuple<Tensor, Tensor> sort(const Tensor &, const A &...);
#define WARPCHECK_TORCH_FACTORY(name)                             \
  template <class... A> Tensor name(const A &...);                \
  template <class... A> Tensor name(IntArrayRef, const A &...);
WARPCHECK_TORCH_FACTORY(arange) WARPCHECK_TORCH_FACTORY(empty) WARPCHECK_TORCH_FACTORY(eye)
WARPCHECK_TORCH_FACTORY(empty_strided) WARPCHECK_TORCH_FACTORY(full) WARPCHECK_TORCH_FACTORY(ones)
WARPCHECK_TORCH_FACTORY(linspace) WARPCHECK_TORCH_FACTORY(rand) WARPCHECK_TORCH_FACTORY(randint)
WARPCHECK_TORCH_FACTORY(randn) WARPCHECK_TORCH_FACTORY(randperm) WARPCHECK_TORCH_FACTORY(empty_symint)
WARPCHECK_TORCH_FACTORY(scalar_tensor)
WARPCHECK_TORCH_FACTORY(sparse_coo_tensor) WARPCHECK_TORCH_FACTORY(zeros)
#undef WARPCHECK_TORCH_FACTORY
// Implementations of operations for one kind of tensor, by the operations' names.
namespace native {
using namespace at;
}
template <class T> Tensor tensor(const T &, const TensorOptions & = {});
template <class T> Tensor tensor(std::initializer_list<T>, const TensorOptions & = {});
Tensor cat(TensorList, int64_t = 0), concat(TensorList, int64_t = 0), stack(TensorList, int64_t = 0);
Tensor from_blob(void *, IntArrayRef, const TensorOptions & = {});
Tensor from_blob(void *, IntArrayRef, IntArrayRef, const TensorOptions & = {});
template <class F>
Tensor from_blob(void *, IntArrayRef, const F &destroy, const TensorOptions & = {});
optional<Device> device_of(const Tensor &);
std::tuple<Tensor, Tensor> _unique(const Tensor &, bool = true, bool = false);
std::tuple<Tensor, Tensor, Tensor> _unique2(const Tensor &, bool = true, bool = false, bool = false);
std::tuple<Tensor, Tensor, Tensor> unique_dim(const Tensor &, int64_t, bool = true, bool = false,
                                              bool = false);
std::tuple<Tensor, Tensor, Tensor> unique_consecutive(const Tensor &, bool = false, bool = false,
                                                      optional<int64_t> = {});
std::tuple<Tensor, Tensor, Tensor> unique_dim_consecutive(const Tensor &, int64_t, bool = false,
                                                          bool = false);
bool is_floating_point(const Tensor &), is_complex(const Tensor &), is_signed(const Tensor &),
    is_conj(const Tensor &), is_neg(const Tensor &), is_inference(const Tensor &), is_nonzero(const Tensor &),
    is_same_size(const Tensor &, const Tensor &), is_distributed(const Tensor &),
    equal(const Tensor &, const Tensor &), allclose(const Tensor &, const Tensor &, double = 0, double = 0, bool = false);
Tensor einsum(std::string_view, TensorList, const OptionalIntArrayRef & = {});
std::vector<Tensor> meshgrid(TensorList, std::string_view = {});
namespace internal {
constexpr int64_t GRAIN_SIZE = 32768;
}
void set_num_threads(int);
int get_num_threads(), get_num_interop_threads();
inline int64_t divup(int64_t x, int64_t y) { return (x + y - 1) / y; }
void launch(std::function<void()>);
template <class F> void parallel_for(int64_t from, int64_t to, int64_t, const F &f) { f(from, to); }

typedef const char *CheckedFrom;
struct TensorArg {
  Tensor tensor;
  const char *name;
  int pos;
  TensorArg(const Tensor &t, const char *n, int p) : tensor(t), name(n), pos(p) {}
  const Tensor *operator->() const { return &tensor; }
  const Tensor &operator*() const { return tensor; }
};
#define WARPCHECK_TORCH_CHECK(name)                     \
  template <class... A> void name(const A &...);        \
  inline void name(CheckedFrom, std::initializer_list<TensorArg>) {}
WARPCHECK_TORCH_CHECK(checkAllContiguous) WARPCHECK_TORCH_CHECK(checkAllDefined)
WARPCHECK_TORCH_CHECK(checkAllSameGPU) WARPCHECK_TORCH_CHECK(checkAllSameNumel)
WARPCHECK_TORCH_CHECK(checkAllSameSize) WARPCHECK_TORCH_CHECK(checkAllSameType)
WARPCHECK_TORCH_CHECK(checkBackend) WARPCHECK_TORCH_CHECK(checkContiguous)
WARPCHECK_TORCH_CHECK(checkDim) WARPCHECK_TORCH_CHECK(checkNumel)
WARPCHECK_TORCH_CHECK(checkSameGPU) WARPCHECK_TORCH_CHECK(checkSameSize)
WARPCHECK_TORCH_CHECK(checkSameType) WARPCHECK_TORCH_CHECK(checkScalarType)
WARPCHECK_TORCH_CHECK(checkDimRange) WARPCHECK_TORCH_CHECK(checkSameDim)
WARPCHECK_TORCH_CHECK(checkSameNumel) WARPCHECK_TORCH_CHECK(checkSize)
WARPCHECK_TORCH_CHECK(checkDeviceType) WARPCHECK_TORCH_CHECK(checkScalarTypes)
#undef WARPCHECK_TORCH_CHECK
inline void checkBackend(CheckedFrom, std::initializer_list<Tensor>, Backend) {}

struct Context {
  bool hasCUDA() const, deterministicCuDNN() const, benchmarkCuDNN() const;
  bool userEnabledCuDNN() const, deterministicAlgorithms() const, allowTF32CuBLAS() const;
  static void alertNotDeterministic(const std::string &caller);
  void setDeterministicCuDNN(bool), setBenchmarkCuDNN(bool), setAllowTF32CuBLAS(bool);
  void lazyInitDevice(DeviceType), lazyInitCUDA();
};
Context &globalContext();

struct NoGradGuard {
  NoGradGuard();
};
struct InferenceMode {
  explicit InferenceMode(bool = true);
  static bool is_enabled();
};
struct AutoGradMode {
  explicit AutoGradMode(bool);
};
struct GradMode {
  static bool is_enabled();
  static void set_enabled(bool);
};
struct AutoDispatchBelowADInplaceOrView {
  AutoDispatchBelowADInplaceOrView();
};
struct AutoDispatchSkipFunctionalize {
  AutoDispatchSkipFunctionalize();
};
namespace functionalization {
namespace impl {
bool isFunctionalTensor(const Tensor &);
void sync(const Tensor &), replace_(const Tensor &, const Tensor &), commit_update(const Tensor &);
Tensor from_functional_tensor(const Tensor &);
}  // namespace impl
}  // namespace functionalization
struct DataPtr {
  void *get() const;
  void clear();
};
struct Allocator {
  DataPtr allocate(size_t);
  void *raw_allocate(size_t);
  void raw_deallocate(void *);
};
struct DeviceGuard {
  explicit DeviceGuard(Device);
};
struct OptionalDeviceGuard {
  explicit OptionalDeviceGuard(optional<Device> = {});
};
struct Generator {};
// The dictionary of a script: an entry has a key and a value.
template <class K, class V> struct Dict {
  struct Entry {
    K key() const;
    V value() const;
  };
  Entry *begin() const, *end() const, *find(const K &) const;
  V at(const K &) const;
  bool contains(const K &) const, empty() const;
  size_t size() const;
  void insert(const K &, const V &), insert_or_assign(const K &, const V &);
};
}  // namespace at
namespace c10 {
using at::Allocator;
using at::DataPtr;
using at::DeviceGuard;
using at::Dict;
using at::InferenceMode;
using at::OptionalDeviceGuard;
using at::TensorOptions;
// A value in a script.
struct IValue {
  template <class... A> IValue(const A &...);
  at::Tensor toTensor() const;
  int64_t toInt() const;
  double toDouble() const;
  bool toBool() const, isTensor() const, isNone() const;
  std::string toStringRef() const;
  std::vector<at::Tensor> toTensorVector() const;
  template <class T> T to() const;
  template <class T> intrusive_ptr<T> toCustomClass() const;
};
}  // namespace c10
namespace torch {
struct CustomClassHolder : c10::intrusive_ptr_target {};
}
