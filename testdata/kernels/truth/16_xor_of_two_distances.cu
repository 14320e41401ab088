// Row 16. The lane mask of a shuffle is an operand, not part of its class.
#define FULL 0xffffffffu
#define L (threadIdx.x & 31)

__global__ void row16(int *out, int v) {
  if (L < 16)
    // want[lockstep,strict] not_participating_lane_in_mask "Lane\(s\) 16-31 named"
    v = __shfl_xor_sync(FULL, v, 16);
  else
    // want[lockstep,strict] not_participating_lane_in_mask "Lane\(s\) 0-15 named"
    v = __shfl_xor_sync(FULL, v, 8);
  out[L] = v;
}

void launch(int *out, int v) { row16<<<1, 32>>>(out, v); }
