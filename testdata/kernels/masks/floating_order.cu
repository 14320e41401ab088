// Comparisons of two floating words follow from how they lie: below, equal, above, or in no
// order where one is no number.

#define FULL 0xffffffffu

__global__ void not_below(const float *in, int *out, float limit) {
  float v = in[threadIdx.x];
  unsigned below = __ballot_sync(FULL, v < limit);
  if (!(v < limit)) out[0] = __any_sync(~below, 1);
  if (limit > v) out[1] = __any_sync(below, 1);
  if (v < limit && v != limit && v <= limit) out[2] = __any_sync(below, 1);
}

// Lanes that have no number are neither below nor above.
__global__ void above_or_equal(const float *in, int *out, float limit) {
  float v = in[threadIdx.x];
  unsigned below = __ballot_sync(FULL, v < limit);
  if (v >= limit) out[0] = __any_sync(~below, 1); // want? potentially_not_participating_lane_in_mask "named in"
  unsigned there = __ballot_sync(FULL, v <= limit);
  if (v < limit || limit == v) out[1] = __any_sync(there, 1);
}

__global__ void itself(const float *in, int *out) {
  float v = in[threadIdx.x];
  unsigned numbers = __ballot_sync(FULL, v == v);
  if (v <= v) out[0] = __any_sync(numbers, 1);
  if (v < v) __syncwarp();
}
