// The last block of a grid is a part of one only where the host rounds up: n / 256 blocks have n elements, or fewer.

__global__ void ofWholeBlocks(int *out, const int *in, int n) {
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) s[t] = in[i];
  __syncthreads();
  out[i] = s[255 - t];
}

__global__ void ofARest(int *out, const int *in, int n) {
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) s[t] = in[i];
  __syncthreads();
  out[i] = s[255 - t];  // want? potentially-uninitialized-shared "s"
}

__global__ void ofAVariable(int *out, const int *in, int n) {
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) s[t] = in[i];
  __syncthreads();
  out[i] = s[255 - t];
}

__global__ void ofTwoVariables(int *out, const int *in, int n) {
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) s[t] = in[i];
  __syncthreads();
  out[i] = s[255 - t];
}

void whole(int *out, const int *in, int n) { ofWholeBlocks<<<n / 256, 256>>>(out, in, n); }
void rest(int *out, const int *in, int n) { ofARest<<<(n + 255) / 256, 256>>>(out, in, n); }
void variable(int *out, const int *in) {
  const int n = 1 << 20;
  ofAVariable<<<n / 256, 256>>>(out, in, n);
}
void variables(int *out, const int *in) {
  int n = 1 << 20, threads = 256, blocks = n / threads;
  ofTwoVariables<<<blocks, threads>>>(out, in, n);
}
