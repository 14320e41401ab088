// Code for NVRTC includes nothing and names its integers itself.
typedef unsigned int uint32_t;
typedef signed int int32_t;
typedef unsigned long long uint64_t;
typedef long long int64_t;

__global__ void own(const uint64_t *in, int64_t *out, int32_t n) {
  uint32_t lane = threadIdx.x & 31;
  uint64_t v = in[threadIdx.x];
  v += __shfl_xor_sync(0xffffffffu, v, 1);
  if (lane < 16)
    v += __shfl_xor_sync(0xffffffffu, v, 2); // want not_participating_lane_in_mask "16-31"
  out[threadIdx.x] = v + sizeof(uint64_t) + n;
}
