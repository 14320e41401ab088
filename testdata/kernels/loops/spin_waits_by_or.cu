// Guards of two conditions, locks that are chosen in the loop, and circles behind a condition that is the same for all.

__global__ void guard_or(int *lock, int *out) {
  int lane = threadIdx.x & 31;
  if (lane < 8 || lane > 30) {
    while (atomicCAS(lock, 0, 1) != 0);  // want[lockstep] spin-wait-deadlock "still want it"
    *out += 1;
    atomicExch(lock, 0);
  }
}
__global__ void guard_or_index(int *lock, int *out) {
  int lane = threadIdx.x & 31;
  if (lane < 8 || lane > 30) {
    while (atomicCAS(&lock[lane % 5], 0, 1) != 0);  // want[lockstep] spin-wait-deadlock "still want it"
    *out += 1;
    atomicExch(&lock[lane % 5], 0);
  }
}
__global__ void guard_or_own(int *lock, int *out) {
  int lane = threadIdx.x & 31;
  if (lane < 8 || lane > 30) {
    while (atomicCAS(&lock[lane % 16 + (lane > 30 ? 8 : 0)], 0, 1) != 0);
    *out += 1;
    atomicExch(&lock[lane % 16 + (lane > 30 ? 8 : 0)], 0);
  }
}
__global__ void chosen_index(int *lock, int *out) {
  int lane = threadIdx.x & 31;
  for (bool got = false; !got;) got = !(atomicCAS(&lock[lane == 0 ? 0 : lane / 2], 0, 1) != 0);  // want[lockstep] spin-wait-deadlock "still want it"
  *out += 1;
  atomicExch(&lock[lane == 0 ? 0 : lane / 2], 0);
}
__global__ void chosen_index_while(int *lock, int *out) {
  int lane = threadIdx.x & 31;
  while (atomicCAS(&lock[lane < 16 ? lane : lane - 16], 0, 1) != 0);  // want[lockstep] spin-wait-deadlock "still want it"
  *out += 1;
  atomicExch(&lock[lane < 16 ? lane : lane - 16], 0);
}
__global__ void chosen_index_own(int *lock, int *out) {
  int lane = threadIdx.x & 31;
  for (bool got = false; !got;) got = !(atomicCAS(&lock[lane == 0 ? 0 : lane], 0, 1) != 0);
  *out += 1;
  atomicExch(&lock[lane == 0 ? 0 : lane], 0);
}
__global__ void circle(int *out, int n) {
  __shared__ volatile int ready[32];
  int lane = threadIdx.x & 31;
  ready[lane] = 0;
  __syncwarp();
  if (n > 2) {
    while (ready[(lane + 1) % 32] == 0);  // want spin-wait-deadlock "only behind the loop"
    __threadfence_block();
    ready[lane] = 1;
  }
  out[lane] = lane;
}
__global__ void circle_always(int *out, int n) {
  __shared__ volatile int ready[32];
  int lane = threadIdx.x & 31;
  ready[lane] = 0;
  __syncwarp();
  while (ready[(lane + 1) % 32] == 0);  // want spin-wait-deadlock "only behind the loop"
  __threadfence_block();
  ready[lane] = 1;
  out[lane] = lane;
}
__global__ void chain(int *out, int n) {
  __shared__ volatile int ready[33];
  int lane = threadIdx.x & 31;
  ready[lane] = 0;
  if (lane == 0) ready[32] = 1;
  __syncwarp();
  if (n > 2) {
    while (ready[lane + 1] == 0);
    __threadfence_block();
    ready[lane] = 1;
  }
  out[lane] = lane;
}

// The only launch has one warp, of which lane 31 is elsewhere.
__global__ void lesser_of_two(int *lock, int *out) {
  int thread = threadIdx.x, lane = thread & 31;
  if (thread != 31) {
    while (atomicCAS(&lock[min(lane, 30)], 0, 1) != 0);
    out[thread] += 1;
    atomicExch(&lock[min(lane, 30)], 0);
  }
}
void launch_lesser_of_two(int *lock, int *out) { lesser_of_two<<<1, 32>>>(lock, out); }

__global__ void lesser_of_more(int *lock, int *out) {
  int thread = threadIdx.x, lane = thread & 31;
  if (thread != 31) {
    while (atomicCAS(&lock[min(lane, 30)], 0, 1) != 0);  // want[lockstep] spin-wait-deadlock "still want it"
    out[thread] += 1;
    atomicExch(&lock[min(lane, 30)], 0);
  }
}
void launch_lesser_of_more(int *lock, int *out) { lesser_of_more<<<1, 64>>>(lock, out); }
