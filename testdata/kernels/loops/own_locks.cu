// Locks at addresses that are computed: each lane has its own, or two may want one.
#define L (threadIdx.x & 31)

struct Cell {
  int lock, value;
};
__device__ void hold(int *lock) {
  while (atomicCAS(lock, 0, 1))
    ;
}

// Each lane its own.
__global__ void own(int *lock, Cell *cells, int *d) {
  int lane = threadIdx.x & 31;
  int *mine = lock + blockIdx.x * 0 + lane;
  while (atomicCAS(mine, 0, 1))
    ;
  d[0]++;
  atomicExch(mine, 0);
  mine = nullptr;
  Cell *cell = cells + blockIdx.x * blockDim.x + threadIdx.x;
  while (atomicCAS(&cell->lock, 0, 1))
    ;
  cell->value++;
  atomicExch(&cell->lock, 0);
}

__global__ void own_by_sums(int *lock, int *d) {
  int *mine = lock;
  mine += threadIdx.x;
  while (atomicExch(mine, 1))
    ;
  d[0]++;
  atomicExch(mine, 0);
}

__global__ void own_by_bits(int *lock, int *d) {
  int i = threadIdx.x;
  i ^= 1;
  int *second = &lock[i << 1] + 1;
  while (atomicExch(second, 1))
    ;
  d[0]++;
  atomicExch(second, 0);
}

__global__ void own_of_a_function(int *lock, int *d) {
  int *mine = lock + L;
  hold(mine);
  d[0]++;
  atomicExch(mine, 0);
}

// Two lanes may want one.
__global__ void of_pairs(int *lock, int *d) {
  int *one = lock + threadIdx.x / 2;
  while (atomicCAS(one, 0, 1)) // want[lockstep] spin-wait-deadlock "waits behind the loop"
    ;
  d[0]++;
  atomicExch(one, 0);
}

__global__ void back_to_the_first(int *lock, int *d) {
  int *one = lock + threadIdx.x;
  while (atomicCAS(one - threadIdx.x, 0, 1)) // want[lockstep] spin-wait-deadlock "waits behind the loop"
    ;
  d[0]++;
  atomicExch(one - threadIdx.x, 0);
}

__global__ void of_the_block(int *lock, int *d) {
  int *one = lock + blockIdx.x + threadIdx.x * 0;
  while (atomicCAS(one, 0, 1)) // want[lockstep] spin-wait-deadlock "waits behind the loop"
    ;
  d[0]++;
  atomicExch(one, 0);
}

__global__ void by_data(int *lock, int *d) {
  int *one = lock + d[threadIdx.x];
  while (atomicCAS(one, 0, 1)) // want[lockstep] spin-wait-deadlock "waits behind the loop"
    ;
  d[0]++;
  atomicExch(one, 0);
}
