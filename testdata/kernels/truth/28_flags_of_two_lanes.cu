// Row 28. No warp collective. In lockstep each lane waits for what the other has not written yet.

__global__ void row28(volatile int *a, volatile int *b) {
  if (threadIdx.x == 0) {
    *a = 1;
    while (!*b) // want[lockstep] spin-wait-deadlock "on another side of a branch"
      ;
  } else if (threadIdx.x == 1) {
    *b = 1;
    while (!*a) // want[lockstep] spin-wait-deadlock "on another side of a branch"
      ;
  }
}

void launch(volatile int *a, volatile int *b) { row28<<<1, 32>>>(a, b); }
