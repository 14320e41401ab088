// A lambda in a template that nobody instantiates is checked alone, and what it captures is given to it as arguments are:
// a mask among that names the lanes that enter.

template <typename T, typename F> __device__ T apply(const T &value, const F &f);

template <typename T> __device__ T shuffled(unsigned mask, const T &value, int from, int width = 32) {
  const auto &f = [&](int x) { return __shfl_sync(mask, x, from, width); };
  return apply(value, f);
}

template <typename T> __device__ T of_a_neighbour(unsigned mask, const T &value) {
  auto f = [=](int x) { return __shfl_xor_sync(mask, x, 1); };
  return apply(value, f);
}

template <typename T> __device__ T of_those_above(const T &value, const T &least) {
  unsigned mask = __ballot_sync(~0u, value > least);
  if (value > least) {
    auto f = [&](int x) { return __shfl_sync(mask, x, __ffs(mask) - 1); };
    return apply(value, f);
  }
  return value;
}

template <typename T> __device__ T of_lane_0_alone(const T &value) {
  auto f = [&](int x) {
    return __shfl_sync(1u, x, 0);  // want participating_lane_not_in_mask "Lane.s. 1-31"
  };
  return apply(value, f);
}
