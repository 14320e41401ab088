// Loops on two sides of a branch, of which each iteration decides by what it computed whether there is another one.
#define FULL 0xffffffffu

struct Span { int first, last; };

__global__ void storedInEach(int *d, int *list) {
  int v = d[threadIdx.x];
  if (v > 0)
    // want? potentially_not_participating_lane_in_mask "but potentially do not participate"
    for (int i = 0; list[0] > i; i++) { v += __shfl_xor_sync(FULL, v, 1); list[0] = v; }
  else
    // want~ potentially_not_participating_lane_in_mask "but potentially do not participate"
    for (int i = 0; list[0] > i; i++) { v -= __shfl_xor_sync(FULL, v, 1); list[0] = v; }
  d[threadIdx.x] = v;
}

__global__ void inShared(int *d, int n) {
  __shared__ Span spans[4];
  if (threadIdx.x < 4) spans[threadIdx.x].first = n, spans[threadIdx.x].last = d[threadIdx.x];
  __syncthreads();
  int v = d[threadIdx.x];
  if (v & 1)
    // want?[lockstep,strict] potentially_not_participating_lane_in_mask "but potentially do not participate"
    for (int i = spans[1].first; i < spans[1].last; i++) v += __shfl_down_sync(FULL, v, 1);
  else
    // want?[lockstep,strict] potentially_not_participating_lane_in_mask "but potentially do not participate"
    for (int i = spans[1].first; i < spans[1].last; i++) v ^= __shfl_down_sync(FULL, v, 2);
  d[threadIdx.x] = v;
}
