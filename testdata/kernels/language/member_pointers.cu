// Pointers to member functions and lambdas that became function pointers mean functions of
// the unit.
#define FULL 0xffffffffu
#define LANE (threadIdx.x & 31)

struct Sum {
  int k;
  __device__ int plain(int v) { return v + k; }
  __device__ int first(int v) {
    return __shfl_sync(FULL, v, 0); // want not_participating_lane_in_mask "1-31 named"
  }
  __device__ int second(int v) const {
    return __shfl_sync(FULL, v, 0); // want not_participating_lane_in_mask "2-31 named"
  }
  __device__ int third(int v) noexcept {
    return __shfl_sync(FULL, v, 0); // want not_participating_lane_in_mask "8-31 named"
  }
  __device__ int fourth(int v, int) { return __shfl_sync(FULL, v, 0); }
};
struct Wide : Sum {};

__global__ void throughAnObject(int *out) {
  Sum s{1};
  int (Sum::*f)(int) = &Sum::first;
  if (LANE == 0) out[0] = (s.*f)(1);
}

template <int (Sum::*F)(int) const> __device__ int applied(const Sum *s, int v) { return (s->*F)(v); }
__global__ void throughATemplate(int *out, Sum *s) {
  if (LANE < 2) out[0] = applied<&Sum::second>(s, 1);
}

__device__ int (Sum::*table[2])(int) = {&Sum::third, &Sum::plain};
__global__ void throughATable(int *out, Wide *w, int k) {
  int (Wide::*f)(int) = table[k];
  out[LANE] = (w->*f)(out[LANE]);
  if (LANE < 8) out[LANE] = (w->*table[0])(out[LANE]);
}

__global__ void withAllLanes(int *out, Sum *s) {
  int (Sum::*f)(int, int) = &Sum::fourth;
  out[LANE] = (s->*f)(out[LANE], 2);
}

__device__ int call(int (*f)(int), int v) { return f(v); }

__global__ void ofLambdas(int *out) {
  int (*f)(int) = [](int v) {
    return __shfl_sync(FULL, v, 0); // want not_participating_lane_in_mask "3-31 named"
  };
  auto g = +[](int v) -> int {
    return __shfl_sync(FULL, v, 0); // want not_participating_lane_in_mask "4-31 named"
  };
  if (LANE < 3) out[0] = f(1);
  if (LANE < 4) out[0] = g(1);
  if (LANE < 5)
    out[0] = call([](auto v) {
      return __shfl_sync(FULL, v, 0); // want not_participating_lane_in_mask "5-31 named"
    }, 1);
}

struct Operations {
  long (*run)(long);
};
__device__ long hidden(long v) {
  return __shfl_sync(FULL, v, 0); // want not_participating_lane_in_mask "6-31 named"
}
__device__ Operations operations[] = {{hidden}};
__global__ void throughATableOfRecords(int *out, int k) {
  if (LANE < 6) out[0] = operations[k].run(1);
}
