// Row 14. Two classes never meet: hangs an H200.
#define FULL 0xffffffffu
#define L (threadIdx.x & 31)

__global__ void row14(int *out, int r) {
  if (L < 16)
    r = __ballot_sync(FULL, 1); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  else
    r = __any_sync(FULL, 1); // want not_participating_lane_in_mask "Lane\(s\) 0-15 named"
  out[L] = r;
}

void launch(int *out, int r) { row14<<<1, 32>>>(out, r); }
