// The standard library's headers beside CUDA's, and std functions in kernels.
#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <math.h>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

__global__ void kernel(float *p, double *q, int n) {
  p[0] = std::sqrt(p[1]) + sqrt(p[2]) + std::max(p[3], p[4]) + std::abs(p[1]) + abs(p[4]);
  q[0] = pow(p[1], 2) + std::pow(q[2], 2.0) + fmin(p[1], p[2]) + round(p[2]) + exp10(q[2]);
  assert(n > 3);
  if (isnan(p[1]) || isinf(q[1]) || std::isnan(p[2])) p[0] = std::numeric_limits<float>::max();
  memcpy(p, q, 10);
  int *z = new int[3];
  delete[] z;
  free(malloc(n));
  printf("%d", n);
}

template <class F, F f> struct Released {
  template <class T> void operator()(T *p) const { f(p); }
};
using Freed = std::unique_ptr<char, Released<decltype(&std::free), std::free>>;

int main() {
  Freed freed;
  std::unique_ptr<char, decltype(&free)> own((char *)malloc(3), free);
  std::unique_ptr<char, decltype(std::free) *> other((char *)std::malloc(3), std::free);
  auto release = &free;
  release(malloc(3));
  auto print = &printf;
  print("%d", 3);
  std::vector<float> v(10);
  std::sort(v.begin(), v.end());
  std::complex<float> c(1, 2);
  std::mt19937 engine(1);
  std::cout << std::to_string(3) << std::abs(std::exp(c)) << engine() << std::endl;
  std::thread([] {}).join();
  kernel<<<1, 32>>>(v.data(), nullptr, 3);
  exit(0);
}
