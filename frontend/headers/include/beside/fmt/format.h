// {fmt}: functions with which host code makes texts. Nothing is known about the texts.
#pragma once
#include <cstdio>
#include <string>
#include <string_view>

namespace fmt {
using std::string_view;
template <class Char> using basic_string_view = std::basic_string_view<Char>;
struct format_error {
  format_error(const char *);
  const char *what() const;
};
struct context {
  char *out() const;
  template <class T> void advance_to(const T &);
};
using format_context = context;
struct format_parse_context {
  const char *begin() const, *end() const;
};
template <class T, class Char = char, class = void> struct formatter {
  template <class C> constexpr auto parse(C &c) { return c.begin(); }
  template <class U, class C> auto format(const U &, C &c) const { return c.out(); }
};
template <class T> struct runtime_format_string {};
template <class T> runtime_format_string<T> runtime(const T &);
template <class... A> using format_string = string_view;
struct memory_buffer {
  using value_type = char;
  void push_back(char), clear();
  size_t size() const;
  const char *data() const;
};
template <class... A> std::string format(const A &...);
template <class... A> std::string vformat(const A &...);
template <class... A> std::string sprintf(const A &...);
template <class... A> void print(const A &...);
template <class... A> void println(const A &...);
template <class... A> int printf(const A &...);
template <class Out, class... A> Out format_to(Out, const A &...);
template <class... A> size_t formatted_size(const A &...);
template <class... A> int make_format_args(const A &...);
template <class T> std::string to_string(const T &);
template <class... A> std::string join(const A &...);
template <class T> const void *ptr(const T &);
template <class T> int streamed(const T &);
template <class T> int underlying(const T &);

struct named_argument {
  template <class T> const named_argument &operator=(const T &) const;
};
template <class T> named_argument arg(const char *, const T &);
inline namespace literals {
named_argument operator""_a(const char *, size_t);
}
} // namespace fmt
