// Barriers with a number of threads in a block of which nothing is known: it is taken to have as many threads as they
// all wait for.

#define WARP (threadIdx.x / 32)

// Two groups of two warps: 128 threads.
__global__ void oddAndEven(float *out, int n) {
  if (WARP % 2)
    for (int i = 0; i < n; i++)
      asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    for (int i = 0; i < n; i++)
      asm volatile("bar.sync 2, 64;" ::: "memory");
  out[threadIdx.x] = 1;
}

// In a block of any size only one warp comes.
__global__ void oneWarp(float *out) {
  if (WARP == 0)
    asm volatile("bar.sync 1, 64;" ::: "memory"); // want[lockstep,independent,strict] divergent-syncthreads "waits for 64 threads and at most 32"
  out[threadIdx.x] = 1;
}

__global__ void twoOfThem(float *out, int n) {
  if (WARP == 1 || WARP == n)
    asm volatile("bar.sync 1, 64;" ::: "memory"); // want? potentially-divergent-syncthreads "threads 0-31 may skip this"
  else if (WARP == 2)
    asm volatile("bar.sync 2, 96;" ::: "memory"); // want[lockstep,independent,strict] divergent-syncthreads "waits for 96 threads and at most 32"
  out[threadIdx.x] = 1;
}

__global__ void allButOne(float *out) {
  if (WARP > 0)
    asm volatile("bar.sync 1, 128;" ::: "memory");
  out[threadIdx.x] = 1;
}

// One side waits once more than the other.
__global__ void onceMore(float *out, int n) {
  if (WARP % 2) {
    for (int i = 0; i < n; ++i)
      asm volatile("bar.sync 1, 128;" ::: "memory"); // want? potentially-divergent-syncthreads "too few for all that wait may come"
  } else {
    for (int i = 0; i <= n; ++i)
      asm volatile("bar.sync 1, 128;" ::: "memory"); // want? potentially-divergent-syncthreads "too few for all that wait may come"
  }
  out[threadIdx.x] = 1;
}

__global__ void asOften(float *out, int n) {
  if (WARP % 2) {
    for (int i = 0; i < n; ++i)
      asm volatile("bar.sync 1, 128;" ::: "memory");
  } else {
    for (int i = 0; i < n; ++i)
      asm volatile("bar.sync 1, 128;" ::: "memory");
  }
  out[threadIdx.x] = 1;
}

// A producer arrives as often as the others wait.
__global__ void producer(float *out, int n) {
  if (WARP == 0)
    for (int i = 0; i < n; i++) {
      asm volatile("bar.sync 2, 128;" ::: "memory");
      asm volatile("bar.arrive 1, 128;" ::: "memory");
    }
  else
    for (int i = 0; i < n; i++) {
      asm volatile("bar.arrive 2, 128;" ::: "memory");
      asm volatile("bar.sync 1, 128;" ::: "memory");
    }
  out[threadIdx.x] = 1;
}
