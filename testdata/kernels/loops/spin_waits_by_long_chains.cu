// Each variable uses the one before twice: followed one by one they are as many as the lines, and each way by
// itself 2^32.
#define NEXT(to, from) const int to = from + from % 7;
#define FOUR(a, b, c, d, e) NEXT(b, a) NEXT(c, b) NEXT(d, c) NEXT(e, d)
#define CHAIN(first, last)                                                             \
  FOUR(first, c1, c2, c3, c4)                                                          \
  FOUR(c4, c5, c6, c7, c8)                                                             \
  FOUR(c8, c9, c10, c11, c12) FOUR(c12, c13, c14, c15, c16) FOUR(c16, c17, c18, c19, c20) \
  FOUR(c20, c21, c22, c23, c24) FOUR(c24, c25, c26, c27, c28) FOUR(c28, c29, c30, c31, last)

// Who comes.
__global__ void chosen(int *lock, int *x) {
  const int first = threadIdx.x;
  CHAIN(first, last)
  if (last > 3) {
    while (atomicCAS(lock, 0, 1)) {  // want[lockstep] spin-wait-deadlock "still want it"
    }
    x[0]++;
    atomicExch(lock, 0);
  }
}

// Which lock.
__device__ int place(int first) {
  CHAIN(first, last)
  return last;
}

__device__ bool take(int *locks, int which) {
  return atomicCAS(locks + place(which), 0, 1) == 0;
}

__global__ void found(int *locks, int *x) {
  while (!take(locks, 3)) {
  }
  x[0]++;
  atomicExch(locks + place(3), 0);
}
