// The lanes of a tile hash one key, by a function that is too large to be interpreted and reads its seed and the
// key through pointers: they begin at one place.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

struct Hash {
  unsigned seed;
  unsigned (*unused)(unsigned);
  __device__ static unsigned rotated(unsigned x, int by) { return x << by | x >> (32 - by); }
  __device__ unsigned operator()(const unsigned &key) const {
    const unsigned char *bytes = reinterpret_cast<const unsigned char *>(&key);
    unsigned h = seed;
    for (int round = 0; round < 4; round++)
      for (int i = 0; i < 4; i++) {
        h ^= rotated(bytes[i] * 0xcc9e2d51u, 15);
        h = rotated(h, 13) * 5 + 0xe6546b64u;
        h ^= h >> 16;
      }
    return h;
  }
  // What it reads is another key in each lane.
  __device__ unsigned of_lane(const unsigned &key) const { return (*this)(key + threadIdx.x); }
};

__global__ void begins_at_one(const unsigned *keys, const unsigned *slots, Hash hash, Hash next, unsigned size) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  unsigned key = tile.shfl(keys[threadIdx.x], 0);
  unsigned at = hash(key) % size, step = next(key) % size;
  for (;;) {
    if (slots[at] == key)
      break;
    tile.sync();
    at = (at + step) % size;
  }
}

__global__ void begins_by_lane(const unsigned *keys, const unsigned *slots, Hash hash, unsigned size) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  unsigned key = tile.shfl(keys[threadIdx.x], 0);
  for (unsigned at = hash.of_lane(key) % size; slots[at] != key; at = (at + 1) % size)
    // want? potentially_not_participating_lane_in_mask "begins_by_lane"
    tile.sync();
}

__global__ void seeds_by_lane(const unsigned *keys, const unsigned *slots, Hash hash, unsigned size) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  unsigned key = tile.shfl(keys[threadIdx.x], 0);
  hash.seed += threadIdx.x;
  if (slots[hash(key) % size] != key)
    // want? potentially_not_participating_lane_in_mask "seeds_by_lane"
    tile.sync();
}

// Two places of one variable are two keys.
__global__ void begins_at_two(const unsigned *keys, const unsigned *slots, Hash hash) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  unsigned two[2] = {keys[0], keys[1]};
  unsigned a = hash(two[0]), b = hash(two[threadIdx.x & 1]);
  if (a == hash(two[0]))
    warp.sync();
  if (a == b)
    // want~ potentially_not_participating_lane_in_mask "begins_at_two"
    warp.sync();
}
