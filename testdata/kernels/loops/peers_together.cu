// Lanes that a match or a ballot put together decide together whether they go round again.
#define FULL 0xffffffffu
#define LANE (threadIdx.x % 32)

// A reduction of the lanes with one key: half of those that are left are added in each iteration.
__global__ void reduced(const int *key, const float *v, float *out) {
  unsigned peers = __match_any_sync(FULL, key[threadIdx.x]);
  int rank = __popc(peers & ((1u << LANE) - 1));
  unsigned rest = peers & (0xfffffffeu << LANE);
  float x = v[threadIdx.x];
  while (__any_sync(peers, rest)) {
    int next = __ffs(rest);
    float other = __shfl_sync(peers, x, next ? next - 1 : LANE);
    if (next) x += other;
    rest &= ~__ballot_sync(peers, rank & 1);
    rank >>= 1;
  }
  if (LANE == __ffs(peers) - 1) atomicAdd(out + key[threadIdx.x], x);
}

// The last of them has none to add, and never comes.
__global__ void reducedByLanes(const int *key) {
  unsigned peers = __match_any_sync(FULL, key[threadIdx.x]);
  int rank = __popc(peers & ((1u << LANE) - 1));
  unsigned rest = peers & (0xfffffffeu << LANE);
  while (rest) {
    rest &= ~__ballot_sync(peers, rank & 1); // want not_participating_lane_in_mask "do not"
    rank >>= 1;
  }
}

__global__ void counted(const int *key, int *v) {
  unsigned peers = __match_any_sync(FULL, key[threadIdx.x]);
  for (int n = __popc(peers); n > 0; n -= 2) v[threadIdx.x] += __shfl_sync(peers, v[threadIdx.x], __ffs(peers) - 1);
}

__global__ void countedByLanes(const int *key, int *v) {
  unsigned peers = __match_any_sync(FULL, key[threadIdx.x]);
  for (int n = __popc(peers); n > LANE; n -= 2) __syncwarp(peers); // want? potentially_not_participating_lane_in_mask "potentially do not"
}

// The sides of a ballot.
__global__ void sides(const int *key, int *v) {
  bool large = key[threadIdx.x] > 3;
  unsigned larger = __ballot_sync(FULL, large), mine = large ? larger : ~larger;
  int x = v[threadIdx.x];
  while (__any_sync(mine, x > 0)) x = v[x];
  __syncwarp(mine);
}

__global__ void sidesByLanes(const int *key, int *v) {
  bool large = key[threadIdx.x] > 3;
  unsigned larger = __ballot_sync(FULL, large), mine = large ? larger : ~larger;
  int x = v[threadIdx.x];
  while (x > 0) {
    x = v[x];
    __syncwarp(mine); // want? potentially_not_participating_lane_in_mask "potentially do not"
  }
}

// What the first of them knows decides.
__global__ void byTheFirst(const int *key, int *locks) {
  int k = key[threadIdx.x];
  unsigned peers = __match_any_sync(FULL, k);
  int first = __ffs(peers) - 1, taken = 0;
  for (;;) {
    if (LANE == first) taken = atomicCAS(locks + k, 0, 1) == 0;
    taken = __shfl_sync(peers, taken, first);
    if (taken) break;
  }
  __syncwarp(peers);
}

// The first of them does not come.
__global__ void withoutTheFirst(const int *key, int *v) {
  unsigned peers = __match_any_sync(FULL, key[threadIdx.x]);
  int x = v[threadIdx.x];
  if (LANE != __ffs(peers) - 1)
    while (__any_sync(peers, x > 0)) x = v[x]; // want not_participating_lane_in_mask "Lane\(s\) 0 named"
}

// Each of them reads each.
__global__ void overPeers(const int *key, int *v) {
  unsigned peers = __match_any_sync(FULL, key[threadIdx.x]);
  int sum = 0;
  for (unsigned rest = peers; rest; rest &= rest - 1) sum += __shfl_sync(peers, v[threadIdx.x], __ffs(rest) - 1);
  v[threadIdx.x] = sum;
}

__global__ void overPeersFromTheTop(const int *key, int *v) {
  unsigned peers = __match_any_sync(FULL, key[threadIdx.x]), rest = peers;
  int sum = v[threadIdx.x];
  while (rest) {
    int from = 31 - __clz(rest);
    sum += __shfl_sync(peers, sum, from);
    rest &= ~(1u << from);
  }
  v[threadIdx.x] = sum;
}

__global__ void besidePeers(const int *key, int *v) {
  unsigned peers = __match_any_sync(FULL, key[threadIdx.x]);
  for (unsigned rest = peers; rest; rest &= rest - 1)
    v[threadIdx.x] += __shfl_sync(peers, v[threadIdx.x], __ffs(rest) & 31); // want? potentially_source_lane_not_in_mask "may read"
}

// Those behind a lane are others for each: the last one has none.
__global__ void overLaterPeers(const int *key, int *v) {
  unsigned peers = __match_any_sync(FULL, key[threadIdx.x]);
  for (unsigned rest = peers & (0xfffffffeu << LANE); rest; rest &= rest - 1)
    v[threadIdx.x] += __shfl_sync(peers, v[threadIdx.x], __ffs(rest) - 1); // want not_participating_lane_in_mask "do not"
}

// Each takes a lane of its own out of the same set.
__global__ void leftToEach(const int *key, int *v) {
  unsigned peers = __match_any_sync(FULL, key[threadIdx.x]);
  for (unsigned rest = peers; rest; rest &= rest << (LANE & 1))
    __syncwarp(peers); // want~ potentially_not_participating_lane_in_mask "potentially do not"
}

// However a lane is taken out of the set.
__global__ void overPeersByXor(const int *key, int *v) {
  unsigned peers = __match_any_sync(FULL, key[threadIdx.x]);
  int sum = 0;
  for (unsigned rest = peers; rest; rest ^= 1u << (__ffs(rest) - 1)) sum += __shfl_sync(peers, v[threadIdx.x], __ffs(rest) - 1);
  v[threadIdx.x] = sum;
}

__global__ void overPeersByDifference(const int *key, int *v) {
  unsigned peers = __match_any_sync(FULL, key[threadIdx.x]);
  int sum = 0;
  for (unsigned rest = peers; rest;) {
    int from = 31 - __clz(rest);
    sum += __shfl_sync(peers, v[threadIdx.x], from);
    rest -= 1u << from;
  }
  v[threadIdx.x] = sum;
}
