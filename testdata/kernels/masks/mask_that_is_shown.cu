// The mask of a message is one that names those who are missed.

__global__ void of_two(int *out) {
  int lane = threadIdx.x & 31;
  unsigned mask = lane < 10 ? 0x300u : 0xc0fu;
  if (lane >= 8 && lane < 12)
    __syncwarp(mask); // want not_participating_lane_in_mask "Lane\(s\) 0-3 named in sync mask 0b00000000000000000000110000001111 but"
  out[threadIdx.x] = mask;
}
