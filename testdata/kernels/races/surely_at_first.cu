// In the first iteration of a loop the same two threads of two warps race in each execution, whatever later iterations do.
// What a thread knows of another warp behind a barrier (that it has left the loop before) is no condition of the race.

// A window slides over what a strided loop has filled.
__global__ void slides(float *out, const float *in, int n) {
  __shared__ float s[160];
  for (int i = threadIdx.x; i < 160; i += 128) s[i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; k++) {
    float v = s[threadIdx.x + 32];
    sum += s[threadIdx.x];
    s[threadIdx.x] = v; // want missing-syncthreads "races with thread \d+ \(warp \d, line 11\) for s"
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void slidesBehindABarrier(float *out, const float *in, int n) {
  __shared__ float s[160];
  for (int i = threadIdx.x; i < 160; i += 128) s[i] = in[i];
  __syncthreads();
  for (int k = 0; k < n; k++) {
    float v = s[threadIdx.x + 32];
    __syncthreads();
    s[threadIdx.x] = v;
    __syncthreads();
  }
  out[threadIdx.x] = s[threadIdx.x];
}

// Threads 31 and 32 race at distance 1, with which the loop begins.
__global__ void sumOfPrefixes(int *out, const int *in, int n) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int d = 1; d < n; d *= 2) {
    int v = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
    s[threadIdx.x] += v; // want missing-syncthreads "Thread 31 \(warp 0\) races with thread 32 .* for s\[31\]"
    __syncthreads();
  }
  out[threadIdx.x] = s[threadIdx.x];
}

// The argument decides the first distance, and so whether it leads to another warp.
__global__ void distanceByArgument(float *out, const float *in, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int d = n; d > 0; d /= 2) {
    float v = threadIdx.x + d < 128 ? s[threadIdx.x + d] : 0;
    s[threadIdx.x] += v; // want? potentially-missing-syncthreads "for s"
    __syncthreads();
  }
  out[threadIdx.x] = s[threadIdx.x];
}

// Data decide who stores.
__global__ void storedByData(float *out, const float *in, const int *go) {
  __shared__ float s[160];
  for (int i = threadIdx.x; i < 160; i += 128) { s[i] = in[i]; if (go[i]) break; }
  __syncthreads();
  if (go[threadIdx.x]) s[threadIdx.x + 32] = 2;
  out[threadIdx.x] = s[threadIdx.x]; // want? potentially-missing-syncthreads "for s"
}

// Only whoever comes to the store races there, and whoever comes does.
__global__ void storesInTheFourth(float *out, const float *in, int n) {
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int d = 0; d < n; d++) {
    float v = s[(threadIdx.x + 32 * d) % 128];
    if (d == 3) s[threadIdx.x] = v + 1; // want missing-syncthreads "for s"
    __syncthreads();
  }
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void eachItsOwn(float *out, const float *in, int n) {
  __shared__ float s[128];
  for (int i = threadIdx.x; i < 128; i += 128) s[i] = in[i];
  __syncthreads();
  for (int d = 0; d < n; d++) s[threadIdx.x] = s[threadIdx.x] + d;
  out[threadIdx.x] = s[threadIdx.x];
}

void launch(float *o, const float *i, const int *g, int *io, int n) {
  slides<<<1, 128>>>(o, i, n);
  slidesBehindABarrier<<<1, 128>>>(o, i, n);
  sumOfPrefixes<<<1, 256>>>(io, g, n);
  distanceByArgument<<<1, 128>>>(o, i, n);
  storedByData<<<1, 128>>>(o, i, g);
  storesInTheFourth<<<1, 128>>>(o, i, n);
  eachItsOwn<<<1, 128>>>(o, i, n);
}
