// A loop that is unrolled, around one that is not: the barriers of the turns of the one lie in
// different loops, though they stand at one place in the text.

#define WAIT(name, threads) asm volatile("bar.sync %0, %1;" ::"r"(name), "r"(threads) : "memory")

__global__ void pairs(int *out, int m) {
  int warp = threadIdx.x / 32;
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < m; j++) {
      __syncthreads();
      WAIT(1 + warp / 2, 64);
    }
  }
  __syncthreads();
  out[threadIdx.x] = warp;
}

void launch(int *out, int m) { pairs<<<1, 128>>>(out, m); }
