// Row 21. Hangs an H200 when the signs differ within a warp.
#define FULL 0xffffffffu
#define L (threadIdx.x & 31)

__global__ void row21(int *out, const int *d, int v) {
  if (d[L] > 0)
    // want? potentially_not_participating_lane_in_mask "potentially do not participate"
    v = __shfl_xor_sync(FULL, v, 1);
  __syncthreads();
  out[L] = v;
}

void launch(int *out, const int *d, int v) { row21<<<1, 32>>>(out, d, v); }
