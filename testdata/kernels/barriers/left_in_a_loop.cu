// A warp that leaves the kernel within a loop has exited and is not missed at a barrier behind it,
// nor at one in a later turn.

__global__ void in_a_turn(int *out) {
  int warp = threadIdx.x / 32;
  for (int i = 0; i < 1; ++i)
    if (warp < 1)
      return;
  __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void in_some_turn(int *out, const int *d, int n) {
  int warp = threadIdx.x / 32, fuel = 0;
  do {
    if (warp < 1)
      return;
  } while (d[n] == 2 && ++fuel < 5000);
  __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void in_a_loop_within(int *out, const int *d, int n) {
  int warp = threadIdx.x / 32, fuel = 0;
  do {
    do {
      if (warp < 1)
        return;
    } while (n != 0 && ++fuel < 5);
    __syncthreads(); // want~ potentially-divergent-syncthreads "threads 0-31 may skip this"
  } while (d[n] == 2 && ++fuel < 5);
  out[threadIdx.x] = 1;
}

// It goes round, and comes once less often.
__global__ void a_turn_less(int *out) {
  int warp = threadIdx.x / 32;
  for (int i = 0; i < 2; ++i)
    if (warp == 0 || i == 0)
      __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "threads 32-63 skip this"
  out[threadIdx.x] = 1;
}

void launch(int *out, const int *d, int n) {
  in_a_turn<<<1, 64>>>(out);
  in_some_turn<<<1, 64>>>(out, d, n);
  in_a_loop_within<<<1, 64>>>(out, d, n);
  a_turn_less<<<1, 64>>>(out);
}
