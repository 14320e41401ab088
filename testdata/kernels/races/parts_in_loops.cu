// Barriers of some lanes in loops, on some ways, with masks that change, and accesses that hang on them.
#define FULL 0xffffffffu

__global__ void shrinking(int *d) {
  __shared__ int s[32];
  int lane = threadIdx.x & 31;
  s[lane] = d[lane];
  for (int half = 16; half > 0; half /= 2) {
    __syncwarp(0xffffffffu >> (32 - 2 * half));
    if (lane < half) s[lane] += s[lane + half];
    else break;
  }
  if (lane == 0) d[0] = s[0];
}

__global__ void everySecond(int *d, int n) {
  __shared__ int s[64];
  int lane = threadIdx.x & 31;
  for (int i = 0; i < n; i++) {
    s[lane + 32 * (i & 1)] = i;
    if (i & 1) __syncwarp();
    // want missing-syncwarp "Lane 0 races with lane 1"
    d[lane] = s[(lane ^ 1) + 32 * (i & 1)];
  }
}

__global__ void oddAndEven(int *d, int n) {
  __shared__ int s[32], r[32];
  int lane = threadIdx.x & 31;
  if (lane & 1) {
    s[lane] = 1;
    __syncwarp(0xaaaaaaaau);
    r[lane] = s[lane ^ 2];
  } else {
    s[lane] = 2;
    // want missing-syncwarp "Lane 0 races with lane 2"
    r[lane] = s[lane ^ 2];
  }
  if (n > 3) __syncwarp();
  // want? potentially-missing-syncwarp "may race with lane"
  // want? potentially-missing-syncwarp "may race with lane"
  d[lane] = r[lane ^ 1] + s[31 - lane];
}

__global__ void bits(unsigned char *d, int n) {
  __shared__ unsigned char c[64];
  __shared__ short h[64];
  int lane = threadIdx.x & 31;
  c[lane] = d[lane];
  *(unsigned *)&c[32 + 4 * (lane & 7)] = n;
  h[2 * lane] = 1, h[2 * lane + 1] = 2;
  // want divergent_mask "Participating lanes do not agree"
  __syncwarp(0x00ffffffu | 1u << lane);
  // want missing-syncwarp "Lane 24 races with lane 25"
  // want missing-syncwarp "Lane 24 races with lane 28"
  // want missing-syncwarp "Lane 24 races with lane 6"
  d[lane] = c[lane ^ 4] + c[32 + (lane ^ 1)] + (unsigned char)h[(2 * lane + 2) & 63];
}

__global__ void handedOn(int *d, int n) {
  __shared__ int s[32];
  int lane = threadIdx.x & 31;
  if (lane == 0) s[0] = n;
  for (int at = 0; at < 4; at++) {
    // want participating_lane_not_in_mask "Lane\(s\) 2-31 participate but are"
    __syncwarp(3u << at);
    if (lane == at + 1) s[at + 1] = s[at] + 1;
  }
  __syncwarp();
  d[lane] = s[lane & 3];
}

__global__ void byPairs(int *d, int n) {
  __shared__ int2 p[32];
  __shared__ int m[8][33];
  int lane = threadIdx.x & 31;
  p[lane].x = n;
  p[lane ^ 1].y = lane;
  __syncwarp(3u << (lane & 30));
  d[lane] = p[lane ^ 1].x + p[lane].y;
  for (int i = 0; i < 8; i++) m[i][lane] = d[i * 32 + lane];
  __syncwarp(0xffu << (lane & 24));
  int sum = 0;
  for (int i = 0; i < 8; i++) sum += m[lane & 7][(lane & 24) + i];
  // want missing-syncwarp "Lane 2 races with lane 8"
  d[lane] = sum + m[lane / 8][lane % 8 * 4];
}

// without missing-syncthreads
