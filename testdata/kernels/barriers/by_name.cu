// A barrier of the whole block that is written with its number is one barrier wherever it stands: a GPU runs warps that
// come to it on two sides of a branch. __syncthreads() on two sides is two barriers.

#define WAIT(name) asm volatile("bar.sync %0;" ::"r"(name) : "memory")
#define WAIT_BY_LANES(name) asm volatile("barrier.sync %0;" ::"r"(name) : "memory")

__global__ void two_sides(int *out) {
  __shared__ int cells[128];
  if (threadIdx.x / 32 < 2) {
    cells[threadIdx.x] = threadIdx.x;
    WAIT(15);
  } else {
    WAIT(15);
    out[threadIdx.x] = cells[threadIdx.x - 64];
  }
}

__global__ void in_any_block(int *out, int n) {
  if (threadIdx.x / 32 < n)
    WAIT(15);
  else
    WAIT(15);
  out[threadIdx.x] = 1;
}

__global__ void one_after_the_other(int *out) {
  if (threadIdx.x < 64) WAIT(3);
  if (threadIdx.x >= 64) WAIT(3);
  out[threadIdx.x] = 1;
}

__global__ void of_two_roles(int *out, int n) {
  bool copies = threadIdx.x / 32 == 0;
  for (int i = 0; i < n; i++) {
    if (copies) {
      out[i] = 0;
      WAIT(1);
    } else {
      WAIT(1);
      atomicAdd(&out[i], 1);
    }
  }
}

__global__ void leaves_behind_it(int *out) {
  if (threadIdx.x < 64) {
    WAIT(1);
    return;
  } else {
    WAIT(1);
    return;
  }
}

__device__ void meet(int name) { WAIT(name); }

__global__ void by_a_function(int *out) {
  if (threadIdx.x < 64)
    meet(4);
  else
    meet(4);
  out[threadIdx.x] = 1;
}

__global__ void without_a_name(int *out) {
  if (threadIdx.x < 64)
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "skip this"
  else
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "skip this"
  out[threadIdx.x] = 1;
}

__global__ void barrier_zero(int *out) {
  if (threadIdx.x < 64)
    WAIT(0); // want[lockstep,independent,strict] divergent-syncthreads "skip this"
  else
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "skip this"
  out[threadIdx.x] = 1;
}

__global__ void of_two_names(int *out) {
  if (threadIdx.x < 64)
    WAIT(1); // want[lockstep,independent,strict] divergent-syncthreads "skip this"
  else
    WAIT(2); // want[lockstep,independent,strict] divergent-syncthreads "skip this"
  out[threadIdx.x] = 1;
}

__global__ void one_side_alone(int *out) {
  if (threadIdx.x < 64) WAIT(1); // want[lockstep,independent,strict] divergent-syncthreads "skip this"
  out[threadIdx.x] = 1;
}

__global__ void once_more(int *out) {
  if (threadIdx.x < 64) {
    WAIT(1);
    WAIT(1); // want[lockstep,independent,strict] divergent-syncthreads "skip this"
  } else {
    WAIT(1);
  }
  __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void once_more_before(int *out, int n) {
  if (blockIdx.x < n || threadIdx.x < 32) WAIT(1);
  WAIT(1); // want? potentially-divergent-syncthreads "threads 32-63 may skip this"
  out[threadIdx.x] = 1;
}

__global__ void in_two_orders(int *out) {
  if (threadIdx.x < 32) {
    WAIT(1); // want[lockstep,independent,strict] divergent-syncthreads "for ever"
    WAIT(2);
  } else {
    WAIT(2); // want[lockstep,independent,strict] divergent-syncthreads "for ever"
    WAIT(1);
  }
  out[threadIdx.x] = 1;
}

// Lanes of one warp come to an aligned barrier together, or not at all; to the other one each comes by itself.
__global__ void by_halves_of_a_warp(int *out) {
  if (threadIdx.x % 32 < 16)
    WAIT(1); // want[lockstep,independent,strict] divergent-syncthreads "lanes 16-31 of a warp skip this"
  else
    WAIT(1); // want[lockstep,independent,strict] divergent-syncthreads "lanes 0-15 of a warp skip this"
  out[threadIdx.x] = 1;
}

__global__ void each_by_itself(int *out) {
  if (threadIdx.x % 32 < 16)
    WAIT_BY_LANES(1);
  else
    WAIT_BY_LANES(1);
  out[threadIdx.x] = 1;
}

__global__ void each_to_its_own(int *out) {
  if (threadIdx.x % 32 < 16)
    WAIT_BY_LANES(1); // want[lockstep,independent,strict] divergent-syncthreads "lanes 16-31 of a warp skip this"
  else
    WAIT_BY_LANES(2); // want[lockstep,independent,strict] divergent-syncthreads "lanes 0-15 of a warp skip this"
  out[threadIdx.x] = 1;
}

void launch(int *out, int n) {
  two_sides<<<1, 128>>>(out);
  without_a_name<<<1, 128>>>(out);
  barrier_zero<<<1, 128>>>(out);
  of_two_names<<<1, 128>>>(out);
  one_side_alone<<<1, 128>>>(out);
  once_more<<<1, 128>>>(out);
  in_two_orders<<<1, 64>>>(out);
}
