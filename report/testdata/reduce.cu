#include "warp.cuh"

__global__ void reduce(float *out) {
  int lane = threadIdx.x & 31;
  float v = out[lane];
  if (lane < 16) {
    v += __shfl_down_sync(0xffffffff, v, 8);
  }
	/* Größe: 日本 */ v += __shfl_xor_sync(mask, v, 1);
  out[lane] = v;
}
