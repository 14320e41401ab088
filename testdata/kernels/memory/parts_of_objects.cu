// Unions and the records around them, and the lanes that are set in a mask.
union Both { long long whole; int half[2]; struct { short x, y, z, w; } parts; float real; };
struct Held { Both both; union { int n; unsigned char c[4]; }; };
__global__ void unions(long long *w, float *f, int n) {
  Both b;
  b.whole = w[n];
  if (b.half[1] > 2) __syncwarp();
  if (b.parts.z > 2) __syncwarp();
  b.half[0] = threadIdx.x;
  if (b.whole >> 32) __syncwarp();
  // want? potentially_not_participating_lane_in_mask "but potentially do not participate"
  if (b.whole > 5) __syncwarp();
  b.real = f[n];
  if (b.half[0] > 1) __syncwarp();
  if (b.half[1] > 1) __syncwarp();
  Held h;
  h.both.whole = n, h.n = n;
  h.c[1] = 2;
  if (h.n > 500) __syncwarp();
  if (h.both.half[n & 1]) __syncwarp();
  h.both.half[threadIdx.x & 1] = 4;
  // want not_participating_lane_in_mask "Lane\(s\) 0, 2, 4, 6, 8, 10, 12,"
  if (h.both.whole > 4) __syncwarp();
  Held copy = h;
  if (copy.c[0] > 2) __syncwarp();
}

__global__ void setBits(unsigned *u, int n) {
  int t = threadIdx.x & 31;
  if (__fns(u[0], 0, n) < 5) __syncwarp();
  if (__fns(0xf0u, 31, -2) == 6) __syncwarp();
  // want? potentially_not_participating_lane_in_mask "but potentially do not participate"
  if (__fns(0xf0u, 4, 0) == 4 && __fns(0xf0u, t, 0) < 32) __syncwarp();
  if (__fns(~0u, 0, t + 1) == t) __syncwarp();
  // want not_participating_lane_in_mask "Lane\(s\) 0-20, 29-31 named"
  if ((int)__fns(0x11111111u, t, 1) > 20) __syncwarp();
}
