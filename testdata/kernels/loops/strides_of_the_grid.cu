// A loop in strides of the grid comes to its second iteration in a small grid: a mask from before it names lanes that have left.

#define FULL 0xffffffffu

__global__ void mask_of_before(const int *in, int *out, unsigned n) {
  unsigned mask = __ballot_sync(FULL, blockIdx.x * blockDim.x + threadIdx.x < n);
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = __any_sync(mask, in[i]);  // want? potentially_not_participating_lane_in_mask "do not participate"
}

__global__ void mask_carried_on(const int *in, int *out, unsigned n) {
  unsigned mask = __ballot_sync(FULL, blockIdx.x * blockDim.x + threadIdx.x < n);
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = __any_sync(mask, in[i]);
    mask = __ballot_sync(mask, i + gridDim.x * blockDim.x < n);
  }
}
