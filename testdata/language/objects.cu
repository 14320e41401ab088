// Objects: the order of what constructors and destructors do, bases and their parts.

struct Log { unsigned text = 0; __device__ void add(unsigned x) { text = text * 7 + x; } };
struct Loud {
  Log *log;
  unsigned n;
  __device__ Loud(Log *l, unsigned k) : log(l), n(k) { log->add(n); }
  __device__ Loud(const Loud &o) : log(o.log), n(o.n + 1) { log->add(n * 3); }
  __device__ Loud &operator=(const Loud &o) {
    n = o.n * 2;
    log->add(n * 5);
    return *this;
  }
  __device__ ~Loud() { log->add(n + 100); }
};
struct Members {
  Loud a, b;
  unsigned extra[2];
  Loud c[2];
  __device__ Members(Log *l, unsigned k) : b(l, k + 1), a(l, k), extra{k, 2}, c{{l, k + 2}, {l, k +
      3}} {
    l->add(50);
  }
  __device__ ~Members() { a.log->add(60); }
};

__device__ unsigned order_of_members(unsigned lane) {
  Log l;
  {
    Members m(&l, lane & 3);
    Members k = m;
    k = m;
    l.add(k.extra[0] + k.a.n + k.c[1].n);
  }
  return l.text;
}

__device__ Loud make(Log *l, unsigned n) { return Loud(l, n); }
__device__ unsigned peek(const Loud &x) { return x.n * 2; }
__device__ unsigned pass(Loud x) {
  x.n += 5;
  return x.n;
}

__device__ unsigned temporaries(unsigned lane) {
  Log l;
  unsigned r = peek(make(&l, lane & 1)) + peek(Loud(&l, 2));
  l.add(9);
  const Loud &kept = make(&l, 3);
  l.add(8);
  Loud &&moved = Loud(&l, 4);
  moved.n++;
  const Loud &chosen = lane & 2 ? Loud(&l, 1) : Loud(&l, 6);
  Loud x(&l, 5);
  r += pass(x) * 10 + pass(make(&l, 2));
  x = make(&l, 1);
  x = moved;
  (Loud(&l, 4), l.add(7));
  if (Loud t(&l, lane & 3); t.n > 1) l.add(t.n);
  else { Loud u = t; }
  bool both = peek(Loud(&l, lane & 1)) && peek(Loud(&l, 3));
  return r + kept.n + l.text * 3 + both + chosen.n;
}

__device__ unsigned ends_of_scopes(unsigned lane) {
  Log l;
  for (unsigned i = 0; i < 4; i++) {
    Loud a(&l, i);
    if (i == (lane & 3)) continue;
    Loud b(&l, i + 1);
    if (i + 1 == (lane >> 2)) break;
    while (true) {
      Loud c(&l, 2);
      if (lane & 1) goto out;
      break;
    }
  }
  out:
  auto early = [&](unsigned k) {
    Loud d(&l, k);
    if (k > 3) return 1u;
    Loud e(&l, k + 1);
    switch (k) {
      case 1: {
        Loud f(&l, 3);
        return 2u;
      }
      case 2: Loud g(&l, 4);
      break;
    }
    do {
      Loud h(&l, 1);
      if (k == 3) continue;
      l.add(k);
    }
    while (l.text % 3 == 1);
    return 3u;
  };
  unsigned r = early(lane & 7) * 100 + early(lane >> 3);
  Loud many[3] = {{&l, 1}, {&l, 2}, make(&l, 3)};
  Loud copies[2] = {many[lane % 3], many[1]};
  for (Loud x : many) l.add(x.n);
  for (const Loud &x : copies) l.add(x.n);
  return r + l.text;
}

struct Holder { Loud one; unsigned cells[3]; Loud two[2]; };

__device__ unsigned implicit_members(unsigned lane) {
  Log l;
  unsigned r;
  {
    Holder h{{&l, 1}, {lane, 2, 3}, {{&l, 4}, {&l, 5}}};
    Holder k = h;
    k.cells[1] = lane * 2;
    h = k;
    auto f = [h, cells = h.cells[1]] { return h.cells[0] + h.two[1].n + cells; };
    r = f() + h.cells[1] * 100 + k.two[0].n;
    Loud arr[2] = {{&l, 2}, {&l, 3}};
    auto g = [arr] { return arr[1].n; };
    auto [x, y] = arr;
    r += g() + x.n * 7 + y.n;
  }
  return r + l.text;
}

struct Restore {
  unsigned &r, old;
  __device__ Restore(unsigned &x) : r(x), old(x) {}
  __device__ ~Restore() { r = old; }
};

__device__ unsigned restored(unsigned lane) {
  unsigned x = lane, y = 0, a[2] = {1, 2};
  {
    Restore k(x);
    x = 50;
    y += x;
    {
      Restore m(a[lane & 1]);
      a[0] = a[1] = 9;
      y += a[0] + x;
    }
    if (lane & 2) {
      Restore n(y);
      y = 1000;
      x += y;
    }
    y += x;
  }
  auto f = [&]() -> unsigned {
    Restore k(x);
    x += 3;
    return x * 2;
  };
  return x + y * 3 + f() * 5 + x * 7 + a[0] * 11 + a[1] * 13;
}

struct Deleg {
  unsigned a = 3, b = a + 1, c;
  __device__ Deleg() : Deleg(7u) { c++; }
  __device__ explicit Deleg(unsigned x, unsigned y = 2) : b(x * y), c(a + b) {}
};
struct Inh : Deleg { using Deleg::Deleg; unsigned d = b + 100; };

__device__ unsigned delegating(unsigned lane) {
  Deleg x, y(lane), z(lane, 5u);
  Inh i(lane, 3u), j;
  Deleg arr[2];
  return x.a + x.b * 2 + x.c * 3 + y.b * 5 + y.c * 7 + z.b * 11 + z.c * 13 + i.b * 17 + i.d * 19 +
      j.c * 23 + j.d + arr[1].c * 29;
}

struct E0 {};
struct E1 : E0 { unsigned x; };
struct E2 : E0 { E0 e; unsigned y; };
struct Big : E1, E2 { unsigned char t; unsigned z; };

__device__ unsigned slices(unsigned lane) {
  Big b;
  b.x = lane;
  b.y = 2;
  b.t = 3;
  b.z = 4;
  E1 s = b;
  E2 &r = b;
  r.y += lane;
  s.x = 100;
  static_cast<E1 &>(b) = s;
  E2 q;
  q.y = 77;
  E2 *p = &b;
  Big *d = static_cast<Big *>(p);
  d->z = p->y + 1;
  *p = q;
  const E1 *c = &b;
  Big e = *static_cast<const Big *>(c);
  e.x++;
  return b.x + b.y * 10 + b.z * 100 + e.x * 7 + e.y + ((void *)p != (void *)&b);
}

__device__ unsigned slices_again(unsigned lane) {
  Big bs[2] = {};
  bs[lane & 1].y = lane;
  E2 *p = &bs[0];
  E1 *o = bs;
  Big *d = (Big *)p;
  d[1].z = 9;
  E2 &r = bs[1];
  E2 k = r;
  k.y += bs[lane & 1].y;
  r = k;
  bs[0] = bs[1];
  Big *n = nullptr;
  E2 *np = n;
  return bs[0].y + bs[0].z * 100 + bs[1].y * 1000 + (o == &bs[0]) +
      (p == static_cast<E2 *>(d)) * 2 + (np == nullptr) * 4 + sizeof(Big);
}

struct Num {
  unsigned v;
  __device__ Num(unsigned x = 4) : v(x) {}
  __device__ operator unsigned() const { return v; }
  __device__ Num operator++(int) {
    Num o = *this;
    v += 2;
    return o;
  }
  __device__ Num &operator++() {
    v++;
    return *this;
  }
  __device__ Num &operator+=(Num o) {
    v += o.v;
    return *this;
  }
  __device__ friend Num operator*(Num a, Num b) { return a.v * b.v + 1; }
  __device__ Num operator-() const { return 0 - v; }
  __device__ bool operator!() const { return v < 3; }
  __device__ Num *operator&() { return this + 0; }
  __device__ Num operator~() const { return ~v; }
};
__device__ Num operator+(Num a, int b) { return Num(a.v + b + 1000); }

__device__ unsigned user_numbers(unsigned lane) {
  Num a = lane, b, c = a * b, d{};
  a++;
  ++b;
  unsigned r = a++.v + (++b).v;
  (a += 3u) += c;
  Num *p = &a;
  r += (*p * Num(2)).v + (-d).v + !b * 7 + (~c).v;
  r += operator+(a, 1).v;
  r += a ? 1 : 2;
  r += lane < 16u && b;
  r += (lane & 1 ? a : c).v;
  unsigned t[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  r += t[Num(lane & 7)];
  switch (a) {
    case 7: r += 3;
    break;
    default: r += 5;
  }
  return r;
}

struct DA { unsigned x; };
struct DB : DA { unsigned b; };
struct DC : DA { unsigned c; };
struct DD : DB, DC { unsigned d; };

__device__ unsigned twice_a_base(unsigned lane) {
  DD d;
  d.DB::x = lane;
  d.DC::x = lane + 100;
  d.b = 1;
  d.c = 2;
  d.d = 3;
  DC &c = d;
  DA *first = static_cast<DB *>(&d), *second = &c;
  c.x += 5;
  DD e = d;
  return d.DB::x + 1000 * d.DC::x + (first == second) + first->x * 7 + second->x * 11 +
      e.DB::x * 13 + e.DC::x * 17;
}

template <class D> struct Crtp {
  unsigned n;
  __device__ unsigned twice() const { return 2 * static_cast<const D *>(this)->one(); }
  __device__ D &self() { return static_cast<D &>(*this); }
};
struct Pad { unsigned pad; };
struct Curious : Pad, Crtp<Curious> {
  unsigned m;
  __device__ unsigned one() const { return n + m * 3 + pad * 7; }
};

__device__ unsigned curious(unsigned lane) {
  Curious c;
  c.n = lane;
  c.m = 2;
  c.pad = 3;
  Crtp<Curious> &k = c;
  k.self().m = lane + 1;
  k.self().pad++;
  Curious cs[2] = {c, c};
  Crtp<Curious> *p = &cs[lane & 1];
  p->self().pad = 50;
  p->n = 1;
  return c.twice() + k.twice() + cs[0].one() * 100 + cs[1].twice() * 10000;
}

struct Vec2 { float x, y; };
struct Vec3 : Vec2 { float z; };
struct Vec3a : Vec3 {};

__device__ unsigned bases_as_bytes(unsigned lane) {
  Vec3a v;
  v.x = lane;
  v.y = 2;
  v.z = 3;
  float *p = (float *)&v;
  float s = p[0] + p[1] * 2 + p[2] * 4;
  p[lane % 3] = 9;
  Vec3 w = v;
  Vec2 *q = &w;
  q->x += 1;
  p[2] += 1;
  return (unsigned)(s + v.x + v.y * 3 + v.z * 5 + w.x + w.y + w.z);
}

__device__ unsigned qualified_bases(unsigned lane) {
  volatile Big v;
  const Big c = {};
  volatile E2 &r = v;
  volatile E1 *p = &v;
  const E2 *q = &c;
  const volatile E1 &k = *p;
  v.x = v.y = 1;
  r.y = lane;
  p->x = 4;
  return v.x + v.y * 10 + k.x * 1000 + q->y + static_cast<volatile Big &>(r).x;
}
