// A barrier of the warp orders nothing between warps, also where one is on each side of a branch that parts the warps.

__global__ void writesAndReads(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = out[t];
    __syncwarp();
  } else {
    __syncwarp();
    out[t] = s[63 - t];  // want missing-syncthreads "for s.31."
  }
}

__global__ void returnsEarly(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = out[t];
    __syncwarp();
    return;
  }
  __syncwarp();
  out[t] = s[63 - t];  // want missing-syncthreads "for s.31."
}

__global__ void readsAndWrites(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32) {
    out[t] = s[t];
    __syncwarp();
  } else {
    __syncwarp();
    s[63 - t] = out[t];  // want missing-syncthreads "for s.31."
  }
}

__global__ void inPtx(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = out[t];
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
  } else {
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
    out[t] = s[63 - t];  // want missing-syncthreads "for s.31."
  }
}

// The barriers with numbers order the warps.
__global__ void byNumbers(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = out[t];
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = s[63 - t];
  }
}

void launch(int *out) {
  writesAndReads<<<1, 64>>>(out);
  returnsEarly<<<1, 64>>>(out);
  readsAndWrites<<<1, 64>>>(out);
  inPtx<<<1, 64>>>(out);
  byNumbers<<<1, 64>>>(out);
}
