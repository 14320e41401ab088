// Marks of classes that are macros of a header which is not found. The classes are read without them.
#include <lib/export.h>

struct LIB_EXPORT Params;

struct LIB_EXPORT Params {
  int n;
  float *out;
};

class LIB_EXPORT Other final : public Params {
public:
  int m;
};

template <class T> struct Box { T held; };
template <> struct LIB_EXPORT Box<int> { int held, more; };

enum class LIB_EXPORT Kind : int { A, B };

__global__ void k(Params p, Other o, Box<int> b, Kind kind) {
  __shared__ float s[64];
  s[threadIdx.x] = p.out[threadIdx.x];
  // want missing-syncwarp "Lane 0 races with lane 1 \(line 23\) for s"
  float v = s[threadIdx.x ^ 1] + o.m + b.more;
  p.out[threadIdx.x] = kind == Kind::B ? v : 0;
}

void start(Params p, Other o, Box<int> b) { k<<<1, 32>>>(p, o, b, Kind::A); }

// Another word there may change the layout of the class, and stays.
struct LIB_CACHE_LINE Cell {
  int value;
};
