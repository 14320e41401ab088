// A store that changes what the cell holds for unusual numbers alone: runs with negative and large numbers, numbers beside
// the literals of the kernel and another block of the grid show that it is a race. Where no number changes the cell, the
// race is unconfirmed.

__global__ void oneOfTwoArguments(int *out, int a, int b) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a;
  __syncthreads();
  s[t] = b;
  out[t] = s[t ^ 32];  // want missing-syncthreads "for s"
}

__global__ void numberOfTheBlock(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  s[t] = blockIdx.x;
  out[t] = s[t ^ 32];  // want missing-syncthreads "for s"
}

__global__ void negative(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  s[t] = min(in[t], 0);
  out[t] = s[t ^ 32];  // want missing-syncthreads "for s"
}

__global__ void large(int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  s[t] = n >> 18;
  out[t] = s[t ^ 32];  // want missing-syncthreads "for s"
}

__global__ void besideALiteral(int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 7;
  __syncthreads();
  s[t] = n == 777777 ? 5 : 7;
  out[t] = s[t ^ 32];  // want missing-syncthreads "for s"
}

__global__ void always(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  s[t] = min(max(in[t], 1), 1);
  out[t] = s[t ^ 32];  // want~ potentially-missing-syncthreads "may race"
}

void launch(const int *in, int *out, int grid, int n) {
  oneOfTwoArguments<<<grid, 64>>>(out, n, n + 1);
  numberOfTheBlock<<<grid, 64>>>(out);
  negative<<<1, 64>>>(in, out);
  large<<<1, 64>>>(out, n);
  besideALiteral<<<1, 64>>>(out, n);
  always<<<1, 64>>>(in, out);
}
