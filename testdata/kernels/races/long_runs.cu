// Races before a loop that runs for longer than a run of the machine may take. No warp executes a collective before the
// run is cut off, or all warps came to the same barriers of the block until then.

// The table is filled by all warps, and there is no barrier before it is read.
__global__ void unpack(const unsigned *in, const unsigned short *order, unsigned *out, int size, int width) {
  __shared__ unsigned short table[128];
  int t = threadIdx.x;
  if (t < size) table[t] = order[t];
  int n = blockIdx.x * 128 + t;
  if (n >= width) return;
  unsigned sum = 0;
  for (int k = 0; k < size; k++) {
    // want? potentially-missing-syncthreads "Thread \d+ \(warp \d+\) may race with thread \d+ \(warp \d+, line 8\) for table"
    unsigned row = table[k];
    for (int i = 0; i < 10000; i++) sum = sum * 33 + in[row * 10000 + i];
    out[k * width + n] = sum;
  }
}

// The same with the barrier.
__global__ void ordered(const unsigned *in, const unsigned short *order, unsigned *out, int size, int width) {
  __shared__ unsigned short table[128];
  int t = threadIdx.x;
  if (t < size) table[t] = order[t];
  __syncthreads();
  int n = blockIdx.x * 128 + t;
  if (n >= width) return;
  unsigned sum = 0;
  for (int k = 0; k < size; k++) {
    unsigned row = table[k];
    for (int i = 0; i < 10000; i++) sum = sum * 33 + in[row * 10000 + i];
    out[k * width + n] = sum;
  }
}

// Each warp halves the row that all have read, and there is no barrier in between. The run is cut off behind a barrier that all
// warps came to.
__global__ void halve(const unsigned *in, unsigned *out, int size) {
  __shared__ unsigned row[64];
  int t = threadIdx.x;
  row[t] = in[t];
  __syncthreads();
  unsigned sum = row[(t + in[64]) % 64];
  // want? potentially-missing-syncthreads "Thread \d+ \(warp \d\) may race with thread \d+ \(warp \d, line 43\) for row"
  row[t] = in[t + 1] / 2;
  for (int i = 0; i < 100000 + size; i++) sum = sum * 33 + in[i];
  out[t] = sum;
}

// The same with the barrier.
__global__ void halve_in_turn(const unsigned *in, unsigned *out, int size) {
  __shared__ unsigned row[64];
  int t = threadIdx.x;
  row[t] = in[t];
  __syncthreads();
  unsigned sum = row[(t + in[64]) % 64];
  __syncthreads();
  row[t] = in[t + 1] / 2;
  for (int i = 0; i < 100000 + size; i++) sum = sum * 33 + in[i];
  out[t] = sum;
}

void run(const unsigned *in, const unsigned short *order, unsigned *out, int size, int width) {
  unpack<<<(width + 127) / 128, 128>>>(in, order, out, size, width);
  ordered<<<(width + 127) / 128, 128>>>(in, order, out, size, width);
  halve<<<1, 64>>>(in, out, size);
  halve_in_turn<<<1, 64>>>(in, out, size);
}
