// A block whose size the host computes with floating numbers, or takes from a table.

#include <cmath>

template <int Which>
__global__ void sum(const float *in, float *out) {
  float v = in[threadIdx.x];
  // want? potentially_source_lane_not_in_mask "sum<1> \[block 1-255, .*sum<2> \[block 1-1024, .*sum<3> \[block 1-256, .*sum<4> \[block 32, 48, ..., 96, .*sum<5>"
  v += __shfl_down_sync(0xffffffff, v, 1);  // want?[lockstep] potentially_not_participating_lane_in_mask "sum<1> \[block 1-255, "
  out[threadIdx.x] = v;
}

void lesser(const float *in, float *out, int n) { sum<1><<<1, (int)fminf(n, 256)>>>(in, out); }

void roundedUp(const float *in, float *out, int n) { sum<2><<<1, ceil(n / 4.0)>>>(in, out); }

void both(const float *in, float *out, int n) {
  int threads = fmin(256, std::ceil((float)n / 4));
  sum<3><<<1, threads>>>(in, out);
}

static const int sizes[] = {32, 48, 96};
void fromTable(const float *in, float *out, int which) { sum<4><<<1, sizes[which]>>>(in, out); }

void fromLocal(const float *in, float *out, int which) {
  int all[] = {64, 16};
  sum<5><<<1, all[which & 1]>>>(in, out);
}

// 34 threads.
__global__ void known(const float *in, float *out) {
  // want[lockstep] not_participating_lane_in_mask "2-31 named .*block 34, warp 1"
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, in[threadIdx.x], 1);  // want source_lane_not_in_mask "block of 34 threads"
}

void byNumbers(const float *in, float *out) { known<<<1, (int)std::ceil(100 / 3.0f)>>>(in, out); }

// Whole warps, or nothing is shown of them.
template <int Which>
__global__ void whole(const float *in, float *out) {
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, in[threadIdx.x], 1);
}

void warps(const float *in, float *out, int n, float x) {
  whole<1><<<1, (int)ceilf(n / 32.0f) * 32>>>(in, out);
  whole<2><<<1, 32 * fmax(2.0, fmin(8, ceil(n / 32.0)))>>>(in, out);
  whole<3><<<1, (int)std::sqrt((double)n)>>>(in, out);
  whole<4><<<1, (int)(256 * x)>>>(in, out);
}

void ofTable(const float *in, float *out, int which, int size) {
  int all[] = {32, 64, 96}, changed[] = {16, 48};
  whole<5><<<1, all[which]>>>(in, out);
  changed[which] = size;
  whole<6><<<1, changed[which]>>>(in, out);
}
