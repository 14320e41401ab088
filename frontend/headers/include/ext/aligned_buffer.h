// Memory for one object, in the nodes of libstdc++'s containers. The original has a class with a member
// of the object's type. As C++20, clang 15 crashes at that class if the object's type is no literal type.
#pragma once
#define _ALIGNED_BUFFER_H 1

namespace __gnu_cxx {
template <class T> struct __aligned_membuf {
  alignas(T) unsigned char _M_storage[sizeof(T)];
  __aligned_membuf() = default;
  __aligned_membuf(decltype(nullptr)) {}
  void *_M_addr() noexcept { return _M_storage; }
  const void *_M_addr() const noexcept { return _M_storage; }
  T *_M_ptr() noexcept { return static_cast<T *>(_M_addr()); }
  const T *_M_ptr() const noexcept { return static_cast<const T *>(_M_addr()); }
};
template <class T> using __aligned_buffer = __aligned_membuf<T>;
}  // namespace __gnu_cxx
