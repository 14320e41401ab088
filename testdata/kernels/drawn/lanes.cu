// Drawn (lanes): words, branches and collectives of one warp.
namespace p1 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  if ((lane >> m & 1) == 0) {
    if ((v & 4) == 0) {
      change(&v, (v / 2));
      if (lane - m < 16) {
        v = ((m * 2) ^ (lane >= 16 ? a[lane & 3] : lane));
      }
    }
  } else {
    if (m < 0 || (lane & 24) != 0) {
      if (lane == 1) return;
      v = less(v, a[lane & 3]);
    }
  }
  v = meet(v, (m | a[m]));
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
  if (lane >= 4 && lane < 8 * m) {
    if (m > 0 || lane - m < 16) {
      // want not_participating_lane_in_mask "Lane\(s\) 0-3 named in sync mask"
      // want? potentially_source_lane_not_in_mask "may read from lane\(s\)"
      v = __shfl_xor_sync((1u << 8 * m) - 1u, v, 8, 32);
    } else {
      u = (lane == 8 ? (a[lane & 3] >> m) : a[m]);
    }
    if (v > 5) {
      if (m == 0 && lane < 8) {
        v = __brev((a[lane & 3] << m));
        v = ((lane >= m) >> 1);
      } else {
        v = ((m >> 2) * 4);
        u = a[m];
      }
      if ((v & 4) == 0 || m > 1) {
        u = ((lane ^ lane) % 4);
        // want not_participating_lane_in_mask "Lane\(s\) 0-3, 12-13 named in sync"
        // want? potentially_source_lane_not_in_mask "may read from lane\(s\)"
        v = __shfl_xor_sync(0xffffu, v, 8, 16);
      }
    } else {
      if (m != 0) {
        change(&v, (v * 4));
        u = u;
      } else {
        change(&a[m], (lane ^ lane));
        v = less(v, (a[lane & 3] * 2));
      }
    }
  } else {
    if (m == 3 || m == 2) {
      if ((lane >> m & 1) == 0) {
        change(&a[m], (m << m));
        v = __brev(((lane & 2) != 0 && (lane & 2) == 0 ? 31 : a[m]));
      }
      if (lane < 8 || m < 2) {
        v = v;
        a[(lane << 5) & 3] = a[m];
      }
    }
  }
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
  v = -((m > 3 ? a[m] : a[lane & 3]));
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
  if ((lane & 2) != 0) {
    v = less(v, (m < 2 ? m : m));
    // want not_participating_lane_in_mask "Lane\(s\) 0-1, 4-5, 8-9, 12-13"
    __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
  } else {
    u = ((v >> 1) << m);
    if (m > 1 || lane % 4 == m) {
      // want not_participating_lane_in_mask "Lane\(s\) 18-19, 22-23, 26-27,"
      __syncwarp(0xffff0000u);
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
  if (m == 3) {
    change(&v, v);
    // want participating_lane_not_in_mask "Lane\(s\) 1, 3, 5, 7, 9, 11, 13,"
    __syncwarp(0x55555555u);
  } else {
    change(&a[m], (u % 3));
    // want? participating_lane_potentially_not_in_mask "participate but are potentially not"
    __syncwarp(m == 1 ? 0xffu : ~0u);
  }
  if (lane < 16) {
    switch (lane % 3) { case 0: if (m > 3) return;
      // want not_participating_lane_in_mask "Lane\(s\) 2 named in sync mask"
      case 1: v = __any_sync(3u << (lane & 30), v == 1);
      if (m < 0) {
        u = __brev(v);
        __syncwarp(0xffffu);
      } else {
        v = less(v, (u >> m));
      }
      break; default: change(&a[1], __ffs(u));
    }
  }
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p7 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  if (u > v) return;
  v = less(v, (lane >> 2));
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p8 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  v = less(v, (a[m] < a[m]));
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p9 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  if (lane == 4) {
    if (m > 1 && m < 1) {
      switch (lane % 3) { case 0: u = m;
        case 1: v = (m > 1 || (lane & 1) == 0 ? u : ~(lane));
        break; default: v = meet(v, a[lane & 3]);
      }
    } else {
      v = a[m];
    }
  }
  a[a[lane & 3] & 3] = u;
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
  if (lane != 8 || m == 3) return;
  if (m != 0 && lane < 16) {
    v = ((lane >> m & 1) == 0 ? m : v);
    if ((lane >> m & 1) == 0) return;
  }
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
  v = (m < 1 ? (v >> 1) : a[lane & 3]);
  for (int i2 = 0; i2 < lane % 3; i2++) {
    for (int i2 = 0; i2 < lane % 3; i2++) {
      __syncwarp(1u << lane);
      if ((lane & 16) == 0) return;
    }
    if ((lane & 2) != 0 && u > v) {
      if (m == 2) return;
      v = ((u - v) - (v >= 0));
    }
  }
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
  if (v < lane && lane != 16) {
    b = __ballot_sync(b, m == 3 && lane < 31);
    switch (lane % 3) { case 0: u = (m > 3 && u < 9 ? ((lane & 24) == 0 || lane < 1 ? m : u) : (m >= a[lane & 3]));
      v = __shfl_sync(3u << (lane & 30), v, m, 32);
      case 1: if (lane >= 8) {
        u = ((lane >> m & 1) == 0 ? (a[m] << 5) : lane);
        u = (a[m] > 2 ? __brev(m) : a[lane & 3]);
      }
      if (m < 3) {
        v = ~((m >> m));
      } else {
        __syncwarp(0xffu);
        change(&a[1], !(a[m]));
      }
      break; default: if (m != 0) return;
      v = less(v, (a[lane & 3] ^ v));
    }
  } else {
    v = (lane < 8 * m ? ~(m) : __clz(a[lane & 3]));
  }
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p13 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  // want participating_lane_not_in_mask "Lane\(s\) 24-31 participate but are"
  __syncwarp((1u << 8 * m) - 1u);
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p14 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  if (m < 2 && v < lane) {
    if ((v & 4) == 0) {
      if (m > 0) {
        a[lane & 3] = a[m];
      } else {
        v = less(v, (lane < 31 || (lane & 24) != 0 ? v : lane));
      }
      change(&a[1], (5 >> 5));
    }
  } else {
    if (lane == 31) {
      if (lane % 4 == m && lane < 1) {
        __syncwarp(~0u << m);
      } else {
        change(&a[1], ~(a[lane & 3]));
        a[(lane << 2) & 3] = (a[m] - v);
      }
    }
    change(&a[m], v);
  }
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p15 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want not_participating_lane_in_mask "Lane\(s\) 1, 3, 5, 7, 9, 11, 13,"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  v = meet(v, u);
  for (int i1 = 0; i1 < m; i1++) {
    if (m != 2 || v > 5) {
      if (m > 3 && (lane & 2) != 0) {
        u = a[m];
        change(&v, __brev(31));
      }
      v = (u > v || a[m] > 2 ? (lane && a[m]) : (u & m));
    }
    v = less(v, (lane % 4 == m ? v : u));
  }
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p16 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want not_participating_lane_in_mask "Lane\(s\) 1, 3, 5, 7, 9, 11, 13,"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  v = meet(v, ((lane & 1) == 0 ? lane : u));
  d[threadIdx.x] = v + b + u + a[m];
}
}

namespace p17 {
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];
  unsigned b = ~0u, u = lane;
  for (int i = 0; i < 4; i++) a[i] = i;
  if (lane == 8) {
    if (lane >= 16) return;
  }
  // want participating_lane_not_in_mask "Lane\(s\) 0-15 participate but are"
  __syncwarp(0xffff0000u);
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
  v = (a[lane & 3] >> m);
  d[threadIdx.x] = v + b + u + a[m];
}
}
