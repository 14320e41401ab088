// Copies and fills of memory are accesses to each of their bytes, of any size.
#include <cuda_runtime.h>
#include <cstring>

__global__ void __launch_bounds__(32) localArray(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  int v[40];
  memset(v, lane, sizeof v);
  out[lane] = s[lane ^ 1] + v[0];  // want missing-syncwarp "for s"
}

__global__ void __launch_bounds__(32) ofKnownSize(const char *in, char *out) {
  __shared__ char s[32 * 100];
  int lane = threadIdx.x;
  memcpy(s + 100 * lane, in + 100 * lane, 100);
  out[lane] = s[100 * (31 - lane) + 99];  // want missing-syncwarp "for s"
}

__global__ void __launch_bounds__(32) besideEachOther(const char *in, char *out) {
  __shared__ char s[32 * 100];
  int lane = threadIdx.x;
  memcpy(s + 100 * lane, in + 100 * lane, 100);
  out[lane] = s[100 * lane + 99];
  __syncwarp();
  memmove(s + 100 * lane, s + 100 * lane + 10, 50);
  memset(s + 100 * lane, 7, 100);
}

__global__ void __launch_bounds__(32) readByACopy(const char *in, char *out) {
  __shared__ char s[32 * 100];
  int lane = threadIdx.x;
  s[100 * lane + 20] = in[lane];
  memcpy(out + 100 * lane, s + 100 * (lane ^ 1), 100);  // want missing-syncwarp "for s"
}

__global__ void __launch_bounds__(32) ofAnySize(const char *in, char *out, int n) {
  __shared__ char s[32 * 64];
  int lane = threadIdx.x;
  memcpy(s + 64 * lane, in, n);
  out[lane] = s[64 * (31 - lane)];  // want? potentially-missing-syncwarp "for s"
}

__global__ void __launch_bounds__(32) filledElements(const int *in, int *out) {
  __shared__ int s[4 * 32];
  int lane = threadIdx.x;
  memset(&s[4 * lane], 255, 16);
  out[lane] = s[4 * (31 - lane) + 3];  // want missing-syncwarp "for s"
}

// What is copied and filled is known.
__global__ void __launch_bounds__(32) maskOfBytes(int *out) {
  unsigned mask, half[4];
  memset(&mask, 0xff, 4);
  memset(half, 0, 8);
  memset(half + 1, 0x0f, 4);
  out[0] = __any_sync(mask, 1);
  unsigned copy[2];
  memcpy(copy, half, 8);
  out[1] = __any_sync(copy[1], 1);  // want participating_lane_not_in_mask "4-7, 12-15, 20-23, 28-31"
}

// without missing-syncthreads
