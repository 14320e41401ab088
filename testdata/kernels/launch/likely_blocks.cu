// The rows of a block that nobody launches are quotients by its unknown width: a block of four rows of one
// warp shows the fault. Who comes to the second barrier is in a block of several rows, whose first row is elsewhere.

__global__ void __launch_bounds__(128) in_each_branch(int *out, int n, int m) {
  int row = blockIdx.x / n % m;
  for (int k = row; k < n * m; k += n) {
    if (threadIdx.y % 3 == 0) {
      __syncthreads(); // want? potentially-divergent-syncthreads "lanes 0-31 of warp 1 may skip this"
      out[threadIdx.x] = k;
    } else {
      __syncthreads(); // want divergent-syncthreads "threads 0-31 skip this"
    }
  }
}

__global__ void __launch_bounds__(128) by_rows_of_the_grid(int *out, int n, int m) {
  int row = blockIdx.x / n % m;
  for (int k = row; k < n * m; k += n)
    if (blockIdx.y % 3 == 0)
      __syncthreads();
    else
      __syncthreads();
  out[row + threadIdx.y] = 1;
}
