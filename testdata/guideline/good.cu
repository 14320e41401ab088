// Rule 2.4, good examples: every lane passes the mask of the lanes that meet.

// The whole warp synchronises where it is converged.
__global__ void converged(int *out) {
  int v = 0;
  if (threadIdx.x == 0)
    v = 1;
  __syncwarp();
  out[threadIdx.x] = v;
}

// Each branch names its own lanes: disjoint masks need not agree.
__global__ void disjoint_masks() {
  if (threadIdx.x == 0)
    __syncwarp(1u);
  else
    __syncwarp(~1u);
}

// The mask is taken by a ballot before the branch that it describes.
__global__ void ballot_first(int *out, const int *in, int n) {
  unsigned lanes = __ballot_sync(0xffffffffu, threadIdx.x < n);
  if (threadIdx.x < n)
    out[threadIdx.x] = __any_sync(lanes, in[threadIdx.x] > 0);
}

void launch_good(int *out, const int *in, int n) {
  converged<<<1, 32>>>(out);
  disjoint_masks<<<1, 32>>>();
  ballot_first<<<1, 32>>>(out, in, n);
}
