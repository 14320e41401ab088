// Variables whose bytes are read or written as another type than they have, and numbers of
// 16 bits, whose conversions are functions of the bits.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void sameBytes(const int *ints, const uint4 *fours, const long long *wide) {
  int word = ints[0];
  if (*reinterpret_cast<float *>(&word) > 0) __syncwarp();
  uint4 four = fours[blockIdx.x];
  if (reinterpret_cast<const int *>(&four)[1] > 0) __syncwarp();
  long long both = wide[0];
  int2 halves = *reinterpret_cast<int2 *>(&both);
  if (halves.x > halves.y) __syncwarp();
  int array[4];
  *reinterpret_cast<int4 *>(array) = *reinterpret_cast<const int4 *>(ints);
  if (array[1] > 0) __syncwarp();
}

__global__ void otherBytes(const int *ints, const uint4 *fours) {
  int word = ints[threadIdx.x];
  // want? potentially_not_participating_lane_in_mask "named"
  if (*reinterpret_cast<float *>(&word) > 0) __syncwarp();
  uint4 four = fours[0];
  // want? potentially_not_participating_lane_in_mask "named"
  if (reinterpret_cast<const int *>(&four)[threadIdx.x & 3] > 0) __syncwarp();
}

// A write through a class of the same layout is not lost.
__global__ void writtenAsOther(const uint4 *fours) {
  uint4 four = fours[0];
  reinterpret_cast<int4 *>(&four)->x = threadIdx.x;
  // want not_participating_lane_in_mask "Lane\(s\) 0 named"
  if (four.x) __syncwarp();
}

__global__ void sameHalves(const __half *p, const __nv_bfloat16 *q, const __half2 *r) {
  float f = p[blockIdx.x];
  if (f > 0 || __half2float(p[0]) > 0 || p[0] < p[1]) __syncwarp();
  if (__bfloat162float(q[blockIdx.x]) > 0) __syncwarp();
  if (__half22float2(r[0]).x > 0) __syncwarp();
}

__global__ void otherHalves(const __half *p, const __half2 *r) {
  float f = p[threadIdx.x];
  // want? potentially_not_participating_lane_in_mask "named"
  if (f > 0) __syncwarp();
  // want? potentially_not_participating_lane_in_mask "named"
  if (__half22float2(r[threadIdx.x]).x > 0) __syncwarp();
}
