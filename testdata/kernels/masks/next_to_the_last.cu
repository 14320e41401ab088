// A signed sum that is compared does not wrap around: i < n - 1 says what i + 1 < n does.

__global__ void two_ways(int *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned m = __ballot_sync(~0u, i < n - 1);
  if (i + 1 < n) o[i] = __any_sync(m, o[i]);
}

__global__ void two_ways_of_long(int *o, long n) {
  long i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned m = __ballot_sync(~0u, i <= n - 2);
  if (i + 1 < n) o[i] = __any_sync(m, o[i]);
}

__global__ void widened(int *o, int n) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  unsigned m = __ballot_sync(~0u, i < n - 1);
  if (i + 1 < n) o[i] = __any_sync(m, o[i]);
}

__global__ void up_to_the_last(int *o, int n) {
  int i = threadIdx.x, last = n - 1;
  unsigned m = __ballot_sync(~0u, i < n);
  if (i <= last) o[i] = __any_sync(m, o[i]);
}

__global__ void but_the_last(int *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned m = __ballot_sync(~0u, i < n - 1);
  if (i < n && i != n - 1) o[i] = __any_sync(m, o[i]);
}

__global__ void one_beyond(int *o, int n) {
  int i = threadIdx.x;
  unsigned m = __ballot_sync(~0u, i <= n);
  if (i < n + 1) o[i] = __any_sync(m, o[i]);
}

__global__ void inner_points(float *o, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  bool inside = x > 0 && y > 0 && x < width - 1 && y < height - 1;
  unsigned m = __ballot_sync(~0u, inside);
  if (x >= 1 && x + 1 < width && y >= 1 && y + 1 < height) o[x] = __any_sync(m, o[x] > 0);
}

__global__ void tiles(int *o, int n) {
  for (int base = 0; base < n - 1; base += blockDim.x) {
    int i = base + threadIdx.x;
    unsigned m = __ballot_sync(~0u, i < n - 1);
    if (i + 1 < n) o[i] = __any_sync(m, o[i]);
    __syncthreads();
  }
}

// The last one is named, and stays away.
__global__ void last_is_named(int *o, int n) {
  int i = threadIdx.x;
  unsigned m = __ballot_sync(~0u, i < n);
  if (i < n - 1) o[i] = __any_sync(m, o[i]); // want? potentially_not_participating_lane_in_mask "named"
}

__global__ void one_too_many(int *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned m = __ballot_sync(~0u, i < n - 1);
  if (i < n) o[i] = __any_sync(m, o[i]); // want? participating_lane_potentially_not_in_mask "not named"
}

// Of no elements, n - 1 is the largest number there is.
__global__ void unsigned_sum(int *o, unsigned n) {
  unsigned i = threadIdx.x;
  unsigned m = __ballot_sync(~0u, i + 1 < n);
  if (i < n - 1) o[i] = __any_sync(m, o[i]); // want? participating_lane_potentially_not_in_mask "not named"
}

__global__ void unsigned_count(int *o, size_t n) {
  size_t i = threadIdx.x;
  unsigned m = __ballot_sync(~0u, i + 1 < n);
  if (i < n - 1) o[i] = __any_sync(m, o[i]); // want? participating_lane_potentially_not_in_mask "not named"
}
