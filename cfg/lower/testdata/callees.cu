// Functions kept in constants are called directly; others are not known.

typedef int (*dot_t)(int);
__device__ int first(int x) { return x + 1; }
__device__ int second(int x) { return x + 2; }

static constexpr __device__ dot_t pick(int kind) {
  switch (kind) {
  case 0:
    return first;
  case 1:
  case 2 ... 4:
    return second;
  default:
    return nullptr;
  }
}

struct Choice {
  int width;
  dot_t dot;
  constexpr __device__ Choice(int width, dot_t dot) : width(width), dot(dot) {}
};

template <int Kind> constexpr __device__ Choice choose() {
  if (Kind > 2)
    return Choice(1, first);
  return Choice(2, pick(Kind));
}

template <int Kind> __global__ void chosen(int *out) {
  constexpr dot_t dot = pick(Kind);
  constexpr dot_t field = choose<Kind>().dot;
  out[0] = dot(out[1]) + field(out[2]);
}
template __global__ void chosen<1>(int *);

__global__ void unknown(int *out, dot_t dot) { out[0] = dot(1); }

struct Cell {
  int value;
  __device__ Cell() : value(3) {}
};

__global__ void arrays(int *out) {
  Cell few[2];
  Cell many[100];
  out[0] = few[1].value + many[threadIdx.x].value;
}
