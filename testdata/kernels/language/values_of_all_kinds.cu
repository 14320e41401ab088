// Numbers of several widths and kinds, functions of the device's library and templates, which decide who comes.
#include <cuda_fp16.h>

template <typename T> __device__ T most(T a, T b) { return a > b ? a : b; }
template <typename T, int N> struct Few {
  T all[N];
  __device__ T &operator[](int i) { return all[i]; }
  __device__ int count() const { return N; }
};
enum Kind : unsigned char { none, some = 3, all = 200 };
struct Packed { unsigned a : 5, b : 11; int c : 7; };

__global__ void widths(const signed char *c, const unsigned short *h, const long long *w, int n) {
  if (c[n] < 0) __syncwarp();
  if ((unsigned char)c[n] > 127) __syncwarp();
  if (h[n] - 5 < 0) __syncwarp();
  if ((long long)c[0] * w[0] > 9) __syncwarp();
  if ((int)w[n] == (short)w[n]) __syncwarp();
  if ((unsigned)n >> 3 == 2u || n / 4 == -1 || n % 8 == 7) __syncwarp();
  int t = threadIdx.x;
  // want not_participating_lane_in_mask "Lane\(s\) 0-7, 16-23 named in sync"
  if ((short)(t * 4096) < 0) __syncwarp();
  // want not_participating_lane_in_mask "Lane\(s\) 1-15, 17-31 named in sync"
  if ((t << 28) / 2 == 0) __syncwarp();
  // want not_participating_lane_in_mask "Lane\(s\) 0-3 named in sync mask"
  if ((unsigned long long)t << 33 >> 35) __syncwarp();
  // want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
  if (-t / 32 == 0) __syncwarp();
}

__global__ void functions(const float *f, const int *d, int n) {
  int t = threadIdx.x & 31;
  if (max(n, 3) > min(n, 9) && abs(n) < 5) __syncwarp();
  if (__popc(n) == 3 || __clz(n) > 4 || __ffs(n) == 2 || __brev(n) == 1) __syncwarp();
  // want not_participating_lane_in_mask "Lane\(s\) 0-6, 8-10, 12, 15-18, 20,"
  if (__popc(t) == 3) __syncwarp();
  // want not_participating_lane_in_mask "Lane\(s\) 8, 10, 12, 14, 16, 18,"
  if (__clz(t) > 28 || __ffs(t) == 1) __syncwarp();
  if (__byte_perm(n, t, 0x3210) == n && __funnelshift_l(n, n, 3) > 0) __syncwarp();
  if (__mul24(n, 3) > 5 && __mulhi(n, n) > 2 && __sad(n, 4, 1) > 2) __syncwarp();
  if (llmax((long long)n, 4ll) > 4 || umin(n, 7u) > 2 || labs(n) > 3) __syncwarp();
  if (f[n] > 1.5f || f[n] != f[n] || fabsf(f[0]) < 2 || isnan(f[n])) __syncwarp();
  if (__float_as_int(f[n]) < 0 || (int)f[n] > 2 || sqrtf(f[n]) > fmaxf(f[0], 1)) __syncwarp();
  if (__half2float(__float2half(f[n])) > 2) __syncwarp();
  // want? potentially_not_participating_lane_in_mask "but potentially do not participate"
  if (f[t] > 0) __syncwarp();
  if (__dp4a(n, n, 2) > 0) __syncwarp();
  // want not_participating_lane_in_mask "Lane\(s\) 8-31 named in sync mask"
  if ((float)t < 7.5f) __syncwarp();
}

__global__ void objects(int *d, int n) {
  Few<int, 3> few = {n, 1, (int)threadIdx.x};
  if (few[0] > few.count()) __syncwarp();
  if (most(few[0], few[1]) > 4) __syncwarp();
  // want not_participating_lane_in_mask "Lane\(s\) 0-4 named in sync mask"
  if (most<long long>(few[2], 0) > 4) __syncwarp();
  Packed p;
  p.a = n, p.b = threadIdx.x, p.c = -1;
  if (p.a > 3 && p.c < 0) __syncwarp();
  // want not_participating_lane_in_mask "Lane\(s\) 0-3 named in sync mask"
  if (p.b > 3) __syncwarp();
  Kind k = n > 2 ? some : n < 0 ? all : none;
  switch (k) {
  case none: __syncwarp(); break;
  case some: if (threadIdx.x & 1) break;
  // want? potentially_not_participating_lane_in_mask "but potentially do not participate"
  case all: __syncwarp();
  }
  bool flag = n & 4, other = threadIdx.x & 4;
  if (flag != (n == 3)) __syncwarp();
  // want not_participating_lane_in_mask "Lane\(s\) 0-3, 8-11, 16-19, 24-27"
  if (flag ^ other) __syncwarp();
  auto twice = [&](int x) { return x + few[1] + n; };
  if (twice(2) > 6) __syncwarp();
  // want? potentially_not_participating_lane_in_mask "but potentially do not participate"
  if (twice(threadIdx.x) > 6) __syncwarp();
}
