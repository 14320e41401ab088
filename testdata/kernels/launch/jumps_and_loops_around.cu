// A jump over a launch, and the condition of a loop around it, are conditions of the launch.

#include <cuda_runtime.h>
#include <cstdio>

template <int Which>
__global__ void turned(int n, int *o) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = o[t];
  if (n > 0) __syncthreads();
  o[t] = s[(t + 1) % 256]; // want? potentially-missing-syncthreads "turned<10> .*turned<1> .*turned<4> .*turned<8> "
}

void jumpedOver(int n, int *o) {
  if (n <= 0) goto end;
  turned<0><<<1, 256>>>(n, o);
end:
  return;
}

void jumpedOverForLess(int n, int *o) {
  if (n < 0) goto end;
  turned<1><<<1, 256>>>(n, o);
end:
  return;
}

// The usual form of C: each error jumps to what sets free.
int cleanedUp(int n, int *o) {
  cudaError_t status;
  int *d = nullptr;
  unsigned threads = 0;
  if (n <= 0) {
    fprintf(stderr, "no elements");
    goto failed;
  }
  status = cudaMalloc(&d, n * sizeof(int));
  if (status != cudaSuccess) {
    fprintf(stderr, "no memory");
    goto failed;
  }
  threads = 256;
  turned<2><<<1, threads>>>(n, d);
  status = cudaGetLastError();
  if (status != cudaSuccess) goto failed;
  cudaMemcpy(o, d, n * sizeof(int), cudaMemcpyDeviceToHost);
failed:
  cudaFree(d);
  return 0;
}

void halved(int n, int *o) {
  while (n > 0) {
    turned<3><<<1, 256>>>(n, o);
    n /= 2;
  }
}

void halvedBehind(int n, int *o) {
  do {
    turned<4><<<1, 256>>>(n, o);
    n /= 2;
  } while (n > 0);
}

void down(int n, int *o) {
  for (int m = n; m >= 1; m--) turned<5><<<1, 256>>>(m, o);
}

void up(int n, int *o) {
  for (int m = 1; m <= n; ++m) turned<6><<<1, 256>>>(m, o);
}

void doubled(int n, int *o) {
  for (int distance = 1; distance < n; distance *= 2) turned<7><<<1, 256>>>(distance, o);
}

void fromNothing(int n, int *o) {
  for (int m = 0; m <= n; ++m) turned<8><<<1, 256>>>(m, o);
}

// The bitonic sort of memory: two loops, of which the inner one begins at half of the outer one.
void inStages(int n, int *o) {
  for (int size = 2; size <= n; size <<= 1)
    for (int distance = size >> 1; distance > 0; distance >>= 1) turned<9><<<1, 256>>>(distance, o);
}

// A jump back may pass by the condition.
void jumpedBack(int n, int *o) {
  if (n <= 0) return;
again:
  turned<10><<<1, 256>>>(n, o);
  if (--n > -2) goto again;
}
