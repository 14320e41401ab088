// A node of a graph launches the kernel of its structure, with the block that stands there.
#include <cuda_runtime.h>

__global__ void inNode(int *d) {
  // want[lockstep] not_participating_lane_in_mask "do not participate"
  d[threadIdx.x] = __shfl_xor_sync(~0u, d[threadIdx.x], 1); // want source_lane_not_in_mask "Lane\(s\) 16 read from lane\(s\) 17 that do not exist"
}

__global__ void inOtherNode(int *d) {
  d[threadIdx.x] = __shfl_xor_sync(~0u, d[threadIdx.x], 1);
}

__global__ void inLaterNode(int *d) {
  // want[lockstep] not_participating_lane_in_mask "do not participate"
  d[threadIdx.x] = __shfl_xor_sync(~0u, d[threadIdx.x], 16); // want source_lane_not_in_mask "Lane\(s\) 0-15 read from lane\(s\) 16-31 that do not exist"
}

void record(cudaGraph_t graph, int *d) {
  cudaGraphNode_t first, second;
  void *args[] = {&d};
  cudaKernelNodeParams params = {};
  params.func = (void *)inNode;
  params.gridDim = dim3(4);
  params.blockDim = dim3(17);
  params.kernelParams = args;
  cudaGraphAddKernelNode(&first, graph, nullptr, 0, &params);
  params.func = (void *)inOtherNode;
  params.blockDim.x = 64;
  cudaGraphAddKernelNode(&second, graph, &first, 1, &params);
}

void change(cudaGraphExec_t exec, cudaGraphNode_t node, void **args) {
  cudaKernelNodeParams params = {(void *)inLaterNode, dim3(1), dim3(16), 0, args, nullptr};
  cudaGraphExecKernelNodeSetParams(exec, node, &params);
}
