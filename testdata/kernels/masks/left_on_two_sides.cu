// A lane that leaves the kernel may be named, unless it waits on its way out for one that waits here:
// each side waits for the other.

#define FULL 0xffffffffu

__global__ void twoOperations(int *out, int v) {
  if (threadIdx.x % 32 < 16) {
    out[0] = __shfl_xor_sync(FULL, v, 1); // want[lockstep,independent,strict] not_participating_lane_in_mask "16-31"
    return;
  } else {
    out[1] = __any_sync(FULL, v); // want[lockstep,independent,strict] not_participating_lane_in_mask "0-15"
    return;
  }
}

__global__ void afterAMeeting(int *out, int v) {
  if (threadIdx.x % 32 < 16) {
    v = __shfl_xor_sync(FULL, v, 16); // want[lockstep,strict] not_participating_lane_in_mask "16-31"
    out[0] = __any_sync(FULL, v); // want[lockstep,independent] not_participating_lane_in_mask "16-31"
    return;
  } else {
    v = __shfl_xor_sync(FULL, v, 16); // want[lockstep,strict] not_participating_lane_in_mask "0-15"
    out[1] = __all_sync(FULL, v); // want[lockstep,independent] not_participating_lane_in_mask "0-15"
    return;
  }
}

// A shuffle of two words meets one of one word halfway.
__global__ void twoWords(double *d, int *i) {
  if (threadIdx.x % 32 < 16) {
    d[0] = __shfl_xor_sync(FULL, d[1], 1); // want[lockstep,independent,strict] not_participating_lane_in_mask "16-31"
    return;
  } else {
    i[0] = __shfl_xor_sync(FULL, i[1], 1); // want[lockstep,strict] not_participating_lane_in_mask "0-15"
    i[1] = __any_sync(FULL, i[0]); // want[lockstep,independent] not_participating_lane_in_mask "0-15"
    return;
  }
}

__global__ void barrierAndVote(int *out, int v) {
  if (threadIdx.x % 32 < 16) {
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "16-31 of a warp"
    return;
  } else {
    out[1] = __any_sync(FULL, v); // want[lockstep,independent,strict] not_participating_lane_in_mask "0-15"
    return;
  }
}

// One barrier with a number at two places, and two of them.
__global__ void oneNumber(int *out, int v) {
  if (threadIdx.x % 32 < 16) {
    asm volatile("barrier.sync 1, 32;");
    return;
  } else {
    asm volatile("barrier.sync 1, 32;");
    return;
  }
}

__global__ void twoNumbers(int *out, int v) {
  if (threadIdx.x % 32 < 16) {
    asm volatile("barrier.sync 1, 32;"); // want[lockstep,independent,strict] divergent-syncthreads "16-31 of a warp"
    return;
  } else {
    asm volatile("barrier.sync 2, 32;"); // want[lockstep,independent,strict] divergent-syncthreads "0-15 of a warp"
    return;
  }
}

// Lanes that leave without a collective, or after those of their own, and one sequence on both sides.
__global__ void quiet(int *out, int v) {
  int lane = threadIdx.x % 32;
  if (lane == 31)
    return;
  if (lane < 16) {
    out[0] = __any_sync(0xffffu, v);
    return;
  } else {
    out[1] = __all_sync(0x7fff0000u, v);
    return;
  }
}

__global__ void alike(int *out, int v) {
  if (threadIdx.x % 32 < 16) {
    v = __shfl_xor_sync(FULL, v, 16); // want[lockstep,strict] not_participating_lane_in_mask "16-31"
    out[0] = v;
    return;
  } else {
    v = __shfl_xor_sync(FULL, v, 16); // want[lockstep,strict] not_participating_lane_in_mask "0-15"
    out[1] = v;
    return;
  }
}

__global__ void oneIsLonger(int *out, int v) {
  if (threadIdx.x % 32 < 16) {
    v = __shfl_xor_sync(FULL, v, 16); // want[lockstep,strict] not_participating_lane_in_mask "16-31"
    out[0] = __any_sync(FULL, v); // want[lockstep] not_participating_lane_in_mask "16-31"
    return;
  } else {
    v = __shfl_xor_sync(FULL, v, 16); // want[lockstep,strict] not_participating_lane_in_mask "0-15"
    out[1] = v;
    return;
  }
}
