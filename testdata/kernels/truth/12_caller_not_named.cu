// Row 12. Runs on an H200, and synccheck is silent.
#define L (threadIdx.x & 31)

__global__ void row12(unsigned *out) {
  // want participating_lane_not_in_mask "Lane\(s\) 0 participate but"
  out[L] = __ballot_sync(0xfffffffeu, L & 1);
}

void launch(unsigned *out) { row12<<<1, 32>>>(out); }
