// Which lock a lane wants is computed for each lane and for some arguments. Random programs found these.

struct Guard {
  int *lock;
  __device__ Guard(int *lock) : lock(lock) {
    while (atomicExch(lock, 1)) // want[lockstep] spin-wait-deadlock "lane that takes this lock"
      ;
  }
  __device__ ~Guard() { atomicExch(lock, 0); }
};

__global__ void guarded(int *lock, int *sum) {
  for (int i = 0; i < 3; i++) {
    Guard guard(lock);
    *sum += 1;
  }
}

__global__ void by_goto_in_a_loop(int *lock, int *sum) {
  for (int i = 0; i < 3; i++) {
  again:
    if (atomicCAS(lock, 0, 1) != 0) goto again; // want[lockstep] spin-wait-deadlock "lane that takes this lock"
    *sum += 1;
    atomicExch(lock, 0);
  }
}

__global__ void of_half_as_many(int *locks, int *sum) {
  int lane = threadIdx.x & 31;
  while (atomicCAS(&locks[lane < 16 ? lane : lane - 16], 0, 1)) // want[lockstep] spin-wait-deadlock "lane that takes this lock"
    ;
  *sum += 1;
  atomicExch(&locks[lane < 16 ? lane : lane - 16], 0);
}

__global__ void from_one_on(int *locks, int *sum, int n) {
  int lane = threadIdx.x & 31;
  while (atomicCAS(&locks[max(lane, n)], 0, 1)) // want[lockstep] spin-wait-deadlock "lane that takes this lock"
    ;
  *sum += 1;
  atomicExch(&locks[max(lane, n)], 0);
}

// Each lane has its own, whatever n is.
__global__ void exchanged(int *locks, int *sum, int n) {
  n &= 31;
  int lane = threadIdx.x & 31;
  while (atomicCAS(&locks[lane ^ n], 0, 1))
    ;
  *sum += 1;
  atomicExch(&locks[lane ^ n], 0);
}

__global__ void in_odd_steps(int *locks, int *sum, int n) {
  n &= 7;
  int lane = threadIdx.x & 31;
  while (atomicCAS(&locks[lane * (2 * n + 1) % 32], 0, 1))
    ;
  *sum += 1;
  atomicExch(&locks[lane * (2 * n + 1) % 32], 0);
}

__global__ void of_the_lane_before(volatile int *flag) {
  int lane = threadIdx.x & 31;
  if (lane > 0)
    while (!flag[max(lane - 1, 0)]) // want[lockstep] spin-wait-deadlock "only behind the loop"
      ;
  flag[lane] = 1;
}

// Another flag is set before.
__global__ void one_of_two(volatile int *flag) {
  int lane = threadIdx.x & 31;
  flag[0] = 1;
  if (lane == 1)
    while (!flag[1]) // want[lockstep] spin-wait-deadlock "only behind the loop"
      ;
  if (lane == 0) flag[1] = 1;
}

// Another cell in each attempt.
__global__ void one_after_another(int *used, int *cells, int n) {
  int h = threadIdx.x % n;
  while (atomicCAS(&used[h], 0, 1) != 0) h = h + 1 < n ? h + 1 : 0;
  cells[threadIdx.x] = h;
  used[h] = 0;
}
