// The machine does not compute what a group's reduction yields by an operator of the program's, nor a sum of floating
// numbers that needs rounding. A fault that is there whatever it yields is shown all the same.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void whatever_the_sum_is(const float *in, float *out, int n) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum += cg::reduce(tile, in[i], cg::plus<float>()); // want? potentially_not_participating_lane_in_mask "do not participate"
  out[threadIdx.x] = sum;
}

__global__ void where_the_sum_is_large(const int *in, float *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  auto sum = [](int a, int b) { return a + b; };
  if (cg::reduce(tile, in[threadIdx.x], sum) > (int)threadIdx.x % 32)
    tile.sync(); // want~ potentially_not_participating_lane_in_mask "do not participate"
  out[threadIdx.x] = 1;
}
