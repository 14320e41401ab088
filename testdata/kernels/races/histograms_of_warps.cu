// Each warp of a known block counts in a row of its own, which its lanes have cleared: that none of the warps races for
// certain is too much to find out, and an example is found at once.
#define WARPS 8
#define BINS 256

__global__ void not_cleared_yet(const int *in, int n) {
  __shared__ int counts[WARPS][BINS];
  int warp = threadIdx.x / 32;
  for (int i = threadIdx.x % 32; i < BINS; i += 32)
    counts[warp][i] = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&counts[warp][in[i]], 1); // want? potentially-missing-syncwarp "for counts\[0\]"
}

__global__ void cleared(const int *in, int n) {
  __shared__ int counts[WARPS][BINS];
  int warp = threadIdx.x / 32;
  for (int i = threadIdx.x % 32; i < BINS; i += 32)
    counts[warp][i] = 0;
  __syncwarp();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&counts[warp][in[i]], 1);
}

void launch(const int *in, int n) {
  not_cleared_yet<<<1, 32 * WARPS>>>(in, n);
  cleared<<<1, 32 * WARPS>>>(in, n);
}

// without missing-syncthreads
