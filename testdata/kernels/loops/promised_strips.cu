// A bound that is known to be a multiple of the warp's size keeps the lanes of a strided
// loop together: it was promised, checked or computed to be one.

#include <cassert>

__global__ void promised(int *data, int n) {
  __builtin_assume(n % 32 == 0);
  for (int i = threadIdx.x % 32; i < n; i += warpSize)
    data[i] = __shfl_xor_sync(~0u, data[i], 1);
}

__global__ void promised_half(int *data, int n) {
  __builtin_assume(n % 16 == 0);
  for (int i = threadIdx.x % 32; i < n; i += warpSize)
    data[i] = __shfl_xor_sync(~0u, data[i], 1); // want? potentially_not_participating_lane_in_mask "potentially do not"
}

__global__ void asserted(int *data, unsigned n) {
  assert((n & 63) == 0 && data != nullptr);
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
    data[i] = __shfl_xor_sync(~0u, data[i], 1);
}

__global__ void asserted_half(int *data, unsigned n) {
  assert((n & 15) == 0 && data != nullptr);
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
    data[i] = __shfl_xor_sync(~0u, data[i], 1); // want? potentially_not_participating_lane_in_mask "potentially do not"
}

__global__ void whole_blocks(int *data, const int *__restrict__ size) {
  if (*size % blockDim.x != 0)
    __trap();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < *size; i += gridDim.x * blockDim.x)
    data[i] = __shfl_xor_sync(~0u, data[i], 1);
}

// The memory may change after it has been looked at.
__global__ void whole_blocks_at_first(volatile int *data, const volatile int *size) {
  if (*size % blockDim.x != 0)
    return;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < *size; i += gridDim.x * blockDim.x)
    data[i] = __any_sync(~0u, data[i]); // want~ potentially_not_participating_lane_in_mask "potentially do not"
}

struct Extent {
  size_t rows, columns;
};

__global__ void checked(float *data, Extent extent) {
  if (extent.columns & 127)
    return;
  for (size_t row = blockIdx.x; row < extent.rows; row += gridDim.x)
    for (size_t i = threadIdx.x; i < extent.columns; i += blockDim.x)
      data[i] += __shfl_down_sync(~0u, data[i], 16);
}

__global__ void other_extent_checked(float *data, Extent extent) {
  if (extent.rows & 127)
    return;
  for (size_t row = blockIdx.x; row < extent.rows; row += gridDim.x)
    for (size_t i = threadIdx.x; i < extent.columns; i += blockDim.x)
      data[i] += __shfl_down_sync(~0u, data[i], 16); // want? potentially_not_participating_lane_in_mask "potentially do not"
}

// What is known on one side only is not known behind.
__global__ void checked_on_one_side(int *data, int n, int mode) {
  if (mode == 0) {
    __builtin_assume(n % 32 == 0);
    data[n] = 1;
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    data[i] = __shfl_xor_sync(~0u, data[i], 1); // want? potentially_not_participating_lane_in_mask "potentially do not"
}

__global__ void checked_on_both_sides(int *data, int n, int mode) {
  if (mode == 0) {
    if (n % 64)
      return;
    data[n] = 1;
  } else if (n % 64 != 0) {
    return;
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    data[i] = __shfl_xor_sync(~0u, data[i], 1);
}

__global__ void either_way(int *data, int n) {
  if (n % 32 == 0)
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      data[i] = __shfl_xor_sync(~0u, data[i], 1);
  else
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      data[i] = __shfl_xor_sync(~0u, data[i], 1); // want? potentially_not_participating_lane_in_mask "potentially do not"
}

// Every row has a length of its own, and all are checked before they are walked.
__global__ void rows_checked(float *data, const int *__restrict__ lengths, int rows) {
  for (int row = 0; row < rows; row++) {
    int length = lengths[row];
    if (length % 32 != 0)
      break;
    for (int i = threadIdx.x % 32; i < length; i += 32)
      data[i] += __shfl_down_sync(~0u, data[i], 16);
  }
}

__global__ void last_row_checked(float *data, const int *__restrict__ lengths, int rows) {
  int length = 0;
  for (int row = 0; row < rows; row++) {
    length = lengths[row];
    if (length % 32 != 0)
      break;
  }
  for (int i = threadIdx.x % 32; i < length; i += 32)
    data[i] += __shfl_down_sync(~0u, data[i], 16); // want? potentially_not_participating_lane_in_mask "potentially do not"
}

__global__ void own_length_checked(float *data, const int *lengths) {
  int length = lengths[threadIdx.x];
  if (length % 32 != 0)
    return;
  for (int i = threadIdx.x % 32; i < length; i += 32)
    data[i] += __any_sync(~0u, data[i] > 0); // want? potentially_not_participating_lane_in_mask "potentially do not"
}

__global__ void without_the_rest(int *data, int n, unsigned m) {
  int whole = n - n % 32;
  for (int i = threadIdx.x; i < whole; i += blockDim.x)
    data[i] = __shfl_xor_sync(~0u, data[i], 1);
  m -= m % 96;
  for (unsigned i = threadIdx.x; i < m; i += blockDim.x)
    data[i] = __shfl_xor_sync(~0u, data[i], 1);
  int more = n + 63;
  more = more - more % 64;
  for (int i = threadIdx.x; i < more; i += blockDim.x)
    data[i] = __shfl_xor_sync(~0u, data[i], 1);
}

__global__ void without_some_of_the_rest(int *data, int n, unsigned m) {
  int whole = n - n % 24;
  for (int i = threadIdx.x; i < whole; i += blockDim.x)
    data[i] = __shfl_xor_sync(~0u, data[i], 1); // want? potentially_not_participating_lane_in_mask "potentially do not"
  m = 2 * m - m % 96;
  for (unsigned i = threadIdx.x; i < m; i += blockDim.x)
    data[i] = __shfl_xor_sync(~0u, data[i], 1); // want? potentially_not_participating_lane_in_mask "potentially do not"
  int more = n + 63;
  more = more - (n + 62) % 64;
  for (int i = threadIdx.x; i < more; i += blockDim.x)
    data[i] = __shfl_xor_sync(~0u, data[i], 1); // want? potentially_not_participating_lane_in_mask "potentially do not"
}

// A bound that is rounded up where it is no multiple, and kept where it is.
__global__ void rounded(const int *data, int *out, int n) {
  __shared__ int strip[128];
  int end = (n & 127) ? (n & ~127) + 128 : n;
  for (int i = threadIdx.x; i < end; i += 128) {
    __syncthreads();
    strip[threadIdx.x] = i < n ? data[i] : 0;
    __syncthreads();
    if (i < n) out[i] = strip[127 - threadIdx.x];
  }
  int half = (n & 15) ? (n & ~15) + 16 : n;
  for (int i = threadIdx.x; i < half; i += 128) {
    __syncthreads(); // want? potentially-divergent-syncthreads "syncthreads"
  }
}

void launchRounded(const int *data, int *out, int n) { rounded<<<1, 128>>>(data, out, n); }
