// What one kernel breaks for certain at a place that another one leads to as well says nothing of that one.
__device__ void put(int *cells, int i, int v) {
  // want missing-syncwarp "in straight .block 32, sm_.0"
  // want? potentially-missing-syncwarp "in around .block 32, sm_.0"
  cells[i] = v;
}

__global__ void __launch_bounds__(32) straight(const int *in, int *out) {
  __shared__ int cells[32];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  int next = cells[(threadIdx.x + 1) % 32];
  put(cells, threadIdx.x, next);
  __syncwarp();
  out[threadIdx.x] = cells[0];
}

__global__ void __launch_bounds__(32) around(const int *in, int *out, int n) {
  __shared__ int cells[32];
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    put(cells, threadIdx.x, in[i * 32 + threadIdx.x]);
    __syncwarp();
    sum += cells[31 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

void launch(const int *in, int *out, int n) {
  straight<<<1, 32>>>(in, out);
  around<<<1, 32>>>(in, out, n);
}

// without missing-syncthreads
