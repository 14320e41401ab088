// What a small array of a lane's own holds at an index that is not known is one of its
// elements.
#define LANE (threadIdx.x & 31)
#define FULL 0xffffffffu

__global__ void uniformIndex(int *data, int i) {
  int lanes[4];
  for (int j = 0; j < 4; j++) {
    lanes[j] = LANE;
  }
  if (lanes[i & 3] < 16) {
    data[LANE] = __any_sync(0xffffu, 1);
  }
  lanes[2] = 0;
  if (lanes[i & 3] < 16) {
    data[LANE] = __any_sync(0xffffu, 1); // want? participating_lane_potentially_not_in_mask "Lane\(s\) 16-31"
  }
}

__global__ void maskOfSide(int *data) {
  unsigned masks[2];
  int p = data[threadIdx.x] > 0;
  masks[1] = __ballot_sync(FULL, p);
  masks[0] = ~masks[1];
  data[LANE] = __any_sync(masks[p], 1);
}

__global__ void records(int *data, unsigned i) {
  struct { unsigned mask; int limit; } tiles[3] = {{0xffu, 8}, {0xffffu, 16}, {0xffffffu, 24}};
  if ((int)LANE < tiles[i % 3].limit) {
    data[LANE] = __any_sync(tiles[i % 3].mask, 1);
  }
  if ((int)LANE < tiles[i & 1].limit) {
    data[LANE] = __any_sync(FULL, 1); // want not_participating_lane_in_mask "named"
  }
}

// The index may be beyond the end, and what lies there anything, for lanes with one index
// the same.
__global__ void beyond(int *data, int i) {
  int lanes[3] = {(int)LANE, (int)LANE, (int)LANE};
  if (lanes[i & 3] < 16) {
    // want~ participating_lane_potentially_not_in_mask "participate"
    data[LANE] = __any_sync(0xffffu, 1);
  }
}

// What is read at an index that is not known is read anew after a store.
__global__ void storedBetween(const int *data, int i, int *out) {
  int partly[4], large[40];
  partly[0] = data[0];
  for (int j = 0; j < 40; ++j) large[j] = data[j];
  int a = partly[i & 3], b = large[i % 40];
  partly[1] = large[1] = LANE;
  // want? potentially_not_participating_lane_in_mask "named"
  if (a != partly[i & 3]) __syncwarp();
  // want? potentially_not_participating_lane_in_mask "named"
  if (b != large[i % 40]) __syncwarp();
  out[LANE] = a + b;
}

// The components of a vector lie beside each other, and what else is beside a field is
// written with it.
struct Parts { int first, second; char third; };
__device__ void fill(int *p) { p[1] = LANE; }
__global__ void beside(int *out, int i) {
  int4 v = make_int4(0, 1, 2, 3), w = v;
  (&v.x)[1] = LANE;
  if (v.y == 1) __syncwarp(); // want not_participating_lane_in_mask "0, 2-31 named"
  if (v.z == 2) __syncwarp();
  fill(&w.z);
  if (w.w == 1) __syncwarp(); // want not_participating_lane_in_mask "0, 2-31 named"
  Parts p = {0, 1, 2};
  (&p.first)[i] = LANE;
  // want? potentially_not_participating_lane_in_mask "named"
  if (p.third == 2) __syncwarp();
}
