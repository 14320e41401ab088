// The warps of a block have roles, and meet at barriers with a name and a number of threads.
// As many must come to a name in the whole execution as all that wait there need.

#define WAIT(name) asm volatile("bar.sync %0, 64;" ::"n"(name) : "memory")
#define ARRIVE(name) asm volatile("bar.arrive %0, 64;" ::"n"(name) : "memory")

__global__ void two_against_one(int *out) {
  if (threadIdx.x < 32) {
    WAIT(1);
    out[0] = 1;
    WAIT(1); // want[lockstep,independent,strict] divergent-syncthreads "waits for 64 threads for ever: at most 32 of the block come"
  } else {
    WAIT(1);
  }
  out[threadIdx.x] = 3;
}

__global__ void two_against_two(int *out) {
  if (threadIdx.x < 32) {
    WAIT(1);
    out[0] = 1;
    WAIT(1);
  } else {
    WAIT(1);
    WAIT(1);
  }
  out[threadIdx.x] = 3;
}

__global__ void pairs_of_four(int *out) {
  int warp = threadIdx.x / 32;
  if (warp < 2)
    WAIT(1);
  else
    WAIT(2);
  WAIT(3);
  if (warp != 3)
    WAIT(4); // want[lockstep,independent,strict] divergent-syncthreads "at most 32 of the block come"
  out[threadIdx.x] = 3;
}

// It is the same for all warps whether there is a second time, or it is not.
__global__ void once_more(const int *__restrict__ in, int *out, int n) {
  WAIT(1);
  if (n > 3)
    WAIT(1);
  WAIT(2);
  if (in[threadIdx.x / 32] > 3)
    WAIT(2); // want? potentially-divergent-syncthreads "waits for 64 threads for ever: at most 32 of the block may come"
}

// A check that fails ends the kernel: the other warp does not wait for ever.
__global__ void checked(const int *__restrict__ in, int *out, int n) {
  if (threadIdx.x < 32) {
    if (n < 0)
      __trap();
    WAIT(1);
  } else {
    WAIT(1);
  }
}

__global__ void eight_turns_against_seven(int *out) {
  if (threadIdx.x < 32)
    for (int i = 0; i < 8; i++) {
      out[i] = i;
      WAIT(1); // want[lockstep,independent,strict] divergent-syncthreads "at most 32 of the block come"
    }
  else
    for (int i = 0; i < 7; i++) {
      WAIT(1);
      out[i] = 2;
    }
}

__global__ void one_turn_more(int *out, int n) {
  if (threadIdx.x < 32)
    for (int i = 0; i <= n; i++) {
      out[i] = i;
      WAIT(1); // want[lockstep,independent,strict] divergent-syncthreads "too few for all that wait come"
    }
  else
    for (int i = 0; i < n; i++) {
      WAIT(1); // want[lockstep,independent,strict] divergent-syncthreads "too few for all that wait come"
      out[i] = 2;
    }
}

// The first turn of one role is before its loop, and comes where n is negative too.
__global__ void peeled(int *out, int n) {
  if (threadIdx.x < 32) {
    for (int i = 0; i <= n; i++)
      WAIT(1);
  } else {
    WAIT(1); // want? potentially-divergent-syncthreads "may come"
    for (int i = 0; i < n; i++)
      WAIT(1);
  }
}

__global__ void peeled_where_there_is_one(int *out, int n) {
  if (n <= 0)
    return;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; i++)
      WAIT(1);
  } else {
    WAIT(1);
    for (int i = 1; i < n; i++)
      WAIT(1);
  }
}

// A maker and a taker: full is 1, empty is 2.
__global__ void pipeline(int *out, int n) {
  __shared__ int buffer[32];
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; i++) {
      WAIT(2);
      buffer[threadIdx.x] = i;
      ARRIVE(1);
    }
  } else {
    ARRIVE(2);
    for (int i = 0; i < n; i++) {
      WAIT(1);
      out[threadIdx.x + i] = buffer[threadIdx.x - 32];
      ARRIVE(2);
    }
  }
}

__global__ void taker_stops(int *out, int n) {
  __shared__ int buffer[32];
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; i++) {
      WAIT(2); // want? potentially-divergent-syncthreads "waits for 64 threads at a time and too few for all that wait may come"
      buffer[threadIdx.x] = i;
      ARRIVE(1);
    }
  } else {
    ARRIVE(2);
    for (int i = 0; i < n; i++) {
      WAIT(1);
      out[threadIdx.x + i] = buffer[threadIdx.x - 32];
      ARRIVE(2);
      if (i == 3)
        break;
    }
  }
}

__global__ void taker_is_one_short(int *out, int n) {
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; i++)
      ARRIVE(1);
  } else {
    for (int i = 0; i <= n; i++)
      WAIT(1); // want[lockstep,independent,strict] divergent-syncthreads "too few"
  }
}

// One loop for all roles, whatever ends it.
__global__ void one_loop(const int *in, int *out, int n) {
  for (int i = 0; i < n; i++) {
    if (threadIdx.x < 32) {
      WAIT(1);
      out[i] = 1;
    } else {
      WAIT(1);
    }
    if (in[i] == 7)
      break;
  }
}

// The persistent roles of a kernel that takes tile after tile, and each tile in steps.
__global__ void tiles(int *out, int all, int steps) {
  if (threadIdx.x < 32) {
    for (int tile = blockIdx.x; tile < all; tile += gridDim.x)
      for (int i = 0; i < steps; i++) {
        WAIT(2);
        out[i] = tile;
        ARRIVE(1);
      }
  } else {
    ARRIVE(2);
    for (int tile = blockIdx.x; tile < all; tile += gridDim.x)
      for (int i = 0; i < steps; i++) {
        WAIT(1);
        out[i + steps] = tile;
        ARRIVE(2);
      }
  }
}

// What is read between the turns is not compared, and said to be approximate.
__global__ void by_data(const int *in, int *out, int n) {
  if (threadIdx.x < 32) {
    for (int i = 0; in[i] != 0; i++) {
      WAIT(1);
      out[i] = 1;
    }
  } else {
    for (int i = 0; in[i] != 0; i++) {
      WAIT(1);
      out[i] = 2;
    }
  }
}

__global__ void by_data_that_nobody_writes(const int *__restrict__ in, int *__restrict__ out, int n) {
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; i++) {
      if (in[i] == 0)
        break;
      WAIT(1); // want? potentially-divergent-syncthreads "may come"
      out[i] = 1;
    }
  } else {
    for (int i = 0; i < n; i++)
      WAIT(1); // want? potentially-divergent-syncthreads "may come"
  }
}

// The same number of turns, counted in other ways.
__global__ void up_and_down(int *out, int n) {
  if (threadIdx.x < 32)
    for (int i = n; i > 0; i--)
      WAIT(1);
  else
    for (int i = 0; i < n; i++)
      WAIT(1);
}

__global__ void tested_behind(int *out, int n) {
  if (threadIdx.x < 32) {
    int i = 0;
    do {
      WAIT(1);
    } while (++i < n);
  } else {
    WAIT(1);
    for (int i = 1; i < n; i++)
      WAIT(1);
  }
}

// Nobody waits for ever in a loop that does not end, or behind it.
__global__ void endless(int *out, int n) {
  if (threadIdx.x < 32) {
    while (n > 0)
      WAIT(1);
    WAIT(1); // want? potentially-divergent-syncthreads "at most 32 of the block may come"
  } else {
    while (n > 0)
      WAIT(1);
  }
}

// A role that leaves does not come any more.
__global__ void role_leaves(int *out, int n) {
  if (threadIdx.x < 32) {
    if (n < 0)
      return;
    WAIT(1);
  } else {
    WAIT(1); // want? potentially-divergent-syncthreads "at most 32 of the block may come"
  }
}

// One warp is to meet two others, one at a time, and they may meet each other.
__global__ void one_meets_two(int *out) {
  if (threadIdx.x < 32) {
    WAIT(1); // want? potentially-divergent-syncthreads "more come: some may wait for ever"
    WAIT(1);
  } else {
    WAIT(1);
  }
}

// Two pairs of four warps, whichever.
__global__ void any_two_pairs(int *out) {
  WAIT(1);
  out[threadIdx.x] = 3;
}

__global__ void any_two_pairs_twice(int *out) {
  WAIT(1); // want? potentially-divergent-syncthreads "some may wait for ever"
  out[threadIdx.x] = 3;
  WAIT(1);
}

__global__ void any_two_pairs_again(int *out) {
  WAIT(1);
  __syncthreads();
  WAIT(1);
}

__global__ void any_two_pairs_again_if_positive(int *out, int n) {
  WAIT(1); // want? potentially-divergent-syncthreads "some may wait for ever"
  if (n > 0)
    __syncthreads();
  WAIT(1);
}

__global__ void any_two_pairs_in_each_turn(int *out, int n) {
  for (int i = 0; i < n; i++) {
    WAIT(1);
    out[i] = 3;
    __syncthreads();
  }
}

__global__ void any_two_pairs_in_turns(int *out, int n) {
  for (int i = 0; i < n; i++) {
    WAIT(1); // want? potentially-divergent-syncthreads "some may wait for ever"
    out[i] = 3;
  }
  __syncthreads();
}

__global__ void any_two_pairs_in_some_turns(int *out, int n) {
  for (int i = 0; i < n; i++) {
    WAIT(1); // want? potentially-divergent-syncthreads "some may wait for ever"
    out[i] = 3;
    if (i & 1)
      __syncthreads();
  }
}

// The last of a turn and the first of the next.
__global__ void before_and_behind(int *out, int n) {
  for (int i = 0; i < n; i++) {
    WAIT(1);
    __syncthreads();
    WAIT(1); // want~ potentially-divergent-syncthreads "some may wait for ever"
  }
}

__global__ void before_and_behind_apart(int *out, int n) {
  for (int i = 0; i < n; i++) {
    WAIT(1);
    __syncthreads();
    WAIT(1);
    __syncthreads();
  }
}

// The first and the second warp wait for each other on two sides of a barrier of the block.
__global__ void parted_pair(int *out) {
  int warp = threadIdx.x / 32;
  if (warp == 0)
    WAIT(1); // want[lockstep,independent,strict] divergent-syncthreads "at most 32 of the block come"
  __syncthreads();
  if (warp == 1)
    WAIT(1);
}

__global__ void pairs_by_turns(int *out) {
  int warp = threadIdx.x / 32;
  if (warp < 2)
    WAIT(1);
  __syncthreads();
  if (warp >= 2)
    WAIT(1);
}

// Two may arrive, and take the round that the third waits for.
__global__ void two_arrive(int *out) {
  if (threadIdx.x < 32)
    WAIT(1); // want? potentially-divergent-syncthreads "some may wait for ever"
  else
    ARRIVE(1);
}

__global__ void as_many_arrive(int *out) {
  if (threadIdx.x < 64)
    WAIT(1);
  else
    ARRIVE(1);
}

__global__ void as_many_arrive_in_turns(int *out, int n) {
  for (int i = 0; i < n; i++)
    if (threadIdx.x < 64)
      WAIT(1); // want? potentially-divergent-syncthreads "some may wait for ever"
    else
      ARRIVE(1);
}

int main() {
  up_and_down<<<1, 64>>>(nullptr, 7);
  tested_behind<<<1, 64>>>(nullptr, 7);
  endless<<<1, 64>>>(nullptr, 7);
  role_leaves<<<1, 64>>>(nullptr, 7);
  one_meets_two<<<1, 96>>>(nullptr);
  any_two_pairs<<<1, 128>>>(nullptr);
  any_two_pairs_twice<<<1, 128>>>(nullptr);
  any_two_pairs_again<<<1, 128>>>(nullptr);
  any_two_pairs_again_if_positive<<<1, 128>>>(nullptr, 7);
  any_two_pairs_in_each_turn<<<1, 128>>>(nullptr, 7);
  any_two_pairs_in_turns<<<1, 128>>>(nullptr, 7);
  any_two_pairs_in_some_turns<<<1, 128>>>(nullptr, 7);
  before_and_behind<<<1, 128>>>(nullptr, 7);
  before_and_behind_apart<<<1, 128>>>(nullptr, 7);
  parted_pair<<<1, 64>>>(nullptr);
  pairs_by_turns<<<1, 128>>>(nullptr);
  two_arrive<<<1, 96>>>(nullptr);
  as_many_arrive<<<1, 128>>>(nullptr);
  as_many_arrive_in_turns<<<1, 128>>>(nullptr, 7);
  two_against_one<<<1, 64>>>(nullptr);
  two_against_two<<<1, 64>>>(nullptr);
  pairs_of_four<<<1, 128>>>(nullptr);
  once_more<<<1, 64>>>(nullptr, nullptr, 4);
  checked<<<1, 64>>>(nullptr, nullptr, 4);
  eight_turns_against_seven<<<1, 64>>>(nullptr);
  one_turn_more<<<1, 64>>>(nullptr, 7);
  peeled<<<1, 64>>>(nullptr, 7);
  peeled_where_there_is_one<<<1, 64>>>(nullptr, 7);
  pipeline<<<1, 64>>>(nullptr, 7);
  taker_stops<<<1, 64>>>(nullptr, 7);
  taker_is_one_short<<<1, 64>>>(nullptr, 7);
  one_loop<<<1, 64>>>(nullptr, nullptr, 7);
  tiles<<<4, 64>>>(nullptr, 9, 7);
  by_data<<<1, 64>>>(nullptr, nullptr, 7);
  by_data_that_nobody_writes<<<1, 64>>>(nullptr, nullptr, 7);
}

// without missing-syncthreads
