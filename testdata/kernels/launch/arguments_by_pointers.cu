// cudaLaunchKernel gets pointers to the arguments. What the host makes sure of holds for them, too.

__global__ void ofWholeWarps(int *out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = __ballot_sync(0xffffffffu, out[threadIdx.x] > 0);
}

__global__ void ofAny(int *out, int n) {
  // want? potentially_not_participating_lane_in_mask "Lane"
  if (threadIdx.x < n) out[threadIdx.x] = __ballot_sync(0xffffffffu, out[threadIdx.x] > 0);
}

__global__ void changedAfter(int *out, int n) {
  // want? potentially_not_participating_lane_in_mask "Lane"
  if (threadIdx.x < n) out[threadIdx.x] = __ballot_sync(0xffffffffu, out[threadIdx.x] > 0);
}

__global__ void inAnotherOrder(int n, int *out, int m) {
  // want? potentially_not_participating_lane_in_mask "Lane"
  if (threadIdx.x < m) out[threadIdx.x] = __ballot_sync(0xffffffffu, out[threadIdx.x] > n);
}

__global__ void asTheGridSays(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __ballot_sync(0xffffffffu, out[i] > 0);
}

void wholeWarps(int *out, int n) {
  if (n % 32 != 0) return;
  void *arguments[] = {&out, &n};
  cudaLaunchKernel((void *)ofWholeWarps, dim3(1), dim3(128), arguments, 0, 0);
}

void any(int *out, int n) {
  void *arguments[] = {&out, &n};
  cudaLaunchKernel((void *)ofAny, dim3(1), dim3(128), arguments, 0, 0);
}

void after(int *out, int n) {
  if (n % 32 != 0) return;
  void *arguments[] = {&out, &n};
  n = n / 3;
  cudaLaunchKernel((void *)changedAfter, dim3(1), dim3(128), arguments, 0, 0);
}

void order(int *out, int n, int m) {
  if (n % 32 != 0) return;
  void *arguments[3];
  arguments[0] = &n;
  arguments[1] = &out;
  arguments[2] = &m;
  cudaLaunchKernel((const void *)inAnotherOrder, dim3(1), dim3(128), arguments, 0, 0);
}

void byTheGrid(int *out, int n) {
  void *arguments[] = {&out, &n};
  cudaLaunchKernel((void *)asTheGridSays, dim3(n / 256), dim3(256), arguments, 0, 0);
}
