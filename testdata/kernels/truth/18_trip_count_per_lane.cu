// Row 18. Lanes 0, 4, 8, ... never enter the loop.
#define FULL 0xffffffffu
#define L (threadIdx.x & 31)

__global__ void row18(int *out) {
  int s = 0;
  for (int i = 0; i < (int)L % 4; ++i)
    // want not_participating_lane_in_mask "Lane\(s\) 0, 4, 8, 12, 16, 20, 24, 28 named"
    s += __shfl_sync(FULL, i, 0);
  out[L] = s;
}

void launch(int *out) { row18<<<1, 32>>>(out); }
