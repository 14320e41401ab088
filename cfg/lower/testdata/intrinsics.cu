// Collectives with their roles, registers, atomics, fences, constants.

__constant__ int table[4] = {1, 2, 3, 4};
constexpr unsigned Full = 0xffffffff;
const int Delta = 4;

__global__ void collectives(int *out, unsigned m, int v) {
  __syncwarp();
  __syncwarp(m);
  v = __shfl_sync(m, v, 3);
  v = __shfl_up_sync(Full, v, Delta, 16);
  v += __shfl(v, 0);
  v += __any_sync(m, v > 0) + __all_sync(m, v > 1) + __ballot_sync(m, v > 2);
  v += __ballot(v);
  int agree;
  v += __match_any_sync(m, v) + __match_all_sync(m, v, &agree);
  v += agree + __reduce_add_sync(m, v);
  v += __syncthreads_count(v);
  __syncthreads();
  __shared__ int cell;
  atomicAdd(&cell, __popc(__activemask()));
  __threadfence();
  out[v] = __ldg(out + 1) + min(v, table[2]);
  if (v == 5)
    __trap();
}

__device__ unsigned linear(dim3 t) { return t.x + t.y * blockDim.x; }

__global__ void registers(unsigned *out) {
  dim3 t = threadIdx;
  const uint3 &block = blockIdx;
  out[linear(t)] = block.x * gridDim.x + warpSize;
}
