// Row 5. Lanes that left by an early return may be named from sm_70 on.
#define FULL 0xffffffffu

__global__ void row5(int *out, int n) {
  int t = threadIdx.x;
  if (t > n)
    return;
  // want?[lockstep] potentially_not_participating_lane_in_mask "potentially do not participate"
  out[t] = __all_sync(FULL, t > 3);
}

void launch(int *out, int n) { row5<<<1, 32>>>(out, n); }
