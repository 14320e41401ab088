// What the host makes sure of before a launch holds in the kernel, if each launch with that block does so.

#include <cassert>
#include <cstdlib>
#include <stdexcept>

template <int Which>
__global__ void exchange(int n, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = out[i];
    out[i] = v + __shfl_xor_sync(0xffffffff, v, 1);
    __syncthreads();
    out[i] += v;
  }
}

void asGiven(int n, float *out) {
  if (n % 32 == 0)
    exchange<0><<<n / 32, 32>>>(n, out);
}

#define REQUIRE(condition) \
  do { \
    if (!(condition)) \
      throw std::invalid_argument(#condition); \
  } while (0)

void checked(int n, float *out) {
  REQUIRE(n > 0);
  REQUIRE(n % 64 == 0);
  exchange<1><<<n / 64, 64>>>(n, out);
}

void returned(long n, float *out) {
  if ((n & 127) != 0)
    return;
  dim3 grid(n / 128), block(128);
  exchange<2><<<grid, block>>>(n, out);
}

struct Sizes {
  int n;
};

void asserted(const Sizes &sizes, float *out) {
  assert(sizes.n % 256 == 0);
  exchange<3><<<sizes.n / 256, 256>>>(sizes.n, out);
}

// What a function asks, and a number that is rounded up before it is given.
static bool isWhole(int n) { return n > 0 && n % 64 == 0; }

void asked(int n, float *out) {
  if (!isWhole(n))
    return;
  exchange<4><<<n / 64, 64>>>(n, out);
  int padded = (n + 127) / 128 * 128;
  exchange<5><<<padded / 128, 128>>>(padded, out);
}

// The same kernel without the condition, another multiple, another number, a condition that is over.
template <int Which>
__global__ void wrong(int n, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] += __shfl_xor_sync(0xffffffff, out[i], 1); // want? potentially_not_participating_lane_in_mask "wrong<1> .*wrong<2> .*wrong<3> .*wrong<4> .*wrong<5> "
}

void unchecked(int n, float *out, bool isAligned) {
  if (n % 32 == 0)
    wrong<1><<<n / 32, 32>>>(n, out);
  else
    wrong<1><<<(n + 31) / 32, 32>>>(n, out);
  if (n % 16 == 0)
    wrong<2><<<(n + 31) / 32, 32>>>(n, out);
  if (n % 32 == 0) {
    n -= 3;
    wrong<3><<<(n + 31) / 32, 32>>>(n, out);
  }
  if (isAligned)
    out[0] = n % 32 == 0;
  wrong<4><<<n / 32 + 1, 32>>>(n, out);
}

void shorter(int n, float *out) { wrong<5><<<1, n>>>(n - 1, out); }

// Barriers behind a comparison with as many threads as there are, and a value that a case names.
__global__ void each(size_t n, int *out) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    __syncthreads();
    out[i] = i;
  }
}

void eachThread(size_t n, int *out) { each<<<1, n>>>(n, out); }

__global__ void first(int n, float *out) {
  if (threadIdx.x < n)
    out[threadIdx.x] += __shfl_xor_sync(0xffffffff, out[threadIdx.x], 1);
}

void byCase(int n, float *out) {
  switch (n) {
  case 64:
    first<<<1, 64>>>(n, out);
    break;
  case 128:
    first<<<1, 128>>>(n, out);
    break;
  default:
    std::abort();
  }
}

__global__ void atLeast(int n, float *out) {
  if (threadIdx.x < n)
    out[threadIdx.x] += __shfl_xor_sync(0xffffffff, out[threadIdx.x], 1);
}

__global__ void atMost(int n, float *out) {
  if (threadIdx.x < n)
    out[threadIdx.x] += __shfl_xor_sync(0xffffffff, out[threadIdx.x], 1); // want? potentially_not_participating_lane_in_mask "atMost "
}

void compared(int n, float *out) {
  if (n >= 256)
    atLeast<<<1, 256>>>(n, out);
  else
    atMost<<<1, 256>>>(n, out);
}

// A size that is computed and then checked is whole warps.
__global__ void whole(float *out) { out[threadIdx.x] += __shfl_xor_sync(0xffffffff, out[threadIdx.x], 16); }

void checkedSize(int width, int each, float *out) {
  int threads = width / each;
  REQUIRE(threads % 32 == 0);
  whole<<<1, threads>>>(out);
  if (width % 128 == 0)
    whole<<<1, width / 4>>>(out);
}
