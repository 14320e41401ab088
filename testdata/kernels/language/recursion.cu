// A function that calls itself is followed while constants decide how often it does.

__device__ int sum(int v, int distance) {
  // want not_participating_lane_in_mask "Lane\(s\) 16-31 named .* context\(s\) in_half \[.*sum at .*sum at .*sum at"
  v += __shfl_xor_sync(~0u, v, distance);
  return distance == 1 ? v : sum(v, distance / 2);
}

__global__ void in_whole_warps(int *out) { out[threadIdx.x] = sum(threadIdx.x, 16); }

__global__ void in_half(int *out) {
  if (threadIdx.x % 32 < 16)
    out[threadIdx.x] = sum(threadIdx.x, 8);
}

// Only the last call is wrong.
__device__ void narrower(int lanes) {
  if (threadIdx.x % 32 < lanes) {
    if (lanes == 4)
      __syncwarp();  // want not_participating_lane_in_mask "Lane\(s\) 4-31 named in sync mask 0b1{32} but do not"
    else
      narrower(lanes / 2);
  }
}

__global__ void narrowed() { narrower(32); }

// What it returns decides who comes.
__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

__global__ void first_lanes() {
  if (threadIdx.x % 32 < factorial(4))
    __syncwarp();  // want not_participating_lane_in_mask "Lane\(s\) 24-31 named .* but do not participate"
}

__global__ void all_lanes() {
  if (threadIdx.x % 32 < factorial(5))
    __syncwarp();
}

// So does what it writes through a pointer.
__device__ void count(int *calls, int n) {
  if (n > 0) {
    ++*calls;
    count(calls, n - 1);
    count(calls, n - 2);
  }
}

__global__ void counted() {
  int calls = 0;
  count(&calls, 4);
  if (threadIdx.x % 32 < calls)
    __syncwarp();  // want not_participating_lane_in_mask "Lane\(s\) 7-31 named .* but do not participate"
}

// Two functions that call each other.
__device__ void odd(int n);
__device__ void even(int n) {
  if (n > 0)
    odd(n - 1);
}
__device__ void odd(int n) {
  __syncwarp(n == 1 ? 0xffffu : ~0u);  // want participating_lane_not_in_mask "Lane\(s\) 16-31 participate"
  even(n - 1);
}

__global__ void alternating() { even(6); }

// Each lane has a constant of its own.
__device__ void by_lane(int n) {
  if (n > 1) {
    // want not_participating_lane_in_mask "Lane\(s\) 16-31 named .* but do not participate"
    __syncwarp();
    by_lane(n - 1);
  }
}

__global__ void of_two_depths() { by_lane(threadIdx.x % 32 < 16 ? 3 : 2); }
