// Warps of one role arrive at a barrier behind their stores and go on, those of another one wait there before their reads.

__device__ void arriveAt(int number, int threads) { asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory"); }
__device__ void waitAt(int number, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory"); }

__global__ void tells(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < 128) {
    s[t] = in[t];
    arriveAt(1, 256);
  } else {
    waitAt(1, 256);
    out[t - 128] = s[255 - t];
  }
}

__global__ void tellsTheEarlierSide(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < 128) {
    waitAt(1, 256);
    out[t] = s[127 - t];
  } else {
    s[t - 128] = in[t];
    arriveAt(1, 256);
  }
}

__global__ void tellsInTurn(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < 128) {
    s[t] = in[t];
    arriveAt(1, 256);
    waitAt(2, 256);
    s[t] = in[t + 128];
  } else {
    waitAt(1, 256);
    out[t - 128] = s[255 - t];
    arriveAt(2, 256);
  }
}

__global__ void waitsOnTheWrongSide(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < 128) {
    s[t] = in[t];
    waitAt(1, 256);
  } else {
    arriveAt(1, 256);
    out[t - 128] = s[255 - t];  // want? potentially-missing-syncthreads "for s"
  }
}

__global__ void tellsTooEarly(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < 128) {
    arriveAt(1, 256);
    s[t] = in[t];
  } else {
    waitAt(1, 256);
    out[t - 128] = s[255 - t];  // want? potentially-missing-syncthreads "for s"
  }
}

// The warps that wait fill the barrier alone.
__global__ void waitsForTooFew(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < 128) {
    s[t] = in[t];
    arriveAt(1, 128);
  } else {
    waitAt(1, 128);
    out[t - 128] = s[255 - t];  // want? potentially-missing-syncthreads "for s"
  }
}

// All threads read first. The wait of the second warp orders its stores behind the reads of the first, which arrives.
__global__ void arrivesBehindItsRead(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[31 - t % 32];
  if (t < 32) {
    arriveAt(1, 64);
  } else {
    waitAt(1, 64);
    s[t - 32] = t;  // want~ potentially-missing-syncthreads "for s"
  }
}

void launch(const int *in, int *out) {
  tells<<<1, 256>>>(in, out);
  tellsTheEarlierSide<<<1, 256>>>(in, out);
  tellsInTurn<<<1, 256>>>(in, out);
  waitsOnTheWrongSide<<<1, 256>>>(in, out);
  tellsTooEarly<<<1, 256>>>(in, out);
  waitsForTooFew<<<1, 256>>>(in, out);
  arrivesBehindItsRead<<<1, 64>>>(out);
}
