// How extensions register their functions and classes: pybind11, and torch's libraries and classes.
#pragma once
#include "tensor.h"

#ifndef TORCH_EXTENSION_NAME
#define TORCH_EXTENSION_NAME extension
#endif
#define PYBIND11_MODULE(name, module) static void pybind11_init_##name(pybind11::module_ &module)
#define TORCH_LIBRARY(name, module) static void torch_library_##name(torch::Library &module)
#define WARPCHECK_TORCH_JOIN(a, b) a##b
#define WARPCHECK_TORCH_PART(line, module) \
  static void WARPCHECK_TORCH_JOIN(torch_library_part_, line)(torch::Library &module)
#define TORCH_LIBRARY_FRAGMENT(name, module) WARPCHECK_TORCH_PART(__COUNTER__, module)
#define TORCH_LIBRARY_IMPL(name, key, module) WARPCHECK_TORCH_PART(__COUNTER__, module)
#define TORCH_SELECTIVE_NAME(name) name
#define TORCH_SELECTIVE_SCHEMA(schema) schema
#define TORCH_FN(f) (&f)

namespace pybind11 {
struct object {
  object() {}
  template <class T> T cast() const;
  template <class... A> object operator()(const A &...) const;
  object attr(const char *) const;
  template <class T> object operator[](const T &) const;
  bool is_none() const;
  void *ptr() const;
};
struct handle : object {};
struct bool_ : object {
  bool_(bool = false);
  operator bool() const;
};
struct int_ : object {
  int_(long long = 0);
  operator long long() const;
};
struct float_ : object {
  float_(double = 0);
  operator double() const;
};
struct none : object {};
struct str : object {
  template <class T> str(const T &);
  operator std::string() const;
};
struct bytes : object {
  template <class... A> bytes(const A &...);
  operator std::string() const;
};
struct list : object {
  template <class T> void append(const T &);
  size_t size() const;
};
struct dict : object {};
struct tuple : object {
  size_t size() const;
};
struct function : object {};
struct capsule : object {
  template <class... A> capsule(const A &...);
};
struct buffer_info {
  void *ptr;
  int64_t itemsize, size, ndim;
  std::string format;
  std::vector<int64_t> shape, strides;
  bool readonly;
};
struct buffer : object {
  buffer_info request(bool writable = false) const;
};
struct array : buffer {
  enum { c_style = 1, f_style = 2, forcecast = 16 };
  int64_t size() const, ndim() const, shape(int64_t) const, strides(int64_t) const, itemsize() const,
      nbytes() const;
  const int64_t *shape() const, *strides() const;
};
template <class T, int flags = 16> struct array_t : array {
  array_t();
  // From an extent, from extents in braces, or from extents, strides and data.
  template <class... A> explicit array_t(const A &...);
  array_t(std::initializer_list<int64_t>, const T * = nullptr, const object & = object());
  T *mutable_data() const;
  const T *data() const;
};
template <class... A> tuple make_tuple(const A &...);
template <class T> bool isinstance(const object &);
template <class T, class U> T cast(const U &);
template <class T> object cast(const T &);
struct arg {
  explicit arg(const char *);
  template <class T> arg &operator=(const T &);
  arg &noconvert(bool = true), &none(bool = true);
};
template <class... A> struct call_guard {};
template <class... A> struct keep_alive {};
template <class... A> struct init {
  init() {}
  template <class F> init(F &&) {}
};
template <class F> init(F &&) -> init<>;
template <class... A> struct overload_cast_to {
  template <class R> constexpr auto operator()(R (*f)(A...)) const { return f; }
  template <class R, class C> constexpr auto operator()(R (C::*f)(A...)) const { return f; }
  template <class R, class C>
  constexpr auto operator()(R (C::*f)(A...) const, std::true_type) const { return f; }
};
template <class... A> constexpr overload_cast_to<A...> overload_cast{};
constexpr std::true_type const_{};
struct gil_scoped_release {
  gil_scoped_release();
};
struct gil_scoped_acquire {
  gil_scoped_acquire();
};
struct module_local {
  module_local(bool = true);
};
struct arithmetic {};
enum class return_value_policy { automatic, automatic_reference, take_ownership, copy, move,
                                 reference, reference_internal };
struct module_ : object {
  template <class... A> module_ &def(const char *, A &&...);
  module_ def_submodule(const char *, const char * = nullptr);
  object attr(const char *) const;
  object &doc();
  static module_ import(const char *);
};
typedef module_ module;
template <class... T> struct class_ : object {
  template <class... A> class_(const A &...);
  template <class... A> class_ &def(A &&...);
  template <class... A> class_ &def_static(A &&...);
  template <class... A> class_ &def_readwrite(A &&...);
  template <class... A> class_ &def_readonly(A &&...);
  template <class... A> class_ &def_property(A &&...);
  template <class... A> class_ &def_property_readonly(A &&...);
};
template <class T> struct enum_ : object {
  template <class... A> enum_(const A &...);
  template <class... A> enum_ &value(A &&...);
  enum_ &export_values();
};
inline namespace literals {
arg operator""_a(const char *, size_t);
}
}  // namespace pybind11

namespace c10 {
struct OperatorHandle {
  template <class F> struct Typed {
    template <class... A> at::Tensor call(A &&...) const;
  };
  template <class F> Typed<F> typed() const;
};
struct Dispatcher {
  static Dispatcher &singleton();
  OperatorHandle findSchemaOrThrow(const char *name, const char *overload);
};
}  // namespace c10

namespace torch {
namespace py = pybind11;
template <class... A> pybind11::init<A...> init();
template <class F> pybind11::init<> init(F &&);
template <class T> struct class_ {
  class_(const std::string &, const std::string &);
  template <class... A> class_ &def(A &&...);
  template <class... A> class_ &def_static(A &&...);
  template <class... A> class_ &def_readwrite(A &&...);
  template <class... A> class_ &def_readonly(A &&...);
  template <class... A> class_ &def_property(A &&...);
  template <class... A> class_ &def_pickle(A &&...);
};
struct Library {
  template <class... A> Library &def(A &&...);
  template <class... A> Library &impl(A &&...);
  template <class T> torch::class_<T> class_(const std::string &);
};
template <class... A> at::Tensor dispatch(const A &...);
struct CppFunction {
  template <class F> CppFunction(const F &);
  static CppFunction makeFallthrough();
};
struct RegisterOperators {
  RegisterOperators();
  template <class... A> RegisterOperators(const std::string &, A &&...);
  template <class... A> RegisterOperators &op(const std::string &, A &&...);
};
namespace utils {
at::Tensor flatten_dense_tensors(at::TensorList);
std::vector<at::Tensor> unflatten_dense_tensors(const at::Tensor &, at::TensorList);
}  // namespace utils
namespace nn {
namespace functional {
struct PadFuncOptions {
  PadFuncOptions(std::vector<int64_t>);
  template <class T> PadFuncOptions &mode(const T &);
  PadFuncOptions &value(double);
};
at::Tensor pad(const at::Tensor &, const PadFuncOptions &);
}  // namespace functional
}  // namespace nn
namespace autograd {
typedef at::Tensor Variable;
template <class... A> bool any_variable_requires_grad(const A &...);
typedef std::vector<at::Tensor> variable_list, tensor_list;
struct AutogradContext {
  std::unordered_map<std::string, c10::IValue> saved_data;
  void save_for_backward(variable_list), mark_non_differentiable(const variable_list &),
      mark_dirty(const variable_list &), set_materialize_grads(bool);
  variable_list get_saved_variables() const;
  bool needs_input_grad(size_t) const;
};
// apply runs the forward pass of F, a class that derives from this class.
template <class F> struct Function {
  template <class... A> static auto apply(A &&...arguments) {
    return F::forward((AutogradContext *)nullptr, std::forward<A>(arguments)...);
  }
};
}  // namespace autograd
}  // namespace torch
namespace py = pybind11;
