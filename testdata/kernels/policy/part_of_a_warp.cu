// Launches of blocks that are not of whole warps, of kernels with collectives.
__global__ void without(int *out) { out[threadIdx.x] = 1; }
__global__ void votes(int *out) {
  if (threadIdx.y == 0 && threadIdx.x < 32) out[threadIdx.x] = __ballot_sync(__activemask(), threadIdx.x & 1); // want activemask-as-mask ""
}
__device__ int helper(int v) { return __shfl_sync(0xffffffff, v, 0); }
__global__ void by_call(int *out) {
  if (threadIdx.x < 32) out[threadIdx.x] = helper(threadIdx.x);
}
__global__ void barriers(int *out) {
  __syncthreads();
  out[threadIdx.x] = 1;
}
void launch(int *out, int n) {
  without<<<1, 48>>>(out);
  votes<<<1, 48>>>(out); // want launch-not-whole-warps "votes is launched with 48 threads, and the last warp has 16"
  votes<<<1, 64>>>(out);
  votes<<<1, dim3(8, 9)>>>(out); // want launch-not-whole-warps "72 threads"
  by_call<<<1, 33>>>(out); // want launch-not-whole-warps "33 threads, and the last warp has 1"
  barriers<<<1, 48>>>(out);
}
