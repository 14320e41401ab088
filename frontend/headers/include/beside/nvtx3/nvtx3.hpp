// NVTX for C++: ranges and marks, host calls only. The arguments of a range are not kept.
#pragma once
#include <cstdint>
#include <string>
#include <type_traits>
#include "nvToolsExt.h"

namespace nvtx3 {
inline namespace v1 {
struct rgb {
  constexpr rgb(uint8_t, uint8_t, uint8_t) noexcept {}
};
struct argb {
  constexpr argb(uint8_t, uint8_t, uint8_t, uint8_t) noexcept {}
};
struct color {
  constexpr explicit color(uint32_t) noexcept {}
  constexpr color(argb) noexcept {}
  constexpr color(rgb) noexcept {}
};
struct category {
  constexpr explicit category(uint32_t) noexcept {}
};
template <class Domain> struct named_category_in : category {
  template <class Name> explicit named_category_in(uint32_t id, const Name &) : category(id) {}
  template <class C_> static const named_category_in &get();
};
template <class Domain> struct registered_string_in {
  template <class Text> explicit registered_string_in(const Text &) noexcept {}
  template <class M_> static const registered_string_in &get();
};
struct message {
  message(const char *) noexcept {}
  message(const wchar_t *) noexcept {}
  message(const std::string &) noexcept {}
  message(const std::wstring &) noexcept {}
  template <class Domain> message(const registered_string_in<Domain> &) noexcept {}
};
struct payload {
  template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>
  explicit payload(T) noexcept {}
};
struct event_attributes {
  event_attributes() noexcept {}
  template <class First, class... A_,
            class = std::enable_if_t<!std::is_same<std::decay_t<First>, event_attributes>::value>>
  explicit event_attributes(const First &, const A_ &...) noexcept {}
};
struct domain {
  struct global {};
  template <class Domain = global> static const domain &get();
};

typedef named_category_in<domain::global> named_category;
typedef registered_string_in<domain::global> registered_string;

// A range lives as long as the object.
template <class Domain = domain::global> class scoped_range_in {
 public:
  template <class... A_> explicit scoped_range_in(const A_ &...) noexcept {}
  scoped_range_in(const scoped_range_in &) = delete;
  scoped_range_in &operator=(const scoped_range_in &) = delete;
  ~scoped_range_in() noexcept {}
};
typedef scoped_range_in<> scoped_range;
template <class Domain = domain::global> class unique_range_in {
 public:
  template <class... A_> explicit unique_range_in(const A_ &...) noexcept {}
  unique_range_in(unique_range_in &&) noexcept {}
  unique_range_in &operator=(unique_range_in &&) noexcept { return *this; }
  ~unique_range_in() noexcept {}
};
typedef unique_range_in<> unique_range;

struct range_handle {};
template <class Domain = domain::global, class... A_> range_handle start_range_in(const A_ &...);
template <class... A_> range_handle start_range(const A_ &...);
template <class Domain = domain::global> void end_range_in(range_handle);
inline void end_range(range_handle) {}
template <class Domain = domain::global, class... A_> void mark_in(const A_ &...);
template <class... A_> void mark(const A_ &...);
}  // namespace v1
}  // namespace nvtx3

#define NVTX3_FUNC_RANGE_IN(domain) ::nvtx3::scoped_range_in<domain> nvtx3_range__{__func__}
#define NVTX3_FUNC_RANGE() NVTX3_FUNC_RANGE_IN(::nvtx3::domain::global)
#define NVTX3_FUNC_RANGE_IF_IN(domain, condition) NVTX3_FUNC_RANGE_IN(domain)
#define NVTX3_FUNC_RANGE_IF(condition) NVTX3_FUNC_RANGE()
