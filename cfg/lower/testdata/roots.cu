// Which functions analysis starts from, and which objects escape.

__device__ int leaf(int x) { return x; }
__device__ int helper(int x) { return leaf(x); }
__device__ int orphan(int x) { return leaf(x); }
__device__ void fill(int *p) { if (p) *p = 1; }
__device__ int look(const int &p) { return p; }
__device__ int peek(int *p) { return look(*p); }
__device__ void pass(int *p) { fill(p); }
__device__ int *lasting;
__device__ void keep(int *p) { lasting = p; }
__device__ void hand(int *p) { keep(p); }
__device__ int *back(int *p) { return p; }
__device__ int *unread(int *p) { return p; }
inline int hostOnly(int x) { return x; }

struct Point {
  int x, y;
};

__global__ void second(int *out, int i) {
  int kept = helper(1);
  int escaped;
  hand(&escaped);
  int lent;
  pass(&lent);
  peek(&lent);
  int returned;
  kept = *back(&returned);
  int dropped;
  unread(&dropped);
  int fixed[4] = {};
  fixed[2] = kept;
  int indexed[4] = {};
  indexed[i] = kept;
  Point part;
  part.y = 3;
  Point shared;
  int &alias = shared.x;
  out[0] = kept + escaped + fixed[1] + indexed[2] + part.y + alias;
}

__global__ void third() {}

template <int N> __device__ int sized(int x) { return x + N; }
template <int N> __global__ void pruned(int *out) {
  out[0] = sized<1>(0);
  if (N > 8) return;
  out[1] = sized<N>(0);
}
template __global__ void pruned<9>(int *out);
template __device__ int sized<10>(int x);
