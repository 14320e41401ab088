// Barriers of the block with a number: threads of two warps wait for each other where both are at the same one.

__device__ void waitAt(int number, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory"); }

__global__ void halvesReadEachOther(const int *in, int *out) {
  __shared__ int s[2][128];
  int t = threadIdx.x, half = t >> 7, u = t & 127;
  s[half][u] = in[t];
  waitAt(1 + half, 128);
  out[t] = s[half ^ 1][u];  // want missing-syncthreads "for s"
}

__global__ void quartersReadEachOther(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  waitAt(1 + t / 64, 64);
  out[t] = s[255 - t];  // want missing-syncthreads "for s"
}

__global__ void quartersReadTheirOwn(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  waitAt(1 + t / 64, 64);
  out[t] = s[t ^ 63];
}

__global__ void allWaitAtOne(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  waitAt(3, 256);
  out[t] = s[255 - t];
}

__global__ void theNumberOfTheIteration(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  for (int i = 0; i < 4; i++) {
    s[t] = in[i * 256 + t];
    waitAt(1 + i, 256);
    out[i * 256 + t] = s[255 - t];
    waitAt(5 + i, 256);
  }
}

__global__ void anArgumentSaysTheNumber(const int *in, int *out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  waitAt(n & 7, 256);
  out[t] = s[255 - t];
}

void launch(const int *in, int *out, int n) {
  halvesReadEachOther<<<1, 256>>>(in, out);
  quartersReadEachOther<<<1, 256>>>(in, out);
  quartersReadTheirOwn<<<1, 256>>>(in, out);
  allWaitAtOne<<<1, 256>>>(in, out);
  theNumberOfTheIteration<<<1, 256>>>(in, out);
  anArgumentSaysTheNumber<<<1, 256>>>(in, out, n);
}
