// Thrust's containers, pointers, policies, functors and iterators. Pairs are the
// machine's std ones.
#pragma once
#include <nv/target>
#include <cfloat>
#include <cmath>
#include <complex>
#include <cstddef>
#include <iostream>
#include <iterator>
#include <limits>
#include <memory>
#include <random>
#include <stdexcept>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "tuple.h"

#define THRUST_VERSION 200800
#define THRUST_MAJOR_VERSION 2
#define THRUST_MINOR_VERSION 8
#define THRUST_SUBMINOR_VERSION 0
// A program may ask for Thrust in a namespace of its own.
#ifdef THRUST_CUB_WRAPPED_NAMESPACE
#define THRUST_WRAPPED_NAMESPACE THRUST_CUB_WRAPPED_NAMESPACE
#endif
#ifdef THRUST_WRAPPED_NAMESPACE
#define THRUST_NS_PREFIX namespace THRUST_WRAPPED_NAMESPACE {
#define THRUST_NS_POSTFIX }
#define THRUST_NS_QUALIFIER ::THRUST_WRAPPED_NAMESPACE::thrust
#endif
#ifndef THRUST_NS_PREFIX
#define THRUST_NS_PREFIX
#endif
#ifndef THRUST_NS_POSTFIX
#define THRUST_NS_POSTFIX
#endif
#ifndef THRUST_NS_QUALIFIER
#define THRUST_NS_QUALIFIER ::thrust
#endif
#define THRUST_NAMESPACE_BEGIN THRUST_NS_PREFIX namespace thrust {
#define THRUST_NAMESPACE_END } THRUST_NS_POSTFIX

THRUST_NAMESPACE_BEGIN
using ::cuda::std::get;
using ::cuda::std::make_tuple;
using ::cuda::std::tie;
using ::cuda::std::tuple;
using std::make_pair;
using std::pair;
using std::system_error;
using ::cuda::std::tuple_element;
using ::cuda::std::tuple_size;

// Execution policies: any object that derives from policy_base.
struct policy_base {};
template <class Derived = void> struct execution_policy : policy_base {
  template <class... A_> WARPCHECK_HD execution_policy on(A_...) const { return *this; }
  template <class... A_> WARPCHECK_HD execution_policy operator()(A_ &&...) const { return *this; }
};
static const execution_policy<> host, device, seq;
template <class T>
struct is_execution_policy
    : std::is_base_of<policy_base, typename std::remove_cv<typename std::remove_reference<T>::type>::type> {};
// Only a pointer is known to have elements one after the other in memory.
template <class T> struct is_contiguous_iterator : std::is_pointer<T> {};
template <class T> constexpr bool is_contiguous_iterator_v = is_contiguous_iterator<T>::value;
namespace cuda {
static const execution_policy<> par, par_nosync;
template <class Derived> using execution_policy = thrust::execution_policy<Derived>;
using thrust::pair;
}  // namespace cuda
namespace omp {
static const execution_policy<> par;
}
// The base classes from which libraries derive policies.
namespace cuda_cub {
template <class Derived> struct execute_on_stream_base : execution_policy<Derived> {
  execute_on_stream_base(cudaStream_t = nullptr) {}
};
template <class Derived>
struct execute_on_stream_nosync_base : execute_on_stream_base<Derived> {
  using execute_on_stream_base<Derived>::execute_on_stream_base;
};
}  // namespace cuda_cub
namespace detail {
template <class Derived> using execution_policy_base = execution_policy<Derived>;
template <class Allocator, template <class> class Base>
struct execute_with_allocator : Base<execute_with_allocator<Allocator, Base>> {
  template <class... A_> execute_with_allocator(A_ &&...) {}
};
}  // namespace detail
struct host_system_tag : execution_policy<> {};
struct device_system_tag : execution_policy<> {};
struct any_system_tag : execution_policy<> {};

template <class T> class device_ptr {
 public:
  typedef T value_type;
  typedef T &reference;
  typedef T *pointer;
  typedef ptrdiff_t difference_type;
  typedef std::random_access_iterator_tag iterator_category;
  WARPCHECK_HD device_ptr(T *p = nullptr) : p_(p) {}
  template <class U_> WARPCHECK_HD device_ptr(const device_ptr<U_> &other) : p_(other.get()) {}
  WARPCHECK_HD T *get() const { return p_; }
  WARPCHECK_HD T &operator*() const { return *p_; }
  WARPCHECK_HD T *operator->() const { return p_; }
  WARPCHECK_HD T &operator[](difference_type n) const { return p_[n]; }
  WARPCHECK_HD device_ptr operator+(difference_type n) const { return device_ptr(p_ + n); }
  WARPCHECK_HD device_ptr operator-(difference_type n) const { return device_ptr(p_ - n); }
  WARPCHECK_HD difference_type operator-(const device_ptr &o) const { return p_ - o.p_; }
  WARPCHECK_HD device_ptr &operator+=(difference_type n) { return p_ += n, *this; }
  WARPCHECK_HD device_ptr &operator-=(difference_type n) { return p_ -= n, *this; }
  WARPCHECK_HD device_ptr &operator++() { return ++p_, *this; }
  WARPCHECK_HD device_ptr operator++(int) { return device_ptr(p_++); }
  WARPCHECK_HD device_ptr &operator--() { return --p_, *this; }
  WARPCHECK_HD bool operator==(const device_ptr &o) const { return p_ == o.p_; }
  WARPCHECK_HD bool operator!=(const device_ptr &o) const { return p_ != o.p_; }
  WARPCHECK_HD bool operator<(const device_ptr &o) const { return p_ < o.p_; }
  WARPCHECK_HD explicit operator bool() const { return p_ != nullptr; }

 private:
  T *p_;
};
template <> class device_ptr<void> {
 public:
  WARPCHECK_HD device_ptr(void *p = nullptr) : p_(p) {}
  template <class U_> WARPCHECK_HD device_ptr(const device_ptr<U_> &other) : p_(other.get()) {}
  WARPCHECK_HD void *get() const { return p_; }

 private:
  void *p_;
};
template <class T> using device_reference = T &;
template <class T> WARPCHECK_HD device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <class T> WARPCHECK_HD device_ptr<T> device_pointer_cast(const device_ptr<T> &p) { return p; }
template <class T> WARPCHECK_HD T *raw_pointer_cast(T *p) { return p; }
template <class T> WARPCHECK_HD T *raw_pointer_cast(const device_ptr<T> &p) { return p.get(); }
template <class T> WARPCHECK_HD T &raw_reference_cast(T &x) { return x; }
template <class T> WARPCHECK_HD const T &raw_reference_cast(const T &x) { return x; }
template <class T = char> device_ptr<T> device_malloc(size_t count);
template <class P_> void device_free(P_ p);
template <class T> struct device_allocator {};
template <class T> struct device_malloc_allocator {};

// Vectors. Nothing is known about their elements.
template <class T, class Iterator> class vector_base {
 public:
  typedef T value_type;
  typedef size_t size_type;
  typedef T &reference;
  typedef const T &const_reference;
  typedef Iterator iterator;
  typedef Iterator const_iterator;
  typedef Iterator pointer;
  vector_base();
  template <class First, class... A_> explicit vector_base(const First &first, const A_ &...rest);
  vector_base(std::initializer_list<T> items);
  template <class Other> vector_base &operator=(const Other &other);
  vector_base(const vector_base &other);
  vector_base &operator=(const vector_base &other);
  ~vector_base();
  Iterator begin() const;
  Iterator end() const;
  Iterator cbegin() const;
  Iterator cend() const;
  Iterator data() const;
  std::reverse_iterator<Iterator> rbegin() const;
  std::reverse_iterator<Iterator> rend() const;
  size_t size() const;
  size_t capacity() const;
  bool empty() const;
  T &operator[](size_t n) const;
  T &front() const;
  T &back() const;
  void push_back(const T &value);
  void pop_back();
  void clear();
  void reserve(size_t n);
  void shrink_to_fit();
  void swap(vector_base &other);
  template <class... A_> void resize(size_t n, A_... fill);
  template <class... A_> void assign(A_... items);
  template <class... A_> Iterator insert(A_... items);
  template <class... A_> Iterator erase(A_... range);
};
template <class T, class Allocator = void>
struct device_vector : vector_base<T, device_ptr<T>> {
  using vector_base<T, device_ptr<T>>::vector_base;
  using vector_base<T, device_ptr<T>>::operator=;
  device_vector();
  template <class Other, class = typename Other::value_type> device_vector(const Other &other);
};
template <class T, class Allocator = void> struct host_vector : vector_base<T, T *> {
  using vector_base<T, T *>::vector_base;
  using vector_base<T, T *>::operator=;
  host_vector();
  Allocator get_allocator() const;
  template <class Other, class = typename Other::value_type> host_vector(const Other &other);
};
template <class T, class Allocator = void> using universal_vector = device_vector<T>;
namespace detail {
// The base class from which libraries derive vectors.
template <class T, class Allocator> struct vector_base : thrust::vector_base<T, device_ptr<T>> {
  typedef Allocator allocator_type;
  using thrust::vector_base<T, device_ptr<T>>::vector_base;
  using thrust::vector_base<T, device_ptr<T>>::operator=;
  vector_base();
  Allocator get_allocator() const;
};
template <class It, class Other> bool vector_equal(It first, It last, Other second);
}  // namespace detail
template <class T, class U_, class P_, class Other>
bool operator==(const vector_base<T, P_> &a, const std::vector<U_, Other> &b);
template <class T, class U_, class P_, class Other>
bool operator==(const std::vector<U_, Other> &a, const vector_base<T, P_> &b);

#define WARPCHECK_FUNCTOR(name, expression)                                              \
  template <class T = void> struct name {                                                \
    typedef T first_argument_type;                                                       \
    typedef T second_argument_type;                                                      \
    WARPCHECK_HD constexpr auto operator()(const T &a, const T &b) const {               \
      return expression;                                                                 \
    }                                                                                    \
  };                                                                                     \
  template <> struct name<void> {                                                        \
    template <class T, class U_>                                                         \
    WARPCHECK_HD constexpr auto operator()(const T &a, const U_ &b) const {              \
      return expression;                                                                 \
    }                                                                                    \
  };
WARPCHECK_FUNCTOR(plus, a + b)
WARPCHECK_FUNCTOR(minus, a - b)
WARPCHECK_FUNCTOR(multiplies, a *b)
WARPCHECK_FUNCTOR(divides, a / b)
WARPCHECK_FUNCTOR(modulus, a % b)
WARPCHECK_FUNCTOR(equal_to, a == b)
WARPCHECK_FUNCTOR(not_equal_to, a != b)
WARPCHECK_FUNCTOR(greater, a > b)
WARPCHECK_FUNCTOR(greater_equal, a >= b)
WARPCHECK_FUNCTOR(less, a < b)
WARPCHECK_FUNCTOR(less_equal, a <= b)
WARPCHECK_FUNCTOR(logical_and, a && b)
WARPCHECK_FUNCTOR(logical_or, a || b)
WARPCHECK_FUNCTOR(bit_and, a &b)
WARPCHECK_FUNCTOR(bit_or, a | b)
WARPCHECK_FUNCTOR(bit_xor, a ^ b)
WARPCHECK_FUNCTOR(maximum, a < b ? b : a)
WARPCHECK_FUNCTOR(minimum, b < a ? b : a)
#undef WARPCHECK_FUNCTOR
template <class T = void> struct identity {
  template <class U_> WARPCHECK_HD constexpr const U_ &operator()(const U_ &x) const { return x; }
};
template <class T = void, class U_ = T> struct project1st {
  WARPCHECK_HD constexpr const T &operator()(const T &a, const U_ &) const { return a; }
};
template <class T = void, class U_ = T> struct project2nd {
  WARPCHECK_HD constexpr const U_ &operator()(const T &, const U_ &b) const { return b; }
};
template <> struct project1st<void, void> {
  template <class T, class U_>
  WARPCHECK_HD constexpr const T &operator()(const T &a, const U_ &) const {
    return a;
  }
};
template <> struct project2nd<void, void> {
  template <class T, class U_>
  WARPCHECK_HD constexpr const U_ &operator()(const T &, const U_ &b) const {
    return b;
  }
};
template <class T = void> struct negate {
  template <class U_> WARPCHECK_HD constexpr U_ operator()(const U_ &x) const { return -x; }
};
template <class T = void> struct logical_not {
  template <class U_> WARPCHECK_HD constexpr bool operator()(const U_ &x) const { return !x; }
};
template <class T = void> struct square {
  template <class U_> WARPCHECK_HD constexpr U_ operator()(const U_ &x) const { return x * x; }
};
template <class A_, class R_> struct unary_function {
  typedef A_ argument_type;
  typedef R_ result_type;
};
template <class A_, class B_, class R_> struct binary_function {
  typedef A_ first_argument_type;
  typedef B_ second_argument_type;
  typedef R_ result_type;
};
namespace placeholders {
static const int _1 = 1, _2 = 2;
}

// Iterators that compute their values. Derived is the iterator that derives
// from this class, void if there is none. It is the type of the results.
template <class Value, class State, class Derived = void> class computed_iterator {
  typedef typename std::conditional<std::is_void<Derived>::value, computed_iterator, Derived>::type self;

 public:
  typedef Value value_type;
  typedef Value reference;
  typedef Value *pointer;
  typedef ptrdiff_t difference_type;
  typedef std::random_access_iterator_tag iterator_category;
  State state;
  WARPCHECK_HD explicit computed_iterator(State s = State()) : state(s) {}
  WARPCHECK_HD Value operator*() const { return __warpcheck_value(); }
  template <class D_> WARPCHECK_HD Value operator[](D_) const { return __warpcheck_value(); }
  template <class D_> WARPCHECK_HD self operator+(D_) const { return moved(); }
  WARPCHECK_HD self operator-(ptrdiff_t) const { return moved(); }
  WARPCHECK_HD ptrdiff_t operator-(const computed_iterator &) const;
  template <class D_> WARPCHECK_HD self &operator+=(D_) { return moved(); }
  WARPCHECK_HD self &operator++() { return moved(); }
  WARPCHECK_HD self operator++(int) { return moved(); }
  WARPCHECK_HD bool operator==(const computed_iterator &) const;
  WARPCHECK_HD bool operator!=(const computed_iterator &) const;
  WARPCHECK_HD bool operator<(const computed_iterator &) const;
  WARPCHECK_HD const State &get_iterator_tuple() const { return state; }
  WARPCHECK_HD const State &base() const { return state; }

 private:
  WARPCHECK_HD static Value __warpcheck_value();
  WARPCHECK_HD const self &moved() const { return static_cast<const self &>(*this); }
  WARPCHECK_HD self &moved() { return static_cast<self &>(*this); }
};
template <class It>
using iterator_value_t = typename std::decay<decltype(*std::declval<It &>())>::type;
template <class It> struct iterator_value {
  typedef iterator_value_t<It> type;
};
template <class It> struct iterator_difference {
  typedef ptrdiff_t type;
};
template <class It> using iterator_traits = std::iterator_traits<It>;
// The system whose memory an iterator points to.
template <class It> struct iterator_system {
  typedef any_system_tag type;
};
template <class T> struct iterator_system<T *> {
  typedef host_system_tag type;
};
template <class T> struct iterator_system<device_ptr<T>> {
  typedef device_system_tag type;
};

template <class Tuple> struct zipped;
template <class... It> struct zipped<tuple<It...>> {
  typedef tuple<iterator_value_t<It>...> type;
};
template <class Tuple>
using zip_iterator = computed_iterator<typename zipped<Tuple>::type, Tuple>;
template <class... It> WARPCHECK_HD auto make_zip_iterator(tuple<It...> at) {
  return zip_iterator<tuple<It...>>(at);
}
template <class First, class Second, class... It>
WARPCHECK_HD auto make_zip_iterator(First first, Second second, It... rest) {
  typedef tuple<First, Second, It...> at;
  return zip_iterator<at>(at(first, second, rest...));
}
template <class T, class... Unused>
struct counting_iterator : computed_iterator<T, T, counting_iterator<T, Unused...>> {
  counting_iterator() = default;
  WARPCHECK_HD explicit counting_iterator(T first)
      : computed_iterator<T, T, counting_iterator>(first) {}
};
template <class T> WARPCHECK_HD counting_iterator<T> make_counting_iterator(T first) {
  return counting_iterator<T>(first);
}
template <class T, class... Unused>
struct constant_iterator : computed_iterator<T, T, constant_iterator<T, Unused...>> {
  constant_iterator() = default;
  WARPCHECK_HD explicit constant_iterator(T value)
      : computed_iterator<T, T, constant_iterator>(value) {}
};
template <class T> WARPCHECK_HD constant_iterator<T> make_constant_iterator(T value) {
  return constant_iterator<T>(value);
}
template <class F_, class It>
using transformed_t = typename std::decay<decltype(std::declval<F_ &>()(*std::declval<It &>()))>::type;
template <class F_, class It, class... Unused>
struct transform_iterator
    : computed_iterator<transformed_t<F_, It>, It, transform_iterator<F_, It, Unused...>> {
  WARPCHECK_HD transform_iterator(It at, F_)
      : computed_iterator<transformed_t<F_, It>, It, transform_iterator>(at) {}
};
template <class F_, class It>
WARPCHECK_HD transform_iterator<F_, It> make_transform_iterator(It at, F_ f) {
  return transform_iterator<F_, It>(at, f);
}
template <class Values, class Indices>
struct permutation_iterator : computed_iterator<iterator_value_t<Values>, Values,
                                                permutation_iterator<Values, Indices>> {
  permutation_iterator() = default;
  WARPCHECK_HD permutation_iterator(Values at, Indices)
      : computed_iterator<iterator_value_t<Values>, Values, permutation_iterator>(at) {}
};
template <class Values, class Indices>
WARPCHECK_HD permutation_iterator<Values, Indices> make_permutation_iterator(Values v, Indices i) {
  return permutation_iterator<Values, Indices>(v, i);
}
template <class It> WARPCHECK_HD std::reverse_iterator<It> make_reverse_iterator(It at) {
  return std::reverse_iterator<It>(at);
}
template <class... Unused> using discard_iterator = computed_iterator<int, int>;
WARPCHECK_HD inline discard_iterator<> make_discard_iterator(int = 0) {
  return discard_iterator<>();
}
// The element of an iterator that can only be assigned to. It drops the value.
struct taken_value {
  template <class T> WARPCHECK_HD const taken_value &operator=(const T &) const { return *this; }
};
template <class F_, class It>
struct transform_output_iterator
    : computed_iterator<taken_value, It, transform_output_iterator<F_, It>> {
  WARPCHECK_HD transform_output_iterator(It at, F_)
      : computed_iterator<taken_value, It, transform_output_iterator>(at) {}
};
template <class F_, class It>
WARPCHECK_HD transform_output_iterator<F_, It> make_transform_output_iterator(It at, F_ f) {
  return transform_output_iterator<F_, It>(at, f);
}
template <class F_, class Index = ptrdiff_t>
struct tabulate_output_iterator
    : computed_iterator<taken_value, Index, tabulate_output_iterator<F_, Index>> {
  WARPCHECK_HD tabulate_output_iterator(F_, Index from = 0)
      : computed_iterator<taken_value, Index, tabulate_output_iterator>(from) {}
};
template <class F_, class Index = ptrdiff_t>
WARPCHECK_HD tabulate_output_iterator<F_, Index> make_tabulate_output_iterator(F_ f, Index from = 0) {
  return tabulate_output_iterator<F_, Index>(f, from);
}
template <class It> WARPCHECK_HD ptrdiff_t distance(It a, It b) { return b - a; }
template <class It, class D_> WARPCHECK_HD void advance(It &at, D_ n) { at += n; }
template <class T> WARPCHECK_HD void swap(T &a, T &b) {
  T old = a;
  a = b;
  b = old;
}
template <class T> WARPCHECK_HD const T &(max)(const T &a, const T &b) { return a < b ? b : a; }
template <class T> WARPCHECK_HD const T &(min)(const T &a, const T &b) { return b < a ? b : a; }

template <class It> using reverse_iterator = std::reverse_iterator<It>;
template <class It> WARPCHECK_HD It next(It at) { return at + 1; }
template <class It> WARPCHECK_HD It prev(It at) { return at - 1; }
template <class It> struct iterator_pointer {
  typedef typename iterator_traits<It>::pointer type;
};
template <class It> struct iterator_reference {
  typedef decltype(*std::declval<It &>()) type;
};
template <class It> using iterator_pointer_t = typename iterator_pointer<It>::type;
template <class It> using iterator_reference_t = typename iterator_reference<It>::type;
template <class It> using iterator_difference_t = typename iterator_difference<It>::type;
template <class It> using iterator_system_t = typename iterator_system<It>::type;
struct use_default {};
struct no_traversal_tag {};
struct incrementable_traversal_tag : no_traversal_tag {};
struct single_pass_traversal_tag : incrementable_traversal_tag {};
struct forward_traversal_tag : single_pass_traversal_tag {};
struct bidirectional_traversal_tag : forward_traversal_tag {};
struct random_access_traversal_tag : bidirectional_traversal_tag {};
template <class It> struct iterator_traversal {
  typedef random_access_traversal_tag type;
};
template <class It> using iterator_traversal_t = typename iterator_traversal<It>::type;
struct input_device_iterator_tag : std::input_iterator_tag {};
struct output_device_iterator_tag : std::output_iterator_tag {};
struct forward_device_iterator_tag : std::forward_iterator_tag {};
struct bidirectional_device_iterator_tag : std::bidirectional_iterator_tag {};
struct random_access_device_iterator_tag : std::random_access_iterator_tag {};
typedef std::input_iterator_tag input_host_iterator_tag;
typedef std::output_iterator_tag output_host_iterator_tag;
typedef std::forward_iterator_tag forward_host_iterator_tag;
typedef std::bidirectional_iterator_tag bidirectional_host_iterator_tag;
typedef std::random_access_iterator_tag random_access_host_iterator_tag;

// A function of several arguments, for a tuple of them.
template <class F_> struct zip_function {
  F_ f;
  WARPCHECK_HD explicit zip_function(F_ g) : f(g) {}
  template <class Tuple> WARPCHECK_HD decltype(auto) operator()(Tuple &&args) const {
    return apply(static_cast<Tuple &&>(args),
                 std::make_index_sequence<std::tuple_size<typename std::decay<Tuple>::type>::value>());
  }

 private:
  template <class Tuple, size_t... I_>
  WARPCHECK_HD decltype(auto) apply(Tuple &&args, std::index_sequence<I_...>) const {
    return f(get<I_>(args)...);
  }
};
template <class F_> WARPCHECK_HD zip_function<typename std::decay<F_>::type> make_zip_function(F_ &&f) {
  return zip_function<typename std::decay<F_>::type>(f);
}
template <class T> void device_delete(device_ptr<T> p, size_t n = 1);
template <class T, class... A_> device_ptr<T> device_new(A_ &&...);
template <class T, class... A_> WARPCHECK_HD T *malloc(const A_ &...);
template <class P_, class Pointer> WARPCHECK_HD void free(const P_ &, Pointer);
template <class T> using universal_ptr = device_ptr<T>;
template <class T, class...> using pointer = device_ptr<T>;
template <class T> using universal_host_pinned_vector = device_vector<T>;
template <class To, class T> WARPCHECK_HD device_ptr<To> static_pointer_cast(device_ptr<T> p) {
  return device_ptr<To>(static_cast<To *>(p.get()));
}
template <class To, class T> WARPCHECK_HD device_ptr<To> reinterpret_pointer_cast(device_ptr<T> p) {
  return device_ptr<To>(reinterpret_cast<To *>(p.get()));
}
using std::index_sequence;
using std::integer_sequence;
using std::make_index_sequence;
using std::make_integer_sequence;
template <class T> struct is_trivially_relocatable : std::is_trivially_copyable<T> {};
template <class T> struct proclaim_trivially_relocatable : std::false_type {};
template <class T> struct proclaim_contiguous_iterator : std::false_type {};
THRUST_NAMESPACE_END
