// An argument may have each number with which the kernel compares it. What is stored only for other numbers is unwritten
// then. That a count is 0 is not tried where it is only the bound of a loop.

enum class Mode { None, Sum, Most };

struct Options {
  int count;
  unsigned bits;
  Mode mode;
};

__device__ bool stores(Mode mode) { return mode != Mode::None; }

__device__ void fill(int *s, const int *in, const Options &o) {
  Mode mode = o.mode;
  if (mode == Mode::Most) return;
  s[threadIdx.x] = in[threadIdx.x];
}

__global__ void storesIfFlag(int *out, const int *in, int flag) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (flag) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 32];  // want? potentially-uninitialized-shared "s\[32\]"
}

__global__ void storesUnlessNegative(int *out, const int *in, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (n >= 0) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 32];  // want? potentially-uninitialized-shared "s\[32\]"
}

__global__ void storesButInOneMode(int *out, const int *in, int mode) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (mode != 7) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 32];  // want? potentially-uninitialized-shared "s\[32\]"
}

__global__ void storesInSomeCases(int *out, const int *in, int mode) {
  __shared__ int s[128];
  int t = threadIdx.x;
  switch (mode) {
    case 17: break;
    case 3: s[t] = 1; break;
    default: s[t] = in[t];
  }
  __syncthreads();
  out[t] = s[t ^ 32];  // want? potentially-uninitialized-shared "s\[32\]"
}

__global__ void storesAsAFunctionSays(int *out, const int *in, Mode mode) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (stores(mode)) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 32];  // want? potentially-uninitialized-shared "s\[32\]"
}

__global__ void storesInACallee(int *out, const int *in, Options o) {
  __shared__ int s[128];
  int t = threadIdx.x;
  fill(s, in, o);
  __syncthreads();
  out[t] = s[t ^ 32] + o.count;  // want? potentially-uninitialized-shared "s\[32\]"
}

__global__ void storesWithoutABit(int *out, const int *in, Options o) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (!(o.bits & 16)) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 32];  // want? potentially-uninitialized-shared "s\[32\]"
}

__global__ void storesOptional(int *out, const int *in, const int *bias) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (bias != nullptr) s[t] = bias[t];
  __syncthreads();
  out[t] = in[t] + s[t ^ 32];  // want? potentially-uninitialized-shared "s\[32\]"
}

__global__ void storesIfBoth(int *out, const int *in, bool f, bool g) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (f && g) s[t] = in[t];
  __syncthreads();
  if (f || g) out[t] = s[t ^ 32];  // want? potentially-uninitialized-shared "s\[32\]"
}

__global__ void readsIfThird(int *out, const int *in, int a, int b, int c) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (a || b) s[t] = in[t];
  __syncthreads();
  if (c) out[t] = s[t ^ 32];  // want? potentially-uninitialized-shared "s\[32\]"
}

__global__ void readsInAModeIfOff(int *out, const int *in, bool on, Mode mode) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (on) s[t] = in[t];
  __syncthreads();
  if (mode == Mode::Most) out[t] = s[t ^ 32];  // want? potentially-uninitialized-shared "s\[32\]"
}

__global__ void readsInOneOfEachMode(int *out, const int *in, int a, int b) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (a != 7 || b < 12) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 32];  // want? potentially-uninitialized-shared "s\[32\]"
}

__global__ void storesInEarlyRounds(int *out, const int *in, int m) {
  __shared__ int s[128];
  int t = threadIdx.x;
  for (int k = 0; k < 4; k++) {
    if (k < m) {
      s[t] = in[k * 128 + t];
      __syncthreads();
      continue;
    }
    out[k * 128 + t] = s[t ^ 32];  // want? potentially-uninitialized-shared "s\[32\]"
  }
}

__global__ void readsOptional(int *out, const int *in, const int *bias) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (bias) s[t] = bias[t];
  __syncthreads();
  out[t] = in[t];
  if (bias) out[t] += s[t ^ 32];
}

__global__ void readsIfStored(int *out, const int *in, int a, int b, int c) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (a || b) s[t] = in[t];
  __syncthreads();
  if (a && c || b) out[t] = s[t ^ 32];
}

__global__ void roundsOfACount(int *out, const int *in, int n) {
  __shared__ int s[128];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < n; k++) {
    __syncthreads();
    s[t] = in[k * 128 + t];
    __syncthreads();
    sum += s[t ^ 32];
  }
  out[t] = sum + s[t];
}

__global__ void leavesForNone(int *out, const int *in, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (n == 0) return;
  if (n > 0) s[t] = in[t];
  __syncthreads();
  if (n > 0) out[t] = s[t ^ 32];
}

__global__ void launchedIfFlag(int *out, const int *in, int flag) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (flag) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 32];
}

__global__ void storesForEachEnumerator(int *out, const int *in, Mode mode) {
  __shared__ int s[128];
  int t = threadIdx.x;
  switch (mode) {
    case Mode::None: s[t] = 0; break;
    case Mode::Sum: s[t] = in[t]; break;
    case Mode::Most: s[t] = -in[t]; break;
  }
  __syncthreads();
  out[t] = s[t ^ 32];
}

__global__ void storesForTheFirst(int *out, const int *in, Mode mode) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (mode == Mode::None) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 32];  // want? potentially-uninitialized-shared "s\[32\]"
}

void launches(int *out, const int *in, const int *bias, int n, int mode, Options o, bool f, bool g) {
  storesIfFlag<<<4, 128>>>(out, in, 0);
  storesUnlessNegative<<<4, 128>>>(out, in, n);
  storesButInOneMode<<<4, 128>>>(out, in, mode);
  storesInSomeCases<<<4, 128>>>(out, in, mode);
  storesAsAFunctionSays<<<4, 128>>>(out, in, o.mode);
  storesInACallee<<<4, 128>>>(out, in, o);
  storesWithoutABit<<<4, 128>>>(out, in, o);
  storesOptional<<<4, 128>>>(out, in, bias);
  storesIfBoth<<<4, 128>>>(out, in, f, g);
  readsIfThird<<<4, 128>>>(out, in, n, mode, f);
  storesForEachEnumerator<<<4, 128>>>(out, in, o.mode);
  storesForTheFirst<<<4, 128>>>(out, in, o.mode);
  readsInAModeIfOff<<<4, 128>>>(out, in, f, o.mode);
  readsInOneOfEachMode<<<4, 128>>>(out, in, n, mode);
  storesInEarlyRounds<<<4, 128>>>(out, in, n);
  readsOptional<<<4, 128>>>(out, in, bias);
  readsIfStored<<<4, 128>>>(out, in, n, mode, f);
  roundsOfACount<<<4, 128>>>(out, in, n);
  leavesForNone<<<4, 128>>>(out, in, n);
  if (mode > 0) launchedIfFlag<<<4, 128>>>(out, in, mode);
}
