template <typename F> __global__ void each(F f) { f(threadIdx.x); }
struct Host {
  int scale;
  __device__ int run(int x) const {
    auto f = [this, x](int y) { return scale * x + y; };
    return f(1);
  }
};
__global__ void capture(int *p, int n) {
  auto by_value = [=](auto i) { return p[i] + n; };
  auto by_reference = [&n, k = n + 1] { n += k; };
  by_value(3);
  by_reference();
  p[0] = Host{n}.run(2);
}
void go(int *p) {
  each<<<1, 64>>>([=] __device__(int i) { p[i] = 1; });
}
