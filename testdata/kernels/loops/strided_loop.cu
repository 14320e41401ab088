// A loop in strides of the grid leaves lanes behind in its last turn, which for a small n is the first.
__global__ void scale(int n, float *out) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
    out[i] *= 2;
    // want? potentially_not_participating_lane_in_mask "Lane.s. 1-31 named in sync mask 0b1{32} but potentially do not participate"
    __syncwarp();
  }
}

void launch(int n, float *out) { scale<<<100, 256>>>(n, out); }
