// A barrier of PTX that waits for a number of threads is for some warps of the block, but
// for whole ones: bar.sync is aligned. barrier.sync is not, unless it says so.

__global__ void half_a_warp(float *out) {
  if (threadIdx.x % 32 < 16)
    asm volatile("bar.sync 1, 64;" ::: "memory"); // want divergent-syncthreads "lanes 16-31 of a warp skip this"
  out[threadIdx.x] = 1;
}

__device__ void meet(int barrier, int threads) {
  // want? potentially-divergent-syncthreads "thread 0 may skip this"
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

// Fewer threads come than are waited for, whether the others stay or have exited.
__global__ void one_warp_of_four(float *out) {
  if (threadIdx.x < 32)
    // want[lockstep,independent,strict] divergent-syncthreads "bar.sync waits for 128 threads and at most 32"
    asm volatile("bar.sync 1, 128;" ::: "memory");
  out[threadIdx.x] = 1;
}

__global__ void larger_than_the_block(float *out, int n) {
  if (n > 3)
    // want[lockstep,independent,strict] divergent-syncthreads "waits for 256 threads and at most 128"
    asm volatile("bar.sync 1, 256;" ::: "memory");
  out[threadIdx.x] = 1;
}

// Two warps wait here, and one of the others arrives, or none.
__global__ void some_of_them(const int *in, float *out) {
  int warp = threadIdx.x / 32;
  if (warp < 2)
    // want? potentially-divergent-syncthreads "waits for 96 threads for ever: at most 64 of the block may come"
    asm volatile("bar.sync 1, 96;" ::: "memory");
  else if (in[warp])
    asm volatile("bar.arrive 1, 96;" ::: "memory");
  out[threadIdx.x] = 1;
}

// A warp may arrive and then wait, which counts twice, and arrive again and again.
__global__ void twice(float *out) {
  if (threadIdx.x < 32) {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    asm volatile("bar.sync 1, 64;" ::: "memory");
  }
  out[threadIdx.x] = 1;
}

__global__ void again_and_again(float *out, int n) {
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; i++)
      asm volatile("bar.arrive 1, 128;" ::: "memory");
    // want? potentially-divergent-syncthreads "waits for 128 threads at a time and too few"
    asm volatile("bar.sync 1, 128;" ::: "memory");
  }
  out[threadIdx.x] = 1;
}

// A warp comes to one barrier, whatever its lanes name.
__global__ void names_by_lane(float *out) {
  // want[lockstep,independent,strict] divergent-syncthreads "lanes 16-31 give bar.sync another .* than lane 0 in"
  asm volatile("bar.sync %0, 64;" ::"r"(1 + threadIdx.x % 32 / 16) : "memory");
  out[threadIdx.x] = 1;
}

__global__ void threads_by_lane(float *out) {
  int threads = threadIdx.x % 32 < 8 ? 32 : 64;
  // want[lockstep,independent,strict] divergent-syncthreads "lanes 8-31 give bar.arrive"
  asm volatile("bar.arrive 1, %0;" ::"r"(threads) : "memory");
  out[threadIdx.x] = 1;
}

__global__ void names_by_data(const int *in, float *out) {
  // want? potentially-divergent-syncthreads "may give bar.sync another"
  asm volatile("bar.sync %0, 64;" ::"r"(in[threadIdx.x]) : "memory");
  asm volatile("bar.sync %0, 64;" ::"r"(in[threadIdx.x / 32]) : "memory");
  out[threadIdx.x] = 1;
}

__global__ void names_by_pair(float *out) {
  asm volatile("bar.sync %0, 64;" ::"r"(1 + threadIdx.x / 64) : "memory");
  asm volatile("barrier.sync %0, 64;" ::"r"(1 + threadIdx.x / 64) : "memory");
  __barrier_sync_count(1 + threadIdx.x / 64, 64);
  out[threadIdx.x] = 1;
}

// Without a number it waits for the whole block, aligned or not, and under one name.
__global__ void one_of_two_for_all(float *out) {
  // want[lockstep,independent,strict] divergent-syncthreads "lanes 1, 3, .* give __barrier_sync another"
  __barrier_sync(threadIdx.x % 2);
  out[threadIdx.x] = 1;
}

__global__ void one_for_each_warp(float *out) {
  // want[lockstep,independent,strict] divergent-syncthreads "lanes 0-31 of another warp give bar.sync"
  asm volatile("bar.sync %0;" ::"r"(threadIdx.x / 32) : "memory");
  asm volatile("bar.sync %0;" ::"r"(5 + threadIdx.x / 128) : "memory");
  out[threadIdx.x] = 1;
}

int main() {
  one_warp_of_four<<<1, 128>>>(nullptr);
  larger_than_the_block<<<1, 128>>>(nullptr, 4);
  some_of_them<<<1, 128>>>(nullptr, nullptr);
  twice<<<1, 128>>>(nullptr);
  again_and_again<<<1, 128>>>(nullptr, 3);
  half_a_warp<<<1, 128>>>(nullptr);
  makers_and_takers<<<1, 128>>>(nullptr);
  not_aligned<<<1, 128>>>(nullptr);
  names_by_lane<<<1, 128>>>(nullptr);
  threads_by_lane<<<1, 128>>>(nullptr);
  names_by_data<<<1, 128>>>(nullptr, nullptr);
  names_by_pair<<<1, 128>>>(nullptr);
  one_of_two_for_all<<<1, 128>>>(nullptr);
  one_for_each_warp<<<1, 128>>>(nullptr);
}
