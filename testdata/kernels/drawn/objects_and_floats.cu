// Drawn: records, unions, bytes, pointers and words of several widths, atomics and collectives.
struct Rec { int i; short h[2]; unsigned u : 5, v : 11; unsigned char c[3]; const int *p; };
struct Sub : Rec { int j; float f; };
union Mix { int i; float f; unsigned char c[4]; short h[2]; };
template <typename T> __device__ T other(T a, T b, int k) { return k & 1 ? a : b; }
__device__ Rec made(int i, const int *p) { Rec r; r.i = i; r.h[0] = (short)i; r.h[1] = 1; r.u = i; r.v = 3; r.c[0] = i; r.c[1] = 2; r.c[2] = 0; r.p = p; return r; }
__device__ void bump(int *p, int by) { if (by > 5) { *p = by; return; } *p += by; }
__device__ void swapped(int **p, int **q) { int *t = *p; *p = *q; *q = t; }
__device__ int deep(int x, int k) { return k <= 0 ? x : deep(x + k, k - 1); }
__device__ int summed(const int *p, int k) { int s = 0; for (int i = 0; i < k; i++) s += p[i]; return s; }
// want-open potentially_not_participating_lane_in_mask "Not decided whether all lanes named in"
__device__ int voted(unsigned m, int x) { int y = __any_sync(m, x > 2); return x > 7 ? y : __shfl_sync(m, x, 3); }

__global__ void k1(const int *__restrict__ d, int *o, const unsigned char *c, const short *h, const long long *w, const float *f, const Rec *r, Rec by, int n, unsigned m) {
  __shared__ int s[64], sm[4][9]; __shared__ unsigned char sc[64]; __shared__ Rec sr[8];
  int t = threadIdx.x, lane = t & 31, i = 0, x = n, y = lane, z = 1, a[4] = {n, 1, t, 3}, g[2][3] = {{1, n, 2}, {3, 4, 5}}, *p = a, *q = &x;
  unsigned u = m, b0 = __ballot_sync(~0u, n > 1);
  long long l = n; short sh = (short)n; unsigned char b = 7; float f0 = n; bool q0 = n & 1;
  Rec rec = made(n, d), recs[2] = {rec, by}, *pr = &rec; Sub sub; sub.i = n; sub.j = 2; Mix mix; mix.i = n;
  switch (x & 3) {
    case 0: switch (x & 3) {
      case 0: *p = (*(&recs[1].i) && max((int)(t), (int)(by.u)));
      case 2: mix.i = ((int)(w[lane / 2]));
      break;
      case 3:
      default: f0 = __shfl_down_sync(b0, f0, 4);
    }
    case 2: switch (lane % 3) {
      // want not_participating_lane_in_mask "Lane\(s\) 1-2, 4-5, 7-8, 10-11,"
      case 0: z = __all_sync(~0u, made((int)(r[0].i), d).h[0]);
      // want divergent-syncthreads "lanes 1, 4, 7 and more of a warp"
      case 2: __syncthreads();
      break;
      default: y = *(p + 1);
    }
    break;
    default: l = __shfl_xor_sync(~0u, l, 1);
  }
  u <<= 1;
  if ((((int)((int)l) >> (lane & 7)) >= ((short)(i)))) {
    sm[lane / 8][n & 7] = other((int)((p ? 1 : 2)), (int)((int)(fmaxf(f0, 2) + 1.5f)), 0);
  }
  p = p + 1;
  sr[n & 7].c[1] = z;
  if (n == 5) {
    if (lane < 16) {
      if (((fabsf(f[0]) < 1.5f) == max((int)(rec.c[2]), (int)(h[i & 31])))) return;
    } else {
      // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 0-15 named in sync mask"
      // want[independent,strict] participating_lane_not_in_mask "Lane\(s\) 16-31 participate but are"
      z = __all_sync(0xffffu, other((int)(c[(lane + n) & 31]), (int)(r[0].i), lane));
    }
    for (unsigned i1 = b0; i1; i1 &= i1 - 1) {
      atomicMax(&s[n & 31], (int)(x));
      z = __syncthreads_or(n < 0);
    }
    *(short *)&s[lane] = (*(&g[1][n & 1]) + min((int)(by.i), (int)(by.i)));
  } else {
    // want participating_lane_not_in_mask "Lane\(s\) 16-31 participate but are"
    p = (int *)__shfl_sync(0xffffu, (unsigned long long)p, 0);
  }
  for (int i2 = 0; d[i2] > n; i2++) {
    asm("add.s32 %0, %1, %2;" : "=r"(x) : "r"(n), "r"(x));
  }
  o[t] = x + y + z + u + (int)l + sh + b + (int)f0 + q0 + a[1] + g[1][2] + rec.i + recs[1].i + pr->i + sub.j + mix.i + *p + *q + i + b0;
}

__global__ void k2(const int *__restrict__ d, int *o, const unsigned char *c, const short *h, const long long *w, const float *f, const Rec *r, Rec by, int n, unsigned m) {
  __shared__ int s[64], sm[4][9]; __shared__ unsigned char sc[64]; __shared__ Rec sr[8];
  int t = threadIdx.x, lane = t & 31, i = 0, x = n, y = lane, z = 1, a[4] = {n, 1, t, 3}, g[2][3] = {{1, n, 2}, {3, 4, 5}}, *p = a, *q = &x;
  unsigned u = m, b0 = __ballot_sync(~0u, n > 1);
  long long l = n; short sh = (short)n; unsigned char b = 7; float f0 = n; bool q0 = n & 1;
  Rec rec = made(n, d), recs[2] = {rec, by}, *pr = &rec; Sub sub; sub.i = n; sub.j = 2; Mix mix; mix.i = n;
  if (((blockIdx.x == 0) ? by.i : (by.h[n & 1] ^ i))) {
    x = atomicExch(&o[t], n);
    p = &sr[n & 7].i;
    p = s + lane;
  }
  g[0][1] = !((int)((r[n].i != t)));
  if (lane < 16) return;
  if (lane >= 8 && n > 2) {
    if (n > 2) {
      x = atomicAnd(&s[n & 31], (int)(lane));
      __syncwarp(1u << lane);
    }
    switch ((unsigned char)n) {
      // want missing-syncwarp "Lane 16 races with lane 17"
      case 0: s[2 * (lane & 15)] = ((int)(mix.f + (float)lane) & (by.h[n & 1] + lane));
      case 2: p = &a[n & 3];
      break;
      case 3:
      default: z = __all_sync(__activemask(), __sad((int)(by.u), (int)(by.i), n));
    }
    for (int i1 = 16; i1 > 0; i1 /= 2) {
      swapped(&p, &q);
    }
  }
  // want? potentially-missing-syncwarp "may race with lane"
  o[t] = x + y + z + u + (int)l + sh + b + (int)f0 + q0 + a[1] + g[1][2] + rec.i + recs[1].i + pr->i + sub.j + mix.i + *p + *q + i + b0;
}

// without missing-syncthreads
