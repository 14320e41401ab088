// Bit-fields, switches over wide and narrow numbers, and initial values.

#include <initializer_list>
#include <cstring>

struct Bits3 { unsigned low : 3, high : 5; int s : 4; bool f : 1; long long w : 40; };

__device__ unsigned chosen_bit_fields(unsigned lane) {
  Bits3 b = {}, c = {};
  (lane & 1 ? b.low : b.high) = lane * 3;
  (lane & 2 ? b : c).s = lane;
  (b.f = lane & 4, c.low) = lane + 1;
  c.high = c.low = lane * 5;
  unsigned k = (b.low += 3) + (c.high -= 7) * 10 + c.low++ * 100 + --c.low * 1000;
  ++(c.high = lane);
  b.w = (long long)lane << 38 | 5;
  return k + b.low + b.high * 10 + unsigned(b.s) * 100 + unsigned(c.s) * 1000 + b.f * 31 + c.high +
      (unsigned)(b.w >> 30);
}

__device__ unsigned promoted_bit_fields(unsigned lane) {
  Bits3 b = {lane, lane, (int)lane, false, -(long long)lane};
  return (b.low - 5 < 0) + (~b.low < 0) * 2 + (b.low > -1) * 4 + (b.s < 3u) * 8 + (b.w < 0) * 16 +
      (b.low << 30 < 0) * 32 + (b.f - 1 < 0) * 64 + sizeof(b);
}

__device__ unsigned bound_bit_fields(unsigned lane) {
  Bits3 b = {lane, 1, -1, true, 7};
  auto &[low, high, s, f, w] = b;
  low = lane + 2;
  high += lane;
  s--;
  w *= lane;
  auto [l2, h2, s2, f2, w2] = b;
  l2 += 7;
  const unsigned &r = b.low;
  b.low = 2;
  return b.low + b.high * 10 + unsigned(b.s) * 100 + b.f + unsigned(b.w) + l2 * 1000 + h2 + s2 +
      r * 3 + f2 + w2;
}

__device__ unsigned signed_cases(unsigned lane) {
  unsigned u = lane - 3, r = 0;
  signed char c = lane * 11 - 128;
  unsigned char uc = 250 + lane;
  long long w = (long long)lane << 33;
  unsigned long long x = ~0ull - lane;
  switch (u) {
    case 0xffffffffu: r = 1;
    break;
    case 0xfffffffeu: r = 2;
    break;
    case 5 ... 9: r = 3;
    break;
    case 0xfffffff0u ... 0xfffffffdu: r = 4;
    break;
    default: r = 5;
  }
  switch (c) {
    case -128: r += 10;
    break;
    case '\x81' ... -1: r += 20;
    break;
    case 0: r += 25;
    default: r += 30;
  }
  switch (uc) {
    case 255: r += 100;
    break;
    case 0: r += 200;
    break;
    case 1 ... 8: r += 300;
  }
  switch (w) {
    case 0: r += 1000;
    break;
    case 1ll << 33: r += 2000;
    break;
    case 1ll << 34 ... 9ll << 33: r += 3000;
    break;
    default: r += 4000;
  }
  switch (x) {
    case ~0ull: r += 10000;
    break;
    case ~0ull - 5 ... ~0ull - 2: r += 20000;
    break;
    default: r += 30000;
  }
  switch (lane > 4) {
    case false: r += 100000;
    break;
    case true: r += 200000;
  }
  return r;
}

__device__ unsigned ranges_over_the_middle(unsigned lane) {
  unsigned u = 0x7ffffff0u + lane, r = 0;
  switch (u) {
    case 0x7ffffff8u ... 0x80000003u: r = 1;
    break;
    default: r = 2;
  }
  switch ((int)u) {
    case 0x7ffffff8 ... 0x7fffffff: r += 10;
    break;
    case -0x7fffffff - 1 ... -0x7fffffff: r += 20;
  }
  return r;
}

__device__ unsigned elvis(unsigned lane) {
  unsigned n = 0;
  auto tick = [&] { n++; return lane & 3; };
  unsigned a = tick() ?: 9, b = lane ?: 4;
  unsigned *p = nullptr, *q = p ?: &a;
  *q += 100;
  return a + b * 10 + n * 1000 + ({ unsigned z = lane; z * 2; }) + (unsigned[]) { 7, 8, 9 }
  [lane % 3];
}

struct In { unsigned a, b = 5, c[2]; };
struct Out { In x, y = {7}; unsigned z; In w[2]; };

__device__ unsigned partly(unsigned lane) {
  In i = {lane}, j{}, k = {1, 2, {lane}};
  Out o = {{1}, .z = lane}, p{}, q = {.w = {{lane, 2}, {}}};
  unsigned g[3][3] = {{lane}, {1, 2}}, f[5] = {1, lane};
  In *n = &o.w[1];
  n->c[1]++;
  unsigned (&row)[3] = g[1];
  row[2] = 9;
  struct { unsigned x : 4, y; } an = {lane, 2};
  int neg[2] = {-1};
  return i.a + i.b + i.c[1] + j.b * 3 + j.a + k.c[0] + k.c[1] + k.b * 7 + o.x.b * 11 + o.y.a * 13 +
      o.y.b + o.z + p.z + p.y.a + p.w[1].b + q.w[0].a * 17 + q.w[0].c[0] + q.w[1].b + q.y.a +
      g[0][0] + g[1][1] * 3 + g[2][2] + g[1][2] + f[1] + f[4] + o.w[1].c[1] + an.x + an.y +
      (neg[1] - neg[0]);
}

__device__ unsigned from_lists(unsigned lane) {
  unsigned r = 0;
  for (unsigned x : {lane, 4u, lane + 2}) r = r * 5 + x;
  auto l = {1u, lane, 3u};
  for (auto p = l.begin(); p != l.end(); ++p) r += *p * l.size();
  auto sum = [](std::initializer_list<unsigned> v) {
    unsigned s = 0;
    for (auto x : v) s = s * 3 + x;
    return s;
  };
  return r + sum({lane, 2, 3}) + sum({});
}

enum Hue : unsigned char { red, green = 2, blue = 7 };
struct Mixed {
  Hue h : 3;
  bool b : 1;
  char c : 4;
  signed char d : 7;
  unsigned short e : 11;
  long long f : 33;
  unsigned long long g : 50;
};

__device__ unsigned fields_of_all_kinds(unsigned lane) {
  Mixed m{}, ms[3] = {};
  m.h = (Hue)(lane & 7);
  m.b = lane;
  m.c = lane;
  m.d = lane * 9;
  m.e = lane * 999;
  m.f = -(long long)lane << 28;
  m.g = ~0ull * lane;
  m.d++;
  m.e--;
  m.c <<= 1;
  m.f /= 3;
  m.g >>= 4;
  ms[lane % 3] = m;
  ms[(lane + 1) % 3].d -= 3;
  ms[lane % 3].e += 7;
  ms[1].h = blue;
  Mixed k = lane & 1 ? m : ms[lane % 3];
  m = ms[2] = k;
  return m.h + m.b * 3 + m.c * 5u + m.d * 7u + m.e * 11 + (unsigned)(m.f >> 20) +
      (unsigned)(m.g >> 30) + ms[0].h * 13 + ms[1].d * 17u + ms[2].e * 19 + (m.c < 0) +
      (m.f < 0) * 2 + ms[1].h;
}

struct Anon {
  unsigned kind;
  union { unsigned n; struct { unsigned short x, y; }; float f[1]; };
  struct { unsigned tail[2]; };
};

__device__ unsigned anonymous_parts(unsigned lane) {
  Anon a = {1, {lane * 70000}, {{3, 4}}}, b = a, c[2] = {a, {}};
  b.x = 5;
  b.tail[lane & 1] = 9;
  c[lane & 1].y += lane;
  c[1].n += c[0].tail[1];
  unsigned *p = &b.n, *q = b.tail;
  *p += 1;
  q[1]++;
  unsigned short *h = &c[0].x;
  *h = 77;
  Anon *d = &c[lane >> 1 & 1];
  d->tail[0] = d->n;
  return a.x + a.y * 3 + b.n * 5 + b.y + b.tail[0] * 7 + b.tail[1] * 11 + c[0].n * 13 +
      c[1].n * 17 + c[0].tail[0] + c[1].tail[0] * 19;
}
