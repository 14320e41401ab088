// Row 10. As row 9, but the block barrier after it hangs an H200.
#define FULL 0xffffffffu
#define L (threadIdx.x & 31)

__global__ void row10(int *out, int v) {
  if (L < 16)
    v = __shfl_xor_sync(FULL, v, 8); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  __syncthreads();
  out[L] = v;
}

void launch(int *out, int v) { row10<<<1, 32>>>(out, v); }
