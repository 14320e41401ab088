// Drawn (internal/agree): barriers with numbers of threads, and barriers by what warps compute.
namespace p1 {
__global__ void k(const int *__restrict__ d, int n, int m) {
  int w = threadIdx.x / 32;
  asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(64));
}
}

namespace p2 {
__global__ void k(const int *__restrict__ d, int n, int m) {
  int w = threadIdx.x / 32;
  if (w == 1 && n == 2) return;
  for (int i1 = 0; i1 < m; i1++) {
    if (w < 2) {
      // want? potentially-divergent-syncthreads "threads at a time and too few for all"
      asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(64));
    } else {
      asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(64));
      asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(64));
    }
    asm volatile("bar.arrive %0, %1;" ::"r"(1), "r"(64));
  }
  for (int i2 = 0; i2 < n; i2++) {
    // want? potentially-divergent-syncthreads "threads at a time and too few for all"
    asm volatile("bar.sync %0, %1;" ::"r"(1 + w % 2), "r"(64));
  }
}
}

namespace p3 {
__global__ void k(const int *__restrict__ d, int n, int m) {
  int w = threadIdx.x / 32;
  asm volatile("bar.sync %0, %1;" ::"r"(2), "r"(96));
  if (w < 2) {
    if (w == 0) {
      // want? potentially-divergent-syncthreads "threads and others of the block may"
      asm volatile("bar.sync %0, %1;" ::"r"(1 + w % 2), "r"(64));
      // want? potentially-divergent-syncthreads "threads for ever: at most"
      asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(96));
    }
  } else {
    // want? potentially-divergent-syncthreads "threads and others of the block may"
    asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(96));
  }
  for (int i1 = 0; i1 < n; i1++) {
    // want? potentially-divergent-syncthreads "threads and others of the block may"
    asm volatile("bar.sync %0, %1;" ::"r"(1), "r"(64));
  }
}
}

namespace p4 {
__global__ void k(const int *__restrict__ d, int n, int m) {
  int w = threadIdx.x / 32;
  // want? potentially-divergent-syncthreads "threads for ever: at most"
  asm volatile("bar.sync %0, %1;" ::"r"(1 + w / 2), "r"(96));
  asm volatile("bar.sync %0, %1;" ::"r"(1 + w / 2), "r"(64));
}
}

namespace p5 {
__global__ void k(const int *__restrict__ d, int n, int m) {
  int w = threadIdx.x / 32;
  if (d[w] > 0) {
    asm volatile("bar.arrive %0, %1;" ::"r"(1 + w / 2), "r"(96));
  } else {
    // want? potentially-divergent-syncthreads "threads for ever: at most"
    asm volatile("bar.sync %0, %1;" ::"r"(2), "r"(96));
  }
  __syncthreads();
}
}

namespace p6 {
__global__ void k(const int *__restrict__ d, int n, int m) {
  int w = threadIdx.x / 32;
  // want? potentially-divergent-syncthreads "threads and others of the block may"
  asm volatile("bar.arrive %0, %1;" ::"r"(2), "r"(64));
  // want? potentially-divergent-syncthreads "threads for ever: at most"
  asm volatile("bar.sync %0, %1;" ::"r"(1 + w % 2), "r"(128));
}
}

namespace p7 {
__device__ int warpValue(int x) { return __shfl_sync(~0u, x, 0); }
__device__ void wait() { __syncthreads(); }
__global__ void k(const int *d, int *q, volatile int *f, int n) {
  __shared__ int own[32];
  __shared__ int one, fixed;
  int w = threadIdx.x / 32, lane = threadIdx.x % 32, a = 0, b = 1, c = n, fuel = 0;
  __syncthreads();
  __syncthreads();
}
}

namespace p8 {
__device__ int warpValue(int x) { return __shfl_sync(~0u, x, 0); }
__device__ void wait() { __syncthreads(); }
__global__ void k(const int *d, int *q, volatile int *f, int n) {
  __shared__ int own[32];
  __shared__ int one, fixed;
  int w = threadIdx.x / 32, lane = threadIdx.x % 32, a = 0, b = 1, c = n, fuel = 0;
  __syncthreads();
  a = lane == 0 ? atomicAdd(q, 1) : 0;
  a = warpValue(a);
  for (int i1 = 0; i1 < n; i1 += blockDim.x / 32) {
    a = warpValue(*f);
  }
}
}

namespace p9 {
__device__ int warpValue(int x) { return __shfl_sync(~0u, x, 0); }
__device__ void wait() { __syncthreads(); }
__global__ void k(const int *d, int *q, volatile int *f, int n) {
  __shared__ int own[32];
  __shared__ int one, fixed;
  int w = threadIdx.x / 32, lane = threadIdx.x % 32, a = 0, b = 1, c = n, fuel = 0;
  __syncthreads();
  a = 2;
}
}

namespace p10 {
__device__ int warpValue(int x) { return __shfl_sync(~0u, x, 0); }
__device__ void wait() { __syncthreads(); }
__global__ void k(const int *d, int *q, volatile int *f, int n) {
  __shared__ int own[32];
  __shared__ int one, fixed;
  int w = threadIdx.x / 32, lane = threadIdx.x % 32, a = 0, b = 1, c = n, fuel = 0;
  if (b < n) {
    for (int i1 = 0; i1 < (a & 3); ++i1) {
      __syncthreads();
      do {
        __syncthreads();
        c = d[w];
        return;
      } while (b < 2 && ++fuel < 5);
      __syncthreads();
    }
  }
}
}

namespace p11 {
__device__ int warpValue(int x) { return __shfl_sync(~0u, x, 0); }
__device__ void wait() { __syncthreads(); }
__global__ void k(const int *d, int *q, volatile int *f, int n) {
  __shared__ int own[32];
  __shared__ int one, fixed;
  int w = threadIdx.x / 32, lane = threadIdx.x % 32, a = 0, b = 1, c = n, fuel = 0;
  __syncthreads();
  for (int i1 = 0; i1 < 4; ++i1) {
    __syncthreads();
    b = __any_sync(~0u, d[lane] > b);
    if (c > n) {
      __syncthreads();
      a = __shfl_sync(~0u, d[lane], (int)blockDim.x / 32 & 31);
    }
    do {
      __syncthreads();
      if (n > a) {
        __syncthreads();
        wait();
        if (1 > a) return;
      }
      if (1 != n) return;
    } while (2 == a && ++fuel < 5);
  }
}
}

namespace p12 {
__device__ int warpValue(int x) { return __shfl_sync(~0u, x, 0); }
__device__ void wait() { __syncthreads(); }
__global__ void k(const int *d, int *q, volatile int *f, int n) {
  __shared__ int own[32];
  __shared__ int one, fixed;
  int w = threadIdx.x / 32, lane = threadIdx.x % 32, a = 0, b = 1, c = n, fuel = 0;
  __syncthreads();
  b = lane == 0 ? atomicAdd(q, 1) : 0;
  b = warpValue(b);
  __syncthreads();
  do {
    __syncthreads();
    if (lane == 5) fixed = 1;
    __syncthreads();
    b = fixed;
    __syncthreads();
    if (b < 1) {
      a = lane == 0 ? atomicAdd(q, 1) : 0;
      a = warpValue(a);
      for (int i2 = 0; i2 < (n & 3); ++i2) {
        if (n < 0) break;
      }
    }
  } while (d[0] < 0 && ++fuel < 5);
}
}
