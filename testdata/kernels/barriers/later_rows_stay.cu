// Each warp leaves the loop behind its own row: the rows follow from the number of the block.
__global__ void causal(float *out, int columns) {
  int row = blockIdx.x * 4 + threadIdx.x / 32;
  for (int k = 0; k < columns; k += 2) {
    if (k > row)
      break;
    __syncthreads(); // want? potentially-divergent-syncthreads "threads 0-31 may skip this"
  }
  out[row] = 1;
}
void launch(float *out, int columns) { causal<<<columns / 4, 128>>>(out, columns); }
