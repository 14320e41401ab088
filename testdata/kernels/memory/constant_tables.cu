// What a constant holds is known, wherever its index comes from; what only is not
// written here may be written by another translation unit or by the host.
#define FULL 0xffffffffu

static __device__ const unsigned halves[] = {0x0000ffffu, 0xffff0000u};
__constant__ const unsigned char distances[5] = {16, 8, 4, 2, 1};
__device__ const struct { int first; unsigned mask; } groups[] = {{0, 0xffu}, {8, ~0xffu}};
__constant__ unsigned changeable[] = {0x0000ffffu, 0xffff0000u};
struct Trait {
  static constexpr unsigned masks[2][2] = {{0xffu, 0xff00u}, {0xff0000u, 0xff000000u}};
  static constexpr bool wide[] = {false, true};
};

__global__ void byHalf(int *data) {
  int lane = threadIdx.x & 31;
  data[lane] = __any_sync(halves[lane >> 4], data[lane]);
  static constexpr unsigned quarters[] = {0xffu, 0xff00u, 0xff0000u, 0xff000000u};
  data[lane] = __any_sync(quarters[lane / 8], data[lane]);
  data[lane] = __any_sync(Trait::masks[lane / 16][lane / 8 % 2], data[lane]);
}

__global__ void wrongHalf(int *data) {
  data[threadIdx.x] = __any_sync(halves[threadIdx.x & 1], 1); // want participating_lane_not_in_mask "Lane\(s\) 1, 3"
}

__global__ void tree(int *data) {
  int sum = data[threadIdx.x];
  for (int distance : distances) {
    sum += __shfl_xor_sync(FULL, sum, distance);
  }
  data[threadIdx.x] = sum;
}

// Whatever the argument, it chooses an entry of the table.
__global__ void chosen(int *data, int which) {
  if (Trait::wide[blockIdx.x] || threadIdx.x % 32 >= groups[which].first) {
    unsigned mask = Trait::wide[blockIdx.x] ? FULL : groups[which].mask;
    // want? participating_lane_potentially_not_in_mask "Lane\(s\) .*8-31 participate .* 0b00000000000000000000000011111111"
    data[threadIdx.x] = __any_sync(mask, 1);
  }
}

__global__ void byHost(int *data) {
  // want? participating_lane_potentially_not_in_mask "participate"
  // want? potentially_divergent_mask "do not agree"
  data[threadIdx.x] = __any_sync(changeable[threadIdx.x / 16 & 1], 1);
}
