// The host promises that n is a multiple. All lanes of a warp then leave a loop with the stride of a grid together.
#define FULL 0xffffffffu

__global__ void returnsOtherwise(const unsigned *in, int n, unsigned *out) {
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    out[i] = __ballot_sync(FULL, in[i]);
}

__global__ void largerMultiple(const unsigned *in, unsigned n, unsigned *out) {
  for (unsigned i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * gridDim.x)
    out[i] = __ballot_sync(FULL, in[i]);
}

__global__ void product(const unsigned *in, long n, unsigned *out) {
  for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += blockDim.x * (long)gridDim.x)
    out[i] = __ballot_sync(FULL, in[i]);
}

__global__ void lessOneWarp(const unsigned *in, int n, unsigned *out) {
  for (int i = threadIdx.x; i < n - 32; i += blockDim.x)
    out[i] = __ballot_sync(FULL, in[i]);
}

__global__ void halfOfAWarp(const unsigned *in, int n, unsigned *out) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    out[i] = __ballot_sync(FULL, in[i]); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void halfABoundLess(const unsigned *in, int n, unsigned *out) {
  for (int i = threadIdx.x; i < n / 2; i += blockDim.x)
    out[i] = __ballot_sync(FULL, in[i]); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

void launch(const unsigned *in, int n, long rows, unsigned *out) {
  if (n % 16 != 0) return;
  halfOfAWarp<<<64, 256>>>(in, n, out);
  if (n % 32 != 0) return;
  returnsOtherwise<<<64, 256>>>(in, n, out);
  lessOneWarp<<<1, 256>>>(in, n, out);
  halfABoundLess<<<1, 256>>>(in, n, out);
  product<<<64, 256>>>(in, rows * 64, out);
}

void launchOfLarger(const unsigned *in, unsigned n, unsigned *out) {
  if (n % 256 == 0) largerMultiple<<<64, 256>>>(in, n, out);
}
