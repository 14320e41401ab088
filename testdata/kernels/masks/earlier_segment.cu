// The width of an xor bounds its source from above alone: lanes read those of segments
// before their own, and themselves for those behind.

__global__ void reads_the_segment_before(float *out) {
  int lane = threadIdx.x & 31;
  if (lane >= 8 && lane < 16)
    // want source_lane_not_in_mask "8-15 read from lane\(s\) 0-7 "
    out[lane] = __shfl_xor_sync(0xff00, out[lane], 8, 8);
}

__global__ void reads_itself(float *out) {
  int lane = threadIdx.x & 31;
  if (lane < 8)
    out[lane] = __shfl_xor_sync(0xff, out[lane], 8, 8);
}

__global__ void stays_in_its_segment(float *out) {
  int lane = threadIdx.x & 31;
  if (lane >= 8 && lane < 16)
    out[lane] = __shfl_xor_sync(0xff00, out[lane], 4, 8);
}

// Of a distance five bits count: 40 is 8.
__global__ void far_away(float *out) {
  int lane = threadIdx.x & 31;
  if (lane < 8) {
    // want source_lane_not_in_mask "0-7 read from lane\(s\) 8-15 "
    out[lane] = __shfl_down_sync(0xff, out[lane], 40);
    out[lane] = __shfl_down_sync(0xff, out[lane], 36, 4);
  }
}

// A wrong width is told, and nothing of what it makes lanes read.
__global__ void width_of_three(float *out) {
  // want width_is_not_power_of_two "width 3"
  if (threadIdx.x < 3) out[threadIdx.x] += __shfl_down_sync(7u, out[threadIdx.x], 1, 3);
}
