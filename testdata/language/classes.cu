// Classes: construction, copies, inheritance, operators, unions and lifetimes.

struct Point {
  int x = 3, y;
  __device__ Point(int y) : y(y) {}
  __device__ Point(int x, int y) : x(x), y(y) {}
  __device__ Point operator+(const Point &o) const { return {x + o.x, y + o.y}; }
  __device__ Point &operator*=(int k) {
    x *= k;
    y *= k;
    return *this;
  }
  __device__ bool operator<(const Point &o) const { return x < o.x || x == o.x && y < o.y; }
  __device__ int operator[](int i) const { return i ? y : x; }
  __device__ int &operator()(int i) { return i ? y : x; }
  __device__ explicit operator bool() const { return x != y; }
  __device__ operator unsigned() const { return x * 100 + y; }
};

__device__ unsigned operators(unsigned lane) {
  Point a(lane), b(2, lane);
  Point c = a + b;
  (c *= 2) *= 3;
  c(1) -= 5;
  Point d = c;
  d(0)++;
  return unsigned(c + d) + (a < b) * 7 + (a ? 1000 : 2000) + c[1];
}

struct Counter {
  int *log;
  int weight;
  __device__ Counter(int *log, int weight) : log(log), weight(weight) { *log = *log * 2 + weight; }
  __device__ Counter(const Counter &o) : log(o.log), weight(o.weight + 1) { *log = *log * 3 + weight; }
  __device__ ~Counter() { *log = *log * 5 + weight; }
};

__device__ int by_value(Counter c) { return c.weight; }

__device__ unsigned lifetimes(unsigned lane) {
  int log = lane;
  {
    Counter a(&log, 1), b(a);
    if (lane & 1) {
      Counter c(&log, 7);
      if (lane & 2) return log;
      log += by_value(c);
    }
    for (int i = 0; i < 3; ++i) {
      Counter turn(&log, i);
      if (i == (int)(lane & 3)) break;
    }
    Counter(&log, 9);
    log ^= 0x55;
  }
  return log;
}

struct Base {
  int a;
  __device__ Base(int a) : a(a) {}
  __device__ int twice() const { return 2 * a; }
  __device__ int own() const { return 1; }
};
struct Middle : Base {
  int b;
  using Base::Base;
  __device__ int own() const { return Base::own() + 10; }
};
struct Other {
  int a = 40;
  int c = 50;
};
struct Derived : Middle, Other {
  int d;
  __device__ Derived(int d) : Middle(d + 1), d(d) { b = Middle::a * 2; }
  __device__ Derived() : Derived(8) { d++; }
};

__device__ int of_base(const Base &b) { return b.a + b.twice(); }
__device__ int of_other(Other *o) { return o->a++ + o->c; }

__device__ unsigned inheritance(unsigned lane) {
  Derived x(lane), y, z = x;
  z.Other::a += 5;
  static_cast<Base &>(z).a = 70;
  Other part = x;
  part.c = 0;
  int before = of_other(&z);
  return of_base(x) + 3 * before + 5 * z.Other::a + 7 * y.d + 11 * z.own() + 13 * z.Middle::a + x.c + part.a + y.b;
}

template <class Self> struct Doubled {
  __device__ int doubled() const { return 2 * static_cast<const Self *>(this)->value(); }
};
struct Seven : Doubled<Seven> {
  int extra;
  __device__ int value() const { return 7 + extra; }
};

__device__ unsigned static_polymorphism(unsigned lane) {
  Seven s;
  s.extra = lane;
  return s.doubled();
}

union Word {
  unsigned whole;
  unsigned short halves[2];
  unsigned char bytes[4];
  struct {
    unsigned low : 4, high : 28;
  } parts;
};

__device__ unsigned unions(unsigned lane) {
  Word w;
  w.whole = lane * 0x01010101u;
  w.halves[1] += 3;
  w.bytes[0] = 200;
  return w.whole + w.bytes[2] + w.halves[0];
}

struct Node {
  unsigned value;
  Node *next;
};

__device__ unsigned lists(unsigned lane) {
  Node c{3, nullptr}, b{lane, &c}, a{1, &b};
  unsigned sum = 0;
  for (Node *n = &a; n; n = n->next) sum = sum * 10 + n->value;
  a.next->next->value = 9;
  return sum + c.value;
}

struct Matrix {
  int cells[2][3];
  struct Row {
    int *first;
    __device__ int &operator[](int i) { return first[i]; }
  };
  __device__ Row operator[](int i) { return {cells[i]}; }
};

__device__ unsigned proxies(unsigned lane) {
  Matrix m = {{{1, 2, 3}, {4, 5, 6}}}, n = m;
  m[lane & 1][lane % 3] += 10;
  n.cells[1][2] = m[0][1] - m[1][0];
  int sum = 0;
  for (int i = 0; i < 6; ++i) sum = sum * 3 + m.cells[i / 3][i % 3] + n[i / 3][i % 3];
  return sum;
}

struct Shared {
  static constexpr int width = 4;
  static __device__ int area(int h) { return width * h; }
};

__device__ unsigned static_members(unsigned lane) {
  static constexpr int squares[] = {0, 1, 4, 9, 16};
  return Shared::area(lane) + Shared::width + squares[lane % 5];
}

struct Pair {
  unsigned first, second;
};
__device__ Pair split(unsigned x) { return {x / 8, x % 8}; }

__device__ unsigned structured_bindings(unsigned lane) {
  auto [q, r] = split(lane);
  Pair p{1, 2};
  auto &[a, b] = p;
  a += q;
  b = r;
  unsigned pairs[2] = {5, 6};
  auto [u, v] = pairs;
  u++;
  return p.first * 100 + p.second * 10 + u + v + pairs[0];
}

struct Aggregate {
  int a, b = 4;
  Pair p;
  int tail[3];
};

__device__ unsigned aggregates(unsigned lane) {
  Aggregate x{(int)lane}, y = {1, 2, {3, 4}, {5}}, z = x;
  z.p = y.p;
  z.tail[1] = y.tail[0];
  Aggregate all[2] = {y, z};
  all[1].p.second += 8;
  x = all[lane & 1];
  return x.a + 2 * x.b + 3 * x.p.first + 5 * x.p.second + 7 * x.tail[0] + 11 * x.tail[1] + 13 * x.tail[2];
}

struct Vector {
  int a, b = 2;
  int c = a + b;
  __device__ Vector plus(Vector r) const { return {a + r.a, b + r.b}; }
  __device__ Vector turned() const { return Vector{b, a, a - b}; }
  __device__ Vector with(int a) const {
    auto make = [this](int x) { return Vector{x, this->b}; };
    return make(a + this->a);
  }
};

__device__ unsigned lists_in_methods(unsigned lane) {
  Vector v{(int)lane}, w = v.plus(v), x = w.turned(), y = v.with(5);
  return v.c + 10 * w.a + 100 * w.b + 1000 * w.c + 3 * x.a + 5 * x.b + 7 * x.c + 11 * y.a + 13 * y.c;
}
