// Signed sums that are compared do not overflow, and a remainder is below what it was divided by.

__global__ void not_below_the_base(int n) {
  int i = n + (int)(threadIdx.x & 31);
  if (i >= n) __syncwarp();
  if (i > n) __syncwarp(); // want not_participating_lane_in_mask "0 named"
}

__global__ void remainder(const unsigned *t, unsigned c) {
  if (c == 0) return;
  if (t[threadIdx.x] % c < c) __syncwarp();
  // want? potentially_not_participating_lane_in_mask "do not participate"
  if (t[threadIdx.x] % c < 5) __syncwarp();
}

// Four threads for each key, and a number of keys that is rounded up to whole warps.
__global__ void keys(float *out, int length, int first) {
  int end = (length - first + 7) / 8 * 8 + first;
  for (int i = first + threadIdx.x / 4; i < end; i += 16)
    out[i] = __shfl_xor_sync(0xffffffffu, out[i], 2);
  end = (length - first + 6) / 7 * 7 + first;
  for (int i = first + threadIdx.x / 4; i < end; i += 16)
    // want? potentially_not_participating_lane_in_mask "do not participate"
    out[i] = __shfl_xor_sync(0xffffffffu, out[i], 2);
}

int main() {
  not_below_the_base<<<1, 64>>>(3);
  remainder<<<1, 64>>>(nullptr, 3);
  keys<<<1, 64>>>(nullptr, 3, 4);
}
