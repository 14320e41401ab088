// Row 24. A width must be a power of two.
#define FULL 0xffffffffu
#define L (threadIdx.x & 31)

__global__ void row24(int *out, int v) {
  // want width_is_not_power_of_two "Lane\(s\) 0-31 have width 12"
  v = __shfl_down_sync(FULL, v, 1, 12);
  out[L] = v;
}

void launch(int *out, int v) { row24<<<1, 32>>>(out, v); }
