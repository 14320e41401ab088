// A rule that warp 0 breaks whenever it comes is broken in every launch, whatever other warps
// do there. The first two kernels are NVIDIA's bad examples of guideline 2.4 as they stand.
#define FULL 0xffffffffu

__global__ void bad1() {
  if (threadIdx.x == 0) {
    // want not_participating_lane_in_mask "Lane\(s\) 1-31 named in sync mask 0b1{32} but do not .* bad1 \[sm"
    __syncwarp(~0u);
  } else {
    // want divergent_mask "Lane\(s\) 1-31 have mask 0b1{31}0 but union of all masks is 0b1{32} in .* bad1 \[warp 0, sm"
    __syncwarp(~1u);
  }
}

__global__ void bad2() {
  unsigned m;
  if (threadIdx.x == 0) m = ~0u;
  else if (threadIdx.x == 1) return;
  else m = ~1u;
  // want divergent_mask "Lane\(s\) 2-31 have mask 0b1{31}0 but union of all masks is 0b1{32} in .* bad2 \[warp 0, sm"
  __syncwarp(m);
}

// A template is as definite as the same text without one.
template <int N> __global__ void templ(int *p) {
  if (threadIdx.x < N)
    // want not_participating_lane_in_mask "1-31 .* templ<1>"
    p[0] = __shfl_sync(FULL, p[threadIdx.x], 0);
}

__global__ void plain(int *p) {
  if (threadIdx.x < 1)
    // want not_participating_lane_in_mask "1-31 .* plain"
    p[0] = __shfl_sync(FULL, p[threadIdx.x], 0);
}

void launch(int n, int *p) {
  templ<1><<<1, n>>>(p);
  plain<<<1, n>>>(p);
}

// The last warp stays away in part, or all of it.
__global__ void half_of_the_block() {
  if (threadIdx.x < blockDim.x / 2)
    // want divergent-syncthreads "threads 16-31 skip this"
    __syncthreads();
}

// Warp 0 stays away wherever another one comes.
__global__ void not_the_first() {
  if (threadIdx.x >= 32)
    // want divergent-syncthreads "threads 0-31 skip this"
    __syncthreads();
}

// Whichever warp comes, but of some blocks only.
__global__ void of_some_blocks(int n) {
  if (blockIdx.x < n && threadIdx.x < 16)
    // want divergent-syncthreads "16-31 of a warp"
    __syncthreads();
}

// Of a block of one warp none comes, and of others warp 0 does not break the rule.
__global__ void in_the_second(int *p) {
  if (threadIdx.x != 40)
    // want? potentially_not_participating_lane_in_mask "Lane\(s\) 8 "
    p[threadIdx.x] = __shfl_xor_sync(FULL, p[threadIdx.x], 1);
}

// All blocks of two warps have the second.
__global__ void in_the_second_of_two(int *p) {
  if (threadIdx.x != 40)
    // want not_participating_lane_in_mask "Lane\(s\) 8 .*block 64, warp 1"
    p[threadIdx.x] = __shfl_xor_sync(FULL, p[threadIdx.x], 1);
}

void two(int *p) { in_the_second_of_two<<<1, 64>>>(p); }

// In a block of 16 x 16 the lanes of warp 0 have two rows.
__global__ void rows(int *p) {
  if (threadIdx.x < 16)
    // want? potentially_not_participating_lane_in_mask "16-31"
    p[threadIdx.y] = __shfl_xor_sync(FULL, p[threadIdx.y], 1);
}

// In any block a lane of warp 0 is thread 0.
__global__ void corner(int *p) {
  if (threadIdx.x + threadIdx.y == 0)
    // want not_participating_lane_in_mask "1-31"
    p[threadIdx.y] = __shfl_xor_sync(FULL, p[threadIdx.y], 1);
}
