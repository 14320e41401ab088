// The solver does not decide these questions. Nothing launches the kernels, so runs try them in a block of two warps.

__global__ void lastNumber(int n, unsigned *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ unsigned data;
  if (i < n) data = i;  // want? potentially-missing-syncthreads "for data"
  if (i < n) out[i] = 1;
}

__global__ void numberOfOne(int n, unsigned *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ unsigned data;
  if (i < n && threadIdx.x == 0) data = i;
  if (i < n) out[i] = 1;
}

__global__ void __launch_bounds__(32) lastOfOneWarp(int n, unsigned *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ unsigned data;
  if (i < n) data = i;
  if (i < n) out[i] = 1;
}
