// A block that the host computes of an argument is what the kernel computes of it in the same way, whatever the
// arithmetic. A block of another number is not.

struct Size {
  int rows, columns;
};

__global__ void half(int n, int *out) {
  if (threadIdx.x < n >> 1) __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void quarter(int n, int *out) {
  if (threadIdx.x < (n + 3) / 4) __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void roundedDown(int n, int *out) {
  if (threadIdx.x < n / 4) __syncthreads();  // want? potentially-divergent-syncthreads "may skip"
  out[threadIdx.x] = 1;
}

__global__ void third(int n, int *out) {
  if (threadIdx.x < n / 3) __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void rounded(unsigned n, int *out) {
  if (threadIdx.x < (n + 31) / 32 * 32) __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void notRounded(int n, int *out) {
  if (threadIdx.x < n) __syncthreads();  // want? potentially-divergent-syncthreads "may skip"
  out[threadIdx.x] = 1;
}

__global__ void masked(int n, int *out) {
  if (threadIdx.x < (n & ~7)) __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void pairs(int n, int *out) {
  if (threadIdx.x < n / 4 * 2) __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void field(Size n, int *out) {
  if (threadIdx.x < n.columns) __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void otherField(Size n, int *out) {
  if (threadIdx.x < n.rows) __syncthreads();  // want? potentially-divergent-syncthreads "may skip"
  out[threadIdx.x] = 1;
}

__global__ void ofTwo(int n, int m, int *out) {
  if (threadIdx.x < n * 2 / 3 + m) __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void narrowed(unsigned char n, int *out) {
  if (threadIdx.x < n / 2) __syncthreads();  // want? potentially-divergent-syncthreads "may skip"
  out[threadIdx.x] = 1;
}

__global__ void wide(size_t n, int *out) {
  if (threadIdx.x < n / 2) __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void less(unsigned n, int *out) {
  if (threadIdx.x < n - 1) __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void odd(int n, int *out) {
  if (threadIdx.x < (n | 1)) __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void notOdd(int n, int *out) {
  if (threadIdx.x < (n ^ 1)) __syncthreads();  // want? potentially-divergent-syncthreads "may skip"
  out[threadIdx.x] = 1;
}

void host_half(int n, int *out) { half<<<1, n >> 1>>>(n, out); }
void host_quarter(int n, int *out) { quarter<<<1, (n + 3) / 4>>>(n, out); }
void host_roundedDown(int n, int *out) { roundedDown<<<1, (n + 3) / 4>>>(n, out); }
void host_third(int n, int *out) { third<<<1, n / 3>>>(n, out); }
void host_rounded(unsigned n, int *out) { rounded<<<1, (n + 31) / 32 * 32>>>(n, out); }
void host_notRounded(int n, int *out) { notRounded<<<1, (n + 31) / 32 * 32>>>(n, out); }
void host_masked(int n, int *out) { masked<<<1, n & ~7>>>(n, out); }
void host_pairs(int n, int *out) { pairs<<<1, n / 4 * 2>>>(n, out); }
void host_field(Size n, int *out) { field<<<1, n.columns>>>(n, out); }
void host_otherField(Size n, int *out) { otherField<<<1, n.columns>>>(n, out); }
void host_ofTwo(int n, int m, int *out) { ofTwo<<<1, n * 2 / 3 + m>>>(n, m, out); }
void host_narrowed(int n, int *out) { narrowed<<<1, n / 2>>>(n, out); }
void host_wide(size_t n, int *out) { wide<<<1, (unsigned)(n / 2)>>>(n, out); }
void host_less(unsigned n, int *out) { less<<<1, n - 1>>>(n, out); }
void host_odd(int n, int *out) { odd<<<1, n | 1>>>(n, out); }
void host_notOdd(int n, int *out) { notOdd<<<1, n | 1>>>(n, out); }
