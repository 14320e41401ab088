// Barriers at which only some threads arrive, or only in some launches.
#include <cuda/barrier>

__global__ void arrivesInSomeLaunches(int *out, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = in[t];
    if (n > 0) asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    if (n > 0) asm volatile("bar.sync 1, 128;" ::: "memory");
    out[t] = s[t - 64];  // want? potentially-missing-syncthreads "in arrivesInSomeLaunches"
  }
}

__global__ void arrivesAlways(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = in[t];
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[t] = s[t - 64];
  }
}

// The second warp stores and does not arrive.
__global__ void oneWarpArrives(int *out, const int *in) {
  __shared__ cuda::barrier<cuda::thread_scope_block> full;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&full, 96);
  __syncthreads();
  if (t < 64) {
    s[t] = in[t];
    if (t < 32) (void)full.arrive();
  } else {
    full.arrive_and_wait();
    out[t] = s[127 - t];  // want? potentially-missing-syncthreads "in oneWarpArrives"
  }
}

// The first lane of each warp arrives for it, before the warp is done.
__global__ void leadersArrive(int *out, const int *in) {
  __shared__ cuda::barrier<cuda::thread_scope_block> full;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&full, 66);
  __syncthreads();
  if (t < 64) {
    s[t] = in[t];
    if (t % 32 == 0) (void)full.arrive();
  } else {
    full.arrive_and_wait();
    out[t] = s[127 - t];  // want? potentially-missing-syncthreads "in leadersArrive"
  }
}

void launch(int *out, const int *in, int n) {
  arrivesInSomeLaunches<<<1, 128>>>(out, in, n);
  arrivesAlways<<<1, 128>>>(out, in);
  oneWarpArrives<<<1, 128>>>(out, in);
  leadersArrive<<<1, 128>>>(out, in);
}
