// The difference of two pointers counts elements, not bytes.

__global__ void as_many_as_there_are() {
  unsigned cells[6] = {1, 2, 3};
  unsigned *p = cells + 1, *end = cells + 6;
  if (end - p == 5 && threadIdx.x < 31) __syncwarp(); // want not_participating_lane_in_mask "31 named"
  if (end - p == 20 && threadIdx.x < 31) __syncwarp();
}

__global__ void of_records(const double3 *records, int n) {
  const double3 *p = records + n, *q = p + 2 * (threadIdx.x % 4);
  if (q - p < 7) __syncwarp();
  if (q - p < 6) __syncwarp(); // want not_participating_lane_in_mask "3, 7, 11, 15, 19, 23, 27, 31 named"
}

// Each lane walks over what is left to the end, which is n elements from the beginning.
__global__ void walk(const float *x, int n, float *out) {
  const float *end = x + n;
  float sum = 0;
  for (const float *p = x; end - p >= 32; p += 32) {
    sum += __shfl_xor_sync(0xffffffffu, p[threadIdx.x], 1);
  }
  out[threadIdx.x] = sum;
}
