// A barrier that waits for more threads than any block of the kernel has, where the shape of the block is
// not known: __launch_bounds__ and the host's arithmetic bound it. A block whose size nobody knows is taken
// to have as many threads as its barriers wait for.
#define WAIT(threads) asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory")
#define ARRIVE(threads) asm volatile("bar.arrive 1, %0;" ::"r"(threads) : "memory")

__global__ void __launch_bounds__(64) beyond_the_bound(int *out) {
  WAIT(128); // want[lockstep,independent,strict] divergent-syncthreads "waits for 128 threads and at most 64"
  out[threadIdx.x] = blockDim.x;
}

__global__ void __launch_bounds__(16) beyond_a_part_of_a_warp(int *out) {
  WAIT(64); // want[lockstep,independent,strict] divergent-syncthreads "waits for 64 threads and at most 32"
  out[threadIdx.x] = blockDim.x;
}

__global__ void __launch_bounds__(128) within_the_bound(int *out) {
  WAIT(128);
  out[threadIdx.x] = blockDim.x;
}

// Each warp counts where it arrives and where it waits.
__global__ void __launch_bounds__(64) comes_twice(int *out) {
  ARRIVE(128);
  WAIT(128);
  out[threadIdx.x] = blockDim.x;
}

__global__ void nobody_knows(int *out) {
  WAIT(128);
  out[threadIdx.x] = blockDim.x;
}

__global__ void small_on_some_inputs(int *out) {
  // want? potentially-divergent-syncthreads "waits for 128 threads and at most 32"
  WAIT(128);
  out[threadIdx.x] = blockDim.x;
}
void launch_small(int *out, int n) { small_on_some_inputs<<<1, n < 128 ? n : 128>>>(out); }
