// An argument is one of several constants, and a condition of the host leaves some of them.
#include <algorithm>

template <int Which> __global__ void partial(float *out, int m) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  if (t < m) {
    s[t] = 1.f;
    __syncthreads();
    out[t] = s[t ^ 32];
  }
}

template <int Which> __global__ void partialToo(float *out, int m) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  if (t < m) {
    s[t] = 1.f;
    __syncthreads(); // want? potentially-divergent-syncthreads "partialToo<2> .*partialToo<3> .*partialToo<4> "
    out[t] = s[t ^ 32];
  }
}

__global__ void less(float *out, int m) {
  if (threadIdx.x < m)
    __syncthreads(); // want divergent-syncthreads "threads 128-255 skip"
  out[threadIdx.x] = m;
}

void chosen(float *g, bool wide, bool full, int mode) {
  int m = wide ? 256 : 128;
  if (m == 256) partial<1><<<1, 256>>>(g, m);
  if (wide) partial<2><<<1, 256>>>(g, wide ? 256 : 512);
  int several = wide ? 512 : full ? 256 : 100;
  if (several != 100) partial<3><<<1, 256>>>(g, several);
  if (several < 256) return;
  partial<4><<<1, 256>>>(g, several);
  int named = mode == 3 ? 1024 : mode == 4 ? 512 : 32;
  if (mode == 3 || mode == 4) partial<5><<<1, 512>>>(g, named);
}

// The condition leaves a number that is too small, or none at all.
void chosenToo(float *g, bool wide, bool full) {
  int m = wide ? 256 : 128;
  if (m == 128) less<<<1, 256>>>(g, m);
  int several = wide ? 512 : full ? 256 : 100;
  if (several != 512) partialToo<2><<<1, 256>>>(g, several);
  if (full) partialToo<3><<<1, 256>>>(g, wide ? 300 : 100);
  partialToo<4><<<1, 256>>>(g, 256);
}

// A member, a truth value, and the choice of the block as well.
struct Options {
  int m;
};

template <int Which> __global__ void whole(float *out, int m) {
  __shared__ float s;
  if (threadIdx.x == 0 && m == 1) s = 1.f;
  __syncthreads();
  out[threadIdx.x] = s;
}
__global__ void wholeToo(float *out, int m) {
  __shared__ float s;
  if (threadIdx.x == 0 && m == 1) s = 1.f;
  __syncthreads();
  out[threadIdx.x] = s; // want? potentially-uninitialized-shared "s"
}
void held(float *g, bool wide) {
  Options o;
  o.m = wide ? 256 : 128;
  if (o.m >= 256) partial<6><<<1, 256>>>(g, o.m);
  int m = wide ? 1 : 0;
  if (m != 1) return;
  whole<1><<<1, 128>>>(g, m);
}
void heldToo(float *g, bool wide) {
  int m = wide ? 1 : 0;
  if (m != 1) wholeToo<<<1, 128>>>(g, m);
}
void both(float *g, bool wide) {
  int threads = wide ? 256 : 128;
  partial<7><<<1, threads>>>(g, threads);
}

// The lesser of a number and a constant, behind a bound.
void bounded(float *g, int n) {
  int m = std::min(n, 256);
  if (m < 256) return;
  partial<8><<<1, 256>>>(g, m);
}
template <int Which> __global__ void boundedToo(float *out, int m) {
  if (threadIdx.x < m)
    __syncthreads(); // want? potentially-divergent-syncthreads "boundedToo<1>"
}
void boundedLess(float *g, int n) {
  int m = std::min(n, 256);
  if (m < 128) return;
  boundedToo<1><<<1, 256>>>(g, m);
}
void boundedMore(float *g, int n) {
  int m = std::min(n, 256);
  if (m < 0 || m % 256 != 0) return;
  boundedToo<2><<<1, 256>>>(g, m);
}

// A case or a disjunction names the numbers.
void named(float *g, int n) {
  switch (n) {
  case 256:
  case 512:
    break;
  default:
    return;
  }
  partial<9><<<1, 256>>>(g, n);
}
void namedByOr(float *g, int n) {
  if (n != 256 && n != 1024) return;
  partial<10><<<1, 256>>>(g, n);
}
void namedByAnd(float *g, int n, int p) {
  if ((p > 8 && n == 256) || (p < 8 && n == 512)) partial<11><<<1, 256>>>(g, n);
}
template <int Which> __global__ void namedToo(float *out, int m) {
  if (threadIdx.x < m)
    __syncthreads(); // want? potentially-divergent-syncthreads "namedToo<1> .*namedToo<2> .*namedToo<3> "
}
void namedLess(float *g, int n, int p) {
  switch (n) {
  case 100:
  case 512:
    namedToo<1><<<1, 256>>>(g, n);
  }
  if (n == 256 || p == 8) namedToo<2><<<1, 256>>>(g, n);
  if ((p > 8 && n == 256) || (p < 8 && n == 200)) namedToo<3><<<1, 256>>>(g, n);
}

// A case chooses the block and the argument.
void byCase(float *g, int mode) {
  int threads, m;
  switch (mode) {
  case 0: threads = 128; m = 128; break;
  case 1: threads = 256; m = 512; break;
  default: return;
  }
  partial<12><<<1, threads>>>(g, m);
}
