// A barrier of PTX that waits for a number of threads is for some warps of the block, but
// for whole ones: bar.sync is aligned. barrier.sync is not, unless it says so.

__global__ void half_a_warp(float *out) {
  if (threadIdx.x % 32 < 16)
    asm volatile("bar.sync 1, 64;" ::: "memory"); // want divergent-syncthreads "lane\(s\) 16-31"
  out[threadIdx.x] = 1;
}

__device__ void meet(int barrier, int threads) {
  // want? potentially-divergent-syncthreads "may not reach .* by_data"
  asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

__global__ void by_data(float *out) {
  if (out[threadIdx.x] > 0)
    meet(1, blockDim.x);
  out[threadIdx.x] = 1;
}

__global__ void makers_and_takers(float *out) {
  if (threadIdx.x < 64)
    meet(1, 64);
  else
    asm volatile("bar.arrive 2, 128;" ::: "memory");
  out[threadIdx.x] = 1;
}

__global__ void not_aligned(float *out) {
  if (threadIdx.x % 32 < 16)
    asm volatile("barrier.sync 1, 64;" ::: "memory");
  out[threadIdx.x] = 1;
}

int main() {
  half_a_warp<<<1, 128>>>(nullptr);
  makers_and_takers<<<1, 128>>>(nullptr);
  not_aligned<<<1, 128>>>(nullptr);
}
