// The lanes still in an inner loop are known again in every turn of the outer one, and the
// leader of a group of equal values is in the group.
#define FULL 0xffffffffu

__global__ void count_up(const int *limit, int rounds, int *out) {
  int lane = threadIdx.x & 31, v = 0;
  for (int i = 0; i < rounds; i++) {
    unsigned in = __ballot_sync(FULL, limit[32 * i + lane] > 0);
    if (limit[32 * i + lane] > 0)
      while (in = __ballot_sync(in, v < limit[lane]), v < limit[lane])
        v++;
  }
  out[lane] = v;
}

__global__ void by_value(const int *d, int *out) {
  int lane = threadIdx.x & 31, v = lane;
  unsigned same = __match_any_sync(FULL, d[lane]);
  v = __shfl_sync(same, v, __ffs(same) - 1);
  v += __shfl_sync(same, v, 31 - __clz(same));
  out[lane] = v;
}

// Lanes that were alike in the outer loop's first turn come with words of their own later.
__global__ void of_their_own(const int *d, int rounds, int n, int *out) {
  int x = 0;
  for (int j = 0; j < rounds; j++) {
    for (int i = 0; i < n; i++) {
      // want? potentially_not_participating_lane_in_mask "potentially do not participate"
      if (x > 5) __syncwarp();
      x = d[i];
    }
    x += d[threadIdx.x];
  }
  out[threadIdx.x] = x;
}

void launch(int *p, int n) {
  count_up<<<1, 64>>>(p, n, p);
  by_value<<<1, 64>>>(p, p);
}
