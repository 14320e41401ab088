// A block whose size is a part of an argument: the argument is at least as many parts of the block, and has no whole one
// more. Lanes without a thread lack in lockstep.

__global__ void halves(float *p, int n) {
  int t = threadIdx.x;
  if (2 * t < n) __syncwarp();  // want?[lockstep] potentially_not_participating_lane_in_mask "Lane"
  p[t] = 1;
}

__global__ void pairs(float *p, int n) {
  int t = threadIdx.x;
  if (2 * t + 1 < n) __syncwarp();  // want?[lockstep] potentially_not_participating_lane_in_mask "Lane"
  p[t] = 1;
}

// An odd number has a single element behind the pairs, which no thread gets.
__global__ void behindThePairs(float *p, int n) {
  int t = threadIdx.x;
  if (2 * t + 2 < n) __syncwarp();  // want? potentially_not_participating_lane_in_mask "Lane\(s\) .*31 named"
  p[t] = 1;
}

__global__ void thirds(float *p, unsigned n) {
  unsigned t = threadIdx.x;
  if (3 * t + 2 < n) __syncwarp();  // want?[lockstep] potentially_not_participating_lane_in_mask "Lane"
  p[t] = 1;
}

// The grid is a quotient as well, and the block is not.
__global__ void parts(float *p, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) __syncwarp();
  p[t] = 1;
}

void launch(float *p, int n, unsigned m) {
  dim3 block;
  block.x = n / 2;
  halves<<<1, n / 2>>>(p, n);
  pairs<<<1, block>>>(p, n);
  behindThePairs<<<1, n / 2>>>(p, n);
  thirds<<<1, m / 3>>>(p, m);
  parts<<<n / 128, 128>>>(p, n);
}
