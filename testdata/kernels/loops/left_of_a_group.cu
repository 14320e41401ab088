// What a do loop tests at its end is not zero in the next iteration: the lanes that are left of a group.
#define FULL 0xffffffffu
#define LANE (threadIdx.x % 32)

__global__ void sums(const int *key, int *v) {
  unsigned peers = __match_any_sync(FULL, key[threadIdx.x]), rest = peers;
  int x = v[threadIdx.x], sum = 0;
  do {
    sum += __shfl_sync(peers, x, __ffs(rest) - 1);
    rest &= rest - 1;
  } while (rest);
  v[threadIdx.x] = sum;
}

__global__ void ranks(const int *key, int *v) {
  unsigned peers = __match_any_sync(FULL, key[threadIdx.x]), rest = peers;
  int x = v[threadIdx.x], rank = 0;
  do {
    int from = __ffs(rest) - 1;
    rank += __shfl_sync(peers, x, from) < x;
    rest ^= 1u << from;
  } while (rest != 0);
  v[threadIdx.x] = rank;
}

__global__ void from_the_last(const int *key, int *v) {
  unsigned peers = __match_any_sync(FULL, key[threadIdx.x]), rest = peers;
  int sum = 0;
  for (;;) {
    int from = 31 - __clz(rest);
    sum += __shfl_sync(peers, v[threadIdx.x], from);
    rest &= ~(1u << from);
    if (!rest) break;
  }
  v[threadIdx.x] = sum;
}

// The lanes of one key after the other.
__global__ void served(const int *keys, int *counts) {
  int key = keys[threadIdx.x];
  unsigned left = FULL;
  bool served;
  do {
    int first = __ffs(left) - 1;
    served = key == __shfl_sync(left, key, first);
    unsigned same = __ballot_sync(left, served);
    if (LANE == first) atomicAdd(counts + key, __popc(same));
    left &= ~same;
  } while (!served);
}

// Those that were served are named still.
__global__ void named_still(const int *keys) {
  int key = keys[threadIdx.x];
  unsigned left = FULL;
  bool served;
  do {
    // want? potentially_not_participating_lane_in_mask "named"
    served = key == __shfl_sync(FULL, key, __ffs(left) - 1);
    // want? potentially_not_participating_lane_in_mask "named"
    left &= ~__ballot_sync(FULL, served);
  } while (!served);
}

// When none is left, there is one round more.
__global__ void one_round_more(const int *key, int *v) {
  unsigned peers = __match_any_sync(FULL, key[threadIdx.x]), rest = peers;
  int sum = 0;
  bool more;
  do {
    more = rest != 0;
    sum += __shfl_sync(peers, v[threadIdx.x], __ffs(rest) - 1); // want? potentially_source_lane_not_in_mask "31"
    rest &= rest - 1;
  } while (more);
  v[threadIdx.x] = sum;
}
