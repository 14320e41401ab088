// Row 23. Lanes 0-15 read lane 20, which is elsewhere.
#define L (threadIdx.x & 31)

__global__ void row23(int *out, int v) {
  if (L < 16)
    // want source_lane_not_in_mask "Lane\(s\) 0-15 read from lane\(s\) 20 "
    v = __shfl_sync(0xffffu, v, 20);
  out[L] = v;
}

void launch(int *out, int v) { row23<<<1, 32>>>(out, v); }
