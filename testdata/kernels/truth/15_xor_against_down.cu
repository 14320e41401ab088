// Row 15. Two kinds of shuffle are two classes: hangs an H200.
#define FULL 0xffffffffu
#define L (threadIdx.x & 31)

__global__ void row15(int *out, int v) {
  if (L < 16)
    v = __shfl_xor_sync(FULL, v, 1); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  else
    v = __shfl_down_sync(FULL, v, 1); // want not_participating_lane_in_mask "Lane\(s\) 0-15 named"
  out[L] = v;
}

void launch(int *out, int v) { row15<<<1, 32>>>(out, v); }
