// Races before a loop that runs for longer than a run of the machine may take. No warp executes a collective before the
// run is cut off, so that what they did until then is in no order.

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

void run(const unsigned *in, const unsigned short *order, unsigned *out, int size, int width) {
  unpack<<<(width + 127) / 128, 128>>>(in, order, out, size, width);
  ordered<<<(width + 127) / 128, 128>>>(in, order, out, size, width);
}
