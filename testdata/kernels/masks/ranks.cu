// Ranks of lanes among those with an equal key. Lanes below a rank are in the group of each lane of that rank or above,
// so a collective that only such lanes come to misses a lane whenever it is reached.
#define FULL 0xffffffffu

__device__ int rankIn(unsigned peers) { return __popc(peers & ((1u << threadIdx.x % 32) - 1)); }

__global__ void aboveTheSecond(const int *keys) {
  unsigned peers = __match_any_sync(FULL, keys[threadIdx.x]);
  if (rankIn(peers) > 1)
    __syncwarp(peers); // want not_participating_lane_in_mask "do not participate"
}

__global__ void fromTheThird(const int *keys, int *out) {
  unsigned peers = __match_any_sync(FULL, keys[threadIdx.x]);
  if (rankIn(peers) >= 2)
    out[threadIdx.x] = __any_sync(peers, 1); // want not_participating_lane_in_mask "do not participate"
}

__global__ void theSecond(const int *keys, int *out) {
  unsigned peers = __match_any_sync(FULL, keys[threadIdx.x]);
  if (rankIn(peers) == 1)
    out[threadIdx.x] = __any_sync(peers, 1); // want not_participating_lane_in_mask "do not participate"
  out[threadIdx.x + 32] = 1;
}

__global__ void fromTheFourth(const int *keys, int *out) {
  unsigned peers = __match_any_sync(FULL, keys[threadIdx.x]);
  if (!(rankIn(peers) < 3))
    out[threadIdx.x] = __any_sync(peers, 1); // want not_participating_lane_in_mask "do not participate"
  out[threadIdx.x + 32] = 1;
}

// A lane alone with its key waits for nobody.
__global__ void notTheSecond(const int *keys, int *out) {
  unsigned peers = __match_any_sync(FULL, keys[threadIdx.x]);
  if (rankIn(peers) != 1)
    out[threadIdx.x] = __any_sync(peers, 1); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
  out[threadIdx.x + 32] = 1;
}

// With two lanes of one key the second waits for the first, and with one lane of each nobody waits.
__global__ void belowTheThird(const int *keys) {
  unsigned peers = __match_any_sync(FULL, keys[threadIdx.x]);
  if (rankIn(peers) < 2)
    __syncwarp(peers); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

// The number of a group's lanes is the same for all of them.
__global__ void largeGroups(const int *keys, int *out) {
  unsigned peers = __match_any_sync(FULL, keys[threadIdx.x]);
  if (__popc(peers) > 1)
    out[threadIdx.x] = __any_sync(peers, 1);
  if (__popc(peers) < 2)
    __syncwarp(peers);
  if (__popc(peers) == 2)
    __syncwarp(peers);
}
