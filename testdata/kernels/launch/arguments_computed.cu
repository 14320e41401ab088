// What the host computes for an argument holds of it: a multiple of a power of two leaves no warp in part.

__global__ void whole_rows(int n, const float* in, float* out) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i > n - 1) return;
  out[i] = __shfl_down_sync(0xffffffff, in[i], 16);
}
void of_rows(int rows, int columns, const float* in, float* out) {
  const int n = rows * columns * 32;
  whole_rows<<<(n + 511) / 512, 512>>>(n, in, out);
}

__global__ void half_rows(int n, const float* in, float* out) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i > n - 1) return;
  // want?[lockstep] potentially_not_participating_lane_in_mask "."
  out[i] = __shfl_down_sync(0xffffffff, in[i], 16);  // want? potentially_source_lane_not_in_mask "have exited"
}
void of_half_rows(int rows, const float* in, float* out) {
  const int n = rows * 16;
  half_rows<<<(n + 511) / 512, 512>>>(n, in, out);
}

// Another launch gives it any number.
__global__ void two_launches(int n, const float* in, float* out) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i > n - 1) return;
  // want?[lockstep] potentially_not_participating_lane_in_mask "."
  out[i] = __shfl_down_sync(0xffffffff, in[i], 16);  // want? potentially_source_lane_not_in_mask "have exited"
}
void of_both(int rows, int n, const float* in, float* out) {
  two_launches<<<(rows * 32 + 511) / 512, 512>>>(rows * 32, in, out);
  two_launches<<<(n + 511) / 512, 512>>>(n, in, out);
}

// The number is shifted and narrowed on the way: what is left is a multiple all the same.
__global__ void shifted(unsigned short n, const float* in, float* out) {
  unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  out[i] = __shfl_xor_sync(0xffffffff, in[i], 1);
}
void of_shifted(unsigned rows, const float* in, float* out) {
  shifted<<<64, 256>>>(rows << 5, in, out);
}
