// What lanes did in some turn of a loop, and what others do behind it.

__global__ void any_number_of_turns(int *out, int n) {
  __shared__ int s[32];
  int lane = threadIdx.x & 31;
  for (int i = 0; i < n; ++i)
    s[lane] = i;
  out[threadIdx.x] = s[lane ^ 8]; // want? potentially-missing-syncwarp "Lane 0 may race with lane 8 .* for s.8. "
}

__global__ void a_barrier_behind(int *out, int n) {
  __shared__ int s[32];
  int lane = threadIdx.x & 31;
  for (int i = 0; i < n; ++i)
    s[lane] = i;
  __syncwarp();
  out[threadIdx.x] = s[lane ^ 8];
}

__global__ void a_barrier_of_halves_behind(int *out, int n) {
  __shared__ int s[32];
  int lane = threadIdx.x & 31;
  for (int i = 0; i < n; ++i)
    s[lane] = i;
  __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
  out[threadIdx.x] = s[lane ^ 8];
  out[threadIdx.x] += s[lane ^ 16]; // want? potentially-missing-syncwarp "with lane 16 "
}

// Whether there is a barrier between rests on the number of turns.
__global__ void a_barrier_in_the_loop(int *out, const int *d) {
  __shared__ int s[32];
  int lane = threadIdx.x & 31;
  s[lane] = lane;
  for (int i = 0; i < (d[0] & 3); ++i)
    __syncwarp();
  out[threadIdx.x] = s[lane ^ 1]; // want? potentially-missing-syncwarp "Lane 0 may race with lane .* for s.1."
}

// What a lane did that has left the kernel is done when the others come to a barrier.
__global__ void left_before(int *out, int n) {
  __shared__ int s[32];
  int lane = threadIdx.x & 31;
  s[lane] = lane;
  if (lane < n)
    return;
  __syncthreads();
  out[threadIdx.x] = s[lane ^ 1];
}

// without missing-syncthreads
