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
// want participating_lane_not_in_mask "Lane\(s\) 16-31 participate but are"
// want participating_lane_not_in_mask "Lane\(s\) 16-31 participate but are"
// want source_lane_not_in_mask "Lane\(s\) 0-2, 4-31 read from"
__device__ int voted(unsigned m, int x) { int y = __any_sync(m, x > 2); return x > 7 ? y : __shfl_sync(m, x, 3); }

__global__ void k1(const int *__restrict__ d, int *o, const unsigned char *c, const short *h, const long long *w, const float *f, const Rec *r, Rec by, int n, unsigned m) {
  __shared__ int s[64], sm[4][9]; __shared__ unsigned char sc[64]; __shared__ Rec sr[8];
  int t = threadIdx.x, lane = t & 31, i = 0, x = n, y = lane, z = 1, a[4] = {n, 1, t, 3}, g[2][3] = {{1, n, 2}, {3, 4, 5}}, *p = a, *q = &x;
  unsigned u = m, b0 = __ballot_sync(~0u, n > 1);
  long long l = n; short sh = (short)n; unsigned char b = 7; float f0 = n; bool q0 = n & 1;
  Rec rec = made(n, d), recs[2] = {rec, by}, *pr = &rec; Sub sub; sub.i = n; sub.j = 2; Mix mix; mix.i = n;
  z = __reduce_add_sync(~0u, n);
  if (d[0] > 1) {
    if (b) {
      asm("bfe.u32 %0, %1, 3, 4;" : "=r"(u) : "r"(n));
      *p += made((int)((fmaxf(f0, 2) <= fmaxf(f0, 2))), d).h[1];
    } else {
      x = voted(0xffffu, x);
      pr = &rec;
      bump(&x, __brev((int)(-1)));
    }
    z = __reduce_max_sync(~0u, x);
  }
  if ((int)(q - p)) {
    switch (n) {
      case 0: __syncthreads();
      case 2: z = __any_sync(~0u, m > 3);
      break;
      case 3:
      default: if (lane < 16) return;
    }
  }
  atomicMax(&s[lane], (int)(lane));
  a[1] = *(o + t);
  g[0][1] += y;
  l *= 3;
  o[t] = x + y + z + u + (int)l + sh + b + (int)f0 + q0 + a[1] + g[1][2] + rec.i + recs[1].i + pr->i + sub.j + mix.i + *p + *q + i + b0;
}

__global__ void k2(const int *__restrict__ d, int *o, const unsigned char *c, const short *h, const long long *w, const float *f, const Rec *r, Rec by, int n, unsigned m) {
  __shared__ int s[64], sm[4][9]; __shared__ unsigned char sc[64]; __shared__ Rec sr[8];
  int t = threadIdx.x, lane = t & 31, i = 0, x = n, y = lane, z = 1, a[4] = {n, 1, t, 3}, g[2][3] = {{1, n, 2}, {3, 4, 5}}, *p = a, *q = &x;
  unsigned u = m, b0 = __ballot_sync(~0u, n > 1);
  long long l = n; short sh = (short)n; unsigned char b = 7; float f0 = n; bool q0 = n & 1;
  Rec rec = made(n, d), recs[2] = {rec, by}, *pr = &rec; Sub sub; sub.i = n; sub.j = 2; Mix mix; mix.i = n;
  if (n == 5) {
    p = a;
  } else {
    q = o + t;
  }
  if ((n & 1) == 0) {
    switch ((unsigned char)n) {
      case 0: x = voted(0xffffu, x);
      // want activemask-as-mask "__shfl_sync has a mask of"
      case 2: p = (int *)__shfl_sync(__activemask(), (unsigned long long)p, 0);
      break;
      case 3:
      default: *(short *)&a[0] += ((int)(fmaxf(f0, 2) * sqrtf(f0)) | (l ^ c[(lane * 4 + i) & 31]));
    }
  } else {
    mix.f = *(&mix.i);
  }
  *q += ((i >= (int)l) - (int)blockIdx.x);
  atomicMax(&o[t], (int)(lane));
  // want? participating_lane_potentially_not_in_mask "participate but are potentially not"
  f0 = __shfl_down_sync(b0, f0, 4);
  q = &x;
  if (by.i > 2) {
    asm("add.s32 %0, %1, %2;" : "=r"(x) : "r"(lane), "r"(3));
    if (((by.i >= by.u) ^ (p == q))) return;
    if (by.i > 2) {
      recs[n & 1].i = *(a);
      asm("bfe.u32 %0, %1, 3, 4;" : "=r"(u) : "r"(n));
      __syncthreads();
    } else {
      sc[2 * (lane & 15)] = (by.u - other((int)(lane), (int)(by.i), lane));
      a[lane & 3] = (p ? 1 : 2);
      z = __any_sync(__activemask(), by.u);
    }
  }
  g[0][1] = ((int)((__int_as_float(n) < fmaxf(f0, 2))));
  o[t] = x + y + z + u + (int)l + sh + b + (int)f0 + q0 + a[1] + g[1][2] + rec.i + recs[1].i + pr->i + sub.j + mix.i + *p + *q + i + b0;
}

__global__ void k3(const int *__restrict__ d, int *o, const unsigned char *c, const short *h, const long long *w, const float *f, const Rec *r, Rec by, int n, unsigned m) {
  __shared__ int s[64], sm[4][9]; __shared__ unsigned char sc[64]; __shared__ Rec sr[8];
  int t = threadIdx.x, lane = t & 31, i = 0, x = n, y = lane, z = 1, a[4] = {n, 1, t, 3}, g[2][3] = {{1, n, 2}, {3, 4, 5}}, *p = a, *q = &x;
  unsigned u = m, b0 = __ballot_sync(~0u, n > 1);
  long long l = n; short sh = (short)n; unsigned char b = 7; float f0 = n; bool q0 = n & 1;
  Rec rec = made(n, d), recs[2] = {rec, by}, *pr = &rec; Sub sub; sub.i = n; sub.j = 2; Mix mix; mix.i = n;
  z = ((1.5f > fabsf(f[0])) + __byte_perm((unsigned)(by.h[n & 1]), (unsigned)(r[0].i), n));
  switch (lane % 3) {
    case 0: p = o + t;
    case 2: mix.c[n & 3] = __byte_perm((unsigned)((n | h[lane])), (unsigned)((c[0] - (int)blockDim.x)), 0x8810);
    break;
    case 3:
    default: ((unsigned char *)&y)[n & 3] = ((lane) ? ((unsigned)(d[lane & 7]) >> 5) : (u >= 2));
  }
  if (m > 3) {
    asm("mov.u32 %0, %%laneid;" : "=r"(z));
    z = __any_sync(~0u, other((int)(w[i & 31]), (int)(x), 0));
  } else {
    x = voted(1u << lane, x);
    sm[n & 3][8] = lane;
    if ((lane & 1) == 0) return;
  }
  rec.i += *(&a[1]);
  for (int i1 = 0; i1 < n; i1++) {
    asm("bfe.u32 %0, %1, 3, 4;" : "=r"(u) : "r"(n));
  }
  o[t] = x + y + z + u + (int)l + sh + b + (int)f0 + q0 + a[1] + g[1][2] + rec.i + recs[1].i + pr->i + sub.j + mix.i + *p + *q + i + b0;
}

__global__ void k4(const int *__restrict__ d, int *o, const unsigned char *c, const short *h, const long long *w, const float *f, const Rec *r, Rec by, int n, unsigned m) {
  __shared__ int s[64], sm[4][9]; __shared__ unsigned char sc[64]; __shared__ Rec sr[8];
  int t = threadIdx.x, lane = t & 31, i = 0, x = n, y = lane, z = 1, a[4] = {n, 1, t, 3}, g[2][3] = {{1, n, 2}, {3, 4, 5}}, *p = a, *q = &x;
  unsigned u = m, b0 = __ballot_sync(~0u, n > 1);
  long long l = n; short sh = (short)n; unsigned char b = 7; float f0 = n; bool q0 = n & 1;
  Rec rec = made(n, d), recs[2] = {rec, by}, *pr = &rec; Sub sub; sub.i = n; sub.j = 2; Mix mix; mix.i = n;
  x = voted(0xffffu, x);
  // want? participating_lane_potentially_not_in_mask "participate but are potentially not"
  y += __shfl_up_sync(m, y, n, 16);
  asm("{ .reg .pred q; setp.lt.s32 q, %1, %2; selp.s32 %0, 1, %2, q; }" : "=r"(z) : "r"(lane), "r"(n));
  recs[1] = r[n];
  *(short *)&x += (p != &x);
  o[t] = x + y + z + u + (int)l + sh + b + (int)f0 + q0 + a[1] + g[1][2] + rec.i + recs[1].i + pr->i + sub.j + mix.i + *p + *q + i + b0;
}

// without missing-syncthreads
