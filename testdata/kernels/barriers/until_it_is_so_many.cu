// A loop that goes on until its counter is a number ends there, though the counter be another number behind it.

#define WAIT(name) asm volatile("bar.sync %0, 64;" ::"n"(name) : "memory")

__global__ void once_more(int *out, int n) {
  int warp = threadIdx.x / 32;
  for (int i = 0; i != 20 + (n & 3) + warp; i++) {
    out[i] = i;
    WAIT(1); // want[lockstep,independent,strict] divergent-syncthreads "waits for 64 threads at a time and too few"
  }
}

__global__ void as_often(int *out, int n) {
  for (int i = 0; i != 20 + (n & 3); i++) {
    out[i] = i;
    WAIT(1);
  }
}

void launch(int *out, int n) {
  once_more<<<1, 64>>>(out, n);
  as_often<<<1, 64>>>(out, n);
}
