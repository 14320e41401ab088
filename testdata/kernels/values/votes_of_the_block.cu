// What a barrier tells of the threads' predicates is within what the threads bring, and is exact where nothing but
// their numbers decides it.

#define LANE (threadIdx.x & 31)

__global__ void counted(int *d) {
  int n = __syncthreads_count(threadIdx.x % 3 == 0);
  if (n != 32 && LANE < 16) __syncthreads();
  if (n == 32 && LANE < 16) __syncthreads();  // want divergent-syncthreads "lanes 16-31 of a warp"
}

__global__ void all_counted(int *d, int n) {
  int c = __syncthreads_count(n > 0);
  if (c != 0 && c != 96 && LANE < 16) __syncthreads();
  if (c == 96 && n <= 0 && LANE < 16) __syncthreads();
  if (threadIdx.x < __syncthreads_count(1)) __syncthreads();
}

__global__ void of_data(const int *d, int *out) {
  int x = d[threadIdx.x], c = __syncthreads_count(x > 0);
  if (c > 96 && LANE < 16) __syncthreads();
  if (c < 0 && LANE < 16) __syncthreads();
  if (x > 0 && c == 0) __syncthreads();
  if (c == 96 && x <= 0) __syncthreads();
  if (__syncthreads_and(x > 0) && x <= 0) __syncthreads();
  if (!__syncthreads_or(x > 0) && x > 0) __syncthreads();
  if (c == 9 && LANE < 16) __syncthreads();  // want divergent-syncthreads "16-31"
}

__global__ void of_some_lanes(const int *d, int *out) {
  int c = __syncthreads_count(LANE < 4 && d[threadIdx.x] > 0);
  if (c > 12 && LANE < 16) __syncthreads();
  if (c == 12 && LANE < 16) __syncthreads();  // want divergent-syncthreads "lanes 16-31"
}

// Of threads that have left nothing is counted.
__global__ void some_left(int *d, int n) {
  if (threadIdx.x >= n) return;
  int c = __syncthreads_count(1);
  if (c == 5) d[0] = 1;
  if (c > 96 && LANE < 16) __syncthreads();
  if (c == 0 && LANE < 16) __syncthreads();
  if (__syncthreads_or(0) && LANE < 16) __syncthreads();
  if (!__syncthreads_and(1) && LANE < 16) __syncthreads();
  if (c < 40 && LANE < 16) __syncthreads();  // want? potentially-divergent-syncthreads "threads"
}

// A thread that leaves in one iteration is not counted in the next.
__global__ void leave_one_by_one(const int *d, int *out) {
  for (int i = 0; i < 50; ++i) {
    int c = __syncthreads_count(1);
    if (c < 90 && LANE < 5) __syncthreads();  // want? potentially-divergent-syncthreads "threads"
    if (d[i] == threadIdx.x) return;
  }
}

__global__ void rounds(const int *d, int *out, int n) {
  for (int i = 0; i < n; ++i) {
    if (__syncthreads_or(d[i * 96 + threadIdx.x] > 0)) __syncthreads();
    if (__syncthreads_count(i < 3) > 96 && LANE < 7) __syncthreads();
  }
}

__global__ void any_block(int *d, int n) {
  if (__syncthreads_or(n > 4) && n <= 4 && LANE < 3) __syncthreads();
  if (__syncthreads_count(LANE < 2) > 64 && LANE < 3) __syncthreads();
  if (__syncthreads_count(1) != blockDim.x && LANE < 3) __syncthreads();
  if (__syncthreads_and(n > 4) && LANE < 3) __syncthreads();  // want divergent-syncthreads "lanes 3-31"
}

__global__ void one_warp_of_more(int *d) {
  int c = __syncthreads_count(threadIdx.x >= 64);
  if (c == 32 && threadIdx.x >= 64 && LANE < 3) __syncthreads();  // want divergent-syncthreads "lanes 3-31|threads"
}

void launch(int *d, int n) {
  counted<<<1, 96>>>(d);
  all_counted<<<1, 96>>>(d, n);
  of_data<<<1, 96>>>(d, d);
  of_some_lanes<<<1, 96>>>(d, d);
  some_left<<<1, 96>>>(d, n);
  leave_one_by_one<<<1, 96>>>(d, d);
  rounds<<<1, 96>>>(d, d, n);
  one_warp_of_more<<<1, 96>>>(d);
}
