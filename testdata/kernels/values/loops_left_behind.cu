// What a loop leaves behind agrees with how its lanes went round, and with how they left it.

#define FULL 0xffffffffu
#define LANE (threadIdx.x & 31)

__global__ void two_counters(int *d, int n) {
  int t = 0;
  for (int i = 0; i < n; ++i) {
    if (i > 5) break;
    ++t;
  }
  if (t > 6 && LANE < 16) d[LANE] = __any_sync(FULL, 1);
  if (t == 6 && LANE < 16) d[LANE] = __any_sync(FULL, 1);  // want not_participating_lane_in_mask "16-31"
}

__global__ void tested_at_the_end(int *d, int n) {
  int w = n & 7;
  do {
    if (w < 2) continue;
    d[w] = 1;
  } while (--w > 0);
  if (w < -1 && LANE < 16) d[LANE] = __any_sync(FULL, 1);
  if (w > 0 && LANE < 16) d[LANE] = __any_sync(FULL, 1);
  if (w == -1 && LANE < 16) d[LANE] = __any_sync(FULL, 1);  // want not_participating_lane_in_mask "16-31"
}

__global__ void a_list(int *d, int n) {
  int x = n;
  while (x > 0) x = d[x];
  if (x > 0 && LANE < 16) d[LANE] = __any_sync(FULL, 1);
  if (x == -3 && LANE < 16) d[LANE] = __any_sync(FULL, 1);  // want not_participating_lane_in_mask "16-31"
}

// Each lane goes round for itself.
__global__ void by_lane(int *d, int n) {
  int t = 0;
  for (int i = LANE; i < n; i += 32) {
    if (i > 100) break;
    ++t;
  }
  if (t > 4) __syncwarp();
  if (t == 4 && LANE > 2) __syncwarp();  // want not_participating_lane_in_mask "0-2, 5-31"
}

__global__ void down(int *d) {
  unsigned c = 8;
  while (c > 2) {
    --c;
    if (d[c] == 3) break;
  }
  if (c > 7 && LANE < 16) d[LANE] = __any_sync(FULL, 1);
  if (c == 7 && LANE < 16) d[LANE] = __any_sync(FULL, 1);  // want not_participating_lane_in_mask "16-31"
}
