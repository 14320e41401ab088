// A barrier with a number of threads that is not aligned is for whole warps all the same: its
// lanes wait for the others of their warp, if these do not exit. What is definite hangs on a
// GPU or is an illegal instruction, and what is silent passes; an aligned one is for a warp
// by its definition.

#define WAIT(name, threads) asm volatile("barrier.sync %0, %1;" ::"r"(name), "r"(threads) : "memory")
#define ARRIVE(name, threads) asm volatile("barrier.arrive %0, %1;" ::"r"(name), "r"(threads) : "memory")

__device__ bool low() { return threadIdx.x % 32 < 16; }

__global__ void names_by_lane() {
  WAIT(1 + threadIdx.x % 2, 64); // want[lockstep,independent,strict] divergent-syncthreads "another barrier or number"
}

__global__ void threads_by_lane() {
  WAIT(1, low() ? 32 : 64); // want[lockstep,independent,strict] divergent-syncthreads "another barrier or number"
}

__global__ void arrivals_by_lane() {
  ARRIVE(1 + threadIdx.x % 2, 128); // want[lockstep,independent,strict] divergent-syncthreads "another barrier or number"
}

__global__ void others_exit() {
  if (low()) WAIT(1, 64);
}

__global__ void others_wait_for_them() {
  if (low()) WAIT(1, 64); // want[lockstep,independent,strict] divergent-syncthreads "lanes 16-31 of a warp skip this"
  __syncwarp();
}

__global__ void others_wait_for_each_other() {
  if (low())
    WAIT(1, 64);
  else
    __syncwarp(0xffff0000u);
}

__global__ void arrives_and_is_waited_for() {
  if (low()) ARRIVE(1, 128); // want[lockstep,independent,strict] divergent-syncthreads "lanes 16-31 of a warp skip this"
  __syncwarp();
}

__global__ void arrives_as_if_it_were_whole() {
  // want[lockstep,independent,strict] divergent-syncthreads "lanes 16-31 of a warp skip this"
  if (low()) asm volatile("bar.arrive 1, 128;" ::: "memory");
}

__global__ void at_the_next_one() {
  if (low()) WAIT(1, 64); // want[lockstep,independent,strict] divergent-syncthreads "lanes 16-31 of a warp skip this"
  WAIT(2, 64);
}

__global__ void at_two() {
  if (low())
    WAIT(1, 64); // want[lockstep,independent,strict] divergent-syncthreads "lanes 16-31 of a warp skip this"
  else
    WAIT(2, 64); // want[lockstep,independent,strict] divergent-syncthreads "lanes 0-15 of a warp skip this"
}

// They are there together.
__global__ void at_one_in_two_places() {
  if (low())
    WAIT(1, 64);
  else
    WAIT(1, 64);
  __syncwarp();
}

__global__ void past_a_meeting() {
  __syncwarp();
  __syncthreads();
  if (low()) WAIT(1, 64);
}

__global__ void by_data(const int *in) {
  if (in[threadIdx.x] > 0) WAIT(1, 64); // want? potentially-divergent-syncthreads "lane 0 of warp 0 may skip this"
  __syncwarp();
}

int main() {
  names_by_lane<<<1, 64>>>();
  threads_by_lane<<<1, 64>>>();
  arrivals_by_lane<<<1, 64>>>();
  others_exit<<<1, 64>>>();
  others_wait_for_them<<<1, 64>>>();
  others_wait_for_each_other<<<1, 64>>>();
  arrives_and_is_waited_for<<<1, 64>>>();
  arrives_as_if_it_were_whole<<<1, 64>>>();
  at_the_next_one<<<1, 64>>>();
  at_two<<<1, 64>>>();
  at_one_in_two_places<<<1, 64>>>();
  past_a_meeting<<<1, 64>>>();
  by_data<<<1, 64>>>(nullptr);
}
