enum Mode { Slow, Fast = 7 };
constexpr int twice(int x) { return 2 * x; }
struct Base {
  int b;
};
struct Pair : Base {
  int first;
  double second = 1.5;
  unsigned flag : 3;
  __device__ Pair(int x) : first(x), flag(1) {}
  __device__ int sum(int k = sizeof(int)) const { return first + b + k; }
  __device__ Pair &operator+=(int x) {
    first += x;
    return *this;
  }
  __device__ ~Pair() { __syncwarp(); }
};
__device__ int use(const Pair &pair, volatile int *where) {
  unsigned char small = 0;
  small += twice(4);
  bool yes = !where || *where != Fast && -small < ~3;
  auto *base = &static_cast<const Base &>(pair);
  return yes ? pair.sum() : (base->b, where[2]++);
}
__global__ void expressions(int *p) {
  Pair pair(3), other = pair;
  pair += 2;
  p[0] = use(pair, p) ?: p[1];
  float f = p[2];
  p[3] = int(f) + ({ int t = p[0]; t * 2; });
}
