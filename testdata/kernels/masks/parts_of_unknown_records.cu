// Records of a class that only the arguments of templates say. What their members and elements hold is not known, nor
// where they lie; who comes to the shuffles does not depend on it, but in the last three.

template <typename Info>
__global__ void element_read(const float* src, const Info info, float* out, unsigned long count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int rows = info.sizes[info.dims - 1];
  if (i < count) {
    out[i + rows] = __shfl_up_sync(0xffffffff, src[i], 1);  // want? potentially_not_participating_lane_in_mask "."
  }
}

template <typename Info>
__global__ void element_written(const float* src, Info info, float* out, unsigned long count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  info.data[i] = 1.0f;
  if (i < count) {
    out[i] = __shfl_up_sync(0xffffffff, src[i], 1);  // want? potentially_not_participating_lane_in_mask "."
  }
}

template <typename Info>
__global__ void written_at_a_member(const float* src, const Info info, float* out, unsigned long count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[info.offset + i] = 1.0f;
  if (i < count) {
    out[i] = __shfl_up_sync(0xffffffff, src[i], 1);  // want? potentially_not_participating_lane_in_mask "."
  }
}

template <typename Info>
__global__ void counted_in_an_element(const float* src, Info info, float* out, unsigned count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int slot = atomicAdd(&info.used[0], 1);
  if (i < count) {
    out[slot] = __shfl_up_sync(0xffffffff, src[i], 1);  // want? potentially_not_participating_lane_in_mask "."
  }
}

// Another element of the variable may be the one that was written: a run decides nothing.
template <typename Info>
__global__ void written_somewhere_in_a_variable(const float* src, const Info info, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int bounds[4] = {1, 1, 1, 1};
  bounds[info.dims & 3] = 40;
  if (i < bounds[2]) {
    out[i] = __shfl_up_sync(0xffffffff, src[i], 1);  // want~ potentially_not_participating_lane_in_mask "."
  }
}

// The record has the address of the variable, so that what is written through it may be that.
template <typename Info>
__global__ void written_through_the_record(const float* src, Info info, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int bound = 4;
  info.bound = &bound;
  *info.bound = 32;
  if (i < bound) {
    out[i] = __shfl_up_sync(0xffffffff, src[i], 1);  // want~ potentially_not_participating_lane_in_mask "."
  }
}

template <typename Info>
__global__ void bounded_by_an_element(const float* src, const Info info, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < info.sizes[info.dims - 1]) {
    out[i] = __shfl_up_sync(0xffffffff, src[i], 1);  // want~ potentially_not_participating_lane_in_mask "."
  }
}
