// Thrust's tuple. std's will not do: its assignment runs on the host only.
#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrust {
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
            class = typename std::enable_if<sizeof...(Others) == sizeof...(Rest)>::type,
            class = typename std::enable_if<std::is_constructible<Head, First>::value>::type>
  WARPCHECK_HD constexpr tuple(First &&first, Others &&...others)
      : head(static_cast<First &&>(first)), rest(static_cast<Others &&>(others)...) {}
  template <class... U_,
            class = typename std::enable_if<sizeof...(U_) == 1 + sizeof...(Rest)>::type>
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
  template <class A_, class B_> WARPCHECK_HD tuple &operator=(const std::pair<A_, B_> &other) {
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

template <size_t n, class Tuple> struct tuple_element;
template <class Head, class... Rest> struct tuple_element<0, tuple<Head, Rest...>> {
  typedef Head type;
};
template <size_t n, class Head, class... Rest>
struct tuple_element<n, tuple<Head, Rest...>> : tuple_element<n - 1, tuple<Rest...>> {};
template <class Tuple> struct tuple_size;
template <class... T>
struct tuple_size<tuple<T...>> : std::integral_constant<size_t, sizeof...(T)> {};

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
template <size_t n, class... T> WARPCHECK_HD constexpr const auto &get(const tuple<T...> &t) {
  return get_element<n>::of(t);
}

template <class... T>
WARPCHECK_HD constexpr tuple<typename std::decay<T>::type...> make_tuple(T &&...x) {
  return tuple<typename std::decay<T>::type...>(static_cast<T &&>(x)...);
}
template <class... T> WARPCHECK_HD tuple<T &...> tie(T &...x) { return tuple<T &...>(x...); }
}  // namespace thrust
