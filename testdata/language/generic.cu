// Templates, lambdas and what is decided while compiling.

template <int N> __device__ unsigned power(unsigned x) {
  if constexpr (N == 0) return 1;
  else return x * power<N - 1>(x);
}

template <class T> struct Traits { static constexpr int size = sizeof(T); };
template <> struct Traits<char> { static constexpr int size = 100; };
template <class T> struct Traits<T *> { static constexpr int size = 200; };

__device__ unsigned templates(unsigned lane) {
  return power<3>(lane) + Traits<short>::size + Traits<char>::size + Traits<int *>::size;
}

template <class... T> __device__ unsigned sum_of(T... x) { return (0u + ... + x); }
template <class... T> __device__ unsigned chained(unsigned start, T... f) {
  ((start = f(start)), ...);
  return start;
}
template <class F, class... T> __device__ unsigned applied(F f, T... x) { return f(x...) + sizeof...(x); }

__device__ unsigned packs(unsigned lane) {
  return sum_of(lane, 2u, (unsigned char)3) + sum_of() +
         chained(lane, [](unsigned x) { return x + 1; }, [](unsigned x) { return x * 3; }) +
         applied([](unsigned a, unsigned b) { return a * b; }, lane, 5u);
}

__device__ unsigned lambdas(unsigned lane) {
  unsigned a = 1, b = 2;
  auto by_copy = [=] { return a + b; };
  auto by_reference = [&] { return a += 10; };
  auto own = [c = lane * 2]() mutable { return c++; };
  auto generic = [&](auto x) { return x + b; };
  a = 5;
  by_reference();
  own();
  auto nested = [&](unsigned k) { return [&, k](unsigned m) { return k * m + a; }; };
  return by_copy() + a * 10 + own() * 100 + generic((unsigned char)7) + nested(3)(lane);
}

template <class T> struct Stack {
  T items[4];
  int used = 0;
  template <class U> __device__ void push(U x) {
    if (used < 4) items[used++] = static_cast<T>(x);
  }
  __device__ T pop() { return used ? items[--used] : T(); }
  __device__ bool empty() const { return used == 0; }
};

__device__ unsigned containers(unsigned lane) {
  Stack<unsigned char> s;
  for (unsigned i = 0; i <= lane % 6; ++i) s.push(i * 100);
  unsigned sum = 0;
  while (!s.empty()) sum = sum * 2 + s.pop();
  return sum + s.pop();
}

constexpr __device__ unsigned fibonacci(unsigned n) {
  unsigned a = 0, b = 1;
  for (; n; --n) {
    unsigned c = a + b;
    a = b;
    b = c;
  }
  return a;
}
template <unsigned N> struct Table {
  unsigned at[N];
  __device__ constexpr Table() : at() {
    for (unsigned i = 0; i < N; ++i) at[i] = fibonacci(i);
  }
};

__device__ unsigned while_compiling(unsigned lane) {
  constexpr Table<12> table;
  constexpr unsigned tenth = fibonacci(10);
  return table.at[lane % 12] + tenth + fibonacci(lane % 8);
}

struct Adder {
  unsigned by;
  __device__ unsigned operator()(unsigned x) const { return x + by; }
};
template <class F, class G> struct Composed {
  F f;
  G g;
  __device__ Composed(F f, G g) : f(f), g(g) {}
  __device__ unsigned operator()(unsigned x) const { return g(f(x)); }
};

__device__ unsigned functors(unsigned lane) {
  Composed both{Adder{3}, [lane](unsigned x) { return x * lane; }};
  return both(lane) + Adder{1}(2);
}

template <class T, T... Values> struct Sequence {};
template <unsigned... I> __device__ unsigned digits(Sequence<unsigned, I...>, unsigned lane) {
  unsigned x = 0;
  ((x = x * 10 + (lane >> I & 1)), ...);
  return x;
}

__device__ unsigned sequences(unsigned lane) { return digits(Sequence<unsigned, 4, 2, 0, 1>(), lane); }

template <class T> __device__ auto kind(T x, int) -> decltype(x.y) { return 1000 + x.y; }
template <class T> __device__ unsigned kind(T x, long) { return x; }
struct WithY { unsigned y; };

__device__ unsigned by_substitution(unsigned lane) { return kind(WithY{lane}, 0) + kind(lane, 0); }

template <class T> __device__ void exchange(T &a, T &b) {
  T c = a;
  a = b;
  b = c;
}

__device__ unsigned sorting(unsigned lane) {
  unsigned keys[5] = {lane % 7, 3, lane % 3, 9, lane % 5};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4 - i; ++j)
      if (keys[j] > keys[j + 1]) exchange(keys[j], keys[j + 1]);
  unsigned sum = 0;
  for (unsigned k : keys) sum = sum * 10 + k;
  return sum;
}

__device__ unsigned plus_one(unsigned x) { return x + 1; }
__device__ unsigned times_three(unsigned x) { return x * 3; }
__device__ unsigned squared(unsigned x) { return x * x; }
typedef unsigned (*Function)(unsigned);
struct Step {
  Function f;
  unsigned by;
};
__device__ Function chosen(unsigned k) { return k % 3 == 0 ? plus_one : k % 3 == 1 ? &times_three : squared; }

__device__ unsigned through_pointers(unsigned lane) {
  Function own[2] = {times_three, plus_one};
  Step s{lane & 1 ? squared : own[lane >> 1 & 1], 2};
  Function f = chosen(lane);
  return f(lane) + 100 * s.f(s.by) + (f == squared) * 7 + (*chosen(0))(lane);
}

struct Shape {
  unsigned side;
  __device__ virtual unsigned area() const = 0;
  __device__ unsigned doubled() const { return 2 * area(); }
};
struct Square : Shape {
  __device__ explicit Square(unsigned s) { side = s; }
  __device__ unsigned area() const override { return side * side; }
};
__device__ unsigned total(const Shape &a, const Shape *b) { return a.area() + b->area() + a.doubled(); }

__device__ unsigned virtual_methods(unsigned lane) {
  Square a(lane), b(3);
  return total(a, &b) + b.area();
}

template <class T, int N> struct Pile {
  T cells[N];
  int top = 0;
  __device__ void push(T x) { cells[top++] = x; }
  __device__ T pop() { return cells[--top]; }
  __device__ bool empty() const { return !top; }
  __device__ T &back() { return cells[top - 1]; }
};

__device__ unsigned stacks(unsigned lane) {
  Pile<unsigned short, 8> s;
  Pile<signed char, 4> t;
  unsigned r = 0;
  for (unsigned i = 0; i <= lane % 7; i++) {
    s.push(i * 9999);
    if (i & 1) s.back() += lane;
  }
  t.push(lane * 9);
  t.push(-1);
  t.back() -= lane;
  while (!s.empty()) r = r * 3 + s.pop();
  r += t.pop() * 7u;
  return r + t.pop();
}

template <unsigned... I> struct Seq {};
template <unsigned N, unsigned... I> struct Upto : Upto<N - 1, N - 1, I...> {};
template <unsigned... I> struct Upto<0, I...> { using type = Seq<I...>; };
template <class F, unsigned... I> __device__ unsigned each_of(Seq<I...>, F f) {
  return (f(I) + ... + 0u) * 10 + sizeof...(I) + (0u | ... | (I << 2)) - (I - ... - 1u);
}
template <class T> struct Is { static constexpr unsigned value = 1; };
template <class T> struct Is<T *> { static constexpr unsigned value = 10 + Is<T>::value; };
template <class T, unsigned N> struct Is<T[N]> {
  static constexpr unsigned value = N * Is<T>::value;
};
template <> struct Is<char> { enum { value = 3 }; };
template <class T> constexpr T limit = T(~T(0)) < 0 ? T(1) << (sizeof(T) * 8 - 2) : T(~T(0));
constexpr unsigned fact(unsigned n) { return n < 2 ? 1 : n * fact(n - 1); }

__device__ unsigned by_templates(unsigned lane) {
  unsigned a[4] = {lane, 2, 3, 4};
  return each_of(Upto<4>::type(), [&](unsigned i) { return a[i] * (i + 1); }) +
      Is<int **>::value * 100 + Is<char *[3]>::value * 1000 + limit<unsigned char> +
      (unsigned)limit<short> + fact(5);
}
