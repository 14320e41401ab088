// A block that the host computes of what it is given is any number that the arithmetic allows, and has whole warps where
// that shows it.

#include <algorithm>

template <int Which>
__global__ void part(const float *in, float *out) {
  float v = in[threadIdx.x];
  // want?[lockstep] potentially_not_participating_lane_in_mask "part<1> "
  v += __shfl_xor_sync(0xffffffff, v, 16); // want? potentially_source_lane_not_in_mask "part<1> \[block 1-1024, .*part<2> .*part<3> .*part<4> .*part<5> .*part<6> .*part<7> .*part<8> .*part<9>"
  out[threadIdx.x] = v;
}

void quotients(const float *in, float *out, int items, int each, int shift) {
  part<1><<<1, items / 6>>>(in, out);
  part<2><<<1, std::min(items / each, 1024)>>>(in, out);
  part<3><<<1, 960 / each>>>(in, out);
  part<4><<<1, items >> shift>>>(in, out);
}

struct Tile {
  int items, each;
  int threads() const { return items * each; }
};

void halved(const float *in, float *out, int threads, int step, const Tile &tile) {
  while (threads > 512)
    threads /= 2;
  part<5><<<1, threads>>>(in, out);
  int sum = step;
  while (sum < 200)
    sum += step;
  part<6><<<1, sum>>>(in, out);
  part<7><<<1, tile.threads()>>>(in, out);
}

void chosen(const float *in, float *out, int items, bool isWide, int which) {
  int threads;
  if (isWide)
    threads = items / 2;
  else
    threads = items / 4;
  part<8><<<1, threads>>>(in, out);
  int all[] = {items / 3, items / 9, 48};
  part<9><<<1, all[which]>>>(in, out);
}

// Multiples of 20 begin with 20, powers of two with 1, and what occupies the device best may be the limit.
__global__ void twenties(const float *in, float *out) {
  // want?[lockstep] potentially_not_participating_lane_in_mask "twenties "
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, in[threadIdx.x], 16); // want? potentially_source_lane_not_in_mask "block of 20 threads in twenties \[block 20, 40, ..., 1020, "
}

__global__ void shifted(const float *in, float *out) {
  // want?[lockstep] potentially_not_participating_lane_in_mask "shifted "
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, in[threadIdx.x], 16); // want? potentially_source_lane_not_in_mask "shifted \[block 1, 2, ..., 256, "
}

__global__ void limited(const float *in, float *out) {
  // want?[lockstep] potentially_not_participating_lane_in_mask "limited "
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, in[threadIdx.x], 16); // want? potentially_source_lane_not_in_mask "limited \[block 32, 40, ..., 200, "
}

void facts(const float *in, float *out, int rows, int by) {
  twenties<<<1, rows * 20>>>(in, out);
  shifted<<<1, 256 >> by>>>(in, out);
  int grid, block;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, limited, 0, 200);
  limited<<<grid, block>>>(in, out);
}

// Several dimensions: the smallest block that is no whole warps is the example.
__global__ void in_steps(const float *in, float *out) {
  // want?[lockstep] potentially_not_participating_lane_in_mask "in_steps "
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, in[threadIdx.x], 1); // want? potentially_source_lane_not_in_mask "block of 3 threads in in_steps \[block \?x3, "
}

// In a block of 17 columns the second warp has two threads.
__global__ void second_warp(const float *in, float *out) {
  if (threadIdx.y * blockDim.x + threadIdx.x >= 32)
    // want?[lockstep] potentially_not_participating_lane_in_mask "second_warp "
    out[threadIdx.x] = __shfl_down_sync(0xffffffff, in[threadIdx.x], 1); // want? potentially_source_lane_not_in_mask "block of 34 threads in second_warp"
}

// Wrong in whole warps, and right in the smallest block, but in lockstep.
__global__ void right_in_two(float *out) {
  if (threadIdx.x < 2)
    // want[lockstep] not_participating_lane_in_mask "right_in_two"
    __syncwarp(); // want?[independent,strict] potentially_not_participating_lane_in_mask "right_in_two"
}

// A lane outside of the mask is wrong in each block.
__global__ void wrong_in_all(float *out) {
  if (threadIdx.x == 0)
    __syncwarp(2); // want participating_lane_not_in_mask "wrong_in_all"
}

void dimensions(const float *in, float *out, int n) {
  dim3 block;
  block.x = n / 4;
  block.y = 3;
  in_steps<<<1, block>>>(in, out);
  block = dim3(n / 2, 2);
  second_warp<<<1, block>>>(in, out);
  right_in_two<<<1, block>>>(out);
  wrong_in_all<<<1, block>>>(out);
}

// Whole warps, or an answer of the runtime, of which nothing is known.
template <int Which>
__global__ void whole(const float *in, float *out) {
  out[threadIdx.x] = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 16);
}

void wholes(const float *in, float *out, int n, int shift, int mode) {
  whole<1><<<1, n / 2 * 64>>>(in, out);
  whole<2><<<1, 1 << (shift + 5)>>>(in, out);
  whole<3><<<1, dim3(16, n / 8 * 2)>>>(in, out);
  whole<4><<<1, dim3(n / 8 * 16, 2)>>>(in, out);
  whole<5><<<1, n * 1>>>(in, out);
  whole<6><<<1, dim3(n, shift / 3)>>>(in, out);
  int some;
  switch (mode) {
  case 0:
    some = 1;
    break;
  case 1:
    some = 2;
    break;
  default:
    some = 3;
  }
  whole<7><<<1, 32 * some>>>(in, out);
}

void answers(const float *in, float *out, int n) {
  cudaDeviceProp of;
  cudaGetDeviceProperties(&of, 0);
  whole<8><<<1, of.maxThreadsPerBlock / 2>>>(in, out);
  whole<9><<<1, of.warpSize * (n / 3)>>>(in, out);
  int most, size, grid, block;
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxThreadsPerBlock, 0);
  cudaDeviceGetAttribute(&size, cudaDevAttrWarpSize, 0);
  whole<10><<<1, most / 4>>>(in, out);
  whole<11><<<1, size * (n / 5)>>>(in, out);
  cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, whole<12>, 0, 0, 0);
  whole<12><<<grid, block>>>(in, out);
}
