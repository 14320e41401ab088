// A bool that the host passes may be false: what is stored only where it is true is unwritten then.

__global__ void storesIfOn(int *out, const int *in, bool on) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (on) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 32];  // want? potentially-uninitialized-shared "s\[32\]"
}

struct Options {
  int count;
  bool stores;
};

__global__ void storesByOption(int *out, const int *in, Options o) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (o.stores) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 32] + o.count;  // want? potentially-uninitialized-shared "s\[32\]"
}

__global__ void readsIfOn(int *out, const int *in, bool on) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (on) s[t] = in[t];
  __syncthreads();
  out[t] = on ? s[t ^ 32] : 0;
}

__global__ void usesIfOn(int *out, const int *in, bool on) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (on) s[t] = in[t];
  __syncthreads();
  int other = s[t ^ 32];
  out[t] = on ? other : 0;
}

__global__ void storesElse(int *out, const int *in, bool on) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (on) s[t] = in[t];
  if (!on) s[t] = 0;
  __syncthreads();
  out[t] = s[t ^ 32];
}

void launches(int *out, const int *in, bool on, Options o) {
  storesIfOn<<<4, 128>>>(out, in, on);
  storesByOption<<<4, 128>>>(out, in, o);
  readsIfOn<<<4, 128>>>(out, in, on);
  usesIfOn<<<4, 128>>>(out, in, on);
  storesElse<<<4, 128>>>(out, in, on);
}


// A constant argument is only one of those that the kernel may get.
__global__ void isOnHere(int *out, const int *in, bool on) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (on) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 32];  // want? potentially-uninitialized-shared "s\[32\]"
}

void on(int *out, const int *in) { isOnHere<<<4, 128>>>(out, in, true); }
