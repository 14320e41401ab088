// Lanes that exchange the greatest value that they have seen and its place, and take the lower of
// two places, all come to the same one. With equal values and no such rule they do not, nor with
// floating numbers, of which none is greater where one is not a number.
struct Best { int value, place; };

__device__ Best greatest(int value, int place) {
  for (int distance = 16; distance > 0; distance /= 2) {
    int other = __shfl_xor_sync(~0u, value, distance);
    int there = __shfl_xor_sync(~0u, place, distance);
    if (other > value || (other == value && there < place)) {
      value = other;
      place = there;
    }
  }
  return {value, place};
}

__global__ void ofOneEach(const int *data) {
  Best best = greatest(data[threadIdx.x], threadIdx.x & 31);
  if (best.value > 4) __syncwarp();
  if (best.place > 4) __syncwarp();
}

__global__ void ofMany(const int *data, int n) {
  int value = -1, place = 0;
  for (int i = threadIdx.x & 31; i < n; i += 32) {
    if (data[i] > value) {
      value = data[i];
      place = i;
    }
  }
  Best best = greatest(value, place);
  if (best.place > 4) __syncwarp();
}

__global__ void oneAfterTheOther(int *data) {
  int lane = threadIdx.x & 31;
  while (true) {
    Best best = greatest(data[threadIdx.x], lane);
    if (best.value <= 0) break;
    if (lane == best.place) data[threadIdx.x] = 0;
  }
}

__global__ void leastOfUnsigned(const unsigned *data) {
  unsigned value = data[threadIdx.x], place = threadIdx.x & 31;
  for (int distance = 1; distance < 32; distance *= 2) {
    unsigned other = __shfl_xor_sync(~0u, value, distance), there = __shfl_xor_sync(~0u, place, distance);
    bool better = other < value || (other == value && there > place);
    value = better ? other : value;
    place = better ? there : place;
  }
  if (place > 4) __syncwarp();
}

__global__ void noRuleForEqualValues(const int *data) {
  int value = data[threadIdx.x], place = threadIdx.x & 31;
  for (int distance = 16; distance > 0; distance /= 2) {
    int other = __shfl_xor_sync(~0u, value, distance), there = __shfl_xor_sync(~0u, place, distance);
    if (other > value) {
      value = other;
      place = there;
    }
  }
  if (value > 4) __syncwarp();
  if (place > 4) __syncwarp(); // want? potentially_not_participating_lane_in_mask "do not participate"
}

__global__ void floatingNumbers(const float *data) {
  float value = data[threadIdx.x];
  int place = threadIdx.x & 31;
  for (int distance = 16; distance > 0; distance /= 2) {
    float other = __shfl_xor_sync(~0u, value, distance);
    int there = __shfl_xor_sync(~0u, place, distance);
    if (other > value || (other == value && there < place)) {
      value = other;
      place = there;
    }
  }
  if (place > 4) __syncwarp(); // want? potentially_not_participating_lane_in_mask "do not participate"
}
