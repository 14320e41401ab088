// A kernel that host code finds by its name in a module is launched with the block of the call that its
// variable is handed to, besides the blocks of other launches; with any, where nobody follows the variable.
#include <cuda.h>
#include <cuda_runtime.h>

extern "C" __global__ void inModule(int *d) {
  // want[lockstep] not_participating_lane_in_mask "do not participate"
  d[threadIdx.x] = __shfl_xor_sync(~0u, d[threadIdx.x], 1); // want source_lane_not_in_mask "Lane\(s\) 16 read from lane\(s\) 17 that do not exist"
}

__global__ void anywhere(int *d) {
  int rows = 64 / blockDim.x;
  if (threadIdx.x < rows)
    // want? potentially_not_participating_lane_in_mask "potentially do not participate"
    __syncwarp(3);
}

__global__ void here(int *d) {
  int rows = 64 / blockDim.x;
  if (threadIdx.x < 2 * rows)
    __syncwarp(3);
}

void direct(int *d) {
  inModule<<<1, 64>>>(d);
  here<<<1, 64>>>(d);
  anywhere<<<1, 32>>>(d);
}

void launch(CUmodule module, void **args) {
  CUfunction f;
  cuModuleGetFunction(&f, module, "inModule");
  cuLaunchKernel(f, 4, 1, 1, 17, 1, 1, 0, nullptr, args, nullptr);
}

CUfunction kept;

void find(CUmodule module) { cuModuleGetFunction(&kept, module, "_Z8anywherePi"); }
