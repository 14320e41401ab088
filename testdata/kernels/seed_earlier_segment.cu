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
