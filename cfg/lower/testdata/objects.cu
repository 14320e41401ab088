// Constructors, destructors at every way out, references, closures, bit-fields.

__device__ void enter(int);
__device__ void leave(int);

struct Guard {
  int id;
  __device__ Guard(int id) : id(id) { enter(id); }
  __device__ ~Guard() { leave(id); }
};

__global__ void scopes(int *out, int n) {
  Guard whole(0);
  for (int i = 0; i < n; ++i) {
    Guard each(1);
    if (out[i] == 1)
      continue;
    if (out[i] == 2)
      break;
    if (out[i] == 3)
      return;
  }
  if (n == 4)
    goto done;
  {
    Guard inner(2);
    if (n == 5)
      goto done;
  }
  out[0] = n;
done:
  out[1] = n;
}

struct Pair {
  int first, second = 7;
  unsigned low : 4;
  __device__ Pair operator+(const Pair &other) const {
    return {first + other.first, second, other.low};
  }
  __device__ int &largest() { return first > second ? first : second; }
};

__global__ void records(int *out, Pair p) {
  Pair q{3};
  q.low = out[0];
  Pair sum = p + q;
  sum.largest() = 1;
  Pair copy = sum;
  int &alias = copy.first;
  alias++;
  auto [one, two, bits] = copy;
  out[1] = one + two + bits + (p + q).second;
}

__global__ void closures(int *out, int n) {
  int sum = 0;
  auto add = [&sum, n](int x) { sum += x + n; };
  add(threadIdx.x);
  out[0] = sum;
}

struct Base {
  int base;
};
struct Middle : Base {
  int middle;
};
struct Derived : Middle {
  union {
    int whole;
    float real;
  };
  __device__ Derived(int n) : whole(n) { base = n; }
};

__global__ void bases(int *out, int n) {
  Derived d(n);
  Base *b = &d;
  out[0] = b->base + static_cast<Derived *>(b)->whole;
}
