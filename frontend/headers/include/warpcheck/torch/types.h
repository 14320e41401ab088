// What torch's library c10 gives to host and device code: 16-bit floats, complex
// numbers, types as values, devices, lists, and the macros that check.
#pragma once
#include <cuda_runtime.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <algorithm>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <iomanip>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>
// Torch gets this from Thrust.
#if __has_include(<cuda/cmath>)
#include <cuda/cmath>
#endif

#define C10_HOST_DEVICE __host__ __device__
#define C10_HOST __host__
#define C10_DEVICE __device__
#define C10_LIKELY(condition) (condition)
#define C10_UNLIKELY(condition) (condition)
#define C10_UNUSED
#define C10_NODISCARD
#define C10_RESTRICT __restrict__
#define C10_API
#define C10_CUDA_API
#define C10_EXPORT
#define C10_ALWAYS_INLINE inline
#define C10_WARP_SIZE 32
#define C10_CLANG_DIAGNOSTIC_PUSH()
#define C10_CLANG_DIAGNOSTIC_POP()
#define C10_CLANG_DIAGNOSTIC_IGNORE(flag)
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(threads) __launch_bounds__(threads)
#define C10_LAUNCH_BOUNDS_2(threads, blocks) __launch_bounds__(threads, blocks)
#define TORCH_API
#define TORCH_CUDA_CPP_API
#define TORCH_CUDA_CU_API
#define AT_HOST_DEVICE __host__ __device__
#define AT_DEVICE __device__
#define CUDA_KERNEL_ASSERT(condition) assert(condition)
#define CUDA_KERNEL_ASSERT2(condition) assert(condition)
#define CUDA_KERNEL_ASSERT_MSG(condition, message) assert(condition)
#define TORCH_VERSION_MAJOR 2
#define TORCH_VERSION_MINOR 8
#define TORCH_VERSION_PATCH 0
#define TORCH_VERSION "2.8.0"

// A failing check ends the function. Its message is dropped, so that
// the arguments of the message do not count as passed to a function.
#define TORCH_CHECK(condition, ...) \
  if (!(condition)) {               \
    throw c10::Error();             \
  }
#define TORCH_CHECK_WITH(error, condition, ...) TORCH_CHECK(condition)
#define TORCH_CHECK_WITH_MSG(error, condition, type, ...) TORCH_CHECK(condition)
#define TORCH_CHECK_INDEX(condition, ...) TORCH_CHECK(condition)
#define TORCH_CHECK_VALUE(condition, ...) TORCH_CHECK(condition)
#define TORCH_CHECK_TYPE(condition, ...) TORCH_CHECK(condition)
#define TORCH_CHECK_ARG(condition, ...) TORCH_CHECK(condition)
#define TORCH_CHECK_LINALG(condition, ...) TORCH_CHECK(condition)
#define TORCH_CHECK_NOT_IMPLEMENTED(condition, ...) TORCH_CHECK(condition)
#define TORCH_CHECK_EQ(a, b) TORCH_CHECK((a) == (b))
#define TORCH_CHECK_NE(a, b) TORCH_CHECK((a) != (b))
#define TORCH_CHECK_LT(a, b) TORCH_CHECK((a) < (b))
#define TORCH_CHECK_LE(a, b) TORCH_CHECK((a) <= (b))
#define TORCH_CHECK_GT(a, b) TORCH_CHECK((a) > (b))
#define TORCH_CHECK_GE(a, b) TORCH_CHECK((a) >= (b))
#define TORCH_INTERNAL_ASSERT(condition, ...) TORCH_CHECK(condition)
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(condition, ...) ((void)0)
// Logging of any severity.
#ifndef LOG
#define LOG(severity) ::std::cerr
#define LOG_IF(severity, condition) if (condition) ::std::cerr
#define VLOG(level) ::std::cerr
#endif
#define TORCH_WARN(...) ((void)0)
#define TORCH_WARN_ONCE(...) ((void)0)
#define AT_ASSERT(condition, ...) TORCH_CHECK(condition)
#define AT_ASSERTM(condition, ...) TORCH_CHECK(condition)
#define AT_CHECK(condition, ...) TORCH_CHECK(condition)
#define AT_ERROR(...) throw c10::Error()
#define C10_THROW_ERROR(type, message) throw c10::Error()
#define C10_CUDA_CHECK(call)                  \
  do {                                        \
    TORCH_CHECK((call) == cudaSuccess)        \
  } while (0)
#define C10_CUDA_CHECK_WARN(call) ((void)(call))
#define C10_CUDA_ERROR_HANDLED(call) (call)
#define C10_CUDA_IGNORE_ERROR(call) ((void)(call))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
#define AT_CUDA_CHECK(call) C10_CUDA_CHECK(call)
#define WARPCHECK_TORCH_STATUS(call) \
  do {                               \
    TORCH_CHECK(int(call) == 0)      \
  } while (0)
#define AT_CUDA_DRIVER_CHECK(call) WARPCHECK_TORCH_STATUS(call)
#define AT_CUDNN_CHECK(call) WARPCHECK_TORCH_STATUS(call)
#define TORCH_CUDABLAS_CHECK(call) WARPCHECK_TORCH_STATUS(call)
#define TORCH_CUDASPARSE_CHECK(call) WARPCHECK_TORCH_STATUS(call)
#define TORCH_CUSOLVER_CHECK(call) WARPCHECK_TORCH_STATUS(call)
#define CUDA_KERNEL_LOOP_TYPE(i, n, type)                                              \
  for (int64_t i##_thread = int64_t(blockIdx.x) * blockDim.x + threadIdx.x, i = i##_thread; \
       i##_thread < (n); i##_thread += int64_t(blockDim.x) * gridDim.x, i = i##_thread)

namespace c10 {
struct Error : std::exception {
  Error() {}
  template <class... A> Error(const A &...) {}
  const char *what_without_backtrace() const;
};
using IndexError = Error;
using ValueError = Error;
using NotImplementedError = Error;
template <class... A> std::string str(const A &...);

// Half and BFloat16 are CUDA's own under another name, whose arithmetic is that of float. Only Half becomes CUDA's without a
// cast, so that a call with a BFloat16 takes the overload for float.
#define WARPCHECK_TORCH_FLOAT(S, Cuda, Raw, cast)                                        \
  struct alignas(2) S {                                                                  \
    unsigned short x;                                                                    \
    struct from_bits_t {};                                                               \
    static constexpr __host__ __device__ from_bits_t from_bits() { return {}; }          \
    S() = default;                                                                       \
    constexpr __host__ __device__ S(unsigned short bits, from_bits_t) : x(bits) {}       \
    __host__ __device__ S(float value) : S(Cuda(value)) {}                               \
    __host__ __device__ S(const Cuda &value) : x(Raw(value).x) {}                        \
    __host__ __device__ operator float() const { return float(operator Cuda()); }        \
    cast __host__ __device__ operator Cuda() const {                                     \
      Raw raw;                                                                           \
      raw.x = x;                                                                         \
      return Cuda(raw);                                                                  \
    }                                                                                    \
  };                                                                                     \
  WARPCHECK_TORCH_OPERATOR(S, +)                                                         \
  WARPCHECK_TORCH_OPERATOR(S, -)                                                         \
  WARPCHECK_TORCH_OPERATOR(S, *)                                                         \
  WARPCHECK_TORCH_OPERATOR(S, /)                                                         \
  WARPCHECK_TORCH_COMPARISON(S, ==)                                                      \
  WARPCHECK_TORCH_COMPARISON(S, !=)                                                      \
  WARPCHECK_TORCH_COMPARISON(S, <)                                                       \
  WARPCHECK_TORCH_COMPARISON(S, <=)                                                      \
  WARPCHECK_TORCH_COMPARISON(S, >)                                                       \
  WARPCHECK_TORCH_COMPARISON(S, >=)                                                      \
  inline __host__ __device__ S operator-(S a) { return -float(a); }

#define WARPCHECK_TORCH_MIXED(S, R, op, T)                                           \
  inline __host__ __device__ R operator op(S a, T b) { return R(float(a) op b); }    \
  inline __host__ __device__ R operator op(T a, S b) { return R(a op float(b)); }
#define WARPCHECK_TORCH_OPERATOR(S, op)                                                     \
  inline __host__ __device__ S operator op(S a, S b) { return float(a) op float(b); }       \
  WARPCHECK_TORCH_MIXED(S, float, op, float)                                                \
  WARPCHECK_TORCH_MIXED(S, double, op, double)                                              \
  WARPCHECK_TORCH_MIXED(S, S, op, int)                                                      \
  WARPCHECK_TORCH_MIXED(S, S, op, int64_t)                                                  \
  inline __host__ __device__ S &operator op##=(S &a, S b) { return a = a op b; }            \
  inline __host__ __device__ float &operator op##=(float &a, S b) { return a = a op float(b); }
#define WARPCHECK_TORCH_COMPARISON(S, op)                                                   \
  inline __host__ __device__ bool operator op(S a, S b) { return float(a) op float(b); }    \
  WARPCHECK_TORCH_MIXED(S, bool, op, float)                                                 \
  WARPCHECK_TORCH_MIXED(S, bool, op, double)                                                \
  WARPCHECK_TORCH_MIXED(S, bool, op, int)

WARPCHECK_TORCH_FLOAT(Half, __half, __half_raw, )
WARPCHECK_TORCH_FLOAT(BFloat16, __nv_bfloat16, __nv_bfloat16_raw, explicit)

// Eight bits: a number that converts to float and back.
#define WARPCHECK_TORCH_BYTE_FLOAT(S)                                               \
  struct S {                                                                        \
    unsigned char x;                                                                \
    struct from_bits_t {};                                                          \
    static constexpr __host__ __device__ from_bits_t from_bits() { return {}; }     \
    S() = default;                                                                  \
    constexpr __host__ __device__ S(unsigned char bits, from_bits_t) : x(bits) {}   \
    __host__ __device__ S(float value);                                             \
    __host__ __device__ operator float() const;                                     \
  };
WARPCHECK_TORCH_BYTE_FLOAT(Float8_e4m3fn)
WARPCHECK_TORCH_BYTE_FLOAT(Float8_e4m3fnuz)
WARPCHECK_TORCH_BYTE_FLOAT(Float8_e5m2)
WARPCHECK_TORCH_BYTE_FLOAT(Float8_e5m2fnuz)
WARPCHECK_TORCH_BYTE_FLOAT(Float8_e8m0fnu)

// Integers under a name of their own: quantised, packed, or bits.
#define WARPCHECK_TORCH_INTEGER(S, T)                                    \
  struct S {                                                             \
    typedef T underlying;                                                \
    T val_;                                                              \
    S() = default;                                                       \
    explicit __host__ __device__ S(T value) : val_(value) {}             \
  };
WARPCHECK_TORCH_INTEGER(qint8, int8_t) WARPCHECK_TORCH_INTEGER(quint8, uint8_t)
WARPCHECK_TORCH_INTEGER(qint32, int32_t) WARPCHECK_TORCH_INTEGER(quint4x2, uint8_t)
WARPCHECK_TORCH_INTEGER(quint2x4, uint8_t) WARPCHECK_TORCH_INTEGER(bits1x8, uint8_t)
WARPCHECK_TORCH_INTEGER(bits2x4, uint8_t) WARPCHECK_TORCH_INTEGER(bits4x2, uint8_t)
WARPCHECK_TORCH_INTEGER(bits8, uint8_t) WARPCHECK_TORCH_INTEGER(bits16, uint16_t)
WARPCHECK_TORCH_INTEGER(Float4_e2m1fn_x2, uint8_t)
#undef WARPCHECK_TORCH_INTEGER

template <class T> struct alignas(2 * sizeof(T)) complex {
  typedef T value_type;
  T real_, imag_;
  constexpr __host__ __device__ complex(T real = T(), T imag = T()) : real_(real), imag_(imag) {}
  template <class U> explicit constexpr __host__ __device__ complex(const complex<U> &o)
      : real_(o.real_), imag_(o.imag_) {}
  constexpr __host__ __device__ T real() const { return real_; }
  constexpr __host__ __device__ T imag() const { return imag_; }
  __host__ __device__ complex &operator+=(const complex &b) { return *this = *this + b; }
  __host__ __device__ complex &operator-=(const complex &b) { return *this = *this - b; }
  __host__ __device__ complex &operator*=(const complex &b) { return *this = *this * b; }
  __host__ __device__ complex &operator/=(const complex &b) { return *this = *this / b; }
  friend __host__ __device__ complex operator-(const complex &a) {
    return complex(-a.real_, -a.imag_);
  }
  friend __host__ __device__ complex operator+(const complex &a, const complex &b) {
    return complex(a.real_ + b.real_, a.imag_ + b.imag_);
  }
  friend __host__ __device__ complex operator-(const complex &a, const complex &b) {
    return complex(a.real_ - b.real_, a.imag_ - b.imag_);
  }
  friend __host__ __device__ complex operator*(const complex &a, const complex &b) {
    return complex(a.real_ * b.real_ - a.imag_ * b.imag_, a.real_ * b.imag_ + a.imag_ * b.real_);
  }
  friend __host__ __device__ complex operator/(const complex &a, const complex &b) {
    const T square = b.real_ * b.real_ + b.imag_ * b.imag_;
    return complex((a.real_ * b.real_ + a.imag_ * b.imag_) / square,
                   (a.imag_ * b.real_ - a.real_ * b.imag_) / square);
  }
  friend __host__ __device__ bool operator==(const complex &a, const complex &b) {
    return a.real_ == b.real_ && a.imag_ == b.imag_;
  }
  friend __host__ __device__ bool operator!=(const complex &a, const complex &b) {
    return !(a == b);
  }
};

}  // namespace c10
// The standard library's functions of complex numbers, for this class.
namespace std {
template <class T> constexpr __host__ __device__ T real(const c10::complex<T> &z) { return z.real(); }
template <class T> constexpr __host__ __device__ T imag(const c10::complex<T> &z) { return z.imag(); }
template <class T> constexpr __host__ __device__ T norm(const c10::complex<T> &z) {
  return z.real() * z.real() + z.imag() * z.imag();
}
template <class T> constexpr __host__ __device__ c10::complex<T> conj(const c10::complex<T> &z) {
  return c10::complex<T>(z.real(), -z.imag());
}
template <class T> __host__ __device__ T abs(const c10::complex<T> &z) { return sqrt(norm(z)); }
template <class T> __host__ __device__ T arg(const c10::complex<T> &z) {
  return atan2(z.imag(), z.real());
}
}  // namespace std
namespace c10_complex_math {
template <class T> __host__ __device__ c10::complex<T> exp(const c10::complex<T> &z) {
  return ::exp(z.real()) * c10::complex<T>(::cos(z.imag()), ::sin(z.imag()));
}
template <class T> __host__ __device__ c10::complex<T> log(const c10::complex<T> &z) {
  return c10::complex<T>(::log(std::abs(z)), std::arg(z));
}
}  // namespace c10_complex_math
namespace std {
using c10_complex_math::exp;
using c10_complex_math::log;
}  // namespace std
namespace c10 {
// The types of elements: number, C++ type, name.
#define WARPCHECK_TORCH_TYPES(X)                                                        \
  X(0, uint8_t, Byte) X(1, int8_t, Char) X(2, int16_t, Short) X(3, int, Int)            \
  X(4, int64_t, Long) X(5, c10::Half, Half) X(6, float, Float) X(7, double, Double)     \
  X(8, c10::complex<c10::Half>, ComplexHalf) X(9, c10::complex<float>, ComplexFloat)    \
  X(10, c10::complex<double>, ComplexDouble) X(11, bool, Bool)                          \
  X(15, c10::BFloat16, BFloat16) X(23, c10::Float8_e5m2, Float8_e5m2)                   \
  X(24, c10::Float8_e4m3fn, Float8_e4m3fn) X(25, c10::Float8_e5m2fnuz, Float8_e5m2fnuz) \
  X(26, c10::Float8_e4m3fnuz, Float8_e4m3fnuz) X(27, uint16_t, UInt16)                  \
  X(28, uint32_t, UInt32) X(29, uint64_t, UInt64) X(44, c10::Float8_e8m0fnu, Float8_e8m0fnu) \
  X(45, c10::Float4_e2m1fn_x2, Float4_e2m1fn_x2) X(12, c10::qint8, QInt8)               \
  X(13, c10::quint8, QUInt8) X(14, c10::qint32, QInt32) X(16, c10::quint4x2, QUInt4x2)  \
  X(17, c10::quint2x4, QUInt2x4) X(18, c10::bits1x8, Bits1x8) X(19, c10::bits2x4, Bits2x4) \
  X(20, c10::bits4x2, Bits4x2) X(21, c10::bits8, Bits8) X(22, c10::bits16, Bits16)
enum class ScalarType : int8_t {
#define WARPCHECK_TORCH_TYPE(number, type, name) name = number,
  WARPCHECK_TORCH_TYPES(WARPCHECK_TORCH_TYPE)
#undef WARPCHECK_TORCH_TYPE
  Undefined = 46, NumOptions
};
template <class T> struct CppTypeToScalarType;
namespace impl {
template <ScalarType type> struct ScalarTypeToCPPType;
template <ScalarType type>
using ScalarTypeToCPPTypeT = typename ScalarTypeToCPPType<type>::type;
}  // namespace impl
#define WARPCHECK_TORCH_TYPE(number, T, name)                                    \
  constexpr ScalarType k##name = ScalarType::name;                               \
  template <> struct CppTypeToScalarType<T> {                                    \
    static constexpr ScalarType value = ScalarType::name;                        \
  };                                                                             \
  template <> struct impl::ScalarTypeToCPPType<ScalarType::name> {               \
    typedef T type;                                                              \
  };
WARPCHECK_TORCH_TYPES(WARPCHECK_TORCH_TYPE)
#undef WARPCHECK_TORCH_TYPE
// A list of definitions, one for each type of elements.
#define AT_FORALL_SCALAR_TYPES_WITH_COMPLEX_AND_QINTS(X)                                      \
  X(uint8_t, Byte) X(int8_t, Char) X(int16_t, Short) X(int, Int) X(int64_t, Long)             \
  X(c10::Half, Half) X(float, Float) X(double, Double) X(c10::complex<c10::Half>, ComplexHalf) \
  X(c10::complex<float>, ComplexFloat) X(c10::complex<double>, ComplexDouble) X(bool, Bool)   \
  X(c10::qint8, QInt8) X(c10::quint8, QUInt8) X(c10::qint32, QInt32)                          \
  X(c10::BFloat16, BFloat16) X(c10::quint4x2, QUInt4x2) X(c10::quint2x4, QUInt2x4)
size_t elementSize(ScalarType type);
const char *toString(ScalarType type);
bool isFloatingType(ScalarType type);
bool isIntegralType(ScalarType type, bool includeBool = false);
bool isComplexType(ScalarType type), isSignedType(ScalarType type), isQIntType(ScalarType type),
    isReducedFloatingType(ScalarType type), isFloat8Type(ScalarType type), isBitsType(ScalarType type),
    isBarebonesUnsignedType(ScalarType type), isUnderlying(ScalarType type, ScalarType quantised),
    canCast(ScalarType from, ScalarType to);
ScalarType toQIntType(ScalarType type), toUnderlying(ScalarType type), toComplexType(ScalarType type),
    toRealValueType(ScalarType type), toOpaqueType(ScalarType type),
    promoteTypes(ScalarType a, ScalarType b);
std::ostream &operator<<(std::ostream &, ScalarType);

enum class DeviceType : int8_t { CPU, CUDA, MKLDNN, OPENGL, OPENCL, IDEEP, HIP, XLA = 9, XPU = 12, Meta = 14, PrivateUse1 = 20,
                               COMPILE_TIME_MAX_DEVICE_TYPES = 22 };
std::string DeviceTypeName(DeviceType, bool lower_case = false);
constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA, kHIP = DeviceType::HIP,
                     kXPU = DeviceType::XPU, kMeta = DeviceType::Meta, kXLA = DeviceType::XLA,
                     kPrivateUse1 = DeviceType::PrivateUse1;
typedef int8_t DeviceIndex;
typedef int64_t SymInt;
struct Device {
  typedef DeviceType Type;
  DeviceType type_ = kCPU;
  DeviceIndex index_ = -1;
  Device(DeviceType type, DeviceIndex index = -1) : type_(type), index_(index) {}
  Device(const std::string &name);
  DeviceType type() const { return type_; }
  DeviceIndex index() const { return index_; }
  bool has_index() const { return index_ != -1; }
  bool is_cuda() const { return type_ == kCUDA; }
  bool is_cpu() const { return type_ == kCPU; }
  bool operator==(const Device &o) const { return type_ == o.type_ && index_ == o.index_; }
  bool operator!=(const Device &o) const { return !(*this == o); }
  std::string str() const;
};
std::ostream &operator<<(std::ostream &, const Device &);
enum class Layout : int8_t { Strided, Sparse, SparseCsr, Mkldnn };
constexpr Layout kStrided = Layout::Strided, kSparse = Layout::Sparse;
enum class MemoryFormat : int8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
inline MemoryFormat get_contiguous_memory_format() { return MemoryFormat::Contiguous; }
inline MemoryFormat get_channels_last_memory_format(int64_t dimensions) {
  return dimensions == 5 ? MemoryFormat::ChannelsLast3d : MemoryFormat::ChannelsLast;
}
#define LEGACY_CONTIGUOUS_MEMORY_FORMAT c10::get_contiguous_memory_format()
enum class Backend { CPU, CUDA, HIP, SparseCPU, SparseCUDA };
enum class DispatchKey { CPU, CUDA, Meta, Autograd, AutogradCUDA, CompositeImplicitAutograd };

using std::make_optional;
using std::nullopt;
using std::nullopt_t;
using std::optional;
using std::string_view;

template <class T> class ArrayRef {
 public:
  typedef T value_type;
  typedef const T *iterator, *const_iterator;
  constexpr ArrayRef() {}
  ArrayRef(const T &one) : data_(&one), size_(1) {}
  ArrayRef(const T *data, size_t size) : data_(data), size_(size) {}
  ArrayRef(const T *begin, const T *end) : data_(begin), size_(end - begin) {}
  ArrayRef(const std::vector<T> &list) : data_(list.data()), size_(list.size()) {}
  ArrayRef(std::initializer_list<T> list) : data_(list.begin()), size_(list.size()) {}
  template <size_t n> ArrayRef(const std::array<T, n> &list) : data_(list.data()), size_(n) {}
  template <size_t n> ArrayRef(const T (&list)[n]) : data_(list), size_(n) {}
  const T *data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  iterator begin() const { return data_; }
  iterator end() const { return data_ + size_; }
  const T &operator[](size_t i) const { return data_[i]; }
  const T &at(size_t i) const { return data_[i]; }
  const T &front() const { return data_[0]; }
  const T &back() const { return data_[size_ - 1]; }
  ArrayRef slice(size_t from, size_t size) const { return ArrayRef(data_ + from, size); }
  ArrayRef slice(size_t from) const { return ArrayRef(data_ + from, size_ - from); }
  std::vector<T> vec() const { return std::vector<T>(begin(), end()); }
  bool equals(ArrayRef other) const;
  friend bool operator==(ArrayRef a, ArrayRef b) { return a.equals(b); }
  friend bool operator!=(ArrayRef a, ArrayRef b) { return !a.equals(b); }
  friend std::ostream &operator<<(std::ostream &out, ArrayRef) { return out; }

 private:
  const T *data_ = nullptr;
  size_t size_ = 0;
};
typedef ArrayRef<int64_t> IntArrayRef, IntList;
typedef IntArrayRef SymIntArrayRef;
typedef optional<IntArrayRef> OptionalIntArrayRef;
template <class T, unsigned n = 6> using SmallVector = std::vector<T>;
typedef std::vector<int64_t> DimVector;
template <class T> using List = std::vector<T>;

class Scalar {
 public:
  Scalar();
  template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>> Scalar(T value);
  Scalar(Half), Scalar(BFloat16);
  template <class T> T to() const;
  double toDouble() const;
  float toFloat() const;
  int64_t toLong() const;
  int toInt() const;
  complex<double> toComplexDouble() const;
  bool toBool() const, isFloatingPoint() const, equal(int64_t) const, equal(double) const;
  void *data_ptr() const;
  ScalarType type() const;
};

struct intrusive_ptr_target {};
template <class T> class intrusive_ptr {
 public:
  typedef T element_type;
  intrusive_ptr() {}
  template <class U> intrusive_ptr(const intrusive_ptr<U> &o) : object_(o.get()) {}
  template <class... A> static intrusive_ptr make(A &&...);
  T *get() const { return object_; }
  T &operator*() const { return *object_; }
  T *operator->() const { return object_; }
  explicit operator bool() const { return object_; }
  bool defined() const { return object_; }
  void reset() { object_ = nullptr; }
  friend bool operator==(const intrusive_ptr &a, const intrusive_ptr &b) {
    return a.object_ == b.object_;
  }

 private:
  T *object_ = nullptr;
};
template <class T, class... A> intrusive_ptr<T> make_intrusive(A &&...);

// irange counts as a for loop does.
template <class T> struct IntegerRange {
  struct Iterator {
    T value;
    T operator*() const { return value; }
    Iterator &operator++() { return ++value, *this; }
    bool operator!=(const Iterator &o) const { return value < o.value; }
  };
  T from, to;
  Iterator begin() const { return {from}; }
  Iterator end() const { return {to}; }
};
template <class T> IntegerRange<T> irange(T to) { return {T(0), to}; }
template <class T, class U> IntegerRange<U> irange(T from, U to) { return {U(from), to}; }
template <class C> int64_t multiply_integers(const C &list);
template <class It> int64_t multiply_integers(It begin, It end);

namespace cuda {
namespace compat {
#define WARPCHECK_TORCH_FUNCTION(name)                                              \
  inline __host__ __device__ float name(float x) { return ::name##f(x); }           \
  inline __host__ __device__ double name(double x) { return ::name(x); }
WARPCHECK_TORCH_FUNCTION(ceil) WARPCHECK_TORCH_FUNCTION(cos) WARPCHECK_TORCH_FUNCTION(exp)
WARPCHECK_TORCH_FUNCTION(floor) WARPCHECK_TORCH_FUNCTION(log) WARPCHECK_TORCH_FUNCTION(log1p)
WARPCHECK_TORCH_FUNCTION(rsqrt) WARPCHECK_TORCH_FUNCTION(sin) WARPCHECK_TORCH_FUNCTION(sqrt)
WARPCHECK_TORCH_FUNCTION(tan) WARPCHECK_TORCH_FUNCTION(tanh) WARPCHECK_TORCH_FUNCTION(erf)
#undef WARPCHECK_TORCH_FUNCTION
inline __host__ __device__ float abs(float x) { return ::fabsf(x); }
inline __host__ __device__ double abs(double x) { return ::fabs(x); }
inline __host__ __device__ float pow(float x, float y) { return ::powf(x, y); }
inline __host__ __device__ double pow(double x, double y) { return ::pow(x, y); }
inline __host__ __device__ float max(float x, float y) { return ::fmaxf(x, y); }
inline __host__ __device__ double max(double x, double y) { return ::fmax(x, y); }
inline __host__ __device__ float min(float x, float y) { return ::fminf(x, y); }
inline __host__ __device__ double min(double x, double y) { return ::fmin(x, y); }
}  // namespace compat
}  // namespace cuda
}  // namespace c10

namespace std {
#define WARPCHECK_TORCH_LIMITS(S, low, small, high, gap, infinite, undefined)                 \
  template <> struct numeric_limits<c10::S> : numeric_limits<float> {                         \
    static constexpr __host__ __device__ c10::S at(unsigned short bits) {                     \
      return c10::S(bits, c10::S::from_bits());                                               \
    }                                                                                         \
    static constexpr __host__ __device__ c10::S lowest() { return at(low); }                  \
    static constexpr __host__ __device__ c10::S min() { return at(small); }                   \
    static constexpr __host__ __device__ c10::S max() { return at(high); }                    \
    static constexpr __host__ __device__ c10::S epsilon() { return at(gap); }                 \
    static constexpr __host__ __device__ c10::S infinity() { return at(infinite); }           \
    static constexpr __host__ __device__ c10::S quiet_NaN() { return at(undefined); }         \
  };
WARPCHECK_TORCH_LIMITS(Half, 0xfbff, 0x0400, 0x7bff, 0x1400, 0x7c00, 0x7e00)
WARPCHECK_TORCH_LIMITS(BFloat16, 0xff7f, 0x0080, 0x7f7f, 0x3c00, 0x7f80, 0x7fc0)
#undef WARPCHECK_TORCH_LIMITS
}  // namespace std

namespace caffe2 {
// A type of elements, as a tensor names it.
struct TypeMeta {
  c10::ScalarType type = c10::ScalarType::Undefined;
  TypeMeta() {}
  TypeMeta(c10::ScalarType t) : type(t) {}
  c10::ScalarType toScalarType() const { return type; }
  size_t itemsize() const;
  std::string_view name() const;
  template <class T> static TypeMeta Make() { return c10::CppTypeToScalarType<T>::value; }
  template <class T> bool Match() const { return type == c10::CppTypeToScalarType<T>::value; }
  friend bool operator==(TypeMeta a, TypeMeta b) { return a.type == b.type; }
  friend bool operator!=(TypeMeta a, TypeMeta b) { return a.type != b.type; }
  friend std::ostream &operator<<(std::ostream &out, TypeMeta) { return out; }
};
}  // namespace caffe2
namespace c10 {
using caffe2::TypeMeta;
inline ScalarType typeMetaToScalarType(TypeMeta type) { return type.type; }
}

namespace at {
using namespace c10;
// The types in which reductions of a type add up and compute.
template <class T> struct OpMathType {
  typedef T type;
};
template <> struct OpMathType<Half> {
  typedef float type;
};
template <> struct OpMathType<BFloat16> {
  typedef float type;
};
template <class T> using opmath_type = typename OpMathType<T>::type;
template <class T, bool onDevice> struct AccumulateType {
  typedef std::conditional_t<std::is_integral<T>::value && !std::is_same<T, bool>::value, int64_t,
                             opmath_type<T>> type;
};
template <class T, bool onDevice> using acc_type = typename AccumulateType<T, onDevice>::type;
template <class T> struct numeric_limits : std::numeric_limits<T> {
  static constexpr __host__ __device__ T lower_bound() { return std::numeric_limits<T>::lowest(); }
  static constexpr __host__ __device__ T upper_bound() { return std::numeric_limits<T>::max(); }
};
template <class T> constexpr __host__ __device__ T ceil_div(T a, T b) { return (a + b - 1) / b; }
template <class T> constexpr __host__ __device__ T round_up(T a, T b) {
  return ceil_div(a, b) * b;
}
}  // namespace at
namespace torch {
using namespace at;
constexpr ScalarType kUInt8 = kByte, kInt8 = kChar, kInt16 = kShort, kInt32 = kInt, kInt64 = kLong,
                     kFloat16 = kHalf, kFloat32 = kFloat, kFloat64 = kDouble,
                     kComplex64 = kComplexFloat, kComplex128 = kComplexDouble;
typedef ScalarType Dtype;
}  // namespace torch
