// Shared memory that is read before any thread of the block has written it.

__global__ void counterThatNothingClears(int *out, const int *in) {
  __shared__ int count;
  if (in[threadIdx.x] > 0) atomicAdd(&count, 1);  // want uninitialized-shared "Reads count in counterThatNothingClears"
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = count;
}

__global__ void histogramWithoutClear(int *out, const int *in) {
  __shared__ int h[64];
  atomicAdd(&h[in[threadIdx.x] & 63], 1);  // want uninitialized-shared "Reads h.* in histogramWithoutClear"
  __syncthreads();
  atomicAdd(&out[threadIdx.x], h[threadIdx.x]);
}

__global__ void largestOfNothing(int *out, const int *in) {
  __shared__ int most;
  atomicMax(&most, in[threadIdx.x]);  // want uninitialized-shared "Reads most in largestOfNothing"
  __syncthreads();
  if (threadIdx.x == 0) out[0] = most;
}

__global__ void haloWithoutEnds(int *out, const int *in) {
  __shared__ int s[66];
  int t = threadIdx.x;
  s[t + 1] = in[t];
  __syncthreads();
  int left = s[t];  // want uninitialized-shared "s.0."
  int right = s[t + 2];  // want uninitialized-shared "s.65."
  out[t] = left + right;
}

__global__ void otherBufferFirst(int *out, const int *in) {
  __shared__ int s[2][64];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 4; k++) {
    s[k & 1][t] = in[64 * k + t];
    __syncthreads();
    sum += s[(k + 1) & 1][63 - t];  // want uninitialized-shared "s.1."
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void tailOfTheTile(int *out, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n) s[t] = in[t];
  __syncthreads();
  out[t] = s[63 - t];  // want? potentially-uninitialized-shared "s"
}

__global__ void flagUnderACondition(int *out, const int *in) {
  __shared__ int found;
  if (in[threadIdx.x] == 7) found = 1;
  __syncthreads();
  out[threadIdx.x] = found;  // want? potentially-uninitialized-shared "found"
}

__global__ void clearedCounter(int *out, const int *in) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0) atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = count;
}

__global__ void clearedInStrides(int *out, const int *in) {
  __shared__ int h[100];
  for (int i = threadIdx.x; i < 100; i += blockDim.x) h[i] = 0;
  __syncthreads();
  atomicAdd(&h[in[threadIdx.x] & 63], 1);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], h[threadIdx.x]);
}

// The lanes beyond n add what they find, and nobody sees the sum.
__global__ void unusedTail(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 40) s[t] = in[t];
  __syncthreads();
  int v = s[t] + 1;
  if (t < 40) out[t] = v;
}

__global__ void racyWrite(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[63 - t];  // want missing-syncthreads "for s"
}

// An exchange by another thread may come in time, as a store may.
__global__ void racyExchange(int *out) {
  __shared__ int s;
  if (threadIdx.x == 32) atomicExch(&s, 1);
  out[threadIdx.x] = s;  // want missing-syncthreads "for s"
}

// A place in a list, by a counter that nothing clears.
__global__ void placesInAList(int *out, const int *in) {
  __shared__ int n;
  __shared__ int list[64];
  int t = threadIdx.x;
  if (in[t] > 0) list[atomicAdd(&n, 1)] = t;  // want uninitialized-shared "Reads n in placesInAList"
  __syncthreads();
  if (t < n) out[t] = list[t];
}

// The same in memory behind a pointer.
__global__ void placesInAnArgument(int *out, const int *in) {
  __shared__ unsigned n;
  int t = threadIdx.x;
  if (in[t] > 0) out[atomicAdd(&n, 1)] = t;  // want uninitialized-shared "Reads n in placesInAnArgument"
}

__global__ void clearedPlaces(int *out, const int *in) {
  __shared__ int n;
  int t = threadIdx.x;
  if (t == 0) n = 0;
  __syncthreads();
  if (in[t] > 0) out[atomicAdd(&n, 1)] = t;
}

// A size that masks are made of is a power of two.
__global__ void inGroupsOfASize(int *out, const int *in, unsigned size) {
  __shared__ int s[256];
  unsigned t = threadIdx.x, at = 2 * t - (t & (size - 1));
  s[at] = 0;
  s[at + size] = in[t];  // want? potentially-missing-syncthreads "in inGroupsOfASize"
  __syncthreads();
  out[t] = s[at + size] - s[at + size - 1];
}

// The bit that is cleared here shows nothing of n.
__global__ void withoutTheLastBit(int *out, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n) s[t] = in[t];
  __syncthreads();
  out[t] = s[63 - t] + (n & (n - 1));  // want? potentially-uninitialized-shared "s"
}

void launch(int *out, int *in, int n) {
  counterThatNothingClears<<<1, 64>>>(out, in);
  histogramWithoutClear<<<1, 64>>>(out, in);
  largestOfNothing<<<1, 64>>>(out, in);
  haloWithoutEnds<<<1, 64>>>(out, in);
  otherBufferFirst<<<1, 64>>>(out, in);
  tailOfTheTile<<<1, 64>>>(out, in, n);
  flagUnderACondition<<<1, 64>>>(out, in);
  clearedCounter<<<1, 64>>>(out, in);
  clearedInStrides<<<1, 64>>>(out, in);
  unusedTail<<<1, 64>>>(out, in);
  racyWrite<<<1, 64>>>(out, in);
  racyExchange<<<1, 64>>>(out);
  placesInAList<<<1, 64>>>(out, in);
  placesInAnArgument<<<1, 64>>>(out, in);
  clearedPlaces<<<1, 64>>>(out, in);
  inGroupsOfASize<<<1, 64>>>(out, in, n);
  withoutTheLastBit<<<1, 64>>>(out, in, n);
}
