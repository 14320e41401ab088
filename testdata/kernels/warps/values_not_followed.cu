// Stores of which it is not known what they store: a thread that reads behind a store of its own may read just that, whichever
// threads store in between.

__global__ void pointerThatAllStore(int *out) {
  __shared__ int a[10];
  __shared__ int *p;
  p = a;  // want~ potentially-missing-syncthreads "for p"
  __syncwarp();
  out[threadIdx.x] = *p;  // want~ potentially-missing-syncthreads "for p"
}

// All threads store one argument: that value is followed.
__global__ void cellOfTwoWarps(int *out, int n) {
  __shared__ int s[64];
  int *p = s + threadIdx.x / 64;
  *p = n;
  __syncwarp();
  out[threadIdx.x] = *p;
}

__global__ void pointerOfOneThread(int *out) {
  __shared__ int a[10];
  __shared__ int *p;
  if (threadIdx.x == 0) p = a;
  out[threadIdx.x] = *p;  // want missing-syncthreads "Thread 32 .warp 1. races with thread 0 .warp 0, line 24. for p"
}

__global__ void atomicOfAll(int *out) {
  __shared__ int s;
  atomicAdd(&s, 1);
  out[threadIdx.x] = s;  // want missing-syncthreads "for s"
}

void launch(int *out, int n) {
  pointerThatAllStore<<<1, 128>>>(out);
  cellOfTwoWarps<<<1, 128>>>(out, n);
  pointerOfOneThread<<<1, 128>>>(out);
  atomicOfAll<<<1, 128>>>(out);
}
// without uninitialized-shared
