// The mask of the lanes that are left in the last strip is computed from how many there are.

#define FULL 0xffffffffu

__global__ void by_shift(const int *in, int *out, int n) {
  int lane = threadIdx.x % 32, base = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 32;
  if (base >= n)
    return;
  int i = base + lane;
  unsigned mask = base + 32 <= n ? FULL : (1u << (n - base)) - 1;
  if (i < n)
    out[i] = __shfl_sync(mask, in[i], 0);
}

__global__ void in_each_turn(const int *in, int *out, int n) {
  int lane = threadIdx.x % 32;
  for (int base = 0; base < n; base += 32) {
    unsigned mask = base + 32 <= n ? FULL : (1u << (n - base)) - 1;
    int i = base + lane;
    if (i < n)
      out[i] = __shfl_sync(mask, in[i], 0);
  }
}

__global__ void one_less_in_each_turn(const int *in, int *out, int n) {
  int lane = threadIdx.x % 32;
  for (int base = 0; base < n; base += 32) {
    unsigned mask = base + 32 <= n ? FULL : (1u << (n - base - 1)) - 1;
    int i = base + lane;
    if (i < n)
      out[i] = __shfl_sync(mask, in[i], 0); // want? participating_lane_potentially_not_in_mask "participate but are"
  }
}

__global__ void one_lane_more(const int *in, int *out, int n) {
  int lane = threadIdx.x % 32;
  for (int base = 0; base < n; base += 32) {
    int left = n - base < 32 ? n - base : 32;
    unsigned mask = (unsigned)((1ull << left) - 1);
    if (lane <= left) out[base + lane] = __shfl_sync(mask, in[base + lane], 0); // want? participating_lane_potentially_not_in_mask "participate but are"
  }
}
