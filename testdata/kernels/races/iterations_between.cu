// Barriers of iterations that are surely between two accesses: the first of a loop behind the earlier one, and the
// next of the loop that the earlier one is in.

// The work-efficient scan: where more than one lane adds, there is another iteration.
__global__ void scan(float *out, const float *in, int n) {
  extern __shared__ float temp[];
  int t = threadIdx.x, offset = 1;
  temp[2 * t] = in[2 * t];
  temp[2 * t + 1] = in[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int ai = offset * (2 * t + 1) - 1;
      int bi = offset * (2 * t + 2) - 1;
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (t == 0) temp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int ai = offset * (2 * t + 1) - 1;
      int bi = offset * (2 * t + 2) - 1;
      float v = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += v;
    }
  }
  __syncthreads();
  out[2 * t] = temp[2 * t];
  out[2 * t + 1] = temp[2 * t + 1];
}

__global__ void scan_of_the_block(float *out, const float *in) {
  extern __shared__ float temp[];
  int t = threadIdx.x, offset = 1;
  temp[t] = in[t];
  temp[t + blockDim.x] = in[t + blockDim.x];
  for (int d = blockDim.x; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int ai = offset * (2 * t + 1) - 1;
      int bi = offset * (2 * t + 2) - 1;
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (t == 0) temp[2 * blockDim.x - 1] = 0;
  __syncthreads();
  out[t] = temp[t];
}

__global__ void in_a_loop(float *out, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    for (int d = n >> 1; d > 0; d >>= 1) {
      __syncthreads();
      if (t < d) s[t] += s[t + d];
    }
    if (t == 0) out[i] = s[0];
  }
}

__global__ void by_four(float *out, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int d = n; d > 0; d >>= 2) {
    __syncthreads();
    if (t < d) s[t] += s[t + d];
  }
  if (t == 0) out[0] = s[1];  // want? potentially-missing-syncwarp "Lane 0 may race with lane 1 "
}

__global__ void surely_iterates(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int i = 0; i < blockDim.x; i++) __syncthreads();
  if (t == 0) out[0] = s[1];
}

__global__ void may_not_iterate(float *out, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int i = 0; i < n; i++) __syncthreads();
  if (t == 0) out[0] = s[1];  // want? potentially-missing-syncwarp "Lane 0 may race with lane 1 "
}

// A later iteration orders them: no proof that none does.
__global__ void not_in_the_first(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int i = 0; i < blockDim.x; i++)
    if (i > 0) __syncthreads();
  if (t == 0) out[0] = s[1];  // want~ potentially-missing-syncwarp "Lane 0 may race with lane 1 "
}

__global__ void stored_last(float *out, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    __syncthreads();
    s[t] = in[t + i];
  }
  if (t == 0) out[0] = s[1];  // want? potentially-missing-syncwarp "Lane 0 may race with lane 1 "
}

__global__ void left_before(float *out, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    __syncthreads();
    s[t] = in[t + i];
    if (in[i] > 0) break;
    __syncthreads();
  }
  if (t == 0) out[0] = s[1];  // want? potentially-missing-syncwarp "Lane 0 may race with lane 1 "
}

// without missing-syncthreads
