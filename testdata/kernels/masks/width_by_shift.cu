// Tiles of 1 << log lanes, where log is not known. A shuffle that is given a width has one that
// there is: what other numbers make of its mask is no mistake of its own.
__global__ void tiles(float *data, int log) {
  int lane = threadIdx.x & 31, width = 1 << log;
  unsigned mask = ((1ull << width) - 1) << (lane & ~(width - 1));
  data[threadIdx.x] = __shfl_sync(mask, data[threadIdx.x], 0, width);
}

__global__ void tilesOfShifts(float *data, int log) {
  int lane = threadIdx.x & 31;
  unsigned mask = (0xffffffffu >> (32 - (1 << log))) << (lane >> log << log);
  if (log >= 0 && log <= 5) __syncwarp(mask);
}

__global__ void tilesThatAreTooShort(float *data, int log) {
  int lane = threadIdx.x & 31, width = 1 << log;
  unsigned mask = ((1ull << width) - 2) << (lane & ~(width - 1));
  // want? participating_lane_potentially_not_in_mask "not named in the sync mask"
  data[threadIdx.x] = __shfl_sync(mask, data[threadIdx.x], 0, width);
}

__global__ void tilesOfTwice(float *data, int log) {
  int lane = threadIdx.x & 31, width = 1 << log;
  unsigned mask = ((1ull << width) - 1) << (lane & ~(width - 1));
  // want? potentially_source_lane_not_in_mask "read from lane"
  data[threadIdx.x] = __shfl_sync(mask, data[threadIdx.x], 0, 2 * width);
}
