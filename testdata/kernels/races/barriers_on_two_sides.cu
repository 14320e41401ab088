// Lanes on two sides of a branch, with a barrier on each side. Those whose masks do not name the
// lanes of the other side order nothing across it.

__global__ void halves(int *out) {
  __shared__ int s[64];
  int lane = threadIdx.x & 31;
  if (lane >= 16) {
    s[0] = lane;
    __syncwarp(0xffff0000u);
  } else {
    s[lane + 32] = lane;
    __syncwarp(0xffffu);
    out[lane] = s[lane]; // want[lockstep,independent,strict] missing-syncwarp "Lane 0 races with lane 16 .* for s.0. "
  }
  out[threadIdx.x] = lane;
}

__global__ void by_ballot(int *out, const int *d) {
  __shared__ int s[32];
  int lane = threadIdx.x & 31;
  unsigned positive = __ballot_sync(0xffffffffu, d[lane] > 0);
  if (d[lane] > 0) {
    s[0] = lane;
    __syncwarp(positive);
  } else {
    __syncwarp(~positive);
    s[lane] = lane; // want? potentially-missing-syncwarp "for s.0."
  }
  out[threadIdx.x] = lane;
}

// Of two calls, the one that stands behind is told.
__device__ void put(int *p, int i, int v) { p[i] = v; } // want missing-syncwarp "Lane 16 races with lane .* for s.16."

__global__ void by_calls(int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x & 31;
  if (lane < 16)
    put(s, lane ^ 16, 7);
  else
    put(s, lane, lane);
  out[threadIdx.x] = lane;
}

// without missing-syncthreads
