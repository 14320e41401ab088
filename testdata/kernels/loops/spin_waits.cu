// Loops that end where lanes go on by themselves, and hang in lockstep.

__global__ void one_lock(int *lock, int *sum) {
  while (atomicCAS(lock, 0, 1) != 0) // want[lockstep] spin-wait-deadlock "lane that takes this lock"
    ;
  *sum += threadIdx.x;
  atomicExch(lock, 0);
}

__global__ void lock_by_exchange(int *lock, int *sum) {
  int old;
  do
    old = atomicExch(lock, 1); // want[lockstep] spin-wait-deadlock "lane that takes this lock"
  while (old != 0);
  *sum += 1;
  *lock = 0;
}

__global__ void lock_by_data(int *locks, const int *which, int *sums) {
  int i = which[threadIdx.x];
  while (atomicCAS(&locks[i], 0, 1)) // want[lockstep] spin-wait-deadlock "lane that takes this lock"
    ;
  sums[i]++;
  atomicExch(&locks[i], 0);
}

struct Lock {
  int *mutex;
  __device__ void take() {
    while (atomicCAS(mutex, 0, 1)) // want[lockstep] spin-wait-deadlock "lane that takes this lock"
      ;
  }
  __device__ void release() { atomicExch(mutex, 0); }
};

__global__ void by_methods(Lock lock, int *sum) {
  if (threadIdx.x % 2 == 0) {
    lock.take();
    *sum += 1;
    lock.release();
  }
}

__device__ void take(int *mutex) {
  while (atomicCAS(mutex, 0, 1))
    ;
}

// One lane of each warp at most.
__global__ void by_one_lane(int *lock, int *sum) {
  if (threadIdx.x == 0) {
    take(lock);
    *sum += 1;
    atomicExch(lock, 0);
  }
}

__global__ void one_after_another(int *lock, int *sum) {
  for (int i = 0; i < 32; ++i)
    if ((threadIdx.x & 31) == i) {
      take(lock);
      *sum += 1;
      atomicExch(lock, 0);
    }
}

// A lock for each thread.
__global__ void own_locks(int *locks, int *sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (atomicCAS(&locks[i], 0, 1))
    ;
  sums[i]++;
  atomicExch(&locks[i], 0);
}

// The work is done inside of the loop.
__global__ void freed_inside(int *lock, int *sum) {
  for (;;)
    if (atomicCAS(lock, 0, 1) == 0) {
      *sum += threadIdx.x;
      atomicExch(lock, 0);
      break;
    }
}

__global__ void done_inside(int *lock, int *sum) {
  bool done = false;
  while (!done)
    if (atomicCAS(lock, 0, 1) == 0) {
      *sum += threadIdx.x;
      atomicExch(lock, 0);
      done = true;
    }
}

// Each try starts from what it found.
__global__ void no_lock(float *sum, float v) {
  int *at = (int *)sum, old = *at, seen;
  do {
    seen = old;
    old = atomicCAS(at, seen, __float_as_int(v + __int_as_float(seen)));
  } while (seen != old);
}

__global__ void halves(volatile int *flag, int *data) {
  if ((threadIdx.x & 31) < 16) {
    data[0] = 1;
    *flag = 1;
  } else {
    while (*flag == 0) // want[lockstep] spin-wait-deadlock "on another side of a branch"
      ;
  }
}

// The writers are in another warp.
__global__ void warps(volatile int *flag, int *data) {
  if (threadIdx.x < 32) {
    data[0] = 1;
    *flag = 1;
  } else {
    while (*flag == 0)
      ;
  }
}

// Written before the lanes part.
__global__ void written_before(volatile int *flag) {
  if ((threadIdx.x & 31) == 0)
    *flag = 1;
  while (*flag == 0)
    ;
}

// Set by all lanes before they part, or by those that wait.
__global__ void set_before(volatile int *flag, int *data) {
  flag[0] = 1;
  if ((threadIdx.x & 31) == 0) {
    flag[0] = 1;
    data[0] = 1;
  } else {
    while (!flag[0])
      ;
  }
  if ((threadIdx.x & 31) == 0) {
    flag[1] = 1;
    data[1] = 1;
  } else {
    flag[1] = 1;
    while (!flag[1])
      ;
  }
}

__global__ void cleared_before(volatile int *flag, int *data) {
  flag[0] = 0;
  if ((threadIdx.x & 31) == 0) {
    data[0] = 1;
    flag[0] = 1;
  } else {
    while (!flag[0]) // want[lockstep] spin-wait-deadlock "on another side of a branch"
      ;
  }
}

// All lanes take one side.
__global__ void one_side(volatile int *flag, const int *d) {
  if (d[0] > 0) {
    flag[0] = 1;
  } else {
    while (!flag[0])
      ;
  }
}

// The lanes that come have a lock each, though others would share them.
__global__ void few_lanes(int *locks, int *sum) {
  int lane = threadIdx.x & 31;
  if (lane < 2) {
    while (atomicCAS(&locks[lane & 1], 0, 1) != 0)
      ;
    sum[lane] += 1;
    atomicExch(&locks[lane & 1], 0);
  }
}

__global__ void shared_by_two(int *locks, int *sum) {
  int lane = threadIdx.x & 31;
  if (lane < 3) {
    while (atomicCAS(&locks[lane & 1], 0, 1) != 0) // want[lockstep] spin-wait-deadlock "lock"
      ;
    sum[lane] += 1;
    atomicExch(&locks[lane & 1], 0);
  }
}

// Blocks of one thread.
__global__ void alone(int *lock, int *sum) {
  while (atomicCAS(lock, 0, 1))
    ;
  *sum += 1;
  atomicExch(lock, 0);
}

void launch(int *lock, int *sum) { alone<<<64, 1>>>(lock, sum); }

// Each tries another cell until one is free.
__global__ void search_for_a_free_cell(int *used, int *cells, int n) {
  int h = threadIdx.x * 7 % n;
  while (atomicCAS(&used[h], 0, 1) != 0) h = (h + 1) % n;
  cells[threadIdx.x] = h;
  used[h] = 0;
}

__global__ void walk_to_a_free_cell(int *used, int *cells) {
  int *p = used;
  while (atomicExch(p, 1) != 0) ++p;
  cells[threadIdx.x] = p - used;
  *p = 0;
}

__global__ void some_tries(int *lock, int *sum) {
  int tries = 0;
  while (atomicExch(lock, 1) != 0 && tries < 10) ++tries;
  if (tries < 10) {
    *sum += 1;
    *lock = 0;
  }
}

__global__ void until_it_is_done(int *lock, volatile int *done, int *sum) {
  while (atomicExch(lock, 1) != 0)
    if (*done) return;
  *sum += 1;
  *done = 1;
  *lock = 0;
}

__global__ void until_it_is_late(int *lock, int *sum) {
  long long start = clock64();
  while (atomicExch(lock, 1) != 0 && clock64() - start < 1000)
    ;
  *sum += 1;
  *lock = 0;
}

// Other blocks hand tokens out.
__global__ void take_a_token(int *tokens, int *sum) {
  while (atomicCAS(tokens, 1, 0) != 1)
    ;
  *sum += 1;
}

__global__ void flag_for_some_time(volatile int *flag) {
  if (threadIdx.x == 0) {
    for (int i = 0; i < 100 && *flag == 0; ++i)
      ;
  } else {
    *flag = 1;
  }
}
