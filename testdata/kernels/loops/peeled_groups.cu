// Lanes of a set that each group has for itself leave a loop key by key, and the set shrinks by those that leave.

#define LANE (threadIdx.x & 31)

__global__ void keys_of_an_active_set(const int *keys, int *counts) {
  int own = keys[threadIdx.x];
  if (own >= 0) {
    unsigned set = __activemask();
    while (set) {
      int leader = __ffs(set) - 1;
      int key = __shfl_sync(set, own, leader);
      unsigned same = __ballot_sync(set, key == own);
      if (key == own) {
        if (LANE == leader) atomicAdd(counts + key, __popc(same));
        break;
      }
      set &= ~same;
    }
  }
}

// The last lane leads, and the loop goes on by a flag.
__global__ void from_the_last_on(const int *keys, int *counts) {
  int own = keys[threadIdx.x];
  if (own < 5) return;
  unsigned set = __activemask();
  for (bool left = true; left;) {
    int leader = 31 - __clz(set);
    int key = __shfl_sync(set, own, leader);
    unsigned same = __ballot_sync(set, key == own);
    if (LANE == leader) atomicAdd(counts + key, __popc(same));
    left = key != own;
    set ^= same;
  }
}

// Groups that a match has made, peeled by something else.
__global__ void within_a_match(const int *keys, const int *rows, int *sums) {
  int own = rows[threadIdx.x];
  unsigned set = __match_any_sync(~0u, keys[threadIdx.x]);
  do {
    int row = __shfl_sync(set, own, __ffs(set) - 1);
    set = __ballot_sync(set, row != own);
    if (row == own) break;
  } while (true);
  sums[threadIdx.x] = own;
}

// The set forgets no one.
__global__ void never_smaller(const int *keys, int *counts) {
  int own = keys[threadIdx.x];
  unsigned set = __match_any_sync(~0u, own & 3);
  for (;;) {
    int key = __shfl_sync(set, own, __ffs(set) - 1);  // want? potentially_not_participating_lane_in_mask "do not participate"
    if (key == own) break;
    atomicAdd(counts + key, 1);
  }
}

// Others leave than the set forgets.
__global__ void others_leave(const int *keys, int *counts) {
  int own = keys[threadIdx.x];
  unsigned set = __match_any_sync(~0u, own & 3);
  while (set) {
    // want? potentially_not_participating_lane_in_mask "others_leave"
    int key = __shfl_sync(set, own, __ffs(set) - 1);
    // want? potentially_not_participating_lane_in_mask "others_leave"
    unsigned same = __ballot_sync(set, key == own);
    if (key <= own) break;
    set &= ~same;
  }
}

// A set of other groups than those that leave together.
__global__ void another_set(const int *keys, int *counts) {
  int own = keys[threadIdx.x];
  unsigned set = __match_any_sync(~0u, own & 3), all = ~0u;
  while (set) {
    int key = __shfl_sync(all, own, __ffs(set) - 1);  // want? potentially_not_participating_lane_in_mask "do not participate"
    unsigned same = __ballot_sync(all, key == own);  // want? potentially_not_participating_lane_in_mask "do not participate"
    if (key == own) break;
    set &= ~same;
  }
}
