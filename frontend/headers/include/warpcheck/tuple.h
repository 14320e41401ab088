// cuda::std's tuple, which Thrust uses too. The machine's tuple
// cannot replace it: its assignment runs on the host only.
#pragma once
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cuda {
namespace std {
using namespace ::std;
using ::std::get;
template <class... T> struct tuple;
template <> struct tuple<> {
  WARPCHECK_HD constexpr bool operator==(const tuple &) const { return true; }
  WARPCHECK_HD constexpr bool operator<(const tuple &) const { return false; }
};
template <class Head, class... Rest> struct tuple<Head, Rest...> {
  Head head;
  tuple<Rest...> rest;

  WARPCHECK_HD constexpr tuple() : head(), rest() {}
  template <class First, class... Others,
            class = typename ::std::enable_if<sizeof...(Others) == sizeof...(Rest)>::type,
            class = typename ::std::enable_if<::std::is_constructible<Head, First>::value>::type>
  WARPCHECK_HD constexpr tuple(First &&first, Others &&...others)
      : head(static_cast<First &&>(first)), rest(static_cast<Others &&>(others)...) {}
  template <class... U_,
            class = typename ::std::enable_if<sizeof...(U_) == 1 + sizeof...(Rest)>::type>
  WARPCHECK_HD constexpr tuple(const tuple<U_...> &other) : head(other.head), rest(other.rest) {}
  WARPCHECK_HD constexpr tuple(const tuple &other) : head(other.head), rest(other.rest) {}
  WARPCHECK_HD tuple &operator=(const tuple &other) {
    head = other.head;
    rest = other.rest;
    return *this;
  }
  template <class... U_> WARPCHECK_HD tuple &operator=(const tuple<U_...> &other) {
    head = other.head;
    rest = other.rest;
    return *this;
  }
  template <class A_, class B_> WARPCHECK_HD tuple &operator=(const ::std::pair<A_, B_> &other) {
    head = other.first;
    rest.head = other.second;
    return *this;
  }
  WARPCHECK_HD constexpr bool operator==(const tuple &o) const {
    return head == o.head && rest == o.rest;
  }
  WARPCHECK_HD constexpr bool operator!=(const tuple &o) const { return !(*this == o); }
  WARPCHECK_HD constexpr bool operator<(const tuple &o) const {
    return head < o.head || !(o.head < head) && rest < o.rest;
  }
  WARPCHECK_HD constexpr bool operator>(const tuple &o) const { return o < *this; }
};

// Templates of libcu++ itself: a program may specialise them for its own types.
template <class T> struct tuple_size : ::std::tuple_size<T> {};
template <class T> constexpr size_t tuple_size_v = tuple_size<T>::value;
template <size_t n, class T> struct tuple_element : ::std::tuple_element<n, T> {};
template <size_t n, class T> using tuple_element_t = typename tuple_element<n, T>::type;

template <size_t n, class Tuple> struct element_of;
template <class Head, class... Rest> struct element_of<0, tuple<Head, Rest...>> {
  typedef Head type;
};
template <size_t n, class Head, class... Rest>
struct element_of<n, tuple<Head, Rest...>> : element_of<n - 1, tuple<Rest...>> {};

template <size_t n> struct get_element {
  template <class Tuple> static WARPCHECK_HD constexpr auto &of(Tuple &t) {
    return get_element<n - 1>::of(t.rest);
  }
};
template <> struct get_element<0> {
  template <class Tuple> static WARPCHECK_HD constexpr auto &of(Tuple &t) { return t.head; }
};
template <size_t n, class... T> WARPCHECK_HD constexpr auto &get(tuple<T...> &t) {
  return get_element<n>::of(t);
}
template <size_t n, class... T> WARPCHECK_HD constexpr auto &get(const tuple<T...> &t) {
  return get_element<n>::of(t);
}

template <size_t n, class... T> WARPCHECK_HD constexpr auto &&get(tuple<T...> &&t) {
  return static_cast<typename element_of<n, tuple<T...>>::type &&>(get_element<n>::of(t));
}

template <class... T>
WARPCHECK_HD constexpr tuple<typename ::std::decay<T>::type...> make_tuple(T &&...x) {
  return tuple<typename ::std::decay<T>::type...>(static_cast<T &&>(x)...);
}
template <class... T> WARPCHECK_HD tuple<T &...> tie(T &...x) { return tuple<T &...>(x...); }

template <class F_, class Tuple, size_t... n>
WARPCHECK_HD constexpr decltype(auto) apply_to(F_ &&f, Tuple &&t, ::std::index_sequence<n...>) {
  return static_cast<F_ &&>(f)(get<n>(t)...);
}
template <class F_, class Tuple> WARPCHECK_HD constexpr decltype(auto) apply(F_ &&f, Tuple &&t) {
  constexpr size_t size = tuple_size<typename ::std::decay<Tuple>::type>::value;
  return apply_to(static_cast<F_ &&>(f), t, ::std::make_index_sequence<size>());
}
template <class... A_, class... B_, size_t... n, size_t... m>
WARPCHECK_HD constexpr tuple<A_..., B_...> joined(const tuple<A_...> &a, const tuple<B_...> &b,
                                                  ::std::index_sequence<n...>,
                                                  ::std::index_sequence<m...>) {
  return tuple<A_..., B_...>(get<n>(a)..., get<m>(b)...);
}
template <class... A_> WARPCHECK_HD constexpr tuple<A_...> tuple_cat(const tuple<A_...> &a) {
  return a;
}
template <class... A_, class... B_, class... Rest>
WARPCHECK_HD constexpr auto tuple_cat(const tuple<A_...> &a, const tuple<B_...> &b,
                                      const Rest &...rest) {
  return tuple_cat(joined(a, b, ::std::index_sequence_for<A_...>(),
                          ::std::index_sequence_for<B_...>()),
                   rest...);
}
}  // namespace std
}  // namespace cuda

// Specialisations for structured bindings.
namespace std {
template <class... T>
struct tuple_size<::cuda::std::tuple<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <size_t n, class... T>
struct tuple_element<n, ::cuda::std::tuple<T...>>
    : ::cuda::std::element_of<n, ::cuda::std::tuple<T...>> {};
}  // namespace std
