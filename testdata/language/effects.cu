// Floats, lambdas, and control flow with side effects.

#include <cstring>

__device__ float half_of(float x) { return x * 0.5f; }

__device__ unsigned float_steps(unsigned lane) {
  unsigned n = 0;
  for (float f = 0; f < 2.0f; f += 0.25f) n += f < lane * 0.125f;
  float s = 0;
  for (int i = 0; i < (int)(lane & 7); i++) s += 0.5f * i;
  double d = 1;
  while (d < lane) d *= 2;
  float g = lane;
  do g /= 2;
  while (g > 1.5f);
  return n + (unsigned)(s * 4) * 10 + (unsigned)d * 1000 + (unsigned)(g * 64) * 100000;
}

__device__ unsigned not_numbers(unsigned lane) {
  float z = lane & 1 ? 0.0f : 1.0f, n = (1 - z) / (1 - z), i = 1 / z, m = -0.0f * z;
  bool a = n == n, b = n != n, c = n < 1, d = n > 1, e = !(n >= 1), f = n ? true : false,
      g = n && true;
  if (lane & 1) return (i == 1) + 2;
  return a + b * 2 + c * 4 + d * 8 + e * 16 + f * 32 + g * 64 + (m == 0) * 128 +
      (1 / m < 0) * 256 + (n <= n) * 512 + !n * 1024 + (i > n) * 2048 + (n == 0 ? 4096 : 0);
}

__device__ unsigned float_choices(unsigned lane) {
  float x = lane - 7.5f, lo = x < 0 ? x : 0, hi = x > 0 ? x : 0, a = x < 0 ? -x : x;
  int t = (int)x, r = (int)(x + (x < 0 ? -0.5f : 0.5f));
  unsigned u = (unsigned)a;
  float fr = x - t;
  double d = x;
  return (int)(lo * 2) + (unsigned)(hi * 2) * 10 + (unsigned)(a * 2) * 100 + t * 3 + r * 7 +
      u * 11 + (fr == 0.5f) + (fr == -0.5f) * 2 + (d == x) * 4 + (x == (float)t) * 8 +
      (0.1f == 0.1) * 16 + (0.5f == 0.5) * 32 + (float)(x + 1e10) * 0;
}

__device__ unsigned float_bits(unsigned lane) {
  float f = lane + 0.5f;
  unsigned w;
  memcpy(&w, &f, 4);
  int e = (w >> 23) - 127;
  double d = f;
  unsigned long long l;
  memcpy(&l, &d, 8);
  union { float f; unsigned u; } v = {f};
  v.u ^= 0x80000000u;
  return (w >> 20) + e * 10 + (unsigned)(l >> 48) + (v.f < 0) + (v.f == -f) * 2 +
      (half_of(v.f) * -2 == f) * 4;
}

__device__ unsigned captures(unsigned lane) {
  unsigned a = lane, b = 2, arr[3] = {1, lane, 3};
  auto v = [=]() mutable {
    a += b;
    arr[1]++;
    return a * 10 + arr[1];
  };
  auto w = v;
  unsigned r = v() + v() * 3 + w() * 7;
  a = 100;
  arr[1] = 50;
  r += v();
  auto f = [&, b](unsigned k) {
    a += b * k;
    arr[0] += a;
    return [&a, k](unsigned j) { return a++ * k + j; };
  };
  auto g = f(2);
  b = 9;
  r += g(1) * 11 + g(2) * 13 + a + arr[0];
  auto gen = [](auto self, unsigned n, auto... more) -> unsigned {
    return n + sizeof...(more) + self(self, more...);
  };
  auto h = [p = &a, c = lane * 2, &d = arr[2]](int x) mutable {
    *p += x;
    d += c++;
    return c;
  };
  r += h(1) + h(2);
  return r + a * 17 + arr[2] * 19 + [](auto x, auto y) {
    return x < y;
  }(lane, 5u) + [&]() -> unsigned & { return b; }()++ + b;
}

template <class F> struct Fn {
  F f;
  unsigned n;
  template <class... A> __device__ auto operator()(A... a) {
    n++;
    return f(a...) + n;
  }
};
template <class F> __device__ Fn(F, unsigned) -> Fn<F>;

__device__ unsigned held_lambdas(unsigned lane) {
  unsigned k = lane;
  Fn fn{[&k](unsigned x) { return k++ + x; }, 1u};
  auto compose = [](auto f, auto g) {
    return [=](auto x) mutable { return f(g(x)); };
  };
  auto c = compose(fn, [](unsigned x) { return x * 2; });
  unsigned r = c(3);
  r += fn(1) * 10;
  r += c(1) * 100;
  auto step = [n = 0u]() mutable { return n++; };
  auto copy = step;
  step();
  step();
  return r + step() * 1000 + copy() * 7 + k;
}

__device__ unsigned in_out(unsigned lane) {
  unsigned r = 0, i = 0;
  do {
    if (i == 2) continue;
    if (lane == i + 9) break;
    r += i;
  }
  while (i++ < (lane & 7));
  for (;;) {
    if (r > 30 + lane) break;
    r += 7;
    switch (r & 3) {
      case 0: continue;
      case 1: r++;
      break;
      default: r += 2;
      case 3: r += 3;
    }
    if (r % 5 == 0) goto out;
  }
  r += 1000;
  out: while (unsigned t = r % 4) r += t;
  for (unsigned a = 0, b = lane; a < b; a += 3, --b) {
    for (unsigned c = 0;; c++) {
      if (c == a) goto next;
      if (c > b) break;
      r++;
    }
    r += 10;
    next:;
  }
  return r;
}

__device__ unsigned backwards(unsigned lane) {
  unsigned i = 0, r = 1;
  again: r = r * 5 + i;
  if (++i < lane % 6) goto again;
  if (r & 1) {
    r >>= 1;
    if (i++ < 8) goto again;
    goto end;
  }
  r += 7;
  end: return r + i * 1000000;
}

__device__ unsigned effects_in_places(unsigned lane) {
  unsigned a[6] = {1, 2, 3, 4, 5, 6}, i = lane & 1, j = 0;
  a[i++] += i;
  a[i] = i++;
  a[j++ + (i & 1)] = 40 + j;
  unsigned *p = a + 2;
  *++p -= 3;
  p[-1] ^= p[1];
  --*p--;
  (i ? a[i] : j) = (j = 3, i + j);
  a[j] = a[j - 1] = a[0] += 5;
  unsigned x = (j++, j) + (i = 2) * 10;
  bool t = (i = 0) && ++j || j++ && !(j += 10) || ++i;
  return a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 + a[4] * 11 + a[5] * 13 + x * 17 + i * 1000 +
      j * 10000 + t + (unsigned)(p - a) * 100000;
}
