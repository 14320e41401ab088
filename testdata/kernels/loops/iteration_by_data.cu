// What decides who comes is read at an address of the loop's turn: a finding pictures the
// lanes of the memory that its witness gives.
#define FULL 0xffffffffu

__global__ void rows_by_half(const int *length, int rows) {
  for (int r = threadIdx.x / 16; r < rows; r += 2)
    for (int i = 0; i < length[r]; i++)
      __syncwarp(); // want? potentially_not_participating_lane_in_mask "Lane\(s\) (0-15|16-31) named in sync mask 0b1{32} "
}

__global__ void first_lane_leaves(const int *d, int n) {
  for (int i = 0; i < n; i++) {
    if (threadIdx.x % 32 == 0 && d[i] != 0)
      break;
    __syncwarp(); // want? potentially_not_participating_lane_in_mask "Lane\(s\) 0 named in sync mask 0b1{32} "
  }
}

__global__ void all_leave(const int *d, int n) {
  for (int i = 0; i < n; i++) {
    if (d[i] != 0)
      break;
    __syncwarp();
  }
}
