// Conversions among all arithmetic types, and arithmetic on narrow and mixed ones.

#include <initializer_list>

enum Old { minus = -1, plus = 300 };
enum Tiny : unsigned char { t0, t250 = 250 };
enum class Scoped : short { a = -5, b = 5 };
enum Huge : long long { big = 1ll << 40, neg = -(1ll << 40) };
enum Flags : unsigned { f1 = 1, f31 = 1u << 31 };
template <class T, class F> __device__ unsigned long long conv(F f) {
  return (unsigned long long)(long long)(T)f;
}
template <class F> __device__ unsigned all(F f) {
  unsigned long long s = 0;
  s = s * 31 + conv<char>(f);
  s = s * 31 + conv<signed char>(f);
  s = s * 31 + conv<unsigned char>(f);
  s = s * 31 + conv<short>(f);
  s = s * 31 + conv<unsigned short>(f);
  s = s * 31 + conv<int>(f);
  s = s * 31 + conv<unsigned>(f);
  s = s * 31 + conv<long>(f);
  s = s * 31 + conv<unsigned long>(f);
  s = s * 31 + conv<long long>(f);
  s = s * 31 + conv<unsigned long long>(f);
  s = s * 31 + conv<bool>(f);
  s = s * 31 + conv<Old>(f) ;
  s = s * 31 + conv<Scoped>(f);
  s = s * 31 + conv<Tiny>(f);
  s = s * 31 + conv<Huge>(f) + conv<Flags>(f) + conv<wchar_t>(f) + conv<char16_t>(f) * 3;
  return unsigned(s) ^ unsigned(s >> 32);
}

__device__ unsigned from_signed(unsigned lane) {
  return all((char)(lane * 9 - 128)) + 3 * all((signed char)(lane - 16)) +
      5 * all((short)(lane * 3000)) + 7 * all((int)(lane * 0x9e3779b9)) +
      11 * all((long long)lane * 0x9e3779b97f4a7c15ll) + 13 * all((long)lane - 7);
}

__device__ unsigned from_unsigned(unsigned lane) {
  return all((unsigned char)(lane * 9 - 128)) + 5 * all((unsigned short)(lane * 3000)) +
      7 * all((unsigned)(lane * 0x9e3779b9)) +
      11 * all((unsigned long long)lane * 0x9e3779b97f4a7c15ull) + 13 * all(lane > 5) +
      17 * all(~0ul - lane);
}

__device__ unsigned from_enums(unsigned lane) {
  return all(lane & 1 ? minus : plus) + 3 * all((Tiny)(lane * 9)) +
      5 * all(lane & 2 ? Scoped::a : Scoped::b) + 7 * all(lane & 1 ? big : neg) +
      9 * all((Flags)(f31 | lane));
}

__device__ unsigned from_floats(unsigned lane) {
  float f = lane * 3.75f - 40;
  double d = lane * 1e9 + 0.75;
  return (int)f + 3u * (signed char)f + 5u * (short)-f + 7u * (long long)f + 11u * (unsigned)(f +
      40) + 13u * (unsigned char)(lane * 7.9f) + 17u * bool(f + 40) +
      19u * (unsigned)(unsigned long long)d + 23u * (unsigned)((long long)-d >> 20) +
      29u * (d > 5e9) + 31u * (int)(float)(d / 1024) + bool(0.25f) + !0.5 * 2 + bool(-0.0f) * 4 +
      (unsigned short)(d / 1e6);
}

__device__ unsigned to_floats(unsigned lane) {
  int i = 16777217 + (int)lane;
  unsigned u = 0xffffff00u + lane * 8;
  long long l = -(1ll << 40) - lane;
  unsigned long long w = ~0ull - lane;
  bool b = lane & 1;
  char c = lane * 9 - 100;
  float f = i, g = u, h = l, k = w, m = b, n = c;
  double d = i, e = w, o = true;
  return (unsigned)(long long)f + (unsigned)(long long)g * 3 + (unsigned)(long long)h +
      (k >= 1.8446744e19f) * 5 + (m == b) * 7 + (unsigned)(n * 2 + 500) * 11 + (unsigned)d +
      (e == 18446744073709551616.0) * 13 + (int)(o + m) * 17 + (f == i) * 19 + (i == (int)d) * 23 +
      (u > 4294967040.f) * 29;
}

__device__ unsigned mixed_comparisons(unsigned lane) {
  signed char c = lane - 4;
  unsigned char uc = lane - 4;
  short s = lane - 4;
  unsigned short us = lane - 4;
  int i = lane - 4;
  unsigned u = lane - 4;
  long long l = i;
  unsigned long long w = u;
  unsigned long long v = i;
  bool b = lane & 4;
  unsigned r = 0;
  for (bool x : {c < uc, c == uc, s < us, c < u, s < u, i < u, i < us, u < l, l < w, w == v,
      (long long)v == l, u == v, c == s, -1 < u, -1 < us, -1 < w, uc < -1, b > i, b == u, b < true,
      -1 > sizeof(int), 'a' < uc, u - 5 < 3, us - 5 < 3, i - 5 < 3u, (c & 0x80) != 0,
      (uc & 0x80) != 0, (c ^ uc) == 0, ~us == ~s, !c == !uc})     r = r * 2 + x;
  return r;
}

__device__ unsigned mixed_arithmetic(unsigned lane) {
  signed char c = lane * 5 - 70;
  unsigned char uc = lane * 9;
  short s = lane * 2500 - 30000;
  unsigned short us = lane * 3000;
  int i = (int)lane * -90000000;
  unsigned u = lane * 300000000;
  long long l = i * 3ll;
  unsigned long long w = u * 5ull;
  return c * uc + (unsigned)(us * us) + s / 7 + us / -7 + i / 7 + u / 7 + (unsigned)(i / 7u) +
      (unsigned)(l / 5) + (unsigned)(w % 1000) + (unsigned)(l % 77) + c % 5 + (uc << 25) +
      (c << 4) + (us >> 3) + (s >> 3) + (unsigned)(u << 3 >> 5) + (unsigned)(w << 40 >> 35) +
      (unsigned)(l >> 20) + (i >> 31) + (-c >> 1) + (~uc & s) + (us | c) +
      (unsigned)((u ^ l) >> 30) + (unsigned)(c * u) + (unsigned)(l * w >> 33) + -u + -us + +c + !s;
}

__device__ unsigned narrow_compounds(unsigned lane) {
  unsigned char a = lane * 7;
  signed char b = lane * 7;
  short c = lane * 999;
  unsigned short d = lane * 2222;
  bool e = lane & 2;
  int f = lane;
  float g = lane;
  unsigned long long h = lane;
  Tiny t = t250;
  a += 300;
  a >>= 1;
  a = ~a;
  a -= 200;
  a *= a;
  a <<= 3;
  a ^= -1;
  a /= 3;
  a %= 50;
  a |= 0x181;
  a++;
  --a;
  a--;
  b += 100;
  b >>= 1;
  b = -b;
  b *= 3;
  b <<= 1;
  b /= -3;
  b++;
  b ^= 0x1ff;
  b %= 11;
  b -= 130;
  c *= c;
  c >>= 2;
  c /= 7;
  c -= 40000;
  c |= 1;
  c %= 1000;
  d *= d;
  d >>= 3;
  d = -d;
  d += c;
  d <<= 5;
  d /= 3;
  d &= ~3;
  e += 2;
  e -= 1;
  e |= 4;
  e &= 2;
  e ^= 1;
  e *= 0.5;
  e <<= 1;
  f *= 2.5f;
  f /= 0.75;
  f -= 1.9;
  f += 3u;
  f >>= 1ull;
  g += 1;
  g /= 4;
  g -= 0.125;
  g *= g;
  h <<= 33;
  h -= 1;
  h >>= 3u;
  h /= 7u;
  h ^= -1;
  h *= -3;
  a += 1.9f;
  c += 0.7;
  a -= (unsigned char)0.9;
  t = (Tiny)(t + lane);
  return a + b * 3 + c * 5 + d * 7 + e * 11 + f * 13 + (int)(g * 64) * 17 +
      (unsigned)(h >> 9) * 19 + t * 23 + (t < lane) * 29;
}

__device__ unsigned narrow_steps(unsigned lane) {
  unsigned char a = 254 + lane;
  signed char b = 126 + lane;
  short c = 32766 + lane;
  unsigned short d = lane;
  char e = 127;
  unsigned r = 0;
  unsigned long long h = 0;
  float f = lane;
  r = a++ + 3 * ++a + 5 * b++ + 7 * ++b + 11 * c++ + 13 * ++c + 17 * d-- + 19 * --d + 23 * e++ +
      29 * e + 31u * (unsigned)(h-- >> 3) + (unsigned)(h >> 5) + (int)(f++ * 2) + (int)--f;
  unsigned char &k = a;
  k--;
  k -= lane;
  signed char *p = &b;
  (*p)--;
  *p += lane;
  unsigned char q[3] = {255, 0, 255};
  q[lane % 3]++;
  q[1]--;
  return r + a + *p * 3 + q[0] * 5 + q[1] * 7 + q[2] * 11 + c + d + (int)f;
}
