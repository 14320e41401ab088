// Row 9. Runs on an H200, and synccheck is silent.
#define FULL 0xffffffffu
#define L (threadIdx.x & 31)

__global__ void row9(int *out, int v) {
  if (L < 16)
    v = __shfl_xor_sync(FULL, v, 8); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  out[L] = v;
}

void launch(int *out, int v) { row9<<<1, 32>>>(out, v); }
