// Pointers: what they lead to, moved and compared, as numbers, as bytes and in lists.

union Ptr { unsigned *p; unsigned long long w; };
struct Node { Node *next; unsigned v; };

__device__ unsigned address_as_number(unsigned lane) {
  unsigned a = lane;
  unsigned long long w = (unsigned long long)&a;
  unsigned x = *(unsigned *)w;
  a = lane + 1;
  unsigned y = *(unsigned *)w;
  *(unsigned *)w = 9;
  return (x == lane) + (y == lane + 1) * 2 + (a == 9) * 4;
}

__device__ unsigned address_in_union(unsigned lane) {
  unsigned a = lane, b = 3;
  Ptr u;
  u.p = &a;
  Ptr v;
  v.w = u.w;
  unsigned x = *v.p;
  a = lane + 1;
  unsigned y = *v.p;
  *v.p = 9;
  b++;
  return (x == lane) + (y == lane + 1) * 2 + (a == 9) * 4 + (b == 4) * 8;
}

__device__ unsigned many_pointers(unsigned lane) {
  unsigned a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
  unsigned *ps[6] = {&a, &b, &c, &d, &e, &f};
  unsigned *p = ps[lane % 6];
  unsigned x = *p;
  a = b = c = d = e = f = 10 + lane;
  unsigned y = *p;
  *p = 5;
  return (x == lane % 6 + 1) + (y == 10 + lane) * 2 + (a == (lane % 6 ? 10 + lane : 5)) * 4 +
      (f == (lane % 6 == 5 ? 5 : lane + 10)) * 8;
}

__device__ unsigned list_of_nodes(unsigned lane) {
  Node n[6] = {};
  for (unsigned i = 0; i < 6; i++) n[i] = {i ? &n[i - 1] : nullptr, i};
  Node *p = &n[lane % 6];
  while (p->next) p = p->next;
  p->v = 70;
  unsigned x = n[0].v;
  p->v = 71;
  Node *q = &n[5];
  for (unsigned i = 0; i < lane % 6; i++) q = q->next;
  unsigned y = q->v;
  q->v = 80;
  unsigned z = q->v;
  return (x == 70) + (y == (lane % 6 == 5 ? 71 : 5 - lane % 6)) * 2 + (z == 80) * 4 +
      (n[5 - lane % 6].v == 80) * 8;
}

__device__ unsigned pointers_of_loops(unsigned lane) {
  unsigned a = 1, b = 2, *p = &a, *q = &b, *ps[8] = {&a, &b, &a, &b, &b, &a, &a, &b};
  for (unsigned i = 0; i < lane; i++) {
    unsigned *t = p;
    p = q;
    q = t;
  }
  unsigned x = *p;
  a = 5;
  unsigned y = *p;
  b = 5;
  unsigned z = *p;
  unsigned *r = ps[lane & 7];
  unsigned u = *r;
  a = 7;
  b = 7;
  unsigned v = *r;
  *p = 9;
  unsigned w = a + b;
  return (x == 1 + (lane & 1)) + (y == (lane & 1 ? 2 : 5)) * 2 + (z == 5) * 4 + (u == 5) * 8 +
      (v == 7) * 16 + (w == 16) * 32;
}

__device__ unsigned pointers_in_pointers(unsigned lane) {
  unsigned a = 1, b = 2, *p = &a, *q = &b, **pp = lane & 1 ? &p : &q, ***ppp = &pp;
  unsigned x = **pp;
  a = 5;
  b = 6;
  unsigned y = ***ppp;
  *pp = lane & 2 ? &a : &b;
  p = &a;
  unsigned z = **pp;
  **pp = 11;
  unsigned *&ref = *pp;
  ref = &a;
  unsigned k = *q;
  return (x == (lane & 1 ? 1 : 2)) + (y == (lane & 1 ? 5 : 6)) * 2 + (z == (lane & 1 ||
      lane & 2 ? 5 : 6)) * 4 + (k == (lane & 1 ? 6 : lane & 2 ? 11 : 5)) * 8 + (a + b) * 100 +
      (*p) * 10000;
}

__device__ unsigned through_void(unsigned lane) {
  unsigned a[4] = {1, 2, 3, 4};
  void *v = a;
  unsigned char *c = (unsigned char *)v;
  unsigned *p = (unsigned *)(c + 4 * (lane & 3));
  unsigned x = *p;
  a[0] = 9;
  a[1] = 8;
  a[2] = 7;
  a[3] = 6;
  unsigned y = *p;
  *p = 50;
  unsigned short *s = (unsigned short *)&a[1];
  s[1] = 1;
  c[8] = 200;
  const void *cv = &a[2];
  const unsigned *q = static_cast<const unsigned *>(cv);
  return (x == 1 + (lane & 3)) + (y == 9 - (lane & 3)) * 2 + (a[lane & 3] >= 50) * 4 +
      (a[1] == ((lane & 3) == 1 ? 65586 : 65544)) * 8 + (*q == 200) * 16 +
      (q[1] == ((lane & 3) == 3 ? 50 : 6)) * 32;
}

__device__ unsigned bytes_of_words(unsigned lane) {
  unsigned w = 0x01020304 + lane;
  unsigned char *c = reinterpret_cast<unsigned char *>(&w);
  float f = 1.5f;
  int bits = *(int *)&f;
  unsigned sum = 0;
  for (int i = 0; i < 4; i++) sum = sum * 256 + c[i];
  c[3] = 0xff;
  *(int *)&f |= 0x400000;
  const char *s = (const char *)&w;
  long long l = 0x100000002ll;
  unsigned *h = (unsigned *)&l;
  h[1] += lane;
  float g[2] = {1, 2};
  double d = *(double *)g;
  return (sum == (unsigned)(4 + lane << 24 | 3 << 16 | 2 << 8 | 1)) + (w == 0xff020304 +
      lane) * 2 + (bits == 0x3fc00000) * 4 + (f == 1.75f) * 8 + (s[3] == -1) * 16 + (l == ((lane +
      1ll) << 32 | 2)) * 32 + (d == 2.0000004731118679) * 64;
}

__device__ unsigned fields_beside(unsigned lane) {
  struct V { unsigned x, y, z, w; } v = {1, 2, 3, 4}, vs[2] = {{5, 6, 7, 8}, {9, 10, 11, 12}};
  unsigned *p = &v.x, *q = &v.w, *r = &vs[0].y;
  p[1] += 10;
  *(p + 2) = 7;
  q[-1] += lane;
  --q;
  *q += 1;
  *--q = 40 + lane;
  p += lane & 3;
  unsigned k = *p;
  *p = 77;
  r += 4;
  unsigned y = v.y, z = v.z, w = v.w, x = v.x;
  p = &v.x + (lane & 3);
  p -= lane & 1;
  *p += 1;
  return (k == ((lane & 3) == 0 ? 1 : (lane & 3) == 1 ? 40 + lane : (lane & 3) == 2 ? 8 +
      lane : 4)) + ((x == 77) == ((lane & 3) == 0)) * 2 + ((y == 77) == ((lane & 3) == 1 ||
      lane == 37)) * 4 + (z == ((lane & 3) == 2 ? 77 : 8 + lane)) * 8 +
      (w == ((lane & 3) == 3 ? 77 : 4)) * 16 + (*r == 10) * 32 + (v.x + v.y + v.z + v.w == x + y +
      z + w + 1) * 64;
}

__device__ unsigned negative_steps(unsigned lane) {
  int a[6] = {10, 20, 30, 40, 50, 60};
  int *e = a + 6, *p = e - 1 - (int)(lane % 5), i = -(int)(lane % 3);
  unsigned char k = 2;
  signed char m = -2;
  long long w = -1;
  bool b = lane & 1;
  unsigned long n = 3;
  int r = p[-1 + 1] + 2[a] + *--e + e[i] + a[k] + e[m] + e[w] + a[b] + a[n] + *(i + e) + *(e - n) +
      (&a[5])[-5] + *(&a[1] + i + 2) + (e - a)[a] - *(&e[i] - 1);
  return r + (p > a) + (e >= p) * 2 + (p != e) * 4 + (a + 6 - e == 1) * 8 + (&a[2] - 2 == a) * 16 +
      (p - a < e - p) * 32;
}

__device__ unsigned pointer_sizes(unsigned lane) {
  unsigned a[4] = {}, g[3][4] = {};
  unsigned *ps[5] = {};
  bool bs[9] = {};
  struct Two { unsigned a, b, c; } ms[4] = {};
  long long ls[4] = {};
  char cs[9] = {};
  short ss[5] = {};
  unsigned **pp = ps + lane % 4;
  unsigned (*row)[4] = g + 1 + (lane & 1);
  struct Empty {} es[5];
  double ds[3];
  void **vp = (void **)ps;
  enum class E : short { x } en[4] = {};
  return (unsigned)((&a[3] - a) + 10 * (pp - ps) + 100 * (row - g) + (&bs[lane % 8] - bs) * 1000 +
      (&ms[3] - ms) * 7 + (&ls[lane & 3] - &ls[2]) * 11 + (cs + lane % 8 - &cs[2]) * 13 +
      (&ss[4] - ss) * 17 + (&es[3] - es) * 19 + (&ds[2] - ds) * 23 + (&en[3] - en) * 29 +
      ((char *)&ls[2] - (char *)ls) * 31 + ((unsigned (*)[4])&g[2] - g) * 37 + (&vp[3] - vp) * 41 +
      (*row - g[0]) * 43 + (&g[2][1] - &g[0][3]) * 53);
}

__device__ unsigned moving_windows(unsigned lane) {
  int a[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  unsigned i = lane % 7, s = 0;
  int *mid = a + 4;
  long long off = (long long)(lane % 4) - 4;
  s += a[i + 1] - a[i] + mid[off] * 3 + mid[-(int)(lane & 3)] * 5 + *(mid + off + 1) * 7 + (a +
      7)[-(long)i] * 11;
  a[i] = a[7 - i] = lane;
  mid[off] += 100;
  int *p = &a[i];
  p[1] += p[0];
  p += 1;
  p[-1]--;
  short k = i;
  k -= 3;
  mid[k] ^= 64;
  unsigned char u = i;
  a[(u - 1) & 7] += 1000;
  for (int j = 0; j < 8; j++) s = s * 3 + a[j];
  return s + (p - mid + 4) + (&mid[off] - a) + (p > mid);
}

__device__ unsigned rows_and_columns(unsigned lane) {
  unsigned g[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}, i = lane % 3, j = lane & 3,
      s = 0;
  g[i][j] += 100;
  unsigned *r = g[i], (*c)[4] = g + 2;
  r[3 - j] ^= 32;
  (*c)[j]++;
  c[-1][j] *= 2;
  c -= i;
  (*c)[0] = 77;
  s = g[i][(j + 1) & 3] + *(*(g + i) + j) * 3;
  unsigned (&row)[4] = g[(i + 1) % 3];
  row[j] = s;
  const unsigned *end = &g[2][4];
  for (const unsigned *p = &g[0][0]; p != end; ++p) s = s * 5 + *p;
  return s + (c - g) + (r - *g) + (unsigned)(sizeof g[0] + sizeof(*c) + sizeof r);
}

struct Deep {
  struct { unsigned v[2]; struct { unsigned w; } z; } in[2];
  Deep *self;
  unsigned &ref;
  __device__ Deep(unsigned &r) : in{}, self(this), ref(r) {}
};

__device__ unsigned deep_places(unsigned lane) {
  unsigned o = 5;
  Deep d(o);
  d.self->in[lane & 1].v[lane >> 1 & 1] = lane;
  d.ref += 2;
  auto &x = d.in[1];
  x.z.w = o;
  unsigned *p = &d.self->in[0].z.w;
  *p = 8;
  auto y = x;
  y.v[0]++;
  d.in[0] = y;
  Deep e = d;
  e.ref++;
  e.in[0].v[1] = 50;
  e.self->in[1].v[1] += 3;
  return o * 1000 + d.in[0].v[0] + d.in[0].v[1] * 3 + d.in[0].z.w * 5 + d.in[1].v[0] * 7 +
      d.in[1].v[1] * 11 + d.in[1].z.w * 13 + e.in[1].v[1] * 17 + *p * 19 + (e.self == &d);
}
