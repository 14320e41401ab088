// A project that forbids collectives of a warp.
__device__ int helper(int v) { return __shfl_sync(0xffffffff, v, 0); } // want collectives-forbidden "helper calls __shfl_sync"
__device__ int nobody(int v) { return __any_sync(0xffffffff, v); } // want collectives-forbidden "nobody calls __any_sync"
template <int N> __device__ int open(int v) { return __all_sync(0xffffffff, v) + N; } // want collectives-forbidden "open calls __all_sync"
__global__ void k(int *out) {
  __syncwarp(); // want collectives-forbidden "k calls __syncwarp"
  __syncthreads();
  out[threadIdx.x] = helper(threadIdx.x) + open<1>(0) + open<2>(1);
}
void launch(int *out) { k<<<1, 32>>>(out); }
