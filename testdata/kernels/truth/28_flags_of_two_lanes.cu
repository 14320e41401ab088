// Row 28. No warp collective: the warp rules are silent.

__global__ void row28(volatile int *a, volatile int *b) {
  if (threadIdx.x == 0) {
    *a = 1;
    while (!*b)
      ;
  } else if (threadIdx.x == 1) {
    *b = 1;
    while (!*a)
      ;
  }
}

void launch(volatile int *a, volatile int *b) { row28<<<1, 32>>>(a, b); }
