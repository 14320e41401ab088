// Row 20. The mask is right; lanes near n read lanes outside of it.
#define FULL 0xffffffffu
#define L (threadIdx.x & 31)

__global__ void row20(int *out, int v, int n) {
  unsigned m = __ballot_sync(FULL, threadIdx.x < n);
  if (threadIdx.x < n) {
    for (int o = 16; o > 0; o /= 2)
      // want? potentially_source_lane_not_in_mask "may read from"
      v += __shfl_down_sync(m, v, o);
  }
  out[L] = v;
}

void launch(int *out, int v, int n) { row20<<<1, 32>>>(out, v, n); }
