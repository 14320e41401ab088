// Drawn (internal/warpgen): collectives of one warp.
namespace p1 {
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  unsigned int v = lane;
  unsigned int m0 = __ballot_sync(0xffffffffu, d[lane] <= 0);
  if (d[lane] <= 0) {
    unsigned long long w0 = v;
    v = __shfl_up_sync(m0, w0, 0, 32);
    // want? potentially_source_lane_not_in_mask "may read from lane\(s\)"
    v = __shfl_down_sync(m0, v, 8, 32);
  }
  out[threadIdx.x + (threadIdx.y * blockDim.x)] = v;
}
}

namespace p2 {
__device__ unsigned int help0(unsigned int mask, unsigned int v) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  unsigned int m0 = __ballot_sync(mask, (lane & 2u) != 0u);
  if ((lane & 2u) != 0u) {
    __syncwarp(m0);
  }
  return v;
}
__device__ unsigned int help1(unsigned int mask, unsigned int v) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  v = __shfl_sync(mask, v, lane % 6u, 32);
  return v;
}
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  unsigned int v = lane;
  __syncthreads();
  if (threadIdx.x >= 2u) {
    // want? potentially_divergent_mask "Potentially participating lanes do not"
    v = __shfl_sync(1u, v, __ffs(1u) - 1, 32);
    unsigned int m0 = __activemask();
    // want? potentially_not_participating_lane_in_mask "but potentially do not participate"
    __syncwarp(0xffffffffu);
    // want? potentially_not_participating_lane_in_mask "but potentially do not participate"
    v = __shfl_down_sync(0xffffffffu, v, 2, 12);
  } else {
    if (v > 0u) {
      // want not_participating_lane_in_mask "Lane\(s\) 0, 2-31 named in sync"
      v = __shfl_xor_sync(0xffffffffu, v, 1, 8);
    } else {
      unsigned long long w0 = v;
      // want divergent_mask "Participating lanes do not agree"
      v = __shfl_xor_sync(1u << lane, w0, 4, 16);
    }
    // want? potentially_divergent_mask "Potentially participating lanes do not"
    v = __reduce_xor_sync((1u << (n & 31u)) - 1u, v);
  }
  v = __any_sync(0xffffffffu, __any_sync(0xffffffffu, threadIdx.y < 5u) != 0);
  __syncwarp(0xffffffffu);
  __syncwarp(0xffffffffu);
  out[threadIdx.x + (threadIdx.y * blockDim.x)] = v;
}
}

namespace p3 {
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  unsigned int v = lane;
  v = __shfl_sync(0xffffffffu, v, __ffs(0xffffffffu) - 1, 32);
  __syncthreads();
  v = __shfl_sync((lane == 3u) ? (0xffffffffu | 0xffffffffu) : 0xffffffffu, v, __ffs((lane == 3u) ? (0xffffffffu | 0xffffffffu) : 0xffffffffu) - 1, 32);
  bool f0 = lane < 8u;
  // want width_is_not_power_of_two "Width parameter must be power of"
  v = __shfl_xor_sync(0xffffffffu, v, lane % 5u, 12);
  if (lane < 31u) {
    unsigned long long w0 = v;
    // want divergent_mask "Participating lanes do not agree"
    v = __shfl_xor_sync(1u << lane, w0, 0, 32);
  } else {
    unsigned long long w1 = v;
    // want not_participating_lane_in_mask "Lane\(s\) 0-30 named in sync mask"
    v = __shfl_xor_sync(0xffffffffu, w1, 0, 32);
  }
  if (lane == 7u) {
    unsigned long long w2 = v;
    v = __shfl_xor_sync(1u << lane, w2, 0, 32);
  }
  __syncwarp(0xffffffffu);
  int w3 = v;
  v = __reduce_max_sync(0xffffffffu, w3);
  out[threadIdx.x + (threadIdx.y * blockDim.x)] = v;
}
}

namespace p4 {
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  unsigned int v = lane;
  __syncwarp(0xffffffffu);
  if ((lane & 2u) != 0u) {
    switch (v % 2u) {
      case 0u: {
        int same0 = 0;
        // want not_participating_lane_in_mask "Lane\(s\) 3, 7, 11, 15, 19, 23, 27,"
        v = __match_all_sync(0xccccccccu, v, &same0);
        if (lane == 5u) {
          __syncwarp(0xffffu);
        } else {
          // want not_participating_lane_in_mask "Lane\(s\) 3, 7, 11, 15, 19, 23, 27,"
          v = __uni_sync(0xccccccccu, threadIdx.x >= 20u);
          // want not_participating_lane_in_mask "Lane\(s\) 3, 7, 11, 15, 19, 23, 27,"
          unsigned int m0 = __ballot_sync(0xccccccccu, (lane & 2u) != 0u);
          if ((lane & 2u) != 0u) {
            break;
          } else {
            v = __uni_sync(m0, ((m0 >> lane) & 1u) != 0u);
          }
        }
      }
      break;
    }
  }
  out[threadIdx.x + (threadIdx.y * blockDim.x)] = v;
}
}

namespace p5 {
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  unsigned int v = lane;
  v = __shfl_down_sync(0xffffffffu, v, 8, 16);
  unsigned long long w0 = v;
  v = __shfl_down_sync(0xffffffffu, w0, 2, 32);
  bool f0 = lane == 7u;
  __syncwarp(0xffffffffu);
  bool f1 = threadIdx.x >= 1u;
  unsigned int m0 = (1u << lane) | 0x55555555u;
  unsigned int m1 = __ballot_sync(0xffffffffu, v == 2u);
  if (v == 2u) {
    m0 &= m0;
    unsigned long long w1 = v;
    v = __shfl_xor_sync(m1, w1, 8, 32);
    unsigned long long w2 = v;
    v = __shfl_sync(m1, w2, 8, 32);
  } else {
    // want divergent_mask "Participating lanes do not agree"
    __syncwarp(m0);
  }
  out[threadIdx.x + (threadIdx.y * blockDim.x)] = v;
}
}

namespace p6 {
__device__ unsigned int help0(unsigned int mask, unsigned int v) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  __syncwarp(0xffffffffu);
  for (unsigned int k0 = 0u; (k0 < 2u) && !(threadIdx.y < 5u); ++k0) {
    v = __shfl_xor_sync(mask, v, k0, 32);
  }
  return v;
}
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  unsigned int v = lane;
  v = v + v;
  v = __shfl_xor_sync(0xffffffffu, v, 0, 32);
  for (unsigned int o0 = 4u; o0 > 0u; o0 >>= 1) {
    v = __shfl_sync(0xffffffffu, v, __ffs(0xffffffffu) - 1, 32);
  }
  unsigned int a0[4] = {lane + v, v + v, v, d[lane]};
  out[threadIdx.x + (threadIdx.y * blockDim.x)] = v;
}
}
