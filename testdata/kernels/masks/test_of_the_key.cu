// Lanes of one group have equal keys: what depends on the key alone sends them one way.
#define FULL 0xffffffffu

__global__ void testOfTheKey(const int *keys, int *out, int n) {
  int i = threadIdx.x, key = keys[i];
  unsigned peers = __match_any_sync(FULL, key);
  if (key > n)
    out[i] = __shfl_sync(peers, i, __ffs(peers) - 1);
  if ((key * 7 + n) % 5 == 2)
    __syncwarp(peers);
  else
    out[i] = __any_sync(peers, i & 1);
}

__global__ void testOfTheLane(const int *keys, int *out, int n) {
  int i = threadIdx.x, key = keys[i];
  unsigned peers = __match_any_sync(FULL, key);
  if (i > n)
    __syncwarp(peers); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

// The halves of a key are matched by themselves.
__global__ void testOfTheOtherHalf(const unsigned long long *keys) {
  unsigned long long key = keys[threadIdx.x];
  unsigned peers = __match_any_sync(FULL, (unsigned)key);
  if ((unsigned)key != 0)
    __syncwarp(peers);
  if ((unsigned)(key >> 32) != 0)
    __syncwarp(peers); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

// What a table says of the key, and what it says of the key in a row of the lane's own.
__global__ void lookedUp(const int *keys, const int *__restrict__ table) {
  int key = keys[threadIdx.x];
  unsigned peers = __match_any_sync(FULL, key);
  if (table[key] > 3)
    __syncwarp(peers);
  if (table[key + 256 * threadIdx.x] > 3)
    __syncwarp(peers); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

// All of a group see the same group.
__global__ void testOfTheGroup(const int *keys, int n) {
  unsigned peers = __match_any_sync(FULL, keys[threadIdx.x]);
  int leader = __ffs(peers) - 1;
  if (__popc(peers) > 1)
    __syncwarp(peers);
  if (leader > n)
    __syncwarp(peers);
}

// The rank in the group, and who is its leader, are each lane's own.
__global__ void testOfTheRank(const int *keys) {
  unsigned peers = __match_any_sync(FULL, keys[threadIdx.x]);
  if (__popc(peers & ((1u << threadIdx.x % 32) - 1)) > 1)
    __syncwarp(peers); // want not_participating_lane_in_mask "do not participate"
  if (threadIdx.x % 32 == __ffs(peers) - 1)
    __syncwarp(peers); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

// What the leader, a vote or a sum over the group says.
__global__ void saidToTheGroup(const int *keys, const int *d, int *counts) {
  int key = keys[threadIdx.x], base = 0;
  unsigned peers = __match_any_sync(FULL, key);
  int leader = __ffs(peers) - 1;
  if (threadIdx.x % 32 == leader)
    base = atomicAdd(&counts[key], __popc(peers));
  if (__shfl_sync(peers, base, leader) > 0)
    __syncwarp(peers);
  if (__any_sync(peers, d[threadIdx.x] > 0))
    __syncwarp(peers);
  unsigned positive = __ballot_sync(peers, d[threadIdx.x] > 0);
  if (positive)
    __syncwarp(peers);
  if (d[threadIdx.x] > 0)
    __syncwarp(positive);
}

__global__ void ownVote(const int *keys, const int *d) {
  unsigned peers = __match_any_sync(FULL, keys[threadIdx.x]);
  unsigned positive = __ballot_sync(peers, d[threadIdx.x] > 0);
  if (positive && d[threadIdx.x] > 0)
    __syncwarp(peers); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

// Groups of those that have a key at all.
__global__ void someHaveKeys(const int *keys) {
  int key = keys[threadIdx.x];
  unsigned valid = __ballot_sync(FULL, key >= 0);
  if (key >= 0) {
    unsigned peers = __match_any_sync(valid, key);
    if (key != 7)
      __syncwarp(peers);
  }
}
