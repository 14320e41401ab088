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
  // want? potentially_divergent_mask "do not agree"
  data[threadIdx.x] = __any_sync(changeable[threadIdx.x / 16 & 1], 1);
}

// What stands beside the integers of a table is none of them.
struct Weighted {
  int tries;
  float weight;
};
__constant__ const Weighted weighted[4] = {{1, 2.f}, {1, 3.f}, {1, 4.f}, {1, 5.f}};

__global__ void by_weight(int *d, int k) {
  if (__float_as_int(weighted[k & 3].weight) == 1) return;
  // want not_participating_lane_in_mask "Lane\(s\) 3 named"
  if (threadIdx.x % 32 < 3) __syncwarp(0xf);
}

// Tables of functions, some of them with something else in each row.
typedef int (*Step)(int);

__device__ int upward(int v) { return __shfl_up_sync(~0u, v, 1); }
__device__ int voted(int v) { return __any_sync(~0u, v); }
__device__ int alone(int v) { return v + 1; }
__device__ int of_odd_ones(int v) {
  // want not_participating_lane_in_mask "Lane\(s\) 0, 2, 4"
  return __shfl_down_sync(~0u, v, 1);
}

struct Named {
  const char *name;
  Step step;
  long number;
};
__device__ const Step same_for_all[3] = {upward, &voted, nullptr};
__device__ const Step of_each[2] = {alone, of_odd_ones};
__constant__ const Named named[2] = {{"up", upward, 32}, {"voted", voted, 48}};

__global__ void of_the_block(int *d, int k) { d[threadIdx.x] = same_for_all[k & 1](d[threadIdx.x]); }
__global__ void of_the_lane(int *d) { d[threadIdx.x] = of_each[threadIdx.x & 1](d[threadIdx.x]); }
__global__ void of_the_first(int *d, int k) {
  d[threadIdx.x] = same_for_all[0](d[threadIdx.x]) + named[1].step(d[threadIdx.x]) + named[k & 1].step(d[k]);
}
__global__ void by_number(int *d, int k) {
  // want not_participating_lane_in_mask "Lane\(s\) 3 named"
  if (named[k & 1].number > 31 && threadIdx.x % 32 < 3) __syncwarp(0xf);
}
