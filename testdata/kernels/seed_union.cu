// A group that keeps its kind and its mask in a union, as the toolkit's own
// cooperative groups do: the kind is written through one member and read through another.
#define FULL 0xffffffffu
#define WARP 1
#define BLOCK 2

struct Group {
  struct Kind { unsigned spare : 1; unsigned kind : 7; };
  struct Tile { unsigned tiled : 1; unsigned kind : 7; unsigned size : 24; unsigned mask; };
  union { Kind any; Tile tile; unsigned long long word; } data;

  __device__ Group(unsigned kind) { data.any.kind = kind; }
  __device__ void sync() const {
    switch (data.tile.kind) {
    case WARP:
      // want[lockstep,independent,strict] participating_lane_not_in_mask "Lane\(s\) 16-31 participate.*half"
      // want? potentially_not_participating_lane_in_mask "in context\(s\) overwritten"
      // want? potentially_divergent_mask "in context\(s\) overwritten"
      __syncwarp(data.tile.mask);
      break;
    case BLOCK:
      __syncthreads(); // want? potentially-divergent-syncthreads "in context\(s\) overwritten"
      break;
    }
  }
};

struct Block : Group { __device__ Block() : Group(BLOCK) {} };
struct Tile : Group {
  __device__ Tile(unsigned mask) : Group(WARP) { data.tile.mask = mask; data.tile.tiled = true; }
};

__device__ void rounds(Group group, int **out, int n) {
  for (int i = 0; i < n; i++) {
    *out[i] += threadIdx.x; // writes to anything, but to a group that nobody was told of
    group.sync();
  }
}

__global__ void block(int **out, int n) { rounds(Block(), out, n); }

__global__ void whole(int **out, int n) { rounds(Tile(FULL), out, n); }

__global__ void half(int *out, int n) {
  Tile tile(0xffff);
  tile.sync();
}

// The word lies over the kind and the mask.
__global__ void overwritten(const unsigned long long *words) {
  Tile tile(FULL);
  tile.data.word = words[threadIdx.x];
  tile.sync();
}

union Words { int4 all; int each[4]; };

// Any way into the four words leads to the same four cells.
__global__ void elements(const int *in, int *out) {
  Words words;
  words.all = make_int4(1, 2, 3, 4);
  words.each[threadIdx.x & 1] = 7;
  if (words.all.z == 3)
    __syncwarp();
  if (words.all.x == 7)
    __syncwarp(); // want not_participating_lane_in_mask "in context\(s\) elements"
}
