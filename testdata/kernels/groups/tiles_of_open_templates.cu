// Tiles whose size the arguments of a template decide that nothing instantiates: what some of 2 to 16 lanes keep is unconfirmed.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

template <int Lanes> __global__ void first_lane_votes(const int *in, int *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if (tile.thread_rank() == 0) out[0] = tile.all(in[1] < 0); // want not_participating_lane_in_mask "Lane\(s\) 1-31 named in sync mask 0b11111111111111111111111111111111"
}

template <int Lanes> __global__ void all_vote(const int *in, int *out, int n) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  for (int i = blockIdx.x; tile.any(i < n); i += gridDim.x) {
    if (tile.thread_rank() == 0) out[i] = in[i];
    tile.sync();
  }
}

template <unsigned Lanes, typename T> __global__ void half_sums(const T *in, T *out) {
  const auto &tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  T v = in[threadIdx.x];
  if (threadIdx.x % 2 == 0)
    v += tile.shfl_xor(v, 1); // want not_participating_lane_in_mask "Lane\(s\) 1, 3, 5.* named"
  out[threadIdx.x] = v;
}

template <unsigned Lanes, typename T> __global__ void whole_sums(const T *in, T *out) {
  constexpr unsigned lanes = Lanes;
  auto tile = cg::tiled_partition<lanes>(cg::this_thread_block());
  T v = in[threadIdx.x];
  for (unsigned i = Lanes / 2; i > 0; i /= 2) v += tile.shfl_down(v, i);
  if (threadIdx.x % Lanes == 0) out[threadIdx.x / Lanes] = v;
}

// A type that says the size.
template <int Lanes> __device__ int summed(const cg::thread_block_tile<Lanes> &tile, int v) {
  for (int i = Lanes / 2; i > 0; i /= 2) v += tile.shfl_xor(v, i); // want~ potentially_not_participating_lane_in_mask "Lane\(s\) 8-31 named.* in context.s. eight_sum"
  return v;
}

template <int Lanes> __global__ void all_sum(const int *in, int *out) {
  cg::thread_block_tile<Lanes> tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  out[threadIdx.x] = summed(tile, in[threadIdx.x]);
}

template <int Lanes> __global__ void eight_sum(const int *in, int *out) {
  cg::thread_block_tile<Lanes> tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if (threadIdx.x % 32 < 8) out[threadIdx.x] = summed(tile, in[threadIdx.x]);
}

template <int Lanes> __global__ void late_barrier(const int *in, int *out) {
  cg::thread_block_tile<Lanes> tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  tile.sync();
  if (in[tile.thread_rank()] > 3) tile.sync(); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
  out[threadIdx.x] = 1;
}

// Parts of a tile.
template <int Lanes> __global__ void parted(const int *in, int *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  auto part = cg::binary_partition<Lanes>(tile, in[threadIdx.x] > 0);
  if (in[threadIdx.x] > 0) out[threadIdx.x] = part.shfl(in[threadIdx.x], 0);
  else out[threadIdx.x] = part.size();
}

template <int Lanes> __global__ void parted_again(const int *in, int *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  auto part = cg::binary_partition<Lanes>(tile, threadIdx.x % 4 == 0);
  if (threadIdx.x % 8 == 0) out[threadIdx.x] = part.any(in[threadIdx.x]); // want~ potentially_not_participating_lane_in_mask "Lane\(s\) 4, 12, 20, 28 named"
}

template <int Lanes> __global__ void parted_late(const int *in, int *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if (threadIdx.x % 32 > 3) {
    auto part = cg::binary_partition<Lanes>(tile, in[threadIdx.x] > 0); // want~ potentially_not_participating_lane_in_mask "Lane\(s\) 0-3 named"
    out[threadIdx.x] = part.size();
  }
}

// A size that no argument decides, of a tile that a template's type is parted into.
template <class T> __global__ void of_four(const T *in, T *out) {
  auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  T v = in[threadIdx.x];
  if (threadIdx.x % 32 < 6) v += tile.shfl_xor(v, 1); // want not_participating_lane_in_mask "Lane\(s\) 6-7 named in sync mask 0b00000000000000000000000011110000"
  out[threadIdx.x] = v;
}

// What takes any group, a constant of a class for the size, an object that holds a tile, a lambda.
template <int Lanes, class T> __global__ void three_reduced(const T *in, T *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  if (threadIdx.x % 32 < 3) out[threadIdx.x] = cg::reduce(tile, in[threadIdx.x], cg::plus<T>()); // want not_participating_lane_in_mask "Lane\(s\) 3-31 named"
  out[threadIdx.x] = cg::inclusive_scan(tile, out[threadIdx.x]);
}

template <class Sizes> __global__ void of_a_class(const int *in, int *out) {
  auto tile = cg::tiled_partition<Sizes::tile>(cg::this_thread_block());
  if (threadIdx.x % Sizes::tile < 3) out[threadIdx.x] = tile.any(in[threadIdx.x]); // want~ potentially_not_participating_lane_in_mask "Lane\(s\) 3-31 named"
}

template <int Lanes> struct Holder {
  cg::thread_block_tile<Lanes> tile;
  __device__ explicit Holder(const cg::thread_block_tile<Lanes> &tile) : tile(tile) {}
  __device__ int first(int v) const { return tile.shfl(v, 0); } // want not_participating_lane_in_mask "Lane\(s\) 3-31 named"
};

template <int Lanes> __global__ void held(const int *in, int *out) {
  Holder<Lanes> holder(cg::tiled_partition<Lanes>(cg::this_thread_block()));
  if (threadIdx.x % 32 < 3) out[threadIdx.x] = holder.first(in[threadIdx.x]);
}

template <int Lanes> __global__ void captured(const int *in, int *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  auto any = [&](int v) { return tile.any(v); }; // want not_participating_lane_in_mask "Lane\(s\) 1, 3.* named"
  if (threadIdx.x % 2 == 0) out[threadIdx.x] = any(in[threadIdx.x]);
}

// Numbers of different types that an open expression puts together.
template <int Lanes> __global__ void wide_sums(const int *in, long long *out) {
  auto tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
  long long before = tile.thread_rank() - 1; // 4294967295 in the first lane
  int after = tile.thread_rank() - 1;        // -1
  if (before < 0) __syncwarp(1);
  if (after < 0) __syncwarp(3); // want not_participating_lane_in_mask "Lane\(s\) 1 named in sync mask 0b00000000000000000000000000000011"
  out[threadIdx.x] = before;
}
