// Drawn (internal/warpgen): collectives of one warp.
namespace p1 {
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  unsigned int v = lane;
  v = v + (lane * 1u);
  __syncwarp(0xffffffffu);
  unsigned long long w0 = v;
  v = __shfl_up_sync(0xffffffffu, w0, 4, 32);
  __syncthreads();
  v = v + v;
  int first0 = lane;
  for (int i0 = first0; i0 < n; i0 += 32) {
    v = v + v;
  }
  out[threadIdx.x + (threadIdx.y * blockDim.x)] = v;
}
}

namespace p2 {
__device__ unsigned int help0(unsigned int mask, unsigned int v) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  mask = mask;
  unsigned long long w0 = v;
  v = __shfl_sync(mask, w0, 2, 32);
  return v;
}
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  unsigned int v = lane;
  for (unsigned int i0 = 0u; i0 < 2u; ++i0) {
    unsigned int m0 = ~~((1u << (n & 31u)) - 1u);
    int w0 = v;
    v = __reduce_add_sync(0xffffffffu, w0);
  }
  v = v + (lane * 4u);
  unsigned long long w1 = v;
  // want participating_lane_not_in_mask "Lane\(s\) 0-31 participate but are"
  v = __match_any_sync(~0xffffffffu, w1);
  unsigned int m1 = __match_any_sync(0xffffffffu, v % 2u);
  for (unsigned int o0 = 4u; o0 > 0u; o0 >>= 1) {
    if (!(lane == 3u)) {
      // want not_participating_lane_in_mask "Lane\(s\) 3 named in sync mask"
      v = __match_any_sync(0xffffffffu, v);
    }
  }
  out[threadIdx.x + (threadIdx.y * blockDim.x)] = v;
}
}

namespace p3 {
__device__ unsigned int help0(unsigned int mask, unsigned int v) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  int same0 = 0;
  // want participating_lane_not_in_mask "Lane\(s\) 0-15 participate but are"
  v = __match_all_sync(0xffff0000u, v, &same0);
  return v;
}
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  unsigned int v = lane;
  if (lane == 1u) {
    v = __all_sync(2u, ((lane & 4u) != 0u) || ((lane & 31u) != 0u));
  } else {
    v = v + v;
  }
  out[threadIdx.x + (threadIdx.y * blockDim.x)] = v;
}
}

namespace p4 {
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  unsigned int v = lane;
  unsigned int m0 = ~0xffffffffu;
  unsigned int a0[20] = {d[(lane + lane) & 31u], v + lane, lane + lane, d[(lane + 0u) & 31u]};
  unsigned long long w0 = v;
  // want width_is_not_power_of_two "Width parameter must be power of"
  v = __shfl_down_sync(0xffffffffu, w0, 2, 12);
  out[threadIdx.x + (threadIdx.y * blockDim.x)] = v;
}
}

namespace p5 {
__device__ unsigned int help0(unsigned int mask, unsigned int v) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  __syncwarp(0xffffffffu);
  __syncthreads();
  return v;
}
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  unsigned int v = lane;
  for (unsigned int k0 = 0u; (k0 < 4u) && (n <= 3); ++k0) {
    // want participating_lane_not_in_mask "Lane\(s\) 0-31 participate but are"
    unsigned int m0 = __match_any_sync(~0xffffffffu, lane % 1u);
    v = help0(0xffffffffu, lane * 2u);
  }
  unsigned int m1 = ~0xffffffffu;
  int first0 = lane;
  for (int i0 = first0; i0 < n; i0 += 32) {
    bool f0 = d[lane] == 0;
  }
  // want participating_lane_not_in_mask "Lane\(s\) 0-31 participate but are"
  m1 = __ballot_sync(m1, lane < 16u);
  unsigned int m2 = __ballot_sync(0xffffffffu, d[lane & 31u] >= 0);
  if (d[lane & 31u] >= 0) {
    v = __shfl_up_sync(m2, v, 0, 8);
    if (lane == 7u) {
      unsigned long long w0 = v;
      // want?[lockstep,strict] potentially_not_participating_lane_in_mask "but potentially do not participate"
      // want width_is_not_power_of_two "Width parameter must be power of"
      v = __shfl_sync(m2, w0, 0, 12);
    } else {
      unsigned long long w1 = v;
      // want?[lockstep,strict] potentially_not_participating_lane_in_mask "but potentially do not participate"
      v = __shfl_sync(m2, w1, lane % 7u, 32);
      unsigned long long w2 = v;
      // want?[lockstep,strict] potentially_divergent_mask "Potentially participating lanes do not"
      // want?[independent] potentially_source_lane_not_in_mask "may read from lane\(s\)"
      v = __shfl_sync(1u << lane, w2, 4, 32);
    }
  }
  out[threadIdx.x + (threadIdx.y * blockDim.x)] = v;
}
}

namespace p6 {
__device__ unsigned int help0(unsigned int mask, unsigned int v) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  for (unsigned int o0 = 4u; o0 > 0u; o0 >>= 1) {
    mask = mask;
    unsigned int m0 = __activemask();
  }
  return v;
}
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  unsigned int v = lane;
  __syncthreads();
  __syncwarp(0xffffffffu);
  unsigned long long w0 = v;
  v = __shfl_xor_sync(0xffffffffu, w0, 1, 32);
  __syncwarp(0xffffffffu);
  for (unsigned int i0 = 0u; i0 < 3u; ++i0) {
    v = __shfl_down_sync(0xffffffffu, v, i0, 16);
  }
  out[threadIdx.x + (threadIdx.y * blockDim.x)] = v;
}
}
