// Drawn (lanes): words, branches and collectives of one warp.
namespace p1 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  v = ((v | lane) << 2);
  v = less(v, (a[lane & 3] == v));
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
  v = ((m && m) - (m > 3 ? a[lane & 3] : a[lane & 3]));
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p3 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want not_participating_lane_in_mask "Lane\(s\) 1-31 named in sync mask"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  if (v == m || (lane & 24) != 0) {
    switch (lane % 3) { case 0: if (m == 1) return;
      for (int i1 = 0; i1 < lane % 3; i1++) {
        v = less(v, (v >> 5));
        v = meet(v, v);
      }
      case 1: if (u < 9) {
        v = meet(v, m);
        v = meet(v, (a[lane & 3] && lane));
      } else {
        v = less(v, (lane % 2));
      }
      break; default: if (v > 5 && lane - m < 16) {
        // want[independent,strict] not_participating_lane_in_mask "Lane\(s\) 0-6, 10, 13, 16, 19-20,"
        // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 0-7, 9-10, 12-13, 15-16,"
        // want? potentially_source_lane_not_in_mask "may read from lane\(s\)"
        v = __shfl_xor_sync(~0u, v, 2, 16);
        v = less(v, (a[m] * 2));
      }
    }
  } else {
    if (lane >= 16 || (lane & 16) != 0) {
      if (u > v || lane < 16) {
        v = __shfl_sync(0xffff0000u, v, 0, 32);
      }
    }
    if (a[m] > 2 && lane % 4 == m) {
      if (m != 0) return;
      v = __shfl_down_sync(0xffff0000u, v, m, 16);
    } else {
      v = less(v, !(a[m]));
      if (lane == 31) {
        __syncwarp(~0u << m);
        a[a[m] & 3] = (lane + a[lane & 3]);
      }
    }
  }
  if (lane < 8) {
    if (m > 2 && u > v) return;
  } else {
    if ((lane & 24) == 0) return;
  }
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
  a[~(lane) & 3] = (a[m] - v);
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
  if ((lane & 16) == 0) {
    if (lane - m < 16) {
      if (lane == 16) {
        a[m & 3] = (3 << 1);
        a[(lane >> 5) & 3] = (lane == 31 || lane != 16 ? a[lane & 3] : v);
      }
    } else {
      if (m > 1) {
        v = less(v, (a[lane & 3] * 8));
      }
      for (int i1 = 0; i1 < m; i1++) {
        v = __shfl_xor_sync(0xffff0000u, v, 8, 16);
      }
    }
  }
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
  if (m > 1) {
    u = ((a[m] > 2 || (lane & 24) == 0 ? 5 : m) ^ (a[lane & 3] < a[m]));
  } else {
    change(&v, (a[lane & 3] == a[lane & 3]));
    u = (__ffs(lane) * 2);
  }
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p7 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want not_participating_lane_in_mask "Lane\(s\) 0-3, 5, 7-31 named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  if (lane < 1) {
    if ((lane & 2) != 0) {
      change(&a[1], (a[m] ^ v));
    } else {
      v = less(v, (a[lane & 3] - u));
    }
  } else {
    switch (lane % 3) { case 0: for (int i1 = 0; i1 < m; i1++) {
        change(&v, __clz(0));
        a[(v >= a[lane & 3]) & 3] = (100 | m);
      }
      a[(a[m] == a[lane & 3]) & 3] = ~(m);
      case 1: change(&v, (u == lane));
      if (u < 9) {
        v = meet(v, u);
        v = less(v, (a[m] >> m));
      }
      break; default: u = m;
      if (lane - m < 16) {
        v = ((lane << 1) << 1);
      } else {
        change(&a[1], (a[m] - u));
        a[(lane >= a[lane & 3]) & 3] = (lane < 16 || lane == 31 ? m : v);
      }
    }
  }
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p8 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  if (lane < 1) {
    switch (lane % 3) { case 0: v = lane;
      case 1: a[(a[lane & 3] && 1) & 3] = (a[m] / 16);
      break; default: v = meet(v, __clz(u));
    }
    if (lane != 4) {
      v = less(v, (m && v));
      if ((lane & 2) != 0) {
        change(&a[m], (lane << 5));
        __syncwarp(0xffu);
      } else {
        u = (~(u) / 16);
      }
    } else {
      a[a[m] & 3] = (u ^ m);
      if (m == 2) {
        change(&a[1], ((lane & 2) == 0 ? a[lane & 3] : lane));
        __syncwarp(0x55555555u);
      }
    }
  } else {
    if (m < 1) {
      if (v < lane || lane < 8 * m) {
        __syncwarp(~0u);
        v = (lane - m < 16 && m < 0 ? (lane != 31 ? u : lane) : u);
      }
      v = __shfl_sync(1u << lane, v, m, 32);
    } else {
      switch (lane % 3) { case 0: u = ((lane << 5) << 5);
        v = !(m);
        case 1: a[m & 3] = u;
        break; default: v = ~(lane);
      }
    }
    if (lane != 8) return;
  }
  v = (((lane & 1) != 0 ? lane : a[lane & 3]) >> 2);
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p9 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  for (int i1 = 0; i1 < m + 1; i1++) {
    v = a[lane & 3];
  }
  if (lane == 1) return;
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p10 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  u = !((v == m && lane != 1 ? u : 0));
  v = less(v, (m != 1 && u < 9 ? u : u));
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p11 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  if ((lane >> m & 1) == 0 && m == 2) {
    if (lane < 1 && m > 1) {
      if (lane != 8) {
        a[(a[lane & 3] < a[m]) & 3] = lane;
      }
    } else {
      if (lane < 8 * m) {
        change(&v, (m && lane));
        a[(a[m] & m) & 3] = (a[m] / 4);
      } else {
        v = (lane == 8 ? (lane < v) : a[m]);
        change(&v, (m > 0 && (lane & 2) == 0 ? lane : v));
      }
      if (lane == 4) {
        a[(a[m] ^ a[lane & 3]) & 3] = (u >> 1);
      }
    }
  } else {
    u = m;
  }
  v = (a[lane & 3] ^ (v >> m));
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p12 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  if (lane % 4 == m || m > 1) {
    u = ((m < 0 ? u : v) - (lane == 31 && u < 9 ? u : v));
    if (m == 0) {
      change(&a[1], -(0));
    }
  }
  if ((lane & 2) != 0 && lane < 8 * m) {
    if (lane < 8 * m) return;
    u = ((a[lane & 3] >> 2) >> 5);
  } else {
    v = ((lane << 2) * 4);
  }
  d[threadIdx.x] = v + b + u + a[m];
}
}


namespace p14 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  v = less(v, lane);
  v = meet(v, __ffs(m));
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p15 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want[lockstep] not_participating_lane_in_mask "Lane\(s\) 0-3, 5-6, 8, 11, 14,"
// want[independent,strict] not_participating_lane_in_mask "Lane\(s\) 1-2, 5, 8, 11, 14, 16-17,"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  switch (lane % 3) { case 0: if (m < 3) return;
    case 1: if ((lane >> m & 1) == 0) {
      // want not_participating_lane_in_mask "Lane\(s\) 1-2, 4-5, 7-15 named in"
      switch (lane % 3) { case 0: v = __any_sync(0xffffu, v == 0);
        case 1: a[(1 / 4) & 3] = (u >> 5);
        v = less(v, (u ^ 100));
        break; default: v = m;
        change(&v, (u & a[m]));
      }
    } else {
      for (int i1 = 0; i1 < m; i1++) {
        v = meet(v, (lane * 8));
      }
      if (m != 0) {
        v = ((v >> 5) * 8);
      }
    }
    // want not_participating_lane_in_mask "Lane\(s\) 5, 8, 11, 14, 17, 20, 23,"
    // want source_lane_not_in_mask "Lane\(s\) 1 read from lane\(s\) 0"
    v = __shfl_up_sync(~0u << m, v, 1, 32);
    // want divergent_mask "Participating lanes do not agree"
    break; default: __syncwarp(0xffff0000u);
  }
  change(&a[m], (u > v ? a[lane & 3] : v));
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p16 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  if (m != 0 && m != 2) {
    if ((lane >> m & 1) == 0 && (lane & 2) != 0) {
      u = (a[lane & 3] / 8);
    } else {
      change(&a[m], (m >> 5));
    }
    change(&a[m], (v < lane ? m : a[m]));
  }
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p17 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want not_participating_lane_in_mask "Lane\(s\) 0-1, 3, 5-7, 9, 11-13,"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  if (m != 2) {
    for (int i1 = 0; i1 < m + 1; i1++) {
      v = (u < 9 ? lane : (u - a[m]));
      // want? participating_lane_potentially_not_in_mask "participate but are potentially not"
      v = __any_sync(m == 1 ? 0xffu : ~0u, v == 0);
    }
    v = (v - (m * 16));
  }
  for (int i2 = 0; i2 < lane % 3; i2++) {
    if (lane < 31 && m == 2) {
      if (lane < 4 || (lane & 1) == 0) {
        u = ((u >> 1) >= (100 << m));
        u = (lane < 1 ? u : (lane << 1));
      }
      v = less(v, lane);
    } else {
      v = a[lane & 3];
      if (m != 0) {
        v = meet(v, (lane - m < 16 ? v : a[lane & 3]));
      }
    }
  }
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p18 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  // want participating_lane_not_in_mask "Lane\(s\) 8-31 participate but are"
  __syncwarp(0xffu);
  // want not_participating_lane_in_mask "Lane\(s\) 16-17, 19-20, 22-23,"
  switch (lane % 3) { case 0: v = __shfl_up_sync(0xffff0000u, v, m, 16);
    case 1: switch (lane % 3) { case 0: if (lane < 8 * m) {
        v = ((a[lane & 3] * 4) >> 2);
      } else {
        // want participating_lane_not_in_mask "Lane\(s\) 24, 27, 30 participate"
        // want source_lane_not_in_mask "Lane\(s\) 30 read from lane\(s\) 26"
        v = __shfl_up_sync((1u << 8 * m) - 1u, v, 4, 32);
      }
      case 1: a[(a[lane & 3] / 4) & 3] = (u ^ v);
      break; default: if (v == m) {
        b = __ballot_sync((1u << 8 * m) - 1u, v < lane || (lane & 24) == 0);
        a[v & 3] = 5;
      } else {
        v = __shfl_sync(m == 1 ? 0xffu : ~0u, v, 0, 32);
      }
    }
    break; default: change(&a[m], v);
    switch (lane % 3) { case 0: v = (m == 0 || lane < 1 ? __popc(lane) : __clz(a[lane & 3]));
      case 1: change(&a[m], __ffs(v));
      break; default: v = (a[m] / 2);
    }
  }
  d[threadIdx.x] = v + b + u + a[m];
}
}
