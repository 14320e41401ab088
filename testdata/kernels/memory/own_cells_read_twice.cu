// A lane that reads a cell of its own twice finds one value, with a collective between and no store.

#define FULL 0xffffffffu

__global__ void of_a_large_array(const float *in, float *out) {
  __shared__ float cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  unsigned mask = __ballot_sync(FULL, cells[threadIdx.x] > 0);
  if (cells[threadIdx.x] > 0) out[threadIdx.x] = __shfl_sync(mask, cells[threadIdx.x], __ffs(mask) - 1);
}

__global__ void of_dynamic_memory(const int *in, int *out) {
  extern __shared__ int words[];
  words[threadIdx.x] = in[threadIdx.x];
  unsigned mask = __ballot_sync(FULL, words[threadIdx.x] > 0);
  if (words[threadIdx.x] > 0) out[threadIdx.x] = __any_sync(mask, words[threadIdx.x] > 7);
}

__global__ void of_rows_behind_an_argument(int *rows, int *out) {
  int *row = rows + threadIdx.x * 8;
  row[1] = 5;
  unsigned mask = __ballot_sync(FULL, row[0] > 3);
  if (row[0] > 3) out[threadIdx.x] = __any_sync(mask, row[2]);
}

__global__ void stored_between(const int *in, int *out) {
  extern __shared__ int words[];
  words[threadIdx.x] = in[threadIdx.x];
  unsigned mask = __ballot_sync(FULL, words[threadIdx.x] > 0);
  words[threadIdx.x] = in[threadIdx.x + 32];
  // want? potentially_divergent_mask "do not agree"
  if (words[threadIdx.x] > 0) out[threadIdx.x] = __any_sync(mask | 1u << (threadIdx.x & 31), 1);
}

// Behind a barrier of the block other threads may have stored there.
__global__ void barrier_between(const int *in, int *out) {
  extern __shared__ int words[];
  words[threadIdx.x] = in[threadIdx.x];
  unsigned mask = __ballot_sync(FULL, words[threadIdx.x] > 0) | 1;
  __syncthreads();
  words[threadIdx.x ^ 32] = 1;
  __syncthreads();
  // want? potentially_divergent_mask "do not agree"
  if (words[threadIdx.x] > in[0]) out[threadIdx.x] = __any_sync(mask | 1u << (threadIdx.x & 31), 1);
}

// The cell is one for all: behind the barrier of the warp all see one value.
__global__ void one_for_all(const int *in, int *out) {
  __shared__ int all[100];
  if ((threadIdx.x & 31) == 0) all[threadIdx.x / 32] = in[threadIdx.x];
  out[threadIdx.x] = all[threadIdx.x / 32];  // want missing-syncwarp "all"
  __syncwarp();
  if (all[threadIdx.x / 32] > 3) __syncwarp();
}
