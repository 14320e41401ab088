// elect.sync chooses one of the lanes that its mask names: which one is open, but it is
// one, and all of them learn which.
#define LANE (threadIdx.x & 31)
#define FULL 0xffffffffu

__device__ bool elect(unsigned mask) {
  int chosen;
  asm volatile("{ .reg .pred P; elect.sync _|P, %1; selp.b32 %0, 1, 0, P; }" : "=r"(chosen) : "r"(mask));
  return chosen;
}

__device__ unsigned leaderOf(unsigned mask) {
  unsigned leader;
  asm volatile("{ .reg .pred P; elect.sync %0|P, %1; }" : "=r"(leader) : "r"(mask));
  return leader;
}

__global__ void alone(int *data) {
  if (elect(FULL)) {
    __syncwarp(); // want not_participating_lane_in_mask "named in sync mask 0b1{32} but"
  }
}

__global__ void counted(int *data) {
  unsigned chosen = __ballot_sync(FULL, elect(FULL));
  if (__popc(chosen) != 1 && LANE == 3) {
    __syncwarp(); // never reached
  }
  if (LANE == leaderOf(FULL)) {
    data[LANE] = __any_sync(1u << LANE, 1);
  }
}

__global__ void ofSome(int *data) {
  if (LANE < 8) {
    data[LANE] = __shfl_sync(0xffu, data[LANE], leaderOf(0xffu));
    if (elect(0xffu) && LANE == 9) {
      __syncwarp();
    }
  } else if (LANE & 1) {
    data[LANE] = __shfl_sync(0xaaaaaa00u, data[LANE], leaderOf(0xaaaaaa00u));
  }
}

__global__ void ofGroups(int *data) {
  unsigned group = __match_any_sync(FULL, data[LANE]);
  data[LANE] = __shfl_sync(group, data[LANE], leaderOf(group));
  unsigned rows = 0xffu << (LANE & 24);
  data[LANE] = __shfl_sync(rows, data[LANE], leaderOf(rows));
}

// The leader need not be the first.
__global__ void theSixth(int *data) {
  unsigned leader = leaderOf(FULL);
  if (leader == 5 && LANE < 16) {
    __syncwarp(); // want~ potentially_not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  }
  if (leader == 40 && LANE < 16) {
    __syncwarp();
  }
}

__global__ void byData(int *data) {
  bool p = data[threadIdx.x] > 0;
  unsigned mask = __ballot_sync(FULL, p);
  if (p) {
    data[LANE] = __shfl_sync(mask, data[LANE], leaderOf(mask));
  }
}
