// Loops that wait for a cell which lanes of the warp set only behind them.
#define L (threadIdx.x & 31)

__global__ void ring(volatile int *ready, int *d) {
  while (ready[(threadIdx.x + 1) & 31] == 0) // want[lockstep] spin-wait-deadlock "write only behind the loop"
    ;
  ready[threadIdx.x & 31] = 1;
  d[L] = 1;
}

// A lane that passes the loop by waits behind it.
__global__ void one_for_another(volatile int *ready, int *d) {
  if (threadIdx.x == 1)
    while (!ready[0]) // want[lockstep] spin-wait-deadlock "write only behind the loop"
      ;
  if (threadIdx.x == 0)
    ready[0] = 1;
}

__global__ void neighbour_first(int *ready, int *d) {
  while (L > 0 && atomicAdd(&ready[threadIdx.x - 1], 0) == 0) // want[lockstep] spin-wait-deadlock "write only behind the loop"
    ;
  d[L] = 1;
  __threadfence();
  atomicExch(&ready[threadIdx.x], 1);
}

__device__ void await(volatile int *at) {
  while (*at == 0)
    ;
}

__global__ void first_tells_all(int *d) {
  __shared__ volatile int go;
  if (threadIdx.x == 0)
    go = 0;
  __syncthreads();
  while (go == 0) // want spin-wait-deadlock "write only behind the loop"
    ;
  if (threadIdx.x == 7)
    go = 1;
  d[L] = 1;
}

// Others set it: a lane before the loop, one of another warp, a value that does not end it.
__global__ void before(volatile int *ready, int *d) {
  ready[threadIdx.x] = 1;
  while (ready[threadIdx.x ^ 1] == 0)
    ;
  ready[threadIdx.x] = 1;
}

__global__ void by_another_warp(volatile int *ready, int *d) {
  if (threadIdx.x < 32) {
    while (ready[0] == 0)
      ;
    d[L] = 1;
  } else {
    ready[0] = 1;
  }
}

__global__ void set_back(volatile int *ready, int *d) {
  while (ready[0] == 0)
    ;
  d[L] = 1;
  if (threadIdx.x == 0)
    ready[0] = 0;
}

__global__ void next_block(volatile int *ready, int *d) {
  while (ready[blockIdx.x] == 0)
    ;
  d[L] = 1;
  if (threadIdx.x == 0)
    ready[blockIdx.x + 1] = 1;
}

__global__ void other_cells(volatile int *ready, volatile int *done, int *d) {
  while (ready[threadIdx.x] == 0)
    ;
  done[threadIdx.x] = 1;
}

__global__ void one_lane(volatile int *ready, int *d) {
  if (threadIdx.x == 0) {
    while (ready[0] == 0)
      ;
    ready[1] = 1;
  }
}

// On every architecture: nobody else sets what these wait for.
__global__ void own_cell(int *d) {
  __shared__ volatile int ready[32];
  ready[L] = 0;
  __syncthreads();
  while (ready[L] == 0) // want spin-wait-deadlock "write only behind the loop"
    ;
  ready[L] = 1;
  d[L] = 1;
}

__global__ void circle(int *d) {
  __shared__ volatile int ready[64];
  ready[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x < 32)
    while (ready[threadIdx.x + 32] == 0) // want spin-wait-deadlock "write only behind the loop"
      ;
  else
    while (ready[threadIdx.x - 32] == 0) // want spin-wait-deadlock "write only behind the loop"
      ;
  ready[threadIdx.x] = 1;
}

// The first thread waits for nobody, so that from sm_70 on all come through.
__global__ void chain(int *d) {
  __shared__ volatile int ready[64];
  ready[threadIdx.x] = 0;
  __syncthreads();
  while (threadIdx.x > 0 && ready[threadIdx.x - 1] == 0) // want[lockstep] spin-wait-deadlock "write only behind the loop"
    ;
  d[threadIdx.x] = 1;
  ready[threadIdx.x] = 1;
}

__global__ void another_thread_sets(int *d) {
  __shared__ volatile int ready[64];
  ready[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x >= 32)
    while (ready[threadIdx.x - 32] == 0)
      ;
  ready[threadIdx.x] = 1;
}

// without missing-syncthreads

// Each of two loops is looked at in the executions that come to it: the second one ends.
__global__ void one_of_two_behind_an_argument(int n, unsigned u, int *out) {
  __shared__ volatile int ready[64];
  int lane = threadIdx.x & 31;
  if (n > 2 && u == 1) {
    ready[32 + lane] = 0;
    __syncthreads();
    while (!ready[32 + max(lane - 1, 0)]);  // want spin-wait-deadlock "only behind the loop"
    __threadfence_block();
    ready[32 + lane] = 1;
  }
  ready[lane] = 0;
  __syncthreads();
  if (lane > 0) while (ready[lane - 1] != 1);  // want[lockstep] spin-wait-deadlock "only behind the loop"
  __threadfence_block();
  ready[lane] = 1;
  out[lane] = lane;
}

// No execution runs the loops of both sides: no lane that waits in the one is held up by the other.
__global__ void loops_on_two_sides(int n, int *out) {
  __shared__ volatile int ready[64];
  int lane = threadIdx.x & 31;
  ready[lane] = 0;
  ready[32 + lane] = 0;
  __syncthreads();
  if (n > 2) {
    if (lane > 0) while (ready[0] != 1);  // want[lockstep] spin-wait-deadlock "only behind the loop"
  } else {
    if (lane == 0) while (ready[32] != 1);  // want spin-wait-deadlock "only behind the loop"
  }
  __threadfence_block();
  if (lane == 0) ready[0] = 1;
  if (lane == 0) ready[32] = 1;
  out[lane] = lane;
}
