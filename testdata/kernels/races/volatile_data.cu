// Volatile words that nobody waits for, and in which no flag is set, are data: a volatile access orders nothing, and threads
// of two warps race for them as for others.

// The next step stores while other warps still read.
__global__ void __launch_bounds__(128) partsAgain(const int *in, int *out, int n) {
  __shared__ volatile int part[4];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = 0; i < n; i++) {
    if (lane == 0) part[warp] = in[i * 4 + warp]; // want? potentially-missing-syncthreads "for part"
    __syncthreads();
    out[i * 128 + threadIdx.x] = part[(warp + 1) % 4];
  }
}

__global__ void __launch_bounds__(128) partsInTurn(const int *in, int *out, int n) {
  __shared__ volatile int part[4];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = 0; i < n; i++) {
    if (lane == 0) part[warp] = in[i * 4 + warp];
    __syncthreads();
    out[i * 128 + threadIdx.x] = part[(warp + 1) % 4];
    __syncthreads();
  }
}

// No barrier at all: what the other warps read is chance.
__global__ void __launch_bounds__(64) told(const int *in, int *out) {
  __shared__ volatile int most;
  if (threadIdx.x == 0) most = in[0];
  if (threadIdx.x >= 32) out[threadIdx.x] = most; // want? potentially-missing-syncthreads "for most"
}

// A flag is set to a constant, and whoever sees it early stops early.
__global__ void __launch_bounds__(128) found(const int *in, int *out) {
  __shared__ volatile int isFound;
  if (threadIdx.x == 0) isFound = 0;
  __syncthreads();
  if (threadIdx.x == 64 && in[0] == 7) isFound = 1;
  if (threadIdx.x < 32 && isFound == 0) out[threadIdx.x] = 1;
}

// A loop waits: its kernel may hand data over as well.
__global__ void __launch_bounds__(64) handedOver(const int *in, int *out) {
  __shared__ volatile int value, ticket;
  if (threadIdx.x == 0) { value = 0; ticket = -1; }
  __syncthreads();
  if (threadIdx.x == 0) {
    value = in[0];
    ticket = in[1] | 1;
  }
  if (threadIdx.x == 32) {
    while (ticket < 0);
    out[0] = value;
  }
}

void launch(const int *in, int *out, int n) {
  partsAgain<<<1, 128>>>(in, out, n);
  partsInTurn<<<1, 128>>>(in, out, n);
  told<<<1, 64>>>(in, out);
  found<<<1, 128>>>(in, out);
  handedOver<<<1, 64>>>(in, out);
}
