// A group shuffles a record whole: where all lanes read one lane, each part is the same in all of
// them, and sends them the same way.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

struct Slot {
  unsigned key;
  unsigned short next[2];
};

__global__ void inserted_in_turn(const Slot *in, unsigned n, unsigned none, unsigned *table) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  Slot mine{};
  bool todo = threadIdx.x < n;
  if (todo)
    mine = in[threadIdx.x];
  unsigned queue = tile.ballot(todo);
  while (queue) {
    unsigned rank = __ffs(queue) - 1;
    Slot slot = tile.shfl(mine, rank);
    if (slot.key != none && slot.next[1] != 0) {
      unsigned full = tile.ballot(table[slot.key + tile.thread_rank()] != none);
      if (tile.thread_rank() == 0)
        table[slot.key] = full;
    }
    todo &= tile.thread_rank() != rank;
    queue = tile.ballot(todo);
  }
}

__global__ void inserted_by_lanes(const Slot *in, unsigned none) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  Slot slot = tile.shfl_xor(in[threadIdx.x], 1);
  if (slot.next[1] != none)
    // want? potentially_not_participating_lane_in_mask "inserted_by_lanes"
    tile.sync();
}

__global__ void known_lane(const unsigned *in) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  Slot mine{in[threadIdx.x], {static_cast<unsigned short>(threadIdx.x % 32), 1}};
  Slot slot = warp.shfl(mine, 3);
  if (slot.next[0] == 3)
    warp.sync();
  if (slot.next[0] <= threadIdx.x)
    // want not_participating_lane_in_mask "known_lane"
    warp.sync();
}

struct Node {
  const Node *next;
  int value;
};

__global__ void followed(const Node *heads) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  Node one = warp.shfl(heads[threadIdx.x], 0);
  while (one.next) {
    warp.sync();
    one = *one.next;
  }
}

struct Larger {
  __device__ Slot operator()(const Slot &a, const Slot &b) const { return a.key < b.key ? b : a; }
};

__global__ void largest(const Slot *in, unsigned none) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  Slot slot = cg::reduce(tile, in[threadIdx.x], Larger());
  if (slot.key != none)
    tile.sync();
  if (slot.key != threadIdx.x)
    // want~ potentially_not_participating_lane_in_mask "largest"
    tile.sync();
}
