// The warps of a block wait for each other at several barriers: in some orders, or in all,
// some wait for ever, though enough come to each barrier.

#define WAIT(name, threads) asm volatile("bar.sync %0, %1;" ::"r"(name), "r"(threads) : "memory")
#define ARRIVE(name, threads) asm volatile("bar.arrive %0, %1;" ::"r"(name), "r"(threads) : "memory")

__global__ void crossed(int *out) {
  if (threadIdx.x < 32) {
    WAIT(1, 64); // want[lockstep,independent,strict] divergent-syncthreads "at most 32 of the block come"
    WAIT(2, 64);
  } else {
    WAIT(2, 64); // want[lockstep,independent,strict] divergent-syncthreads "waits for 64 threads for ever: at most 32"
    WAIT(1, 64);
  }
  out[threadIdx.x] = 1;
}

__global__ void straight(int *out) {
  if (threadIdx.x < 32) {
    WAIT(1, 64);
    WAIT(2, 64);
  } else {
    WAIT(1, 64);
    WAIT(2, 64);
  }
  out[threadIdx.x] = 1;
}

// Whoever comes to the first wait, waits for ever; at the second one all go on where n is not
// positive.
__global__ void crossed_if_positive(int *out, int n) {
  if (threadIdx.x < 32 && n > 0) {
    WAIT(1, 64); // want[lockstep,independent,strict] divergent-syncthreads "at most 32 of the block come"
    WAIT(2, 64);
  } else {
    WAIT(2, 64); // want? potentially-divergent-syncthreads "at most 32 of the block may come"
    WAIT(1, 64);
  }
  out[threadIdx.x] = 1;
}

__global__ void crossed_with_the_block(int *out) {
  if (threadIdx.x < 32) {
    WAIT(1, 64); // want[lockstep,independent,strict] divergent-syncthreads "at most 32 of the block come"
    asm volatile("bar.sync 0;" ::: "memory"); // want[lockstep,independent,strict] divergent-syncthreads "threads 32-63 skip this"
  } else {
    asm volatile("bar.sync 0;" ::: "memory"); // want[lockstep,independent,strict] divergent-syncthreads "threads 0-31 skip this"
    WAIT(1, 64);
  }
  out[threadIdx.x] = 1;
}

// A maker and a taker that both wait first, in a loop of any number of turns.
__global__ void nobody_begins(int *out, int n) {
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; i++) {
      WAIT(1, 64); // want[lockstep,independent,strict] divergent-syncthreads "at most 32 of the block come"
      ARRIVE(2, 64);
    }
  } else {
    for (int i = 0; i < n; i++) {
      WAIT(2, 64); // want[lockstep,independent,strict] divergent-syncthreads "at most 32 of the block come"
      out[i] = 1;
      ARRIVE(1, 64);
    }
  }
}

__global__ void taker_begins(int *out, int n) {
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; i++) {
      WAIT(1, 64);
      ARRIVE(2, 64);
    }
  } else {
    ARRIVE(1, 64);
    for (int i = 0; i < n; i++) {
      WAIT(2, 64);
      out[i] = 1;
      if (i + 1 < n)
        ARRIVE(1, 64);
    }
  }
}

// Loops that end on other comparisons, or only where n is positive.
__global__ void nobody_begins_up_to(int *out, int n) {
  if (threadIdx.x < 32) {
    for (int i = 0; i != n; i++) {
      WAIT(1, 64); // want[lockstep,independent,strict] divergent-syncthreads "at most 32 of the block come"
      ARRIVE(2, 64);
    }
  } else {
    for (int i = 0; i >= n; i++) {
      WAIT(2, 64); // want[lockstep,independent,strict] divergent-syncthreads "at most 32 of the block come"
      out[i] = 1;
      ARRIVE(1, 64);
    }
  }
}

// Where n - 1 is not what it says, the loop does not end in time either.
__global__ void one_turn_apart(int *out, int n) {
  if (threadIdx.x < 32) {
    for (int i = 0; i < n - 1; i++)
      WAIT(1, 64);
    if (n > 0)
      WAIT(1, 64);
  } else {
    for (int i = 0; i < n; i++)
      WAIT(1, 64);
  }
}

// It arrives for a turn too few: the maker waits for ever in its last one.
__global__ void taker_stops_early(int *out, int n) {
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; i++) {
      WAIT(1, 64); // want? potentially-divergent-syncthreads "may come"
      ARRIVE(2, 64);
    }
  } else {
    ARRIVE(1, 64);
    for (int i = 0; i < n; i++) {
      WAIT(2, 64); // want? potentially-divergent-syncthreads "may come"
      out[i] = 1;
      if (i + 2 < n)
        ARRIVE(1, 64);
    }
  }
}

// Two groups of warps work by turns: someone has to let the first one begin.
__global__ void __launch_bounds__(384) by_turns(int *out) {
  int group = threadIdx.x / 128;
  if (group == 0)
    return;
  if (group == 2)
    ARRIVE(2, 256);
  for (int i = 0; i < 8; i++) {
    WAIT(1 + group, 256);
    out[threadIdx.x] += i;
    ARRIVE(4 - group, 256);
  }
  if (group == 1)
    WAIT(2, 256);
}

__global__ void __launch_bounds__(384) by_turns_and_nobody_begins(int *out) {
  int group = threadIdx.x / 128;
  if (group == 0)
    return;
  for (int i = 0; i < 8; i++) {
    WAIT(1 + group, 256); // want[lockstep,independent,strict] divergent-syncthreads "waits for 256 threads for ever: at most 128"
    out[threadIdx.x] += i;
    ARRIVE(4 - group, 256);
  }
}

__global__ void by_turns_of_any_number(int *out, int n) {
  int group = threadIdx.x / 128;
  if (group == 1)
    ARRIVE(1, 256);
  for (int i = 0; i < n; i++) {
    WAIT(1 + group, 256);
    out[threadIdx.x] += i;
    ARRIVE(2 - group, 256);
  }
  if (group == 0)
    WAIT(1, 256);
}

__global__ void by_turns_of_any_number_and_nobody_begins(int *out, int n) {
  int group = threadIdx.x / 128;
  for (int i = 0; i < n; i++) {
    WAIT(1 + group, 256); // want[lockstep,independent,strict] divergent-syncthreads "at most 128 of the block come"
    out[threadIdx.x] += i;
    ARRIVE(2 - group, 256);
  }
}

// Pairs, and every warp by itself.
__global__ void pairs(int *out) {
  WAIT(1 + threadIdx.x / 64, 64);
  out[threadIdx.x] = 1;
}

__global__ void alone(int *out) {
  WAIT(1 + threadIdx.x / 32, 64); // want[lockstep,independent,strict] divergent-syncthreads "waits for 64 threads for ever: at most 32"
  out[threadIdx.x] = 1;
}

// A barrier waits for the lanes of a warp that have not exited, and counts whole warps.
__global__ void part_of_a_warp(int *out) {
  if (threadIdx.x < 48)
    __barrier_sync_count(1, 64);
  out[threadIdx.x] = 1;
}

__global__ void part_of_a_warp_waits_elsewhere(int *out) {
  if (threadIdx.x < 48)
    __barrier_sync_count(1, 64); // want[lockstep,independent,strict] divergent-syncthreads "lanes 16-31 of warp 1 skip this"
  __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void whole_warps(int *out) {
  if (threadIdx.x < 64)
    __barrier_sync_count(1, 64);
  out[threadIdx.x] = 1;
}

// Those of one round must wait for one number.
__global__ void two_numbers(int *out) {
  if (threadIdx.x < 64)
    WAIT(1, 64); // want[lockstep,independent,strict] divergent-syncthreads "is for 64 threads and others of the block come to it for 96"
  else
    WAIT(1, 96); // want[lockstep,independent,strict] divergent-syncthreads "waits for 96 threads"
  out[threadIdx.x] = 1;
}

__global__ void two_numbers_of_two_rounds(int *out) {
  if (threadIdx.x < 64)
    WAIT(1, 64);
  __syncthreads();
  WAIT(1, 96);
  out[threadIdx.x] = 1;
}

__global__ void two_numbers_in_a_loop(int *out, int n) {
  if (threadIdx.x < 128) {
    for (int i = 0; i < n; i++) {
      ARRIVE(1, 160);
      WAIT(2, 192); // want[lockstep,independent,strict] divergent-syncthreads "is for 192 threads and others of the block come to it for 160"
      out[i] = 1;
    }
  } else {
    for (int i = 0; i < n; i++) {
      WAIT(1, 160);
      out[i] = 2;
      ARRIVE(2, 160); // want[lockstep,independent,strict] divergent-syncthreads "is for 160 threads and others of the block come to it for 192"
    }
  }
}

__global__ void one_number_in_a_loop(int *out, int n) {
  if (threadIdx.x < 128) {
    for (int i = 0; i < n; i++) {
      ARRIVE(1, 160);
      WAIT(2, 160);
      out[i] = 1;
    }
  } else {
    for (int i = 0; i < n; i++) {
      WAIT(1, 160);
      out[i] = 2;
      ARRIVE(2, 160);
    }
  }
}

// A block has the barriers 0 to 15, and each is for whole warps.
__global__ void barrier_sixteen(int *out) {
  asm volatile("bar.sync 16, 128;" ::: "memory"); // want[lockstep,independent,strict] divergent-syncthreads "names barrier 16 and a block has the barriers 0 to 15"
  asm volatile("bar.sync 15, 128;" ::: "memory");
}

__global__ void barrier_sixteen_in_a_loop(int *out, int n) {
  for (int i = 0; i < n; i++) {
    WAIT(16, 128); // want[lockstep,independent,strict] divergent-syncthreads "names barrier 16"
    out[threadIdx.x] = i;
  }
}

__global__ void barrier_by_warp(int *out) {
  WAIT(15 + threadIdx.x / 64, 64); // want[lockstep,independent,strict] divergent-syncthreads "names barrier 16"
}

__global__ void no_whole_warps(int *out) {
  asm volatile("bar.sync 3, 100;" ::: "memory"); // want[lockstep,independent,strict] divergent-syncthreads "is for 100 threads and that is no number of whole warps"
  asm volatile("bar.arrive 3, 0;" ::: "memory"); // want[lockstep,independent,strict] divergent-syncthreads "is for 0 threads"
}

// What is not known is taken to be valid.
__global__ void given_barrier(int *out, int barrier, int threads) {
  WAIT(barrier, threads);
  out[threadIdx.x] = 1;
}

int main() {
  crossed<<<1, 64>>>(nullptr);
  straight<<<1, 64>>>(nullptr);
  crossed_if_positive<<<1, 64>>>(nullptr, 7);
  crossed_with_the_block<<<1, 64>>>(nullptr);
  nobody_begins<<<1, 64>>>(nullptr, 7);
  nobody_begins_up_to<<<1, 64>>>(nullptr, 7);
  one_turn_apart<<<1, 64>>>(nullptr, 7);
  taker_begins<<<1, 64>>>(nullptr, 7);
  taker_stops_early<<<1, 64>>>(nullptr, 7);
  by_turns<<<1, 384>>>(nullptr);
  by_turns_and_nobody_begins<<<1, 384>>>(nullptr);
  by_turns_of_any_number<<<1, 256>>>(nullptr, 7);
  by_turns_of_any_number_and_nobody_begins<<<1, 256>>>(nullptr, 7);
  pairs<<<1, 256>>>(nullptr);
  alone<<<1, 256>>>(nullptr);
  part_of_a_warp<<<1, 64>>>(nullptr);
  part_of_a_warp_waits_elsewhere<<<1, 64>>>(nullptr);
  whole_warps<<<1, 96>>>(nullptr);
  two_numbers<<<1, 96>>>(nullptr);
  two_numbers_of_two_rounds<<<1, 96>>>(nullptr);
  two_numbers_in_a_loop<<<1, 160>>>(nullptr, 7);
  one_number_in_a_loop<<<1, 160>>>(nullptr, 7);
  barrier_sixteen<<<1, 128>>>(nullptr);
  barrier_sixteen_in_a_loop<<<1, 128>>>(nullptr, 7);
  barrier_by_warp<<<1, 128>>>(nullptr);
  no_whole_warps<<<1, 128>>>(nullptr);
  given_barrier<<<1, 128>>>(nullptr, 1, 128);
}
