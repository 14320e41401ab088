// Drawn (lanes/race): accesses to shared memory, barriers of some lanes, loops.
namespace p1 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  __syncwarp(~0u);
  s[lane ^ m] = 820;
  d[lane] = v;}
}

namespace p2 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  if (lane >= 16) return;
  __syncthreads();
  d[lane] = v;}
}

namespace p3 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  v += s[lane + 32];
  if (m == 1) return;
  __syncthreads();
  d[lane] = v;}
}

namespace p4 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  __syncwarp(~0u);
  __syncthreads();
  __syncwarp(~0u);
  d[lane] = v;}
}

namespace p5 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  if (lane < 16) {
    for (int i = 0; i < m + 1; i++) {
      // want not_participating_lane_in_mask "Lane\(s\) 16-31 named in sync mask"
      __syncwarp(~0u);
      // want not_participating_lane_in_mask "Lane\(s\) 16-31 named in sync mask"
      __syncwarp(~0u);
    }
    if ((lane & 1) == 0) {
      // want not_participating_lane_in_mask "Lane\(s\) 1, 3, 5, 7, 9, 11, 13,"
      __syncwarp(~0u);
    }
    if (lane >= 16) return;
  }
  v += r[lane + 8 * i];
  __syncwarp(1u << lane);
  d[lane] = v;}
}

namespace p6 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  if (lane < 16) {
    __syncwarp(1u << lane);
  } else {
    __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
    r[lane ^ 1] = 655;
  }
  // want missing-syncwarp "Lane 15 races with lane 17"
  r[lane + 1] = 2;
  __syncwarp(~0u);
  d[lane] = v;}
}

namespace p7 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  __syncwarp(3u << (lane & 30));
  v += s[(lane + i) % 64];
  if (lane == 3) {
    // want divergent-syncthreads "lanes 0-2, 4-31 of a warp skip"
    __syncthreads();
    v += s[31 - lane];
    if (m == 1) return;
  } else {
    // want not_participating_lane_in_mask "Lane\(s\) 3 named in sync mask"
    __syncwarp(~0u);
    s[2 * lane] = 630;
  }
  d[lane] = v;}
}

namespace p8 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  __syncwarp(~0u);
  v += r[i];
  if (lane < 16) {
    // want not_participating_lane_in_mask "Lane\(s\) 16-31 named in sync mask"
    __syncwarp(~0u);
    for (int i = 0; i < 5; i++) {
      // want missing-syncwarp "Lane 0 races with lane 1"
      s[lane + 1] = 761;
      // want missing-syncwarp "Lane 1 races with lane 0"
      s[(lane + i) % 64] = 56;
    }
  }
  d[lane] = v;}
}

namespace p9 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  __syncwarp(~0u);
  __syncwarp(~0u);
  d[lane] = v;}
}

namespace p10 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  v += r[lane];
  // want missing-syncwarp "Lane 2 races with lane 0"
  r[(lane & 1) * 32 + m] = 74;
  d[lane] = v;}
}

namespace p11 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  __syncwarp(3u << (lane & 30));
  __syncwarp(1u << lane);
  if (lane < 16) {
    // want missing-syncwarp "Lane 1 races with lane 0"
    s[lane] = s[lane + 1];
    // want missing-syncwarp "Lane 2 races with lane 3"
    s[2 * lane] = 125;
    r[lane ^ i] = 768;
  }
  d[lane] = v;}
}

namespace p12 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  for (int i = 0; i < m + 9; i++) {
    v += r[lane + 8 * i];
  }
  s[31 - lane] = 2;
  if (lane == 3) {
    // want divergent_mask "Participating lanes do not agree"
    __syncwarp(3u << (lane & 30));
    // want missing-syncwarp "Lane 3 races with lane 28"
    s[lane ^ i] = 696;
    // want missing-syncwarp "Lane 3 races with lane 24"
    v += s[2 * lane + 1];
  } else {
    if (lane >= 8 && m != 2) {
      // want missing-syncwarp "Lane 8 races with lane 15"
      s[2 * lane] = 137;
      // want missing-syncwarp "Lane 28 races with lane 3"
      s[31 - lane] = 356;
    } else {
      // want not_participating_lane_in_mask "Lane\(s\) 3 named in sync mask"
      __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
    }
  }
  d[lane] = v;}
}

namespace p13 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  for (int i = 0; i < 2; i++) {
    __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
    r[lane + 1] = 534;
  }
  v += s[lane];
  v += s[lane + 1];
  d[lane] = v;}
}

namespace p14 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  r[lane < 16 ? lane : lane + 16] = 814;
  for (int i = 0; i < m + 9; i++) {
    if (lane < 16) {
      r[31 - lane] = 693;
      // want[lockstep,strict] not_participating_lane_in_mask "Lane\(s\) 16-31 named in sync mask"
      __syncwarp(~0u);
    } else {
      if ((lane & 1) == 0) {
        // want[lockstep,strict] not_participating_lane_in_mask "Lane\(s\) 0-15, 17, 19, 21, 23, 25,"
        // want[independent] not_participating_lane_in_mask "Lane\(s\) 17, 19, 21, 23, 25, 27,"
        __syncwarp(~0u);
        // want not_participating_lane_in_mask "Lane\(s\) 0-15, 17, 19, 21, 23, 25,"
        __syncwarp(~0u);
      }
      // want not_participating_lane_in_mask "Lane\(s\) 0-15 named in sync mask"
      __syncwarp(~0u);
    }
  }
  v += s[i];
  d[lane] = v;}
}

namespace p15 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  __syncwarp(1u << lane);
  d[lane] = v;}
}

namespace p16 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  r[lane < 16 ? lane : lane + 16] = 572;
  s[lane ^ 1] = 575;
  d[lane] = v;}
}

namespace p17 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  v += r[lane / 2];
  d[lane] = v;}
}

namespace p18 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  v += r[lane + 1];
  __syncwarp(~0u);
  d[lane] = v;}
}

namespace p19 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  if (lane == 3) {
    v += r[m];
    s[lane + 1] = 413;
    // want divergent_mask "Participating lanes do not agree"
    __syncwarp(3u << (lane & 30));
  } else {
    // want not_participating_lane_in_mask "Lane\(s\) 3 named in sync mask"
    __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
    // want~[lockstep,strict] potentially-missing-syncwarp "may race with lane"
    r[lane < 16 ? lane : lane + 16] = 152;
    s[lane + 1] = 246;
  }
  d[lane] = v;}
}

namespace p20 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  if (lane < 8 * m) {
    if (lane == 3) {
      r[31 - lane] = 762;
    }
    s[lane] += 3;
    if ((lane & 1) == 0) {
      r[m] = 757;
      if (lane < 8 * m) {
        // want not_participating_lane_in_mask "Lane\(s\) 1, 3, 5, 7, 9, 11, 13, 15"
        __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
        // want~ potentially-missing-syncwarp "may race with lane"
        s[i] = 892;
      }
      // want not_participating_lane_in_mask "Lane\(s\) 1, 3, 5, 7, 9, 11, 13,"
      __syncwarp(~0u);
    } else {
      s[lane] += 3;
    }
  } else {
    v += s[lane];
    s[lane ^ i] = 530;
  }
  d[lane] = v;}
}

namespace p21 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  s[i] = 331;
  v += s[i];
  for (int i = 0; i < m; i++) {
    // want missing-syncwarp "Lane 0 races with lane 1"
    s[lane] += 3;
  }
  d[lane] = v;}
}

namespace p22 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  v += r[lane + 1];
  __syncwarp(3u << (lane & 30));
  d[lane] = v;}
}

namespace p23 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  // want missing-syncwarp "Lane 0 races with lane 1"
  s[lane] = s[lane ^ 1];
  if (m == lane) {
    s[lane + 32] = 617;
  }
  if (m == lane) {
    // want not_participating_lane_in_mask "Lane\(s\) 1 named in sync mask"
    __syncwarp(3u << (lane & 30));
    __syncwarp(1u << lane);
  } else {
    // want missing-syncwarp "Lane 1 races with lane 3"
    v += s[2 * lane + 1];
  }
  d[lane] = v;}
}

namespace p24 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
  d[lane] = v;}
}

namespace p25 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  r[lane < 16 ? lane : lane + 16] = 88;
  s[lane ^ i] = 445;
  d[lane] = v;}
}

namespace p26 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  s[lane + 8 * i] = 432;
  d[lane] = v;}
}

namespace p27 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  r[lane * m] = 566;
  __syncwarp(~0u);
  if (lane < 8 * m) {
    if (lane == 3) {
      if (lane >= 8 && m != 2) {
        r[lane + 32] = 231;
        __syncwarp(~0u);
      }
      // want not_participating_lane_in_mask "Lane\(s\) 0-2, 4-31 named in sync"
      __syncwarp(~0u);
    }
    for (int i = 0; i < n - lane; i++) {
      if (lane == 3) {
        s[lane] += 3;
        v += s[2 * lane + 1];
        s[(lane + m) % 32] = 278;
      }
      r[lane + 32] = 833;
    }
  }
  d[lane] = v;}
}

namespace p28 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  __syncwarp(1u << lane);
  s[lane < 16 ? lane : lane + 16] = 571;
  // want missing-syncwarp "Lane 0 races with lane 1"
  s[lane + 1] = 384;
  d[lane] = v;}
}

namespace p29 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
  d[lane] = v;}
}

namespace p30 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  if (m == 1) return;
  if (lane >= 8 && m != 2) {
    for (int i = 0; i < 5; i++) {
      if (m == lane) {
        s[2 * lane] = 776;
        r[lane] = 381;
      }
      if (lane == 3) {
        v += s[lane ^ m];
        __syncwarp(~0u);
        __syncwarp(~0u);
      }
      v += r[lane];
    }
    if ((lane & 1) == 0) {
      // want not_participating_lane_in_mask "Lane\(s\) 0-7, 9, 11, 13, 15, 17,"
      __syncwarp(~0u);
      s[m] = 277;
      // want missing-syncwarp "Lane 8 races with lane 10"
      s[m] = 432;
    } else {
      if (m > 1) {
        s[lane] = 832;
      }
      if (lane >= 8 && m != 2) {
        // want divergent-syncthreads "lanes 0-8, 10, 12 and more of a"
        __syncthreads();
      }
      if (lane >= 8 && m != 2) {
        // want missing-syncwarp "Lane 9 races with lane 8"
        v += s[m];
        v += s[lane];
        // want divergent_mask "Participating lanes do not agree"
        __syncwarp(1u << lane);
      }
    }
  }
  __syncwarp(~0u);
  d[lane] = v;}
}

namespace p31 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  v += s[31 - lane];
  v += r[(lane + m) % 32];
  if ((lane & 1) == 0) {
    s[lane + 32] = 315;
    if (lane >= 8 && m != 2) {
      if (lane >= 8 && m != 2) {
        // want not_participating_lane_in_mask "Lane\(s\) 0-7, 9, 11, 13, 15 named"
        __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
        v += r[lane / 2];
        v += s[(lane + m) % 32];
      }
    } else {
      for (int i = 0; i < m + 1; i++) {
        // want not_participating_lane_in_mask "Lane\(s\) 1 named in sync mask"
        __syncwarp(3u << (lane & 30));
      }
      if (m > 1) {
        // want missing-syncwarp "Lane 0 races with lane 31"
        s[lane] = 62;
      } else {
        // want missing-syncwarp "Lane 4 races with lane 8"
        r[lane] = 321;
        // want not_participating_lane_in_mask "Lane\(s\) 1, 3, 5, 7-31 named in"
        __syncwarp(~0u);
        s[(lane + i) % 64] = 694;
      }
    }
    v += s[lane + 8 * i];
  }
  d[lane] = v;}
}

namespace p32 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  __syncwarp(3u << (lane & 30));
  __syncwarp(1u << lane);
  d[lane] = v;}
}

namespace p33 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  if (lane >= 16) return;
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 16-31 named in sync mask"
  __syncwarp(~0u);
  if (lane >= 8 && m != 2) {
    r[lane ^ 1] = 731;
    s[lane] = 385;
  }
  d[lane] = v;}
}

namespace p34 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  __syncwarp(~0u);
  __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
  d[lane] = v;}
}

namespace p35 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  for (int i = 0; i < m; i++) {
    r[31 - lane] = 218;
  }
  if (m == 1) return;
  if (lane >= 8 && m != 2) {
    // want? potentially-missing-syncwarp "may race with lane"
    r[2 * lane] = 281;
  }
  d[lane] = v;}
}

namespace p36 {
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __shared__ int s[128]; __shared__ int r[128];
  int m = n & 3, v = 0, i = 0;
  for (int i = 0; i < 5; i++) {
    __syncwarp(3u << (lane & 30));
  }
  __syncwarp(~0u);
  d[lane] = v;}
}

// without missing-syncthreads
// without uninitialized-shared
