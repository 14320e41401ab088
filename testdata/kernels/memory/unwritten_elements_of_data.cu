// Data choose which element of a table is read. A program may have only data that choose written elements.

extern __shared__ int table[];

__global__ void symbols(int *out, const int *in, const int *codes, int n, int length) {
  int *codebook = table;
  for (int i = threadIdx.x; i < n; i += blockDim.x) codebook[i] = codes[i];
  __syncthreads();
  for (int i = threadIdx.x; i < length; i += blockDim.x)
    out[i] = codebook[in[i]];  // want~ potentially-uninitialized-shared "May read"
}

__device__ int at(const int *t, int i) { return t[i]; }  // want~ potentially-uninitialized-shared "throughACall"

__global__ void throughACall(int *out, const unsigned char *in, const int *codes, int n) {
  __shared__ int s[256];
  if (threadIdx.x < n) s[threadIdx.x] = codes[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = at(s, in[threadIdx.x]);
}

// The threads choose, and the bound decides what is written.
__global__ void byThreads(int *out, const int *codes, int n) {
  __shared__ int s[256];
  if (threadIdx.x < n) s[threadIdx.x] = codes[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x];  // want? potentially-uninitialized-shared "May read"
}

// Nothing writes it at all.
__global__ void counts(int *out, const unsigned char *in) {
  __shared__ int bins[256];
  atomicAdd(&bins[in[threadIdx.x]], 1);  // want uninitialized-shared "Reads bins"
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}

// Data decide whether it is written, and threads choose the element.
__global__ void whereDataSay(int *out, const int *in) {
  __shared__ int s[256];
  if (in[threadIdx.x] > 0) s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x];  // want? potentially-uninitialized-shared "May read"
}

// An index of the kernel's own in shared memory.
__global__ void ownIndex(int *out, const int *in, int n) {
  __shared__ int s[256], order[256];
  order[threadIdx.x] = 255 - threadIdx.x;
  if (threadIdx.x < n) s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[order[threadIdx.x]];  // want? potentially-uninitialized-shared "May read"
}

// A flag that is set where an element of data is found, and never cleared.
__global__ void foundWithoutAStart(int *out, const int *in) {
  __shared__ int found;
  if (in[threadIdx.x] > 0) found = 1;
  __syncthreads();
  out[threadIdx.x] = found;  // want? potentially-uninitialized-shared "May read found"
}

__global__ void foundFromZero(int *out, const float *in, float least) {
  __shared__ bool found;
  if (threadIdx.x == 0) found = false;
  __syncthreads();
  if (in[threadIdx.x] > least) found = true;
  __syncthreads();
  out[threadIdx.x] = found;
}

// No thread writes where all elements are negative.
__global__ void lastThatCounts(int *out, const short *in) {
  __shared__ int last;
  if (in[threadIdx.x] >= 0) atomicExch(&last, threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) *out = last;  // want? potentially-uninitialized-shared "May read last"
}

// A number of elements is not 0 in these runs, and one that the kernel reads once is taken for such a number.
__global__ void byNumber(int *out, const int *in, const int *number) {
  __shared__ int s[256];
  for (int i = threadIdx.x; i < 256 * *number; i += 256) s[i % 256] = in[i];
  __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x];
}

void launch(int *out, const int *in, const unsigned char *bytes, const short *words, const float *values, int n) {
  symbols<<<8, 256, 1024>>>(out, in, in, n, n);
  throughACall<<<8, 256>>>(out, bytes, in, n);
  byThreads<<<8, 256>>>(out, in, n);
  counts<<<8, 256>>>(out, bytes);
  whereDataSay<<<8, 256>>>(out, in);
  ownIndex<<<8, 256>>>(out, in, n);
  foundWithoutAStart<<<1, 128>>>(out, in);
  foundFromZero<<<1, 128>>>(out, values, 0.5f);
  lastThatCounts<<<1, 128>>>(out, words);
  byNumber<<<8, 256>>>(out, in, in);
}
