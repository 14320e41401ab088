// Fields of small structures in shared memory, told from the stores to them.
#define LANE (threadIdx.x & 31)

struct Team {
  int size;
  unsigned mask;
};

__global__ void written_by_one(int *out) {
  __shared__ Team team;
  if (threadIdx.x == 0) {
    team.size = 16;
    team.mask = 0xfffeu;
  }
  __syncthreads();
  if (LANE < team.size) out[threadIdx.x] = __any_sync(team.mask, 1); // want participating_lane_not_in_mask "Lane\(s\) 0 participate.* written_by_one"
}

__global__ void of_those_who_come(int *out) {
  __shared__ Team team;
  if (threadIdx.x == 0) {
    team.size = 16;
    team.mask = 0xffffu;
  }
  __syncthreads();
  if (LANE < team.size) out[threadIdx.x] = __any_sync(team.mask, 1);
}

// A whole structure, and one of each warp.
__global__ void copied(int *out) {
  __shared__ Team team;
  if (threadIdx.x == 0) {
    Team made{8, 0xffu};
    team = made;
  }
  __syncthreads();
  if (LANE < 9) out[threadIdx.x] = __any_sync(team.mask, 1); // want participating_lane_not_in_mask "Lane\(s\) 8 participate.* copied"
}

__global__ void of_each_warp(const int *in, int *out) {
  __shared__ Team team[8];
  unsigned mask = __ballot_sync(~0u, in[threadIdx.x] > 0);
  if (LANE == 0) {
    team[threadIdx.x / 32].mask = mask;
    team[threadIdx.x / 32].size = __popc(mask);
  }
  __syncwarp();
  if (in[threadIdx.x] > 0) out[threadIdx.x] = __any_sync(team[threadIdx.x / 32].mask, in[threadIdx.x] > 4);
}

// A union, of members of one size.
union Word {
  unsigned bits;
  int number;
};

__global__ void in_a_union(int *out) {
  __shared__ Word word;
  if (threadIdx.x == 0) word.number = 0xffff;
  __syncthreads();
  if (LANE <= 16) out[threadIdx.x] = __any_sync(word.bits, 1); // want participating_lane_not_in_mask "Lane\(s\) 16 participate"
}

// Later than the first one.
__global__ void written_again(int *out, int n) {
  __shared__ Team team;
  if (threadIdx.x == 0) team.mask = 1;
  __syncthreads();
  out[threadIdx.x] = team.mask;
  __syncthreads();
  if (threadIdx.x == 0) team.mask = 0xffffu;
  __syncthreads();
  if (LANE < 16) out[threadIdx.x] = __any_sync(team.mask, 1);
}

// Pointers to functions.
typedef int (*Step)(int);
__device__ int plain(int v) { return v + 1; }
__device__ int voting(int v) { return __any_sync(~0u, v); } // want not_participating_lane_in_mask "Lane\(s\) 3-31 named.* chosen_voting"

struct Plan {
  Step step;
  int lanes;
};

__global__ void chosen_plain(int *out) {
  __shared__ Plan plan;
  if (threadIdx.x == 0) {
    plan.step = plain;
    plan.lanes = 3;
  }
  __syncthreads();
  if (LANE < plan.lanes) out[threadIdx.x] = plan.step(out[threadIdx.x]);
}

__global__ void chosen_voting(int *out) {
  __shared__ Plan plan;
  if (threadIdx.x == 0) {
    plan.step = voting;
    plan.lanes = 3;
  }
  __syncthreads();
  if (LANE < plan.lanes) out[threadIdx.x] = plan.step(out[threadIdx.x]);
}
