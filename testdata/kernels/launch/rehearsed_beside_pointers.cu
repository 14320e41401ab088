// A launch of a kernel that nobody knows may start any kernel that takes as many arguments. What the host makes sure of
// before the launches of other kernels holds all the same.

typedef void (*OfOne)(int *);
typedef void (*OfThree)(int *, int, int);

void anyOfOne(OfOne kernel, int *d, int threads) { kernel<<<1, threads>>>(d); }

void anyOfThree(OfThree kernel, int *d, int n) { kernel<<<1, 128>>>(d, n, n); }

static bool isWhole(int n) {
  while (n > 32) n -= 32;
  return n == 32;
}

// Two arguments: neither launch above starts it.
__global__ void wholeWarps(int *d, int n) {
  if (threadIdx.x < n) d[threadIdx.x] = __shfl_xor_sync(~0u, d[threadIdx.x], 8); // want~ potentially_not_participating_lane_in_mask "Lane"
}
void runWholeWarps(int *d, int n) {
  if (isWhole(n)) wholeWarps<<<1, 128>>>(d, n);
}
__global__ void oneOfTwo(int *d, int n) {
  if (threadIdx.x < n) d[threadIdx.x] = __shfl_xor_sync(~0u, d[threadIdx.x], 8);
}
void runOneOfTwo(int *d, int n) {
  switch (n) {
    case 32:
    case 64: oneOfTwo<<<1, 128>>>(d, n); break;
    default: break;
  }
}

// Twelve threads are no whole warp.
__global__ void halves(int *d, int n) {
  if (threadIdx.x < n) d[threadIdx.x] = __shfl_xor_sync(~0u, d[threadIdx.x], 8); // want? potentially_not_participating_lane_in_mask "Lane"
}
void runHalves(int *d, int n) {
  if (n == 12 || n == 64) halves<<<1, 128>>>(d, n);
}

// The launch by a pointer passes three arguments, and may start this one with any n.
__global__ void ofThree(int *d, int n, int m) {
  if (threadIdx.x < n) d[m] = __shfl_xor_sync(~0u, d[threadIdx.x], 8); // want? potentially_not_participating_lane_in_mask "Lane"
}
void runOfThree(int *d, int n) {
  if (isWhole(n)) ofThree<<<1, 128>>>(d, n, 0);
}
