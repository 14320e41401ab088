// What the engines do not compute orders nothing, unless it may wait for other lanes.
#include <cuda_runtime.h>
#include <cstdio>
#include <new>

__device__ void elsewhere(int);

struct Pair { int a, b; };

#define EXCHANGE_AROUND(...)              \
  __shared__ int cells[32];               \
  const int lane = threadIdx.x & 31;      \
  cells[lane] = in[lane];                 \
  __VA_ARGS__;                            \
  out[lane] = cells[31 - lane]

__global__ void __launch_bounds__(32) prints(const int *in, int *out) {
  EXCHANGE_AROUND(if (lane == 7) printf("%d\n", in[0]));  // want missing-syncwarp "for cells"
}

__global__ void __launch_bounds__(32) allocates(const int *in, int *out) {
  EXCHANGE_AROUND(Pair *p = new Pair{lane, 2}; out[40] = p->a; delete p);  // want missing-syncwarp "for cells"
}

__global__ void __launch_bounds__(32) allocatesArray(const int *in, int *out) {
  EXCHANGE_AROUND(int *p = new int[4]; p[1] = lane; out[40] = p[1]; delete[] p);  // want missing-syncwarp "for cells"
}

__global__ void __launch_bounds__(32) allocatesByC(const int *in, int *out) {
  EXCHANGE_AROUND(int *p = (int *)calloc(2, 4); if (p) out[40] = p[1]; free(p));  // want missing-syncwarp "for cells"
}

__global__ void __launch_bounds__(32) makesInPlace(const int *in, int *out) {
  EXCHANGE_AROUND(new (out + 64 + 2 * lane) Pair{lane, 1});  // want missing-syncwarp "for cells"
}

__global__ void __launch_bounds__(32) readsSurface(const int *in, int *out, cudaSurfaceObject_t s) {
  EXCHANGE_AROUND(int v; surf2Dread(&v, s, lane * 4, 0); out[64 + lane] = v);  // want missing-syncwarp "for cells"
}

__global__ void __launch_bounds__(32) asksForDevice(const int *in, int *out) {
  EXCHANGE_AROUND(int d; cudaGetDevice(&d); out[64 + lane] = d);  // want missing-syncwarp "for cells"
}

__global__ void __launch_bounds__(32) waitsForGrids(const int *in, int *out) {
  // want pdl-access-before-wait "Reads in before"
  EXCHANGE_AROUND(cudaGridDependencySynchronize());  // want missing-syncwarp "for cells"
}

__global__ void __launch_bounds__(32) writesInstead(const int *in, int *out, cudaSurfaceObject_t s) {
  __shared__ int cells[32];
  const int lane = threadIdx.x & 31;
  surf1Dread(&cells[lane], s, lane * 4);
  out[lane] = cells[31 - lane];  // want missing-syncwarp "for cells"
}

// Who has the body may have put a barrier into it.
__global__ void __launch_bounds__(32) callsElsewhere(const int *in, int *out) {
  EXCHANGE_AROUND(elsewhere(lane));
}

__global__ void __launch_bounds__(32) waitsForPhase(const int *in, int *out, unsigned at) {
  EXCHANGE_AROUND(asm volatile("{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra WAIT; }" :: "r"(at)));
}

// without missing-syncthreads
