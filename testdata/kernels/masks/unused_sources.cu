// A lane that reads one that takes no part has an undefined value. Where that reaches nothing that
// the kernel stores and nobody's way, it does no harm.

// Lanes 8-15 read lanes 16-23, and lane 0 sums up what it should.
__global__ void deadTail(const int *in, int *out) {
  int lane = threadIdx.x % 32;
  if (lane < 16) {
    int v = in[threadIdx.x];
    for (int o = 8; o > 0; o /= 2)
      v += __shfl_down_sync(0x0000ffffu, v, o);
    if (lane == 0)
      out[blockIdx.x] = v;
  }
}

__global__ void deadTailOfFloats(const float *in, float *out) {
  int lane = threadIdx.x % 32;
  if (lane < 16) {
    float v = in[threadIdx.x];
#pragma unroll
    for (int o = 8; o > 0; o /= 2)
      v = fmaxf(v, __shfl_down_sync(0x0000ffffu, v, o));
    if (lane == 0)
      out[blockIdx.x] = v;
  }
}

// As selected values: the branch of ?: is no effect.
__global__ void deadTailOfTheLargest(const int *in, int *out) {
  int lane = threadIdx.x % 32;
  if (lane < 16) {
    int v = in[threadIdx.x];
    for (int o = 8; o > 0; o /= 2) {
      int other = __shfl_down_sync(0x0000ffffu, v, o);
      v = other > v ? other : v;
    }
    if (lane == 0)
      out[blockIdx.x] = v;
  }
}

// All lanes store.
__global__ void stored(const int *in, int *out) {
  int lane = threadIdx.x % 32;
  if (lane < 16) {
    int v = in[threadIdx.x];
    for (int o = 8; o > 0; o /= 2)
      v += __shfl_down_sync(0x0000ffffu, v, o); // want source_lane_not_in_mask "outside mask"
    out[threadIdx.x] = v;
  }
}

// The first distance is too large: it reaches lane 0.
__global__ void reachesTheFirstLane(const int *in, int *out) {
  int lane = threadIdx.x % 32;
  if (lane < 16) {
    int v = in[threadIdx.x];
    for (int o = 16; o > 0; o /= 2)
      v += __shfl_down_sync(0x0000ffffu, v, o); // want source_lane_not_in_mask "outside mask"
    if (lane == 0)
      out[blockIdx.x] = v;
  }
}

// By way of another shuffle.
__global__ void passedOn(const int *in, int *out) {
  int lane = threadIdx.x % 32;
  int v = in[threadIdx.x];
  if (lane < 16)
    v = __shfl_down_sync(0x0000ffffu, v, 8); // want source_lane_not_in_mask "outside mask"
  v = __shfl_sync(0xffffffffu, v, 15);
  if (lane == 0)
    out[blockIdx.x] = v;
}

// It decides where a lane stores.
__global__ void addressed(const int *in, int *out) {
  int lane = threadIdx.x % 32;
  if (lane < 16) {
    int at = __shfl_down_sync(0x0000ffffu, in[threadIdx.x] & 15, 8); // want source_lane_not_in_mask "outside mask"
    out[at & 15] = 1;
  }
}

// It decides which way a lane goes.
__global__ void decides(const int *in, int *out) {
  int lane = threadIdx.x % 32;
  if (lane < 16) {
    int v = __shfl_down_sync(0x0000ffffu, in[threadIdx.x], 8); // want source_lane_not_in_mask "outside mask"
    if (v > 3)
      out[threadIdx.x] = 1;
  }
}

// A vote of all lanes asks it.
__global__ void voted(const int *in, int *out) {
  int lane = threadIdx.x % 32;
  int v = 0;
  if (lane < 16)
    v = __shfl_down_sync(0x0000ffffu, in[threadIdx.x], 8); // want source_lane_not_in_mask "outside mask"
  if (__any_sync(0xffffffffu, v > 1000))
    out[threadIdx.x] = 1;
}

// Shared memory is seen by others.
__global__ void shared(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x % 32;
  if (lane < 16)
    s[lane] = __shfl_down_sync(0x0000ffffu, in[threadIdx.x], 8); // want source_lane_not_in_mask "outside mask"
  __syncthreads();
  out[threadIdx.x] = s[0];
}

// A function that no kernel calls may return it to whom it likes.
__device__ int sumOfHalf(int v) {
  if (threadIdx.x % 32 < 16)
    for (int o = 8; o > 0; o /= 2)
      v += __shfl_down_sync(0x0000ffffu, v, o); // want source_lane_not_in_mask "sumOfHalf"
  return v;
}

// A function that no kernel calls, of which lane 0 alone stores the result.
__device__ void storeSumOfHalf(int v, int *out) {
  if (threadIdx.x % 32 < 16) {
    for (int o = 8; o > 0; o /= 2)
      v += __shfl_down_sync(0x0000ffffu, v, o);
    if (threadIdx.x % 32 == 0)
      *out = v;
  }
}

// What is not known of the kernel does not get the undefined value.
extern __device__ int fromElsewhere(int v);

__global__ void deadTailBehindOtherCode(const int *in, int *out) {
  int lane = threadIdx.x % 32;
  int v = fromElsewhere(in[threadIdx.x]);
  if (lane < 16) {
    for (int o = 8; o > 0; o /= 2)
      v += __shfl_down_sync(0x0000ffffu, v, o);
    if (lane == 0)
      out[blockIdx.x] = v;
  }
}

__global__ void givenAway(const int *in, int *out) {
  int lane = threadIdx.x % 32;
  int v = in[threadIdx.x];
  if (lane < 16)
    for (int o = 8; o > 0; o /= 2)
      v += __shfl_down_sync(0x0000ffffu, v, o); // want source_lane_not_in_mask "outside mask"
  out[0] = fromElsewhere(v);
}

// without missing-syncthreads
