// The compiler's own functions for the parts of a matrix, which a toolkit's mma.h calls:
// every lane of the warp must come.

__global__ void halfAWarp(int *data, const int *matrix) {
  int part[8] = {};
  if (threadIdx.x % 32 < 16) {
    __hmma_m16n16k16_ld_a(part, matrix, 16, 0); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  }
  data[threadIdx.x] = part[0];
}

__global__ void allOfIt(int *data, const int *matrix) {
  int part[8];
  __hmma_m16n16k16_ld_a(part, matrix, 16, 0);
  data[threadIdx.x] = part[0];
}
