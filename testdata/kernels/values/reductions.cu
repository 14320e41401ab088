// What __reduce_*_sync yields is computed of the words of the lanes that take part.

#define FULL 0xffffffffu
#define LANE (threadIdx.x & 31)

__global__ void of_constants(int *d) {
  if (__reduce_add_sync(FULL, 3) != 96 && LANE < 16) d[LANE] = __any_sync(FULL, d[LANE]);
  if (__reduce_add_sync(FULL, LANE) != 496 && LANE < 16) d[LANE] = __any_sync(FULL, d[LANE]);
  if (__reduce_max_sync(FULL, LANE * 2) != 62 && LANE < 16) d[LANE] = __any_sync(FULL, d[LANE]);
  if (__reduce_min_sync(FULL, (int)LANE - 9) != -9 && LANE < 16) d[LANE] = __any_sync(FULL, d[LANE]);
  if (__reduce_or_sync(FULL, 1u << LANE) != FULL && LANE < 16) d[LANE] = __any_sync(FULL, d[LANE]);
  if (__reduce_and_sync(FULL, LANE | 64) != 64 && LANE < 16) d[LANE] = __any_sync(FULL, d[LANE]);
  if (__reduce_xor_sync(FULL, 7) != 0 && LANE < 16) d[LANE] = __any_sync(FULL, d[LANE]);
  if (__reduce_xor_sync(FULL, LANE) == 0 && LANE < 16) d[LANE] = __any_sync(FULL, d[LANE]);  // want not_participating_lane_in_mask "16-31"
}

__global__ void of_a_part(int *d) {
  if (LANE < 8) {
    unsigned n = __reduce_add_sync(0xff, 1);
    if (n != 8 && LANE < 4) __syncwarp(0xff);
    if (n == 8 && LANE < 4) __syncwarp(0xff);  // want not_participating_lane_in_mask "4-7"
  }
}

__global__ void of_data(const unsigned *in, int *d, int n) {
  if (__reduce_max_sync(FULL, n) != n && LANE < 16) __syncwarp();
  if (__reduce_or_sync(FULL, in[LANE] & 6) > 6 && LANE < 16) __syncwarp();
  if (__reduce_add_sync(FULL, in[LANE] & 1) > 32 && LANE < 16) __syncwarp();
  if (__reduce_add_sync(FULL, in[LANE] & 1) == 32 && LANE < 16) __syncwarp();  // want not_participating_lane_in_mask "16-31"
}
