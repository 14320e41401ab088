// Runs also give an argument the numbers with which the kernel compares it.
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void readsEarlyInOneMode(const int *in, int *out, int mode) {
  int t = threadIdx.x, v = 0;
  if (mode == 7) v = in[t];  // want pdl-access-before-wait "Reads in before readsEarlyInOneMode waits"
  cudaGridDependencySynchronize();
  out[t] = v + in[t + 1];
}

__global__ void readsEarlyInNoMode(const int *in, int *out, int mode) {
  int t = threadIdx.x, v = 0;
  if (mode != 7) cudaGridDependencySynchronize();
  if (mode != 7) v = in[t];  // want~ potentially-pdl-access-before-wait "Reads in before readsEarlyInNoMode waits"
  cudaGridDependencySynchronize();
  out[t] = v + in[t + 1];
}

__global__ void lacksArrivalsInOneMode(int *out, int mode) {
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, mode == 9 ? blockDim.x + 1 : blockDim.x);
  __syncthreads();
  out[threadIdx.x] = 1;
  bar.arrive_and_wait();  // want? potentially-mbarrier-arrivals "lacks 1 of 65 arrivals"
}

__global__ void countsAsItArrives(int *out, int mode) {
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, mode == 9 ? blockDim.x + 1 : blockDim.x);
  __syncthreads();
  out[threadIdx.x] = 1;
  if (mode == 9 && threadIdx.x == 0) (void)bar.arrive();
  bar.arrive_and_wait();
}

void launch(const int *in, int *out, int mode) {
  lacksArrivalsInOneMode<<<1, 64>>>(out, mode);
  countsAsItArrives<<<1, 64>>>(out, mode);
}
