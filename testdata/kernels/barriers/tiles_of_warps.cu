// A tile of several warps waits for all threads of the tile, and for no others.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__global__ void first_warp_of_two(float *out) {
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  if (threadIdx.x % 64 < 32)
    tile.sync(); // want[lockstep,independent,strict] divergent-syncthreads "threads 32-63 skip this"
  out[threadIdx.x] = 1;
}

__global__ void launch_unknown(float *out) {
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  if (threadIdx.x % 64 < 32)
    tile.sync(); // want? potentially-divergent-syncthreads "threads 32-63 may skip this"
  if (threadIdx.x / 64 == 1)
    tile.sync();
  out[threadIdx.x] = 1;
}

__global__ void half_a_warp(float *out) {
  auto tile = cg::tiled_partition<128>(cg::this_thread_block());
  if (threadIdx.x % 32 < 16)
    tile.sync(); // want[lockstep,independent,strict] divergent-syncthreads "lanes 16-31 of a warp skip this .* while others wait"
  out[threadIdx.x] = 1;
}

__global__ void reduced_by_half(float *out) {
  auto tile = cg::tiled_partition<128>(cg::this_thread_block());
  if (tile.thread_rank() < 64)
    // want[lockstep,independent,strict] divergent-syncthreads "threads 64-95 skip this cooperative_groups::reduce"
    out[0] = cg::reduce(tile, out[threadIdx.x], cg::plus<float>());
}

__global__ void rows(float *out) {
  auto tile = cg::tiled_partition<128>(cg::this_thread_block());
  if (threadIdx.y < 4)
    tile.sync();
  if (threadIdx.y < 2)
    tile.sync(); // want[lockstep,independent,strict] divergent-syncthreads "lanes 0-31 of warp 2 skip this"
  out[threadIdx.x] = 1;
}

// Whole tiles, whatever the others do; what they compute together is one value for all.
__global__ void whole_tiles(const float *in, float *out) {
  auto tile = cg::tiled_partition<128>(cg::this_thread_block());
  if (threadIdx.x / 128 == 1)
    tile.sync();
  if (tile.meta_group_rank() == 0)
    out[0] = cg::reduce(tile, in[threadIdx.x], cg::plus<float>());
  if (tile.any(in[threadIdx.x] > 0))
    tile.sync();
  out[threadIdx.x] = cg::inclusive_scan(tile, in[threadIdx.x]) + tile.shfl(in[threadIdx.x], 77);
}

// A thread that has left is not waited for.
__global__ void left(float *out, int n) {
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  if (threadIdx.x >= n)
    return;
  tile.sync();
  out[threadIdx.x] = 1;
}

int main() {
  first_warp_of_two<<<1, 256>>>(nullptr);
  half_a_warp<<<1, 256>>>(nullptr);
  reduced_by_half<<<1, 256>>>(nullptr);
  rows<<<1, dim3(32, 8)>>>(nullptr);
  whole_tiles<<<1, 256>>>(nullptr, nullptr);
  left<<<1, 256>>>(nullptr, 100);
}
