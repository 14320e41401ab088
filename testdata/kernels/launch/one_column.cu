// Rows of which nothing says how wide they are. Blocks of one column may be right, where wider ones are not.

// With one column, and with one word, no two lanes touch one cell.
__global__ void words_of_rows(const int *in, int *out, unsigned words) {
  extern __shared__ int cells[];
  for (unsigned i = threadIdx.y; i < words; ++i)
    cells[i + words] = cells[i] = in[i + threadIdx.x]; // want? potentially-missing-syncwarp "for cells"
  __syncthreads();
  out[threadIdx.y] = cells[threadIdx.y];
}

// With one column each lane has a cell of its own, with more the lanes of a row store one value.
__global__ void cell_of_a_row(const int *in, int *out) {
  __shared__ int cells[64];
  cells[threadIdx.y] = in[threadIdx.y];
  out[threadIdx.y] = cells[threadIdx.y];
}

__global__ void cell_of_a_plane(const int *in, int *out, int n) {
  __shared__ int cells[64];
  for (int i = 0; i < n; ++i) {
    cells[threadIdx.z] = in[threadIdx.z + i]; // want? potentially-missing-syncwarp "for cells"
    out[threadIdx.z] += cells[threadIdx.z];
  }
}

// Rows say nothing of who comes here.
__global__ void rows_beside(const int *in, int *out) {
  int row = in[threadIdx.y];
  if ((in[0] & 1) == 0)
    return;
  if ((threadIdx.x + blockDim.x * threadIdx.y) % 32 < 16)
    out[threadIdx.x] = __shfl_xor_sync(0xffffffff, row, 1); // want not_participating_lane_in_mask "16-31"
}

// without missing-syncthreads
