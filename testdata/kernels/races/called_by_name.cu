// Calls that only their names describe, in templates that nothing instantiates. One that computes hides no race, and makes
// none definite.

template <class T>
__global__ void carried(const float *in, float *out, int n) {
  __shared__ float cells[128], carry;
  if (threadIdx.x == 0) carry = 0;
  for (int i = 0; i < n; i += 128) {
    cells[threadIdx.x] = in[i + threadIdx.x];
    __syncthreads();
    float before = carry;
    out[i + threadIdx.x] = converted<T>(cells[127 - threadIdx.x] + before);
    if (threadIdx.x == 0) carry += 1; // want? potentially-missing-syncthreads "for carry"
    __syncthreads();
  }
}

template <class T>
__global__ void ordered(const float *in, float *out, int n) {
  __shared__ float cells[128], carry;
  if (threadIdx.x == 0) carry = 0;
  for (int i = 0; i < n; i += 128) {
    cells[threadIdx.x] = in[i + threadIdx.x];
    __syncthreads();
    float before = carry;
    out[i + threadIdx.x] = converted<T>(cells[127 - threadIdx.x] + before);
    __syncthreads();
    if (threadIdx.x == 0) carry += 1;
    __syncthreads();
  }
}

// What reduces may hold a barrier, and so may what gets an address.
template <class T>
__global__ void mayOrder(const float *in, float *out) {
  __shared__ float cell;
  float v = cell;
  v = blockReduced<T>(in[threadIdx.x] + v);
  if (threadIdx.x == 0) cell = v;
  __syncthreads();
  v = cell;
  v += given<T>(&cell);
  if (threadIdx.x == 0) cell = v;
  out[threadIdx.x] = v;
}

void host(float *in, float *out, int n) {}
