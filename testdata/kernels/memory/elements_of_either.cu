// Which element of memory an atomic changes decides nothing, be it of one array or of another.
struct Cell { unsigned key, state; };
struct Head { unsigned long long stamp; };
struct Slot : Head, Cell {};

__global__ void lock(Cell *a, Cell *b, int n) {
  unsigned old = 0;
  Cell *p = n > 3 ? a : b;
  if (threadIdx.x % 32 == 3) old = atomicOr(&p[5].state, 1u);
  if (__shfl_sync(0xffffffffu, old, 3) & 1)
    __syncthreads();  // want? potentially-divergent-syncthreads "may skip"
}

__global__ void lockOfBase(Slot *a, Slot *b, int n) {
  unsigned old = 0;
  Slot *p = n > 3 ? a : b;
  if (threadIdx.x % 32 == 3) old = atomicOr(&p[5].state, 1u);
  old = __shfl_sync(0xffffffffu, old, 3);
  if (old & 1)
    __syncthreads();  // want? potentially-divergent-syncthreads "may skip"
}
