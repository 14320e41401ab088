// Loops that wait for a cell which another lane of the warp writes under another index, for a turn, or by goto.
#define L (threadIdx.x & 31)

__global__ void upper_half(volatile int *flag, int *d) {
  if (threadIdx.x >= 16) {
    while (flag[threadIdx.x - 16] == 0) // want[lockstep] spin-wait-deadlock "on another side of a branch"
      ;
    d[threadIdx.x] = 1;
  } else {
    flag[threadIdx.x] = 1;
  }
}

__global__ void by_block(volatile int *flag, int *d) {
  int first = blockIdx.x * 32;
  if (L % 2) {
    while (!flag[first + (L ^ 1)]) // want[lockstep] spin-wait-deadlock "on another side of a branch"
      ;
    d[L] = 1;
  } else {
    flag[first + L] = 1;
  }
}

__global__ void one_of_many(int *flag, int *d) {
  if (L == 0) {
    while (atomicAdd(&flag[5], 0) == 0) // want[lockstep] spin-wait-deadlock "on another side of a branch"
      ;
    d[0] = 1;
  } else {
    atomicExch(flag + L, 1);
  }
}

__global__ void opposite(volatile int *flag, int *d) {
  if (L < 8) {
    while (!flag[31 - L]) // want[lockstep] spin-wait-deadlock "on another side of a branch"
      ;
    d[L] = 1;
  } else {
    flag[L] = 1;
  }
}

// What is waited for is another cell than any that lanes of the warp write.
__global__ void own_flags(volatile int *flag, int *d, int n) {
  if (L >= 16)
    while (flag[L] == 0)
      ;
  else
    flag[L] = 1;
  if (L < 4)
    while (flag[L + 32] == 0)
      ;
  else
    flag[L] = 2;
  if (L < 4)
    while (flag[32 * n + L] == 0)
      ;
  else
    flag[32 * blockIdx.x + L] = 2;
}

__global__ void turns(volatile int *turn, int *d) {
  while (*turn != L) // want[lockstep] spin-wait-deadlock "waits behind the loop"
    ;
  d[0]++;
  *turn = L + 1;
}

__global__ void turns_of_a_mask(volatile int *turn, int *d) {
  unsigned mine = 1u << L;
  while (*turn != mine) // want[lockstep] spin-wait-deadlock "waits behind the loop"
    ;
  d[0]++;
  atomicAdd((int *)turn, mine);
}

// One lane of the warp, or all lanes of a block at once; or the turn is passed on in the loop.
__global__ void turns_of_blocks(volatile int *turn, int *d) {
  while (*turn != blockIdx.x)
    ;
  d[0]++;
  *turn = blockIdx.x + 1;
}

__global__ void turn_of_one(volatile int *turn, int *d) {
  if (L == 3) {
    while (*turn != L)
      ;
    *turn = L + 1;
  }
}

__global__ void turns_in_rounds(volatile int *turn, int *d) {
  for (int i = 0; i < 32; ++i)
    if (*turn == L) {
      d[0]++;
      *turn = L + 1;
    }
}

__global__ void by_goto(int *lock, int *d) {
again:
  if (atomicCAS(lock, 0, 1)) // want[lockstep] spin-wait-deadlock "waits behind the loop"
    goto again;
  d[0]++;
  atomicExch(lock, 0);
}

__global__ void by_goto_of_old(int *lock, int *d) {
  int old;
retry:
  old = atomicExch(lock, 1); // want[lockstep] spin-wait-deadlock "waits behind the loop"
  if (old != 0)
    goto retry;
  d[0]++;
  atomicExch(lock, 0);
}

// Each lane its own, or set free before the lanes go back.
__global__ void free_before_goto(int *lock, int *d) {
first:
  if (atomicCAS(lock + L, 0, 1))
    goto first;
  d[0]++;
  atomicExch(lock + L, 0);
second:
  if (atomicCAS(lock, 0, 1) == 0) {
    d[0]++;
    atomicExch(lock, 0);
  } else {
    goto second;
  }
}
