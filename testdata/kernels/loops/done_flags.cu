// Loops that a lane leaves by a variable of its own, which it sets where it has the lock, or where it is its turn.
#define L (threadIdx.x & 31)

__global__ void lock_behind(int *lock, int *sum) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) // want[lockstep] spin-wait-deadlock "waits behind the loop"
      done = true;
  }
  *sum += 1;
  atomicExch(lock, 0);
}

__global__ void lock_inside(int *lock, int *sum) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      *sum += 1;
      atomicExch(lock, 0);
      done = true;
    }
  }
}

__global__ void turn_behind(volatile int *turn, int *sum) {
  for (int done = 0; done == 0;) {
    if (*turn == L) // want[lockstep] spin-wait-deadlock "waits behind the loop"
      done = 1;
  }
  *sum += 1;
  *turn = L + 1;
}

__global__ void turn_inside(volatile int *turn, int *sum) {
  for (int done = 0; done == 0;) {
    if (*turn == L) {
      *sum += 1;
      *turn = L + 1;
      done = 1;
    }
  }
}

__global__ void ticket_behind(int *next, volatile int *serving, int *sum) {
  int ticket = atomicAdd(next, 1);
  bool waits = true;
  do {
    if (*serving == ticket) // want[lockstep] spin-wait-deadlock "waits behind the loop"
      waits = false;
  } while (waits);
  *sum += 1;
  *serving = ticket + 1;
}

__global__ void flag_of_a_half(volatile int *flag, int *d) {
  if (L >= 16) {
    bool done = false;
    while (!done)
      if (flag[L - 16] != 0) // want[lockstep] spin-wait-deadlock "on another side of a branch"
        done = true;
    d[L] = 1;
  } else {
    flag[L] = 1;
  }
}

// Another way out.
__global__ void so_often(int *lock, int *sum) {
  bool done = false;
  int tries = 0;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0)
      done = true;
    if (++tries > 100)
      done = true;
  }
  *sum += tries;
  atomicExch(lock, 0);
}
