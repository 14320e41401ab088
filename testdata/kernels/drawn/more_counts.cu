// Drawn (internal/agree): barriers with numbers of threads.
namespace p1 {
__global__ void k(const int *__restrict__ d, int n, int m) {
  int w = threadIdx.x / 32;
  if (w == 1 && n == 2) return;
  if (w == 0) {
    if (w == 0 && n > 2) {
      // want? potentially-divergent-syncthreads "threads and others of the block may"
      asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(64));
    } else {
      // want? potentially-divergent-syncthreads "threads and others of the block may"
      asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(64));
    }
  } else {
    if (w % 2) {
      asm volatile("bar.sync %0, %1;" ::"r"(1 + w % 2), "r"(64));
    }
    asm volatile("bar.sync %0, %1;" ::"r"(1 + w / 2), "r"(128));
  }
  if (w % 2) {
    for (int i1 = 0; i1 < m; i1++) {
      asm volatile("bar.sync %0, %1;" ::"r"(1 + w % 2), "r"(64));
    }
    // want divergent-syncthreads "threads 0-31 skip this"
    __syncthreads();
    asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(96));
  } else {
    asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(96));
  }
}
}

namespace p2 {
__global__ void k(const int *__restrict__ d, int n, int m) {
  int w = threadIdx.x / 32;
  if (w == 1 && n == 2) return;
  // want? potentially-divergent-syncthreads "threads for ever: at most"
  asm volatile("bar.sync %0, %1;" ::"r"(1 + w % 2), "r"(64));
  for (int i1 = 0; i1 < m; i1++) {
    asm volatile("bar.arrive %0, %1;" ::"r"(1), "r"(64));
    for (int i2 = 0; i2 < n; i2++) {
      // want? potentially-divergent-syncthreads "threads and others of the block may"
      asm volatile("bar.sync %0, %1;" ::"r"(1 + w % 2), "r"(96));
      asm volatile("bar.sync %0, %1;" ::"r"(1 + w / 2), "r"(96));
    }
  }
}
}

namespace p3 {
__global__ void k(const int *__restrict__ d, int n, int m) {
  int w = threadIdx.x / 32;
  if (w == 1 && n == 2) return;
  // want? potentially-divergent-syncthreads "threads for ever: at most"
  asm volatile("bar.sync %0, %1;" ::"r"(2), "r"(128));
  for (int i1 = 0; i1 < n; i1++) {
    if (m == 1) {
      // want? potentially-divergent-syncthreads "threads and others of the block may"
      asm volatile("bar.arrive %0, %1;" ::"r"(1), "r"(64));
      // want? potentially-divergent-syncthreads "threads and others of the block may"
      asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(64));
    }
    if (w == 0) {
      // want? potentially-divergent-syncthreads "threads and others of the block may"
      asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(96));
    } else {
      asm volatile("bar.sync %0, %1;" ::"r"(1 + w / 2), "r"(128));
      asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(96));
    }
  }
  for (int i2 = 0; i2 < 7; i2++) {
    if (w == 0) {
      // want? potentially-divergent-syncthreads "threads and others of the block may"
      asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(96));
      asm volatile("bar.arrive %0, %1;" ::"r"(2), "r"(64));
      asm volatile("bar.sync %0, %1;" ::"r"(2), "r"(96));
    } else {
      // want? potentially-divergent-syncthreads "threads and others of the block may"
      asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(64));
      // want divergent-syncthreads "threads 0-31 skip this"
      __syncthreads();
      asm volatile("bar.sync %0, %1;" ::"r"(1 + w / 2), "r"(64));
    }
    asm volatile("bar.sync %0, %1;" ::"r"(2), "r"(64));
  }
}
}

namespace p4 {
__global__ void k(const int *__restrict__ d, int n, int m) {
  int w = threadIdx.x / 32;
  if (w == 1 && n == 2) return;
  // want~ potentially-divergent-syncthreads "threads at a time and more come: some"
  asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(64));
  asm volatile("bar.arrive %0, %1;" ::"r"(1 + w % 2), "r"(64));
  for (int i1 = 0; i1 < n + 1; i1++) {
    __syncthreads();
  }
}
}

namespace p5 {
__global__ void k(const int *__restrict__ d, int n, int m) {
  int w = threadIdx.x / 32;
  for (int i1 = 0; i1 < n; i1++) {
    if (w == 0) {
      asm volatile("bar.arrive %0, %1;" ::"r"(1), "r"(64));
    } else {
      asm volatile("bar.sync %0, %1;" ::"r"(1 + w / 2), "r"(64));
    }
  }
  asm volatile("bar.arrive %0, %1;" ::"r"(1), "r"(64));
  asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(64));
}
}

namespace p6 {
__global__ void k(const int *__restrict__ d, int n, int m) {
  int w = threadIdx.x / 32;
  if (w == 1 && n == 2) return;
  // want? potentially-divergent-syncthreads "threads and others of the block may"
  asm volatile("bar.arrive %0, %1;" ::"r"(1 + w % 2), "r"(64));
  if (m == 1) {
    // want? potentially-divergent-syncthreads "threads and others of the block may"
    asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(64));
    if (w < 2) {
      // want? potentially-divergent-syncthreads "may skip this bar\.sync while others"
      asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(128));
    }
    __syncthreads();
  } else {
    __syncthreads();
    __syncthreads();
  }
  asm volatile("bar.arrive %0, %1;" ::"r"(1), "r"(96));
}
}
