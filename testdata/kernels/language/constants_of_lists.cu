// What a list in braces comes to is a constant where the variable that it makes is one.
#include <algorithm>
#include <initializer_list>

constexpr int largest(std::initializer_list<int> sizes) { return std::max(sizes); }

template <int N> struct Sizes {
  static constexpr int lanes = largest({N * 4, 1});
};

template <class T> __global__ void first(int *out) {
  if (threadIdx.x % 32 < T::lanes)
    out[threadIdx.x] = __ballot_sync(0xff, 1);  // want participating_lane_not_in_mask "first<Sizes<8>>"
}
template __global__ void first<Sizes<2>>(int *);
template __global__ void first<Sizes<8>>(int *);
