// A function that a kernel calls twice: what is certain of one call says nothing of the other.
__device__ int any(int v) {
  // want? potentially_not_participating_lane_in_mask "but potentially do not participate in context.s. twice"
  return __any_sync(0xffffffffu, v); // want not_participating_lane_in_mask "Lane\(s\) 0, 2, 4.* do not participate in context.s. twice"
}

__global__ void twice(const int *in, int *out) {
  if (threadIdx.x & 1) out[0] = any(in[0]);
  __syncwarp();
  if (in[threadIdx.x] > 3) out[1] = any(in[1]);
}
