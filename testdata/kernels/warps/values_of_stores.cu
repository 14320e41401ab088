// Stores by threads of two warps to one cell: a race where the values differ, and none where they are the same. Only races
// between warps are looked at.
// without missing-syncwarp

__global__ void anArgument(int *out, int n) {
  __shared__ int s;
  s = n;
  out[threadIdx.x] = s;
}

__global__ void aSumOfArguments(int *out, int n) {
  __shared__ int s;
  s = n + blockIdx.x;
  __syncthreads();
  out[threadIdx.x] = s;
}

__global__ void loadedFromOnePlace(const int *in, int *out) {
  __shared__ float s;
  s = in[blockIdx.x] * 0.5f;
  __syncthreads();
  out[threadIdx.x] = s;
}

__global__ void countedInALoop(const int *in, int *out, int n) {
  __shared__ int s;
  int c = 0;
  for (int i = 0; i < n; i++) c += in[i];
  s = c;
  __syncthreads();
  out[threadIdx.x] = s;
}

__global__ void countedByTheBlock(const int *in, int *out) {
  __shared__ int s;
  s = __syncthreads_count(in[threadIdx.x] > 3);
  __syncthreads();
  out[threadIdx.x] = s;
}

__global__ void inEachIteration(int *out, int n) {
  __shared__ int s;
  for (int i = 0; i < n; i++) {
    s = n;
    out[i * 256 + threadIdx.x] = s;
  }
}

__global__ void theNumberOfTheThread(int *out) {
  __shared__ int s;
  s = threadIdx.x;  // want missing-syncthreads "for s"
  __syncthreads();
  out[threadIdx.x] = s;
}

__global__ void someBitsOfIt(int *out) {
  __shared__ char s;
  s = threadIdx.x * 256;
  __syncthreads();
  out[threadIdx.x] = s;
}

__global__ void theNumberOfTheIteration(int *out, int n) {
  __shared__ int s;
  for (int i = 0; i < n; i++) {
    s = i;                        // want? potentially-missing-syncthreads "for s"
    out[i * 256 + threadIdx.x] = s;  // want? potentially-missing-syncthreads "for s"
  }
}

__global__ void aBallotOfTheWarp(const int *in, int *out) {
  __shared__ int s;
  s = __ballot_sync(~0u, in[threadIdx.x] > 3);  // want? potentially-missing-syncthreads "for s"
  __syncthreads();
  out[threadIdx.x] = s;
}

__global__ void aTicket(int *next, int *out) {
  __shared__ int s;
  s = atomicAdd(next, 1);  // want? potentially-missing-syncthreads "for s"
  __syncthreads();
  out[threadIdx.x] = s;
}

__global__ void bySomeThreads(const int *in, int *out, int n) {
  __shared__ int s;
  if (in[threadIdx.x]) s = n;
  out[threadIdx.x] = s;  // want? potentially-missing-syncthreads "for s"
}

void launch(const int *in, int *next, int *out, int n) {
  anArgument<<<1, 256>>>(out, n);
  aSumOfArguments<<<1, 256>>>(out, n);
  loadedFromOnePlace<<<1, 256>>>(in, out);
  countedInALoop<<<1, 256>>>(in, out, n);
  countedByTheBlock<<<1, 256>>>(in, out);
  inEachIteration<<<1, 256>>>(out, n);
  theNumberOfTheThread<<<1, 256>>>(out);
  someBitsOfIt<<<1, 256>>>(out);
  theNumberOfTheIteration<<<1, 256>>>(out, n);
  aBallotOfTheWarp<<<1, 256>>>(in, out);
  aTicket<<<1, 256>>>(next, out);
  bySomeThreads<<<1, 256>>>(in, out, n);
}
// without uninitialized-shared
