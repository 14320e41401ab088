// Two roles hand cells to each other in loops of their own. Iteration k of the one meets iteration k of the other at
// barriers with numbers.

__global__ void full_alone(const float *in, float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    for (int i = 0; i < n; i++) {
      s[t] = in[i * 64 + t];
      asm volatile("bar.sync 1, 128;" ::: "memory");
    }
  } else {
    for (int i = 0; i < n; i++) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      out[i * 64 + t] = s[63 - t];  // want? potentially-missing-syncthreads "may race with thread \d+ \(warp \d, line 9\) for s"
    }
  }
}

__global__ void full_and_empty(const float *in, float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    for (int i = 0; i < n; i++) {
      s[t] = in[i * 64 + t];
      asm volatile("bar.sync 1, 128;" ::: "memory");
      asm volatile("bar.sync 2, 128;" ::: "memory");
    }
  } else {
    for (int i = 0; i < n; i++) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      out[i * 64 + t] = s[63 - t];
      asm volatile("bar.sync 2, 128;" ::: "memory");
    }
  }
}

__global__ void tells_before_it_reads(const float *in, float *out, int n) {
  __shared__ float s[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; i++) {
      s[lane] = in[i * 32 + lane];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
      asm volatile("bar.sync 2, 64;" ::: "memory");
    }
  } else {
    for (int i = 0; i < n; i++) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      asm volatile("bar.arrive 2, 64;" ::: "memory");
      out[i * 32 + lane] = s[31 - lane];  // want? potentially-missing-syncthreads "may race with thread \d+ \(warp \d, line 43\) for s"
    }
  }
}

__global__ void told_once_before(const float *in, float *out, int n) {
  __shared__ float s[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; i++) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      s[lane] = in[i * 32 + lane];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
  } else {
    asm volatile("bar.arrive 2, 64;" ::: "memory");
    for (int i = 0; i < n; i++) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[i * 32 + lane] = s[31 - lane];
      asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  }
}

// Two rows in turn need one barrier only.
__global__ void rows_in_turn(const float *in, float *out, int n) {
  __shared__ float s[2][64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    for (int i = 0; i < n; i++) {
      s[i & 1][t] = in[i * 64 + t];
      asm volatile("bar.sync 1, 128;" ::: "memory");
    }
  } else {
    for (int i = 0; i < n; i++) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      out[i * 64 + t] = s[i & 1][63 - t];
    }
  }
}

void launch(const float *in, float *out, int n) {
  full_alone<<<1, 128>>>(in, out, n);
  full_and_empty<<<1, 128>>>(in, out, n);
  tells_before_it_reads<<<1, 64>>>(in, out, n);
  told_once_before<<<1, 64>>>(in, out, n);
  rows_in_turn<<<1, 128>>>(in, out, n);
}
