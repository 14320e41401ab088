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
      // want~ potentially_divergent_mask "in context\(s\) overwritten"
      __syncwarp(data.tile.mask);
      break;
    case BLOCK:
      __syncthreads(); // want~ potentially-divergent-syncthreads "in overwritten"
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

// Words that lie over each other share their bits.
union Bytes { unsigned word; unsigned char bytes[4]; struct { unsigned short low, high; } halves; float real; };

__global__ void bytesOfWord(int *data) {
  Bytes b;
  b.word = (threadIdx.x & 31) << 8;
  if (b.bytes[1] < 16 && b.bytes[0] == 0 && b.halves.high == 0) {
    data[threadIdx.x] = __any_sync(0xffffu, 1);
  }
  if (b.halves.low < 0x800) {
    data[threadIdx.x] = __any_sync(0xffffu, 1); // want not_participating_lane_in_mask "Lane\(s\) 8-15 named"
  }
}

__global__ void wordOfBytes(int *data) {
  Bytes b;
  for (int i = 0; i < 4; i++) {
    b.bytes[i] = i == 3 ? threadIdx.x & 31 : i;
  }
  if (b.word >= 0x10000000u) {
    data[threadIdx.x] = __any_sync(0xffff0000u, 1);
  }
  b.halves.low = threadIdx.x & 31;
  if ((b.word & 0xffff) == 3) {
    data[threadIdx.x] = __any_sync(8, 1);
  }
}
