// A store of what the cell holds already, and a read of that cell by a thread of another warp: it reads that value in any order.
// Where data only happen to be equal, it is a race. Only races between warps are looked at.
// without missing-syncwarp

__global__ void zeroTwice(int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  s[t] = 0;
  out[t] = s[255 - t];
}

__global__ void zeroAndOne(int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  s[t] = 1;
  out[t] = s[255 - t];  // want missing-syncthreads "for s"
}

__global__ void oneThreadSetsAFlagAgain(int *out) {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 1;
  __syncthreads();
  if (threadIdx.x == 40) flag = 1;
  out[threadIdx.x] = flag;
}

__global__ void aFlagIsReadAndSetAgain(int *out) {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 1;
  __syncthreads();
  int seen = flag;
  if (threadIdx.x == 40) flag = 1;
  __syncthreads();
  out[threadIdx.x] = seen;
}

__global__ void theReaderHasStoredItItself(int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = 7;
  __syncthreads();
  s[255 - t] = 7;
  out[t] = s[t];
}

__global__ void aVariableTwice(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  int a = in[t];
  s[t] = a;
  __syncthreads();
  int v = s[255 - t];
  s[t] = a;
  __syncthreads();
  out[t] = v + s[t];
}

__device__ void fill(int *to, int value) { to[threadIdx.x] = value; }

__global__ void aFunctionStoresOneValue(int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  fill(s, 3);
  __syncthreads();
  fill(s, 3);
  out[t] = s[255 - t];
}

__global__ void aFunctionStoresTwoValues(int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  fill(s, 3);
  __syncthreads();
  fill(s, 4);
  out[t] = s[255 - t];  // want missing-syncthreads "for s"
}

__global__ void otherData(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  int v = s[255 - t];
  s[t] = in[t + 256];  // want missing-syncthreads "for s"
  __syncthreads();
  out[t] = v + s[t];
}

__global__ void theSameDataAgain(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  int v = s[255 - t];
  s[t] = in[t];  // want~ potentially-missing-syncthreads "for s"
  __syncthreads();
  out[t] = v + s[t];
}

__global__ void aVariableThatChanges(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  int v = in[t];
  s[t] = v;
  __syncthreads();
  v += s[255 - t];
  s[t] = v;  // want missing-syncthreads "for s"
  __syncthreads();
  out[t] = s[t];
}

__global__ void aVariableThatDoesNot(const int *in, int *out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  int v = in[t];
  if (v > n) v = n;
  s[t] = v;
  __syncthreads();
  int seen = s[255 - t];
  s[t] = v;  // want~ potentially-missing-syncthreads "for s"
  __syncthreads();
  out[t] = s[t] + seen;
}

__global__ void anotherValueComesBetween(int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  s[t] = 1;
  __syncthreads();
  s[t] = 0;
  out[t] = s[255 - t];  // want missing-syncthreads "for s"
}

__global__ void onlySomeCellsAreStoredBefore(int *out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  if (t < n) s[t] = 5;
  __syncthreads();
  s[t] = 5;
  out[t] = s[255 - t];  // want? potentially-missing-syncthreads "for s"
}

void launch(const int *in, int *out, int n) {
  zeroTwice<<<1, 256>>>(out);
  zeroAndOne<<<1, 256>>>(out);
  oneThreadSetsAFlagAgain<<<1, 256>>>(out);
  aFlagIsReadAndSetAgain<<<1, 256>>>(out);
  theReaderHasStoredItItself<<<1, 256>>>(out);
  aVariableTwice<<<1, 256>>>(in, out);
  aFunctionStoresOneValue<<<1, 256>>>(out);
  aFunctionStoresTwoValues<<<1, 256>>>(out);
  otherData<<<1, 256>>>(in, out);
  theSameDataAgain<<<1, 256>>>(in, out);
  aVariableThatChanges<<<1, 256>>>(in, out);
  aVariableThatDoesNot<<<1, 256>>>(in, out, n);
  anotherValueComesBetween<<<1, 256>>>(out);
  onlySomeCellsAreStoredBefore<<<1, 256>>>(out, n);
}
