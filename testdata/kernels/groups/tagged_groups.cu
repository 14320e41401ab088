// A group by value is a base alone, with a tag that says which class it stands for, as in the
// toolkit's cooperative_groups.h. The way to that class and back leads to the group again.

struct Group {
  struct Tag { unsigned unused : 1, kind : 7; };
  struct Lanes { unsigned unused : 1, kind : 7, size : 24; unsigned place; unsigned mask; };
  union { Tag tag; Lanes lanes; } data;
  __device__ Group(unsigned kind) { data.tag.kind = kind; }
  __device__ void sync() const;
};

template <unsigned Kind> struct Kinds : Group {
  __device__ Kinds() : Group(Kind) {}
};

struct Block : Kinds<1> {
  __device__ void sync() const { __syncthreads(); }
};

struct Coalesced : Kinds<2> {
  __device__ Coalesced(unsigned mask) { data.lanes.mask = mask; }
  __device__ void sync() const { __syncwarp(data.lanes.mask); } // want not_participating_lane_in_mask "8-15 named"
};

// An empty base first: the other lies at the beginning nevertheless.
struct Sizes {};
struct Tile : Sizes, Kinds<2> {
  __device__ Tile() { data.lanes.mask = 0xffu << (threadIdx.x & 24); }
};

// What is behind the base is no part of a group alone.
struct Wider : Kinds<2> {
  unsigned mask;
  __device__ void sync() const { __syncwarp(mask); } // want~ potentially_divergent_mask "do not agree"
};

__device__ void Group::sync() const {
  if (data.tag.kind == 1) static_cast<const Block *>(this)->sync();
  if (data.tag.kind == 2) static_cast<const Coalesced *>(this)->sync();
  if (data.tag.kind == 3) static_cast<const Wider *>(this)->sync();
}

__device__ void sync(Group g) { g.sync(); }
__device__ Group as_wider() { return Group(3); }

__global__ void whole_block() { sync(Block()); }
__global__ void all_lanes() { sync(Coalesced(0xffffffffu)); }
__global__ void tiles() { sync(Tile()); }

__global__ void some_lanes() {
  if (threadIdx.x % 16 < 8) sync(Coalesced(0x00ffffffu));
}

__global__ void taken_for_wider() { sync(as_wider()); }

int main() {
  whole_block<<<1, 64>>>();
  all_lanes<<<1, 32>>>();
  tiles<<<1, 64>>>();
  some_lanes<<<1, 32>>>();
  taken_for_wider<<<1, 32>>>();
}
