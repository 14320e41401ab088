// Values that travel through classes and functions of the standard library.
#include <array>
#include <limits>
#include <tuple>
#include <utility>

__global__ void moved(int n, int m) {
  int a = n, b = m;
  auto t = std::move(a);
  a = std::move(b);
  b = std::move(t);
  if (a > 3 && b < 2)
    __syncwarp();
}

template <class F, class... A> __device__ decltype(auto) call(F &&f, A &&...a) {
  return std::forward<F>(f)(std::forward<A>(a)...);
}

__global__ void forwarded(int n) {
  if (call([&](int x) { return x + n; }, n) > 3)
    __syncwarp();
  if (call([&](int x) { return x + n; }, threadIdx.x) > 3)
    __syncwarp(); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void pairs(int n) {
  std::pair<int, int> p(n, threadIdx.x);
  auto [same, own] = std::move(p);
  if (same > 3)
    __syncwarp();
  if (own > n)
    __syncwarp(); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void tuples(int n, int m) {
  auto t = std::make_tuple(n, 4.f, m);
  if (std::get<0>(t) > 3)
    __syncwarp();
  const auto &[from, scale, to] = t;
  for (int i = from; i < to; i++)
    __syncwarp();
}

__global__ void arrays(int n) {
  std::array<int, 3> a = {n, 1, 2};
  for (int v : a)
    if (v > a.front())
      __syncwarp();
}

// A function without arguments.
__global__ void least(const float *d, float *out) {
  float most = std::numeric_limits<float>::max(), x = most;
  if (d[threadIdx.x] < x)
    x = d[threadIdx.x];
  for (int i = 16; i > 0; i /= 2)
    x = fminf(x, __shfl_xor_sync(~0u, x, i));
  if (most > d[0])
    __syncwarp();
  out[threadIdx.x] = x;
}
