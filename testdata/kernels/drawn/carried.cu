// Drawn (lanes): what loops carry.
namespace p1 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  int c = lane; unsigned x = 1; int e[2]; e[0] = 1; e[1] = lane; int *p = &e[0]; int *q = &e[1]; int *t = p;
  for (int i0 = 0; i0 < 3 && c < 4 + m; i0++) {
    if (lane == 31) { c = c * 2 + 1; }
    p = q;
  }
  int i0 = m;
  __syncwarp(b);
  d[lane + 64] = c + x + *p;
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p2 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  int c = 0; unsigned x = ~0u; int e[2]; e[0] = 1; e[1] = lane; int *p = &e[0]; int *q = &e[1]; int *t = p;
  for (int i0 = 0; i0 < lane % 3 + m; i0++) {
    if (x & 1u << lane) break;
    c++;
  }
  int i0 = m;
  // want participating_lane_not_in_mask "Lane\(s\) 1-15 participate but are"
  if (lane < 16 && lane - m < 16) { __syncwarp(1u << (c & 31)); }
  __syncwarp(~0u);
  d[lane + 64] = c + x + *p;
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p3 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  int c = 1; unsigned x = 1u << lane; int e[2]; e[0] = 1; e[1] = lane; int *p = &e[0]; int *q = &e[1]; int *t = p;
  for (int i0 = 0; i0 < m; i0++) {
    if (c > 1) return;
    c ^= 3;
  }
  int i0 = m;
  // want not_participating_lane_in_mask "Lane\(s\) 2-4, 6-8, 10-12, 14-16,"
  if (lane < 1 || lane % 4 == m) { __syncwarp(b); }
  if (m > 0) { __syncwarp(1u << lane); }
  d[lane + 64] = c + x + *p;
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p4 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  int c = 1; unsigned x = ~0u; int e[2]; e[0] = 1; e[1] = lane; int *p = &e[0]; int *q = &e[1]; int *t = p;
  for (int i0 = m; i0 > 0; i0 /= 2) {
    if ((c & 1) == 0) { x &= b; }
    // want not_participating_lane_in_mask "Lane\(s\) 0, 2-31 named in sync"
    if (*p == lane) { v = __shfl_xor_sync(b, v, 1, 32); }
  }
  int i0 = m;
  // want participating_lane_not_in_mask "Lane\(s\) 0, 2-31 participate but"
  __syncwarp(1u << (c & 31));
  if (i0 == 1) { v = __shfl_xor_sync(~0u, v, 1, 32); }
  d[lane + 64] = c + x + *p;
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p5 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  int c = 3; unsigned x = 0xffffu; int e[2]; e[0] = 1; e[1] = lane; int *p = &e[0]; int *q = &e[1]; int *t = p;
  for (int i0 = 0; i0 < m; i0++) {
    if (e[1] > 0) return;
    // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 1-15 named in sync mask"
    // want~[independent,strict] participating_lane_potentially_not_in_mask "participate but are potentially not"
    x = __ballot_sync(x, lane < 16 && lane - m < 16);
  }
  int i0 = m;
  // want?[lockstep] potentially_not_participating_lane_in_mask "but potentially do not participate"
  v += __any_sync(~0u, c > 1);
  d[lane + 64] = c + x + *p;
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p6 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  int c = m; unsigned x = 0xf0u; int e[2]; e[0] = 1; e[1] = lane; int *p = &e[0]; int *q = &e[1]; int *t = p;
  for (unsigned i0 = 1; i0 < 2 * m; i0 <<= 1) {
    if (i0 < lane) { c = i0; }
    v += __any_sync(~0u, c > 1);
    e[c & 1] = m;
  }
  int i0 = m;
  v += __any_sync(1u << lane, c > 1);
  d[lane + 64] = c + x + *p;
  d[threadIdx.x] = v + b + u + a[m];
}
}
