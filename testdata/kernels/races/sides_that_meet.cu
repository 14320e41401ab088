// Lanes on two sides of a branch meet at barriers of one class and mask, the first of the one side at the first of the
// other: what comes before the first of each is not ordered, nor is what comes between the same two.

__global__ void before_they_meet(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  if (lane < 16) {
    s[lane] = in[lane];
    // want[lockstep,strict] not_participating_lane_in_mask "before_they_meet"
    __syncwarp();
  } else {
    // want[independent] missing-syncwarp "Lane 16 races with lane 0 .line 8. for s.0. in before_they_meet"
    // want[lockstep,strict] missing-syncwarp "before_they_meet"
    out[lane] = s[lane - 16];
    // want[lockstep,strict] not_participating_lane_in_mask "before_they_meet"
    __syncwarp();
  }
}

__global__ void behind_it(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  if (lane < 16) {
    // want[lockstep,strict] not_participating_lane_in_mask "behind_it"
    __syncwarp();
    s[lane] = in[lane];
  } else {
    // want[lockstep,strict] not_participating_lane_in_mask "behind_it"
    __syncwarp();
    // want missing-syncwarp "behind_it"
    out[lane] = s[lane - 16];
  }
}

__global__ void between_two(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  if (lane < 16) {
    // want[lockstep,strict] not_participating_lane_in_mask "between_two"
    __syncwarp();
    s[lane] = in[lane];
    // want[lockstep,strict] not_participating_lane_in_mask "between_two"
    __syncwarp();
  } else {
    // want[lockstep,strict] not_participating_lane_in_mask "between_two"
    __syncwarp();
    // want missing-syncwarp "between_two"
    out[lane] = s[lane - 16];
    // want[lockstep,strict] not_participating_lane_in_mask "between_two"
    __syncwarp();
  }
}

// A barrier of one side orders nothing of the other one.
__global__ void of_its_side(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  if (lane < 16) {
    // want[lockstep,strict] not_participating_lane_in_mask "of_its_side"
    __syncwarp();
    s[lane] = in[lane];
    // want[lockstep,strict] not_participating_lane_in_mask "of_its_side"
    __syncwarp();
  } else {
    // want[lockstep,strict] not_participating_lane_in_mask "of_its_side"
    __syncwarp();
    // want[lockstep,strict] divergent_mask "of_its_side"
    __syncwarp(0xffff0000);
    // want missing-syncwarp "of_its_side"
    out[lane] = s[lane - 16];
    // want[lockstep,strict] divergent_mask "of_its_side"
    __syncwarp(0xffff0000);
    // want[lockstep,strict] not_participating_lane_in_mask "of_its_side"
    __syncwarp();
  }
}

__global__ void exchanged(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x, v;
  s[lane] = 0;
  __syncwarp();
  if (lane < 16) {
    s[lane] = in[lane];
    // want[lockstep,strict] not_participating_lane_in_mask "exchanged"
    __syncwarp();
    v = s[lane + 16];
  } else {
    // want[lockstep,strict] missing-syncwarp "exchanged"
    s[lane] = in[lane];
    // want[lockstep,strict] not_participating_lane_in_mask "exchanged"
    __syncwarp();
    // want[lockstep,strict] missing-syncwarp "exchanged"
    v = s[lane - 16];
  }
  out[lane] = v;
}

__global__ void read_by_the_first_side(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x, v = 0;
  if (lane < 16) {
    // want[lockstep,strict] not_participating_lane_in_mask "read_by_the_first_side"
    __syncwarp();
    v = s[lane + 16];
  } else {
    // want[lockstep,strict] missing-syncwarp "read_by_the_first_side"
    s[lane] = in[lane];
    // want[lockstep,strict] not_participating_lane_in_mask "read_by_the_first_side"
    __syncwarp();
  }
  out[lane] = v;
}

__global__ void one_later(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x, v = 0;
  if (lane < 16) {
    // want[lockstep,strict] not_participating_lane_in_mask "one_later"
    __syncwarp();
    s[lane] = in[lane];
    // want[lockstep,strict] not_participating_lane_in_mask "one_later"
    __syncwarp();
  } else {
    // want[lockstep,strict] not_participating_lane_in_mask "one_later"
    __syncwarp();
    // want[lockstep,strict] not_participating_lane_in_mask "one_later"
    __syncwarp();
    // want[lockstep,strict] missing-syncwarp "one_later"
    v = s[lane - 16];
  }
  out[lane] = v;
}

__global__ void at_a_number(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  if (lane < 16) {
    asm volatile("barrier.sync 1, 32;" ::: "memory");
    out[lane] = s[lane + 16];
  } else {
    s[lane] = in[lane];
    asm volatile("barrier.sync 1, 32;" ::: "memory");
  }
}

// Lanes that return on one side met the others first, at a barrier before the accesses.
__global__ void returns_behind_it(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  if (lane < 16) {
    // want[lockstep,strict] not_participating_lane_in_mask "returns_behind_it"
    __syncwarp();
    s[lane] = in[lane];
    return;
  }
  // want[lockstep,strict] not_participating_lane_in_mask "returns_behind_it"
  __syncwarp();
  // want[independent] missing-syncwarp "returns_behind_it"
  out[lane] = s[lane - 16];
}

__global__ void the_reader_returns(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  if (lane < 16) {
    // want[lockstep,strict] not_participating_lane_in_mask "the_reader_returns"
    __syncwarp();
    // want[independent] missing-syncwarp "the_reader_returns"
    s[lane] = in[lane];
  } else {
    // want[lockstep,strict] not_participating_lane_in_mask "the_reader_returns"
    __syncwarp();
    out[lane] = s[lane - 16];
    return;
  }
  out[lane] = 1;
}

__global__ void returns_before_the_second(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  if (lane < 16) {
    // want[lockstep,strict] not_participating_lane_in_mask "returns_before_the_second"
    __syncwarp();
    s[lane] = in[lane];
    return;
  }
  // want[lockstep,strict] not_participating_lane_in_mask "returns_before_the_second"
  __syncwarp();
  // want[lockstep] not_participating_lane_in_mask "returns_before_the_second"
  __syncwarp();
  out[lane] = s[lane - 16];
}

__device__ void returns_early(const int *in, int *s, int *out, int lane) {
  if (lane < 16) {
    // want[lockstep,strict] not_participating_lane_in_mask "in_a_function"
    __syncwarp();
    s[lane] = in[lane];
    return;
  }
  // want[lockstep,strict] not_participating_lane_in_mask "in_a_function"
  __syncwarp();
  // want missing-syncwarp "in_a_function"
  out[lane] = s[lane - 16];
}

__global__ void in_a_function(const int *in, int *out) {
  __shared__ int s[32];
  returns_early(in, s, out, threadIdx.x);
}

void launches(const int *in, int *out) {
  before_they_meet<<<1, 32>>>(in, out);
  behind_it<<<1, 32>>>(in, out);
  between_two<<<1, 32>>>(in, out);
  of_its_side<<<1, 32>>>(in, out);
  exchanged<<<1, 32>>>(in, out);
  read_by_the_first_side<<<1, 32>>>(in, out);
  one_later<<<1, 32>>>(in, out);
  at_a_number<<<1, 32>>>(in, out);
  returns_behind_it<<<1, 32>>>(in, out);
  the_reader_returns<<<1, 32>>>(in, out);
  returns_before_the_second<<<1, 32>>>(in, out);
  in_a_function<<<1, 32>>>(in, out);
}

// without missing-syncthreads
