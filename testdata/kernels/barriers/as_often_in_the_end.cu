// Warps that come to each of two barriers as often as the others in the end, and wait at one of
// them while others wait at the other one. To a GPU the barriers of a block are one, and pair up.

__global__ void inner_against_outer(int *out) {
  for (int i = 0; i < 2; ++i) {
    int turns = threadIdx.x < 32 ? 1 + 2 * i : 3 - 2 * i;
    for (int j = 0; j < turns; ++j)
      __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "threads 0-31 skip this"
    __syncthreads();
    out[threadIdx.x] = i;
  }
}

__global__ void as_many_turns(int *out) {
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 1 + 2 * i; ++j)
      __syncthreads();
    __syncthreads();
    out[threadIdx.x] = i;
  }
}

void launch(int *out) {
  inner_against_outer<<<1, 64>>>(out);
  as_many_turns<<<1, 64>>>(out);
}
