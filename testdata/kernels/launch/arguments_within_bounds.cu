// An argument that host code computes has the bounds that the computation and the conditions before it imply.
#include <algorithm>
#include <cstdio>
#include <stdexcept>

#define VOTE if (threadIdx.x < n) out[threadIdx.x] = __any_sync(~0u, out[threadIdx.x])

__global__ void byMax(int n, int *out) { VOTE; }
__global__ void byLesserMax(int n, int *out) { VOTE; }     // want? potentially_not_participating_lane_in_mask "Lane"
__global__ void byClamp(int n, int *out) { VOTE; }
__global__ void byConditional(int n, int *out) { VOTE; }
__global__ void bySum(int n, int *out) { VOTE; }
__global__ void byLesserSum(int n, int *out) { VOTE; }     // want? potentially_not_participating_lane_in_mask "Lane"
__global__ void byIncrement(int n, int *out) { VOTE; }
__global__ void byHalf(int n, int *out) { VOTE; }
__global__ void byWrapped(unsigned n, int *out) { VOTE; }  // want? potentially_not_participating_lane_in_mask "Lane"
__global__ void byByte(unsigned char n, int *out) { VOTE; }  // want? potentially_not_participating_lane_in_mask "Lane"
__global__ void byRest(int n, int *out) { VOTE; }          // want not_participating_lane_in_mask "Lane"
__global__ void byRounded(int n, int *out) { VOTE; }
__global__ void byLambda(int n, int *out) { VOTE; }
__global__ void byReplaced(int n, int *out) { VOTE; }
__global__ void byEither(int n, int *out) { VOTE; }        // want? potentially_not_participating_lane_in_mask "Lane"

template <typename T> T roundedUp(T value, T by) { return (value + by - 1) / by * by; }

void launches(int n, unsigned u, int *out) {
  byMax<<<1, 32>>>(std::max(n, 32), out);
  byLesserMax<<<1, 32>>>(std::max(n, 31), out);
  byClamp<<<1, 32>>>(std::clamp(n, 32, 1024), out);
  byConditional<<<1, 32>>>(n < 32 ? 32 : n, out);
  byWrapped<<<1, 32>>>(u + 32, out);
  byByte<<<1, 32>>>(std::max(n, 32), out);
  byEither<<<1, 32>>>(out ? 31 : 40, out);
  int least = n;
  if (least < 32) least = 32;
  byReplaced<<<1, 32>>>(least, out);
  if (n < 1) return;
  byRest<<<1, 32>>>(n % 32 + 0, out);
  byRounded<<<1, 32>>>(roundedUp(n, 32), out);
  auto up = [](int x) { return (x + 31) / 32 * 32; };
  byLambda<<<1, 32>>>(up(n), out);
  if (n < 30) return;
  byLesserSum<<<1, 32>>>(n + 1, out);
  if (n < 31) return;
  bySum<<<1, 32>>>(n + 1, out);
  byIncrement<<<1, 32>>>(++n, out);
  if (n < 64) return;
  byHalf<<<1, 32>>>(n / 2, out);
}

// What runs before the program ends, or before a function returns, changes nothing for the code after the condition.
struct Sizes {
  int n;
};
__global__ void byThrow(int n, int *out) { VOTE; }
__global__ void byEarlyReturn(int n, int *out) { VOTE; }
__global__ void byCalled(int n, int *out) { VOTE; }        // want? potentially_not_participating_lane_in_mask "Lane"

void throws(const Sizes &sizes, int *out) {
  if (sizes.n < 32) throw std::runtime_error("too few");
  byThrow<<<1, 32>>>(sizes.n, out);
}

void reports(const Sizes &sizes, int *out) {
  if (sizes.n < 32) {
    printf("too few\n");
    return;
  }
  byEarlyReturn<<<1, 32>>>(sizes.n, out);
}

void mayChange();
void asks(const Sizes &sizes) {
  if (sizes.n < 40) {
    mayChange();
    return;
  }
}
void calls(const Sizes &sizes, int *out) {
  if (sizes.n < 32) return;
  asks(sizes);
  byCalled<<<1, 32>>>(sizes.n, out);
}

// A launch by a function passes the low bytes of an argument to a narrower parameter.
__global__ void byArray(int n, int *out) { VOTE; }
__global__ void byLowByte(unsigned char n, int *out) { VOTE; }  // want? potentially_not_participating_lane_in_mask "Lane"
__global__ void bySameByte(unsigned char n, int *out) { VOTE; }
__global__ void byForwarded(int n, int *out) { VOTE; }

void arrays(int n, unsigned char small, int *out) {
  if (n < 32 || small < 32) return;
  void *arguments[] = {&n, &out}, *narrow[] = {&small, &out};
  cudaLaunchKernel((const void *)byArray, dim3(1), dim3(32), arguments, 0, 0);
  cudaLaunchKernel((const void *)byLowByte, dim3(1), dim3(32), arguments, 0, 0);
  cudaLaunchKernel((const void *)bySameByte, dim3(1), dim3(32), narrow, 0, 0);
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 32;
  cudaLaunchKernelEx(&config, byForwarded, n, out);
}

// What names the object of a bound may change it later: a capture with an initialiser, and a reference to the greater one.
__global__ void byCapture(int n, int *out) { VOTE; }        // want? potentially_not_participating_lane_in_mask "Lane"
__global__ void byInvoked(int n, int *out) { VOTE; }        // want? potentially_not_participating_lane_in_mask "Lane"
__global__ void byReference(int n, int *out) { VOTE; }      // want? potentially_not_participating_lane_in_mask "Lane"
__global__ void byCopy(int n, int *out) { VOTE; }

void changed(int n, int m, int *out) {
  if (n < 32) n = 32;
  auto lower = [p = &n] { *p = 1; };
  lower();
  byCapture<<<1, 32>>>(n, out);
  if (m < 32) m = 32;
  [&less = m] { less = 2; }();
  byInvoked<<<1, 32>>>(m, out);
}

void refers(int n, int m, int *out) {
  const int copy = std::max(m, 32);
  const int &either = std::max(n, m);
  n = m = 7;
  byReference<<<1, 32>>>(either, out);
  byCopy<<<1, 32>>>(copy, out);
}

// A negative number is a large unsigned one. Its bits are few again.
__global__ void byBits(unsigned n, int *out) { VOTE; }  // want not_participating_lane_in_mask "Lane"

void bits(int n, int *out) {
  if (n > 0) return;
  byBits<<<1, 32>>>((unsigned)n >> 27, out);
}
