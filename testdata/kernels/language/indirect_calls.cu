// Calls through pointers and of virtual methods mean functions of the unit.
#define FULL 0xffffffffu
#define LANE (threadIdx.x & 31)
typedef int (*Function)(int);

__device__ int swap(int v) {
  return __shfl_xor_sync(FULL, v, 1); // want not_participating_lane_in_mask "4-31 named"
}
__device__ int swapAgain(int v) {
  // want not_participating_lane_in_mask "do not participate in context\(s\) unknownForEach"
  return __shfl_xor_sync(FULL, v, 1);
}
__device__ int next(int v) { return v + 1; }

__device__ Function table[2] = {swapAgain, next};

__global__ void known(int *out) {
  Function f = swap;
  if (LANE < 4) out[LANE] = f(out[LANE]);
}

__global__ void unknownForAll(int *out, int k) { out[LANE] = table[k](out[LANE]); }

__global__ void unknownForEach(int *out) { out[LANE] = table[LANE & 1](out[LANE]); }

struct Combine {
  __device__ virtual int of(int v) = 0;
};
struct Sum : Combine {
  __device__ int of(int v) override {
    return v + __shfl_xor_sync(FULL, v, 1); // want not_participating_lane_in_mask "4-31 named"
  }
};
struct Nothing : Combine {
  __device__ int of(int v) override { return v; }
};

__device__ int combined(Combine &c, int v) { return LANE < 4 ? c.of(v) : v; }

__global__ void throughAReference(int *out) {
  Sum sum;
  out[LANE] = combined(sum, out[LANE]);
}

__global__ void throughAPointer(int *out, Combine *c) { out[LANE] = c->of(out[LANE]); }
