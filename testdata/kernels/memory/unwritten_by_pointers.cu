// Where pointers point decides a branch that writes. Another launch may pass a null pointer, one pointer twice, or another
// alignment, so no reading is proved to find nothing.

__global__ void ifNull(float *out, const float *in, const float *bias) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (bias == nullptr) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "May read"
}

__global__ void ifNot(float *out, const float *in, const float *bias) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (!bias) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "May read"
}

__global__ void ifSame(float *out, const float *in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (out == in) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "May read"
}

__global__ void ifUnaligned(float *out, const float *in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if ((size_t)in % 16) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "May read"
}

// The end is in the same memory as the beginning, wherever that is.
__global__ void toTheEnd(float *out, const float *in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  const float *end = in + 32;
  if (in + t < end) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 32];  // want uninitialized-shared "Reads"
}

// The branch writes nothing shared.
__global__ void beside(float *out, const float *in, const float *bias) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < 32) s[t] = in[t];
  __syncthreads();
  float v = s[t];  // want uninitialized-shared "Reads"
  if (bias != nullptr) v += bias[t];
  out[t] = v;
}

void launch(float *p, const float *q) {
  ifNull<<<1, 64>>>(p, q, q);
  ifNot<<<1, 64>>>(p, q, q);
  ifSame<<<1, 64>>>(p, q);
  ifUnaligned<<<1, 64>>>(p, q);
  toTheEnd<<<1, 64>>>(p, q);
  beside<<<1, 64>>>(p, q, q);
}
