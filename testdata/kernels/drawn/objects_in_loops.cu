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
  for (int i1 = 0; i1 < (n & 3); i1++) {
    switch (x & 3) {
      case 0: if ((int)((float)n - f[(lane * 4 + i) & 31])) continue;
      // want? potentially-missing-syncwarp "may race with lane"
      case 2: sm[n & 3][lane % 8] = summed(a, 2);
      break;
      case 3:
      default: mix.c[n & 3] += (int)(__int_as_float(n) * sqrtf(f0));
    }
    *(int4 *)a = make_int4(n, x, lane, 1);
    b0 = __ballot_sync(0xffu << (lane & 24), ((d[0] > 1) ? y : n));
  }
  bump(other(p, q, n), __float_as_int(mix.f));
  for (int i2 = 0; d[i2] > n; i2++) {
    for (int i3 = 0; d[i3] > n; i3++) {
      if (((int)((w[31 - lane] >= m)) >> 1)) return;
    }
  }
  q = (int *)&l;
  o[t] = x + y + z + u + (int)l + sh + b + (int)f0 + q0 + a[1] + g[1][2] + rec.i + recs[1].i + pr->i + sub.j + mix.i + *p + *q + i + b0;
}

// without missing-syncthreads
