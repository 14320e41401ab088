// Whether a value that a shuffle reads from a lane that takes no part has an effect is asked of
// the warps that come there: of the last one, where the lanes end.

__global__ void tail(int *out) {
  int lanes = threadIdx.x < 96 ? 32 : 4;
  unsigned mask = lanes == 32 ? 0xffffffffu : 0xfu;
  int v = out[threadIdx.x];
  for (int d = 16; d; d /= 2) {
    int other = __shfl_down_sync(mask, v, d);
    if ((threadIdx.x & 31) + d < lanes)
      v += other;
  }
  if ((threadIdx.x & 31) == 0)
    out[threadIdx.x / 32] = v;
}

__global__ void last_warp_alone(int *out) {
  if (threadIdx.x < 96)
    return;
  int other = __shfl_down_sync(0xf, out[threadIdx.x], 2);
  if (threadIdx.x < 98)
    out[threadIdx.x] = other;
}

// The first warp discards what the second one stores.
__global__ void stored_by_another(int *out) {
  if (threadIdx.x % 32 >= 4)
    return;
  int other = __shfl_down_sync(0xf, threadIdx.x, 8); // want source_lane_not_in_mask "Lane\(s\) 0-3 read from lane\(s\) 8-11"
  if (threadIdx.x >= 32)
    out[threadIdx.x] = other;
}

// A value that the code asks for by name may be what is read.
__global__ void asked(int *out) {
  int lane = threadIdx.x & 31;
  if (lane < 4) {
    int other = __shfl_down_sync(0xf, lane, 8); // want source_lane_not_in_mask "Lane\(s\) 0-3 read from lane\(s\) 8-11"
    if (other == 77)
      out[0] = 1;
  }
}

__global__ void trapped(int *out) {
  int lane = threadIdx.x & 31;
  if (lane < 4) {
    int other = __shfl_down_sync(0xf, lane, 8); // want source_lane_not_in_mask "Lane\(s\) 0-3 read from lane\(s\) 8-11"
    if (other > 50)
      __trap();
  }
}

void launch(int *out) {
  tail<<<1, 100>>>(out);
  last_warp_alone<<<1, 100>>>(out);
  stored_by_another<<<1, 64>>>(out);
}
