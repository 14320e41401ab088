// Marks of functions that are macros of a header which is not found. What stands behind a mark shows what it is read as.
#include <lib/marks.cuh>

// A function with words of device code.
template <typename T>
DI T rowSum(T *cells, T value) {
  int t = threadIdx.x;
  // want? potentially-missing-syncthreads "Thread \d+ \(warp \d+\) may race with thread \d+ \(warp \d+, line 12\) for cells"
  cells[t] = value;
  __syncthreads();
  T total = 0;
  for (int i = 0; i < 64; i++) total += cells[i];
  return total;
}

// Without such words, both sides may call it. A constructor and an operator have no type before their names.
struct Box {
  int held;
  HDI Box(int a) : held(a) {}
  HDI int get() const { return held; }
  HDI bool operator<(const Box &other) const { return held < other.held; }
};

// A kernel by its launch, one by its mark, and one whose mark has its type as well.
GL __launch_bounds__(64) void launched(int *out, int n) {
  __shared__ int cells[64];
  for (int i = 0; i < n; i++) out[i * 64 + threadIdx.x] = rowSum(cells, Box(i).get());
}

LIB_KERNEL void marked(int *out) {
  // want not_participating_lane_in_mask "Lane\(s\) 16-31"
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, out[threadIdx.x], 1);
}

LIB_VOID_KERNEL typed(int *out) {
  // want not_participating_lane_in_mask "Lane\(s\) 16-31"
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, out[threadIdx.x], 1);
}

// A function that launches is one of the host.
LIB_API void run(int *out, int n) { launched<<<1, 64>>>(out, n); }
