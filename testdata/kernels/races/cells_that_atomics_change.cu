// A cell is set again to the constant that it held at first. An atomic between has changed it, so that a thread that reads
// it meanwhile gets one value or the other.

#define KERNEL(name, ...)                         \
  __global__ void name(int *out, const int *in) { \
    __shared__ int n, h[64];                      \
    int t = threadIdx.x;                          \
    if (t == 0) n = 0;                            \
    h[t] = 0;                                     \
    __syncthreads();                              \
    __VA_ARGS__;                                  \
    out[t] = n + h[t];                            \
  }

KERNEL(counterReset, atomicAdd(&n, 1); __syncthreads(); out[t] = n; if (t == 0) n = 0; __syncthreads())  // want missing-syncthreads "for n"
KERNEL(counterOrdered, atomicAdd(&n, 1); __syncthreads(); out[t] = n; __syncthreads(); if (t == 0) n = 0; __syncthreads())
KERNEL(largestReset, atomicMax(&n, in[t]); __syncthreads(); out[t] = n; if (t == 0) n = 0; __syncthreads())  // want missing-syncthreads "for n"
KERNEL(exchangedReset, if (t == 3) atomicExch(&n, in[0]); __syncthreads(); out[t] = n; if (t == 0) n = 0; __syncthreads())  // want missing-syncthreads "for n"
KERNEL(histogramReset, atomicAdd(&h[in[t] & 63], 1); __syncthreads(); out[t] = h[63 - t]; h[t] = 0; __syncthreads())  // want missing-syncthreads "for h"
KERNEL(addedZero, atomicAdd(&n, 0); __syncthreads(); out[t] = n; if (t == 0) n = 0; __syncthreads())  // want~ potentially-missing-syncthreads "may race"
KERNEL(otherCell, atomicAdd(&h[5], 1); __syncthreads(); out[t] = n; if (t == 0) n = 0; __syncthreads())

// A read of four words, the last of which nobody writes.
struct Point { int x, y, z, w; };
__global__ void lastFieldUnwritten(Point *out) {
  __shared__ Point p[64];
  int t = threadIdx.x;
  p[t].x = p[t].y = p[t].z = t;
  __syncthreads();
  out[t] = p[63 - t];  // want uninitialized-shared "Reads p.63..w in lastFieldUnwritten"
}

// A whole record is set again, by the operator that the compiler makes.
struct Sums { int count, sum; };
__global__ void recordReset(int *out) {
  __shared__ Sums s;
  int t = threadIdx.x;
  if (t == 0) s = Sums{0, 0};
  __syncthreads();
  atomicAdd(&s.count, 1);
  __syncthreads();
  out[t] = s.count;
  if (t == 0) s = Sums{0, 0};  // want missing-syncthreads "for s.count"
}

// A variable that holds the constant is as the constant.
__global__ void resetToVariable(int *out) {
  __shared__ int n;
  int none = 0, t = threadIdx.x;
  if (t == 0) n = none;
  __syncthreads();
  atomicAdd(&n, 1);
  __syncthreads();
  out[t] = n;
  if (t == 0) n = 0;  // want missing-syncthreads "for n"
}

void launch(int *out, const int *in, Point *points) {
  recordReset<<<1, 64>>>(out);
  resetToVariable<<<1, 64>>>(out);
  counterReset<<<1, 64>>>(out, in);
  counterOrdered<<<1, 64>>>(out, in);
  largestReset<<<1, 64>>>(out, in);
  exchangedReset<<<1, 64>>>(out, in);
  histogramReset<<<1, 64>>>(out, in);
  addedZero<<<1, 64>>>(out, in);
  otherCell<<<1, 64>>>(out, in);
  lastFieldUnwritten<<<1, 64>>>(points);
}
