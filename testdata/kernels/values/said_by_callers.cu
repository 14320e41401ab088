// What a function that nobody calls keeps in its object may be the same in all lanes, where all store one value there.

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
