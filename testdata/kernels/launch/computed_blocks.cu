// A block whose size the host computes is what the arithmetic makes of it: any number up to a
// bound, multiples, powers of two. An argument alone shows nothing, and is whole warps.

#include <algorithm>
#include <vector>

template <int Which>
__global__ void sum(const float *in, float *out) {
  float v = in[threadIdx.x];
  // want?[lockstep] potentially_not_participating_lane_in_mask "sum<1> \[block 1-1023, "
  v += __shfl_xor_sync(0xffffffff, v, 1); // want? potentially_source_lane_not_in_mask "sum<1> \[block 1-1023, .*sum<2> \[block 1-1024, .*sum<3> \[block 1-256, .*sum<4>"
  out[threadIdx.x] = v;
}

void byCondition(const float *in, float *out, int n) {
  int threads = n < 1024 ? n : 1024;
  sum<1><<<1, threads>>>(in, out);
}

void byMinimum(const float *in, float *out, int n, int most) { sum<2><<<1, std::min(n, most)>>>(in, out); }

void rounded(const float *in, float *out, int n) {
  int threads = (std::min(n, 1023) + 3) / 4;
  sum<3><<<1, threads>>>(in, out);
}

// One side launches all there is, the other the most that is possible.
void bySide(const float *in, float *out, unsigned n) {
  if (n <= 1024)
    sum<4><<<1, n>>>(in, out);
  else
    sum<4><<<n / 1024, 1024>>>(in, out);
}

// Nothing is shown of these, or that they are whole warps.
template <int Which>
__global__ void whole(const float *in, float *out) {
  float v = in[threadIdx.x];
  v += __shfl_xor_sync(0xffffffff, v, 1);
  out[threadIdx.x] = v;
}

void given(const float *in, float *out, int threads) {
  if (threads > 1024)
    return;
  whole<1><<<1, threads>>>(in, out);
  whole<2><<<1, threads + 64>>>(in, out);
}

void roundedUp(const float *in, float *out, int n) {
  whole<3><<<1, (std::min(n, 1024) + 31) / 32 * 32>>>(in, out);
  whole<4><<<1, (std::min(n, 512) + 31) & ~31>>>(in, out);
  whole<5><<<1, 32 * ((std::min(n, 512) + 31) / 32)>>>(in, out);
  int m = std::min(n, 512);
  whole<6><<<1, m + 32 - m % 32>>>(in, out);
  whole<7><<<1, n < 512 ? 64 : 1024>>>(in, out);
}

// Steps of a whole warp, and doubling from one on.
void inSteps(const float *in, float *out, int n) {
  int threads = 32;
  while (threads < n)
    threads += 32;
  whole<8><<<1, threads>>>(in, out);
  int doubled = 64;
  for (; doubled < n; doubled <<= 1)
    ;
  whole<9><<<1, doubled>>>(in, out);
  int halved = 1024;
  while (halved > 32 && halved > n)
    halved /= 2;
  whole<10><<<1, halved>>>(in, out);
}

// Powers of two: below a warp there are only some lanes, above it whole warps.
template <int Which>
__global__ void power(const float *in, float *out) {
  float v = in[threadIdx.x];
  // want?[lockstep] potentially_not_participating_lane_in_mask "power<1> \[block 1, 2, ..., 1024, "
  v += __shfl_xor_sync(0xffffffff, v, 16); // want? potentially_source_lane_not_in_mask "power<1> \[block 1, 2, ..., 1024, .*power<2> .*power<3> .*power<4>"
  if (threadIdx.x >= 32)
    v += __shfl_xor_sync(0xffffffff, v, 16);
  out[threadIdx.x] = v;
}

static unsigned nextPowerOfTwo(unsigned x) {
  --x;
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  x |= x >> 16;
  return ++x;
}

void powers(const float *in, float *out, int n, int k) {
  int threads = 1;
  while (threads < n)
    threads *= 2;
  power<1><<<1, threads>>>(in, out);
  power<2><<<1, 1 << k>>>(in, out);
  power<3><<<1, n < 2048 ? nextPowerOfTwo((n + 1) / 2) : 1024>>>(in, out);
  int halved = 1024;
  while (halved > n)
    halved >>= 1;
  power<4><<<1, halved>>>(in, out);
}

// Multiples of 8: of a group of 8 lanes all are there.
__global__ void groups(const float *in, float *out) {
  float v = in[threadIdx.x];
  v += __shfl_xor_sync(0xffffffff, v, 4); // want?[lockstep] potentially_not_participating_lane_in_mask "groups "
  // want?[lockstep] potentially_not_participating_lane_in_mask "groups "
  v += __shfl_xor_sync(0xffffffff, v, 8); // want? potentially_source_lane_not_in_mask "groups \[block 8, 16, ..., 1024, "
  out[threadIdx.x] = v;
}

void ofEight(const float *in, float *out, int n) { groups<<<1, (std::min(n, 1024) + 7) / 8 * 8>>>(in, out); }

// Rows of 16, an odd number of which leaves half a warp; and a few sizes of blocks, of which one
// is a whole warp.
__global__ void rows(const float *in, float *out) {
  float v = in[threadIdx.y];
  v += __shfl_xor_sync(0xffffffff, v, 8); // want?[lockstep] potentially_not_participating_lane_in_mask "rows "
  // want?[lockstep] potentially_not_participating_lane_in_mask "rows "
  v += __shfl_xor_sync(0xffffffff, v, 16); // want? potentially_source_lane_not_in_mask "rows \[block 16x\(1-7\), "
  out[threadIdx.y] = v;
}

__global__ void columns(const float *in, float *out) {
  float v = in[threadIdx.y];
  // want?[lockstep] potentially_not_participating_lane_in_mask "columns \[block 1x8, "
  v += __shfl_xor_sync(0xffffffff, v, 16); // want? potentially_source_lane_not_in_mask "columns \[block 1x8, "
  out[threadIdx.y] = v;
}

void ofRows(const float *in, float *out, int n) {
  rows<<<1, dim3(16, std::min(n, 8))>>>(in, out);
  columns<<<1, dim3(std::min(n, 4), 8)>>>(in, out);
}

// The power of two that is not above n, as a function of bits that nobody follows.
static int lastPower(unsigned n) {
  n |= n >> 1;
  n |= n >> 2;
  n |= n >> 4;
  n |= n >> 8;
  n |= n >> 16;
  return n - (n >> 1);
}

__global__ void inPowers() {
  if (blockDim.x == 11 && threadIdx.x < 3)
    __syncwarp();
}

void launchInPowers(unsigned rows, unsigned n) {
  int y = min(lastPower(rows), 16);
  int x = max(1, min(512 / y, lastPower(n)));
  inPowers<<<1, dim3(x, y)>>>();
}

// What a member, an object that is referred to, or a global variable holds may be any number, too.
template <int Which>
__global__ void found(const float *in, float *out) {
  float v = in[threadIdx.x];
  // want?[lockstep] potentially_not_participating_lane_in_mask "found<1> "
  v += __shfl_down_sync(0xffffffff, v, 1); // want? potentially_source_lane_not_in_mask "found<1> .*found<2> .*found<3> .*found<4> .*found<5> .*found<6> "
  out[threadIdx.x] = v;
}

struct Options {
  int threads;
};

int threadsOfAll;

struct Sum {
  const float *in;
  float *out;
  int size;
  int length() const { return size; }
  void run() { found<1><<<1, std::min(length(), 256)>>>(in, out); }
};

void referred(const float *in, float *out, const Options &o, const int *sizes, int at) {
  found<2><<<1, o.threads > 256 ? 256 : o.threads>>>(in, out);
  found<3><<<1, std::min(sizes[at], 256)>>>(in, out);
  int threads = threadsOfAll < 256 ? threadsOfAll : 256;
  found<4><<<1, threads>>>(in, out);
  found<5><<<1, std::clamp(at, 32, 128)>>>(in, out);
  whole<8><<<1, o.threads>>>(in, out);
}

template <typename T>
const T &lower(const T &a, const T &b) {
  return b < a ? b : a;
}

void byReference(const float *in, float *out, int n, const cudaDeviceProp &of) {
  found<6><<<1, lower(n, 512)>>>(in, out);
  whole<9><<<1, std::min(of.maxThreadsPerBlock, 512)>>>(in, out);
}

// How much data there is, in a container; a size beside one that is given; the answer of the runtime, and less than it.
template <int Which>
__global__ void counted(const float *in, float *out) {
  float v = in[threadIdx.x];
  // want?[lockstep] potentially_not_participating_lane_in_mask "counted<1> "
  v += __shfl_down_sync(0xffffffff, v, 1); // want? potentially_source_lane_not_in_mask "counted<1> .*counted<2> .*counted<3> .*counted<4> .*counted<5> "
  out[threadIdx.x] = v;
}

void ofContainers(const std::vector<float> &list, std::vector<float> *other, float *out) {
  counted<1><<<1, list.size()>>>(list.data(), out);
  int n = other->size();
  counted<2><<<1, n>>>(list.data(), out);
  whole<10><<<1, (list.size() + 31) / 32 * 32>>>(list.data(), out);
  if (list.size() == 64)
    whole<11><<<1, list.size()>>>(list.data(), out);
}

void beside(const float *in, float *out, int n) {
  counted<3><<<1, n - 1>>>(in, out);
  counted<4><<<1, 1 + n>>>(in, out);
  whole<12><<<1, n + 32>>>(in, out);
}

void asTheRuntimeSays(const float *in, float *out, int n) {
  int grid, block;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, whole<13>, 0, 0);
  whole<13><<<grid, block>>>(in, out);
  block = std::min(block, n);
  counted<5><<<1, block>>>(in, out);
}
