// What stands in templates that nobody instantiates and is followed as it is written: lambdas, whose captures clang leaves open
// there, destructors, operators and conversions of class templates, methods that are templates of known classes, and those of
// bases by this.

#include <cooperative_groups.h>

#define FULL 0xffffffffu

namespace cg = cooperative_groups;

template <class T> __global__ void named_lambda(T *p) {
  auto up = [](T v) { return __shfl_up_sync(FULL, v, 1); }; // want not_participating_lane_in_mask "Lane\(s\) 0 named"
  if (threadIdx.x % 32) p[0] = up(p[0]);
}

template <class T> __global__ void of_no_open_type(T *p) {
  const auto &wait = [=]() { __syncthreads(); }; // want divergent-syncthreads "lane 0 of a warp skip"
  if (threadIdx.x % 32) wait();
}

template <class T> __global__ void generic_lambda(T *p) {
  auto up = [&](auto v) { return __shfl_up_sync(FULL, v, 1); }; // want not_participating_lane_in_mask "Lane\(s\) 0 named"
  if (threadIdx.x % 32) p[0] = up(p[0]);
}

template <class T> __global__ void called_at_once(T *p) {
  if (threadIdx.x % 32) p[0] = [&](T v) { return __shfl_up_sync(FULL, v, 1); }(p[1]); // want not_participating_lane_in_mask "Lane\(s\) 0 named"
}

// What a lambda captures without saying so: by reference what it is when it is called, by copy what it was.
template <class T> __global__ void captured_by_reference(T *p) {
  int lane = threadIdx.x % 32;
  unsigned mask = 0xf;
  auto sum = [&](T v) {
    if (lane < 4) v += __shfl_xor_sync(mask, v, 1); // want not_participating_lane_in_mask "Lane\(s\) 4 named in sync mask 0b00000000000000000000000000011111 but do not participate in context.s. captured_by_reference"
    return v;
  };
  p[0] = sum(p[0]);
  mask = 0x1f;
  p[0] = sum(p[0]);
}

template <class T> __global__ void captured_by_copy(T *p) {
  int lane = threadIdx.x % 32;
  unsigned mask = 0xf;
  auto sum = [=](T v) {
    if (lane < 4) v += __shfl_xor_sync(mask, v, 1);
    return v;
  };
  mask = 0x1f;
  p[0] = sum(p[0]);
}

template <class T> __global__ void lambda_in_lambda(T *p) {
  unsigned mask = 0xfffffffe;
  auto outer = [&](T v) {
    auto inner = [&] { return __any_sync(mask, v > 0); }; // want participating_lane_not_in_mask "Lane\(s\) 0 participate"
    return inner();
  };
  p[0] = outer(p[0]);
}

// Destructors, of a class whose template is declared before it is defined, too.
template <class T> struct Guard;
template <class T> struct Guard {
  unsigned mask;
  __device__ Guard(unsigned m) : mask(m) {}
  __device__ ~Guard();
};
template <class T> __device__ Guard<T>::~Guard() { __syncwarp(mask); } // want not_participating_lane_in_mask "Lane\(s\) 0, 2, 4.* named in sync mask 0b11111111111111111111111111111111 but do not participate in context.s. guarded_branch"

template <class T> __global__ void guarded_branch(T *p) {
  if (threadIdx.x & 1) {
    Guard<T> guard(FULL);
    p[0] = 1;
  }
}

template <class T> __global__ void guarded_odd(T *p) {
  if (threadIdx.x & 1) {
    Guard<T> guard(0xaaaaaaaa);
    p[0] = 1;
  }
}

// Operators.
template <class T> struct Value {
  T v;
  __device__ Value &operator++() {
    v = __shfl_sync(FULL, v, 0); // want not_participating_lane_in_mask "incremented"
    return *this;
  }
  __device__ T operator[](int lane) const { return __shfl_sync(FULL, v, lane); } // want not_participating_lane_in_mask "indexed"
};

template <class T> __device__ Value<T> operator*(Value<T> a, Value<T> b) {
  return Value<T>{__shfl_sync(FULL, a.v * b.v, 0)}; // want not_participating_lane_in_mask "multiplied"
}

template <class T> __global__ void incremented(T *p) {
  Value<T> a{p[0]};
  if (threadIdx.x & 1) ++a;
  p[0] = a.v;
}

template <class T> __global__ void indexed(T *p) {
  Value<T> a{p[0]};
  if (threadIdx.x & 1) p[0] = a[3];
}

template <class T> __global__ void multiplied(T *p) {
  Value<T> a{p[0]}, b{p[1]};
  if (threadIdx.x & 1) a = a * b;
  p[0] = a.v;
}

template <class T> __global__ void by_all(T *p) {
  Value<T> a{p[0]};
  int i = a[3] > 0 ? 1 : 0;
  if (threadIdx.x & 1) p[i] = 1;
}

// Methods that are templates, of classes with known arguments: which the methods name.
template <int Width> struct Tile {
  unsigned mask = FULL;
  template <class T> __device__ T down(T v, int d) const { return __shfl_down_sync(mask, v, d, Width); } // want width_is_not_power_of_two "have width 24 in context.s. of_24"
  static __device__ unsigned all() { return Width == 32 ? FULL : (1u << Width) - 1; }
  // want? participating_lane_potentially_not_in_mask "in context\(s\) Tile::any"
  template <class T> static __device__ bool any(T v) { return __any_sync(all(), v != 0); } // want participating_lane_not_in_mask "Lane\(s\) 16 participate but are not named in the sync mask 0b00000000000000001111111111111111 in context.s. by_17"
};

template <class T> __global__ void of_24(T *p) {
  Tile<24> tile;
  p[0] = tile.down(p[0], 1);
}

template <class T> __global__ void by_16(T *p) {
  if (threadIdx.x % 32 < 16) p[0] = Tile<16>::any(p[0]);
}

template <class T> __global__ void by_17(T *p) {
  if (threadIdx.x % 32 < 17) p[0] = Tile<16>::any(p[0]);
}

struct Lanes {
  unsigned mask;
  template <class T> __device__ bool any(T v) { return __any_sync(mask, v != 0); } // want participating_lane_not_in_mask "Lane\(s\) 0 participate"
};

template <class T> __global__ void of_a_plain_class(T *p) {
  Lanes lanes{0xfffffffe};
  p[0] = lanes.any(p[0]);
}

template <class T> __global__ void of_a_group(T *p) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  T v = p[threadIdx.x];
  if (tile.meta_group_rank() % 4 == 0) v += tile.shfl_down(v, 4);
  if (threadIdx.x % 32 < 12) v += tile.shfl_xor(v, 4); // want not_participating_lane_in_mask "Lane\(s\) 12-15 named in sync mask 0b00000000000000001111111100000000"
  p[threadIdx.x] = v;
}

// A base's method by this.
template <class T> struct Base {
  __device__ void wait() { __syncthreads(); } // want divergent-syncthreads "skip this __syncthreads while others wait in of_the_base"
};

template <class T> struct Derived : Base<T> {
  __device__ void step() { this->wait(); }
};

template <class T> __global__ void of_the_base(T *p) {
  Derived<T> d;
  if (threadIdx.x & 1) d.step();
}
