// Drawn (internal/warpgen): lanes of a warp that use shared memory.
namespace p1 {
struct Pair { int a, b; };
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  y = 0;
  __syncthreads();
  s[lane] += s[lane];
  __syncwarp(0xffffffffu);
  s[lane / 2] = lane;
  __syncwarp(0xffffffffu);
  // want missing-syncwarp "Lane 0 races with lane 31"
  s[lane] += s[31 - lane];
  __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
  // want missing-syncwarp "Lane 0 races with lane 31"
  s[lane] = lane;
  __syncwarp(0xffffffffu);
  *(int2 *)&s[2 * ((lane * 2) & 31)] = make_int2(d[lane], 0);
  __syncwarp(0xffffffffu);
  if ((lane & 8) != 0) {
    y = __ballot_sync(0xff00ff00u, (n & 1) == 0);
    for (int i1 = 16; i1 > 0; i1 /= 2) {
    }
  }
  out[t] = x + y;
}
}

namespace p2 {
struct Pair { int a, b; };
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  x = atomicAdd(&s[lane], d[lane]);
  __syncwarp(0xffffffffu);
  put(s, lane ^ 16, y);
  m[n & 7][lane] = d[lane];
  __syncwarp(0xffffffffu);
  m[lane % 8][lane / 8] = x;
  __syncthreads();
  y = p[(lane) & 63].b;
  *(int2 *)&s[2 * ((5) & 31)] = make_int2(d[lane], d[lane]);
  __syncwarp(0xffffffffu);
  c[lane] = d[lane];
  out[t] = x + y;
}
}

namespace p3 {
struct Pair { int a, b; };
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  if (lane < 16) {
    m[lane % 8][lane / 8] = t;
  } else {
    for (int i1 = 0; i1 < 1; ++i1) {
      unsigned m2 = __ballot_sync(~0xffffu, lane < 8);
      if (lane < 8) {
        *(int2 *)&s[2 * (((lane * n) & 31) & 31)] = make_int2(0, y);
      } else {
        s[d[lane] & 31] = d[lane];
      }
      __syncwarp(~0xffffu);
      s[(i1 * 32 + lane) & 63] += s[lane / 2];
    }
    for (int i3 = 0; i3 < 4; ++i3) {
    }
    __syncwarp(~0xffffu);
  }
  out[t] = x + y;
}
}

namespace p4 {
struct Pair { int a, b; };
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  x = s[lane];
  // want missing-syncwarp "Lane 0 races with lane 16"
  s[lane ^ 16] = lane;
  // want missing-syncwarp "Lane 16 races with lane 30"
  *(int2 *)&s[2 * ((31 - lane) & 31)] = make_int2(d[lane], n);
  out[t] = x + y;
}
}

namespace p5 {
struct Pair { int a, b; };
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  x = *(int *)&c[4 * ((lane) & 31)];
  __syncwarp(0xffffffffu);
  y = d[lane];
  __syncwarp(0xffffffffu);
  c[31 - lane] = 0;
  for (int i1 = 0; i1 < 2; ++i1) {
    s[lane + 16] = lane;
  }
  __syncthreads();
  unsigned m2 = __ballot_sync(0xffffffffu, lane < n);
  if (lane < n) {
    // want? potentially-missing-syncwarp "may race with lane"
    s[(lane * n) & 31] += s[t / 32 * 32 + (lane ^ 4)];
    __syncwarp(m2);
    for (int i3 = 0; i3 < (d[lane] & 3); ++i3) {
      y = m[0][lane];
    }
  }
  out[t] = x + y;
}
}

namespace p6 {
struct Pair { int a, b; };
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  m[lane / 8][lane % 8] = d[lane];
  x = atomicAdd(&s[lane ^ 1], lane);
  __syncwarp(0xffffffffu);
  y = c[d[lane] & 31];
  __syncwarp(0xffffffffu);
  if (d[0] > 0) {
    y = c[lane];
    __syncwarp(0xffffffffu);
  } else {
    // want missing-syncwarp "Lane 0 races with lane 16"
    s[lane ^ 16] += s[lane];
    __syncwarp(0xffffffffu);
  }
  __syncthreads();
  out[t] = x + y;
}
}

namespace p7 {
struct Pair { int a, b; };
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  if (lane < 31) {
    s[31 - lane] = 1;
    y = m[0][lane];
    __syncwarp(0x7fffffffu);
  }
  __syncwarp(0xffffffffu);
  out[t] = x + y;
}
}

namespace p8 {
struct Pair { int a, b; };
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  *(int2 *)&s[2 * ((5) & 31)] = make_int2(0, t);
  if (lane < 8) {
    y = c[lane ^ 1];
    __syncwarp(0xffu);
  } else {
  }
  __syncwarp(0xffffffffu);
  out[t] = x + y;
}
}

namespace p9 {
struct Pair { int a, b; };
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  for (int i1 = 16; i1 > 0; i1 >>= 1) {
    if (lane < i1) s[lane] += s[lane + i1];
    __syncwarp(0xffffffffu);
  }
  // want missing-syncwarp "Lane 0 races with lane 24"
  s[lane ^ 16] += s[lane ^ 8];
  __syncthreads();
  for (int i2 = 0; i2 < n; ++i2) {
    if (lane >= 16) {
    } else {
    }
  }
  __syncthreads();
  out[t] = x + y;
}
}

namespace p10 {
struct Pair { int a, b; };
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  // want missing-syncwarp "Lane 0 races with lane 9"
  s[lane * 2 + 1] += s[lane ^ 8];
  y = lane;
  // want missing-syncwarp "Lane 0 races with lane 8"
  atomicAdd(&s[(lane * n) & 31], n);
  // want missing-syncwarp "Lane 0 races with lane 8"
  ((volatile int *)s)[lane] = y;
  __syncwarp(0xffffffffu);
  ((volatile int *)s)[lane] = 1;
  __syncwarp(0xffffffffu);
  out[t] = x + y;
}
}

namespace p11 {
struct Pair { int a, b; };
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  y = __ballot_sync(0xffffffffu, n == 2);
  __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
  x = get(s, lane * 2 + 1);
  __syncwarp(0xffffffffu);
  if (lane < 8) {
  } else {
  }
  __syncwarp(0xffffffffu);
  out[t] = x + y;
}
}

namespace p12 {
struct Pair { int a, b; };
// want missing-syncwarp "Lane 16 races with lane 12"
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  s[t] = x + 1;
  // want? potentially-missing-syncwarp "may race with lane"
  s[lane * 2] = 1;
  x = t;
  __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
  put(s, lane ^ 8, lane);
  y = *(int *)&c[4 * ((n & 31) & 31)];
  __syncwarp(0xffffffffu);
  s[lane ^ 16] = x + 1;
  __syncwarp(0xffffffffu);
  if (lane < 31) {
    c[t / 32 * 32 + (lane ^ 4)] = lane;
    p[(lane / 2) & 63].a = lane;
    __syncwarp(0x7fffffffu);
  } else {
    x = s[lane + 16];
    __syncwarp(~0x7fffffffu);
  }
  out[t] = x + y;
}
}

namespace p13 {
struct Pair { int a, b; };
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  // want missing-syncwarp "Lane 1 races with lane 0"
  s[lane + (n & 31)] += s[lane * 2 + 1];
  __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
  y = *(int *)&c[4 * (((lane + 1) & 31) & 31)];
  __syncwarp(0xffffffffu);
  for (int i1 = 0; i1 < 2; ++i1) {
    y = __ballot_sync(0xffffffffu, lane < 16);
  }
  atomicAdd(&s[lane ^ 1], lane);
  __syncthreads();
  c[lane ^ 16] = x;
  // want missing-syncwarp "Lane 0 races with lane 8"
  s[lane % 8 * 4 + lane / 8] += s[lane & 7];
  // want missing-syncwarp "Lane 1 races with lane 8"
  x = s[lane];
  out[t] = x + y;
}
}

namespace p14 {
struct Pair { int a, b; };
// want? potentially-missing-syncwarp "may race with lane"
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  m[n & 7][lane] = 0;
  __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
  s[t] = n;
  x = c[t];
  // want? potentially-missing-syncwarp "may race with lane"
  *(int2 *)&s[2 * ((31 - lane) & 31)] = make_int2(d[lane], 1);
  put(s, lane * 2 + 1, y);
  __syncwarp(0xffffffffu);
  y = s[lane ^ 16];
  __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
  p[(0) & 63].a = 0;
  __syncwarp(0xffffffffu);
  y = *(int *)&c[4 * ((lane) & 31)];
  __syncwarp(0xffffffffu);
  m[0][lane] = 0;
  __syncwarp(0xffffffffu);
  s[lane & 7] = x + 1;
  __syncwarp(0xffffffffu);
  // want missing-syncwarp "Lane 0 races with lane 16"
  s[lane + 16] += s[lane];
  __syncwarp(0xffffffffu);
  // want missing-syncwarp "Lane 0 races with lane 16"
  s[lane ^ 16] += s[lane];
  out[t] = x + y;
}
}

namespace p15 {
struct Pair { int a, b; };
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  x = s[(lane + 1) & 31];
  __syncwarp(0xffffffffu);
  s[lane * 2] = x + 1;
  __syncwarp(0xffffffffu);
  m[lane / 4][lane % 4 * 8] = x;
  __syncwarp(0xffffffffu);
  unsigned m1 = __ballot_sync(0xffffffffu, y == 0);
  if (y == 0) {
    s[lane ^ 16] = 0;
    __syncwarp(m1);
    m[lane / 8][lane % 8] = 0;
    __syncwarp(m1);
    y = s[lane];
  } else {
    ((volatile int *)s)[lane ^ 16] = x;
    m[lane & 7][lane] = lane;
    __syncwarp((0xffffffffu & ~m1));
  }
  __syncwarp(0xffffffffu);
  *(int2 *)&s[2 * ((lane % 8 * 4 + lane / 8) & 31)] = make_int2(lane, 0);
  __syncwarp(0xffffffffu);
  y = s[lane];
  // want missing-syncwarp "Lane 8 races with lane 0"
  ((volatile int *)s)[lane & 7] = lane;
  __syncwarp(0xffffffffu);
  out[t] = x + y;
}
}

namespace p16 {
struct Pair { int a, b; };
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  if (n == 2) {
    s[t] += s[t];
    __syncthreads();
  }
  __syncwarp(0xffffffffu);
  s[lane ^ 8] = d[lane];
  __syncthreads();
  y = __ballot_sync(0xffffffffu, lane == 0);
  s[lane] = lane;
  out[t] = x + y;
}
}

namespace p17 {
struct Pair { int a, b; };
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  if (lane % 2 == 0) {
    s[lane * 2] = lane;
    // want missing-syncwarp "Lane 2 races with lane 0"
    x = atomicAdd(&s[0], t);
    // want missing-syncwarp "Lane 8 races with lane 2"
    x = s[lane / 2];
  } else {
    m[lane % 8][lane / 8] = d[lane];
    __syncwarp(~0x55555555u);
    // want missing-syncwarp "Lane 1 races with lane 6"
    s[lane * 2 + 1] += s[lane ^ 16];
    // want missing-syncwarp "Lane 1 races with lane 6"
    // want missing-syncwarp "Lane 3 races with lane 1"
    s[lane * 2 + 1] += s[lane];
    c[lane] = t;
    __syncwarp(~0x55555555u);
  }
  p[(lane ^ 16) & 63].b = lane;
  __syncwarp(0xffffffffu);
  out[t] = x + y;
}
}

namespace p18 {
struct Pair { int a, b; };
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void k(const int *d, int n, int *out) {
  __shared__ int s[96], m[8][33];
  __shared__ unsigned char c[128];
  __shared__ Pair p[64];
  int t = threadIdx.x, lane = t & 31, x = lane, y = 1;
  s[t] = 1;
  // want missing-syncwarp "Lane 0 races with lane 16"
  s[lane ^ 16] += s[lane];
  y = __ballot_sync(0xffffffffu, lane < 31);
  __syncwarp(0xffffffffu);
  y = c[lane ^ 8];
  __syncwarp(0xffffffffu);
  *(int2 *)&s[2 * ((lane) & 31)] = make_int2(lane, n);
  __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
  out[t] = x + y;
}
}

// without missing-syncthreads
// without uninitialized-shared
