// What a function that nobody calls keeps in its object may be the same in all lanes, where all store one value there. What an
// absent function makes of what all lanes have may be the same, also where the kernel has stored to what it reads.

struct Loader {
  float *cells;
  bool together;
  int rows;
  __device__ Loader(bool flag) : together{flag} {
    extern __shared__ float all[];
    cells = all;
    if (this->together) {
      cells[threadIdx.x] = 0;
      __syncthreads();  // want-open potentially-divergent-syncthreads "unless flag is the same in all lanes"
    }
  }
  __device__ void some_set(int n) {
    if (threadIdx.x < 7) rows = n;
    for (int i = 0; i < rows; i++) __syncthreads();  // want~ potentially-divergent-syncthreads "may skip"
  }
  __device__ void each_its_own(int n) {
    rows = threadIdx.x;
    if (rows > n) __syncthreads();  // want~ potentially-divergent-syncthreads "may skip"
  }
};

template <class T> __global__ void carried(T *h, int n) {
  for (int p = n; p > 2; p--) {
    int q = 0;
    for (int i = p - 2; i > 0; i--)
      if (h[i] == 0) q = absent::greater(q, i);
    for (int i = q; i < p; i++) {
      __syncthreads();  // want-open potentially-divergent-syncthreads "unless a value of line 30 is the same in all lanes"
      h[threadIdx.x + i * n] *= 2;
    }
  }
}

template <class T> __global__ void of_each_lane(T *h, int n) {
  int q = absent::greater(threadIdx.x, n);
  for (int i = q; i < n; i++) __syncthreads();  // want~ potentially-divergent-syncthreads "may skip"
}
