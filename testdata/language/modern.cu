// What C++17 and C++20 add, and the rarer corners of the language.

__device__ unsigned bound_to_arrays(unsigned lane) {
  unsigned cells[3] = {lane, lane * 2, 7};
  auto [a, b, c] = cells;
  auto &[x, y, z] = cells;
  x += 5;
  z = a + b;
  return cells[0] * 10000 + cells[2] * 100 + y + c;
}

__device__ unsigned initialised_conditions(unsigned lane) {
  unsigned r = 0;
  if (unsigned half = lane / 2; half % 2 == 0)
    r += half;
  else
    r += 100 + half;
  switch (unsigned k = lane & 3; k) {
  case 0:
    r += 1000;
    break;
  case 2:
    r += k;
    [[fallthrough]];
  default:
    r += 50;
  }
  if (unsigned *p = lane > 5 ? &r : nullptr)
    *p += 3;
  return r;
}

struct Captured {
  unsigned n;
  __device__ unsigned run(unsigned lane) {
    auto outer = [*this, lane](unsigned x) mutable {
      n += x;
      auto inner = [&, k = n * 2] { return [=] { return k + n + lane; }; };
      n++;
      return inner()() + n;
    };
    auto byThis = [this] { return [this] { return n++; }(); };
    return outer(3) * 100 + byThis() + n;
  }
};

__device__ unsigned nested_lambdas(unsigned lane) { return Captured{lane + 1}.run(lane); }

template <class... F> __device__ void each(F... f) { (f(), ...); }
template <class... T> __device__ unsigned weighted(T... x) {
  unsigned w = 1, sum = 0;
  ((sum += w * x, w *= 3), ...);
  return sum;
}

__device__ unsigned folded_commas(unsigned lane) {
  unsigned r = lane;
  each([&] { r += 2; }, [&] { r *= 3; }, [&] { r ^= 5; });
  return r * 1000 + weighted(lane, 2u, lane + 1);
}

template <class T> __device__ unsigned by_kind(T x) {
  if constexpr (sizeof(T) == 1)
    return 1000 + x;
  else if constexpr (sizeof(T) == 4 && T(-1) < T(0))
    return 2000 + x;
  else
    return 3000 + unsigned(x);
}

__device__ unsigned constant_conditions(unsigned lane) {
  return by_kind<signed char>(lane) + by_kind<int>(lane * 2) + by_kind<unsigned long long>(lane);
}

struct Countdown {
  struct Position {
    unsigned at;
    __device__ unsigned operator*() const { return at * at; }
    __device__ Position &operator++() {
      --at;
      return *this;
    }
    __device__ friend bool operator!=(Position a, Position b) { return a.at != b.at; }
  };
  unsigned from;
  __device__ Position begin() const { return {from}; }
  __device__ Position end() const { return {0}; }
};

__device__ unsigned ranges(unsigned lane) {
  unsigned table[2][3] = {{1, 2, 3}, {lane, 5, 6}}, r = 0;
  for (auto &row : table)
    for (unsigned &cell : row)
      r = r * 3 + cell++;
  for (unsigned square : Countdown{lane % 4})
    r += square;
  return r + table[1][0];
}

struct Settings {
  unsigned a = 1;
  struct Inner {
    unsigned b, c = 4;
  } inner;
  unsigned list[2];
};

__device__ unsigned designated(unsigned lane) {
  Settings s = {.a = lane, .inner = {.b = 2}, .list = {lane, 9}};
  Settings t = {.inner = {.b = lane, .c = 6}};
  return s.a + s.inner.b * 10 + s.inner.c * 100 + s.list[1] + t.a * 1000 + t.inner.c + t.inner.b + t.list[0];
}

struct Root { unsigned r; };
struct Leaf : Root, Countdown {
  unsigned l = 8;
};

__device__ unsigned aggregate_bases(unsigned lane) {
  Leaf x{{lane}, {3}, 4}, y{{lane + 1}, {}};
  auto [from] = static_cast<Countdown &>(x);
  return x.r + x.from * 10 + x.l * 100 + y.r * 1000 + y.from + y.l + from;
}

template <class T, unsigned N = 2> struct Deduced {
  T cells[N];
  __device__ Deduced(T a, T b) : cells{a, b} {}
  __device__ T sum() const { return cells[0] + cells[1]; }
};

__device__ unsigned deduced_classes(unsigned lane) {
  Deduced both(lane, 4u);
  return both.sum() + Deduced(1, 2).sum();
}

struct Constants {
  static constexpr unsigned table[3] = {3, 1, 4};
  inline static const unsigned more = 15;
};
inline constexpr unsigned whole = 9;
template <class T> constexpr unsigned size_of = sizeof(T) + 1;

__device__ unsigned inline_constants(unsigned lane) {
  return Constants::table[lane % 3] + Constants::more + whole * size_of<short>;
}

struct Handle2 {
  Captured *at;
  __device__ Captured *operator->() const { return at; }
  __device__ Captured &operator*() const { return *at; }
};
struct Twice {
  Handle2 inner;
  __device__ Handle2 operator->() const { return inner; }
};
__device__ constexpr unsigned operator""_dozen(unsigned long long n) { return n * 12; }
__device__ unsigned operator""_len(const char *text, decltype(sizeof 0) n) { return n * 2 + text[0]; }

__device__ unsigned arrows_and_literals(unsigned lane) {
  Captured c{lane};
  Twice t{{&c}};
  t->n += 2;
  (*t.inner).n *= 2;
  return t->n + 2_dozen + "ab"_len;
}

__device__ unsigned alternative_tokens(unsigned lane) <%
  unsigned a<:2:> = <%lane, 3%>;
  if (not(lane bitand 1) and lane not_eq 4 or lane == 7)
    a<:0:> or_eq 64;
  return (a<:0:> xor 5) bitor compl 0u << 10;
%>

__device__ unsigned commas_and_choices(unsigned lane) {
  unsigned a = 1, b = 2, c = 3;
  for (unsigned i = 0, j = 10; i < j; i++, j -= 2)
    a += i * j;
  (lane & 1 ? a : b) = lane;
  (lane > 3 ? lane > 10 ? a : b : c) += 100;
  (a += 2) *= 3;
  ++(b -= 1);
  return a * 10000 + b * 100 + c;
}

__device__ unsigned summed(unsigned (*rows)[3], unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++)
    s += (*(rows + i))[i] + rows[i][2];
  return s;
}
template <unsigned N> __device__ unsigned last(const unsigned (&cells)[N]) { return cells[N - 1] + N; }

__device__ unsigned pointers_to_arrays(unsigned lane) {
  unsigned grid[3][3] = {{lane, 1, 2}, {3, 4, 5}, {6, 7, lane}};
  unsigned (*middle)[3] = &grid[1];
  (*middle)[2] = 50;
  unsigned *cell = *middle + 1;
  cell[-1] = 9;
  return summed(grid, 3) * 100 + last(grid[2]) + last(*middle) + middle[1][0];
}

enum class Level : unsigned char { low = 250, high = 255 };
__device__ constexpr Level operator+(Level a, unsigned b) { return Level(unsigned(a) + b); }

__device__ unsigned scoped_enumerations(unsigned lane) {
  Level x = Level::low + lane;
  using Short = unsigned short;
  return unsigned(x) * 1000 + (x == Level::high) * 100 + (x < Level::high) + Short(Level{7}) + Short(-1);
}

struct Packed {
  unsigned a : 3, : 2, b : 5;
  int c : 4;
  bool d : 1;
};

__device__ unsigned packed_fields(unsigned lane) {
  Packed p{lane, lane * 3, int(lane), lane > 3};
  p.a++;
  p.c -= 3;
  unsigned old = p.b++;
  Packed q = p;
  q.b ^= old;
  return p.a + p.b * 10 + unsigned(p.c) + p.d * 1000 + q.b * 10000 + sizeof(Packed);
}

union Either {
  unsigned whole;
  unsigned short halves[2];
  __device__ Either(unsigned x) : whole(x) {}
  __device__ Either(unsigned short low, unsigned short high) : halves{low, high} {}
};

__device__ unsigned constructed_unions(unsigned lane) {
  Either a(lane * 70000), b(lane, 2);
  return a.halves[0] + a.halves[1] * 7 + b.whole;
}

template <template <class, unsigned> class C, class T> __device__ unsigned through(T x) {
  return C<T, 2>(x, x).sum();
}
template <auto V, auto... Rest> struct Sum2 {
  static constexpr unsigned value = V + Sum2<Rest...>::value;
};
template <auto V> struct Sum2<V> { static constexpr unsigned value = V; };

__device__ unsigned template_templates(unsigned lane) { return through<Deduced>(lane) + Sum2<1, 'a', 5u>::value; }

struct Gauge {
  unsigned base;
  __device__ unsigned add(unsigned x) { return base += x; }
  __device__ unsigned times(unsigned x) const { return base * x; }
  __device__ unsigned minus(unsigned x) const noexcept { return base - x; }
  __device__ unsigned power(unsigned x) const { return base ^ x; }
};
struct WideGauge : Root, Gauge {};
typedef unsigned (Gauge::*Reading)(unsigned) const;
template <Reading R> __device__ unsigned read(const Gauge &g, unsigned x) { return (g.*R)(x); }
template <class F, class C, class... T> __device__ unsigned invoked(F f, C &c, T... x) { return (c.*f)(x...); }

__device__ unsigned member_functions(unsigned lane) {
  Gauge g{lane + 1};
  Reading readings[3] = {&Gauge::times, &Gauge::minus, &Gauge::power};
  Reading none = nullptr;
  unsigned r = (g.*readings[lane % 3])(7);
  unsigned (Gauge::*add)(unsigned) = &Gauge::add;
  r += ((&g)->*add)(lane) * 100 + invoked(add, g, 2u) + read<&Gauge::times>(g, 3);
  WideGauge w{{3}, {lane}};
  unsigned (WideGauge::*wide)(unsigned) const = lane & 1 ? readings[0] : readings[2];
  return r + (w.*wide)(5) * 10 + (none == nullptr) + (wide ? 2000 : 0);
}

typedef unsigned (*Simple)(unsigned);
__device__ unsigned given_to(Simple f, unsigned x) { return f(x) + f(x + 1); }
__device__ unsigned quiet(unsigned x) noexcept { return x * 5; }

__device__ unsigned lambdas_as_pointers(unsigned lane) {
  Simple f = [](unsigned x) { return x * 3; };
  auto g = +[](unsigned x) -> unsigned { return x ^ 9; };
  Simple table[] = {f, g, [](unsigned x) { return x - 1; }, quiet};
  return table[lane % 4](lane + 40) * 1000 + given_to([](unsigned x) { return x / 2; }, lane) + g(lane);
}

__device__ unsigned with_dynamic_defaults(unsigned lane, unsigned x = 3, unsigned *y = nullptr) {
  return y ? *y + lane : x * lane;
}

__device__ unsigned defaulted(unsigned lane) {
  unsigned z = 4;
  auto f = [](unsigned a, unsigned b = 10) { return a + b; };
  return with_dynamic_defaults(lane) + with_dynamic_defaults(lane, 1) + with_dynamic_defaults(lane, 0, &z) + f(lane);
}

struct Chain {
  unsigned v;
  __device__ explicit operator bool() const { return v > 4; }
  __device__ Chain &operator<<(unsigned x) { v = v * 10 + x; return *this; }
  __device__ unsigned operator()(unsigned x, unsigned y) const { return x * y + v; }
  __device__ unsigned &operator[](unsigned) { return v; }
  __device__ Chain operator,(Chain o) const { return {v * 100 + o.v}; }
};

__device__ unsigned rare_operators(unsigned lane) {
  Chain c{lane % 8};
  unsigned r = c ? 1000 : 0;
  c << 1u << 2u;
  c['a'] += 3;
  Chain d = (c, Chain{5});
  return r + c(2, 3) + d.v + (!c ? 1 : 0) + (c && lane);
}
