// Loops on two sides of a branch, whose iterations are as many as values say that were there before, or that each
// iteration loads.
#define FULL 0xffffffffu

__global__ void countedBefore(int *d, const int *__restrict__ list) {
  int n = list[blockIdx.x], v = d[threadIdx.x];
  if (v > 0)
    // want?[lockstep,strict] potentially_not_participating_lane_in_mask "but potentially do not participate"
    for (int i = 0; i < n; i++) v += __shfl_xor_sync(FULL, v, 1);
  else
    // want?[lockstep,strict] potentially_not_participating_lane_in_mask "but potentially do not participate"
    for (int i = 0; i < n; i++) v -= __shfl_xor_sync(FULL, v, 1);
  d[threadIdx.x] = v;
}

__global__ void loadedInEach(int *d, const int *__restrict__ list) {
  int v = d[threadIdx.x];
  if (v > 0)
    // want?[lockstep,strict] potentially_not_participating_lane_in_mask "but potentially do not participate"
    for (int i = 0; list[i] > 0; i++) v += __shfl_xor_sync(FULL, v, 1);
  else
    // want?[lockstep,strict] potentially_not_participating_lane_in_mask "but potentially do not participate"
    for (int i = 0; list[i] > 0; i++) v -= __shfl_xor_sync(FULL, v, 1);
  d[threadIdx.x] = v;
}

__global__ void storedInOne(int *d, int *list) {
  int v = d[threadIdx.x];
  if (v > 0)
    // want? potentially_not_participating_lane_in_mask "but potentially do not participate"
    for (int i = 0; list[0] > i; i++) { v += __shfl_xor_sync(FULL, v, 1); list[0] = v; }
  else
    // want~ potentially_not_participating_lane_in_mask "but potentially do not participate"
    for (int i = 0; list[0] > i; i++) v -= __shfl_xor_sync(FULL, v, 1);
  d[threadIdx.x] = v;
}

__global__ void withinAnother(int *d, const int *__restrict__ list, int n) {
  int v = d[threadIdx.x];
  for (int row = 0; row < n; row++) {
    int until = list[row];
    if (v > row)
      // want?[lockstep,strict] potentially_not_participating_lane_in_mask "but potentially do not participate"
      for (int i = row; i < until; i++) v += __shfl_xor_sync(FULL, v, 1);
    else
      // want?[lockstep,strict] potentially_not_participating_lane_in_mask "but potentially do not participate"
      for (int i = row; i < until; i++) v -= __shfl_xor_sync(FULL, v, 1);
    if (until == 7) return;
  }
  d[threadIdx.x] = v;
}
