// __activemask returns any lanes of this path, the caller among them. What a group of lanes that
// found itself so does among itself is right; what rests on others being in it is not. In
// lockstep it is the lanes that are converged.
#define FULL 0xffffffffu
#define L (threadIdx.x & 31)

__device__ int fixed_source(int v) {
  // want activemask-as-mask "it reads a lane that the mask may lack"
  return __shfl_sync(__activemask(), v, 0);
}

__global__ void fixed_source_in_branch(int *d) {
  if (d[threadIdx.x] > 0)
    // want activemask-as-mask "it reads a lane that the mask may lack"
    d[threadIdx.x] = __shfl_sync(__activemask(), d[threadIdx.x], 0);
}

__global__ void fixed_distances(int *d) {
  unsigned m = __activemask();
  int v = d[threadIdx.x];
  for (int o = 16; o > 0; o /= 2)
    // want activemask-as-mask "it reads a lane that the mask may lack"
    v += __shfl_down_sync(m, v, o);
  d[threadIdx.x] = v;
}

// That lane 0 is among them is true for some lanes only.
__global__ void lane_0_is_there(int *d) {
  unsigned m = __activemask();
  if (m & 1)
    // want?[independent,strict] potentially_not_participating_lane_in_mask "potentially do not participate"
    d[threadIdx.x] = __shfl_sync(FULL, d[threadIdx.x], 0);
}

// Taken before the lanes part.
__global__ void before_the_branch(int *d) {
  unsigned m = __activemask();
  if (d[threadIdx.x] > 0)
    // want activemask-as-mask "it waits for no others"
    __syncwarp(m);
}

// The caller is among them, whoever else is here.
__global__ void lane_alone(int *d) {
  if (L == 3)
    d[threadIdx.x] = __ballot_sync(__activemask(), 1);
}

__global__ void lane_alone_by_a_variable(int *d, int n) {
  bool is_third = L == 3, is_other = L != 5;
  if (is_third && n > 2)
    d[threadIdx.x] = __ballot_sync(__activemask(), 1);
  if (!is_other)
    d[threadIdx.x] = __ballot_sync(__activemask(), 1);
}

__global__ void lanes_by_a_variable(int *d, int n) {
  bool is_any = L == 3 || n > 2;
  if (is_any)
    // want activemask-as-mask "its result is stored as that of all"
    d[threadIdx.x] = __ballot_sync(__activemask(), 1);
  bool is_either = n > 5 ? L == 3 : L != 3;
  if (is_either)
    // want activemask-as-mask "its result is stored as that of all"
    d[threadIdx.x] = __ballot_sync(__activemask(), 1);
}

__global__ void aggregated(const int *d, int *out, int *count, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (d[i] > 0) {
      unsigned m = __activemask();
      int leader = __ffs(m) - 1, base = 0;
      if (L == leader)
        base = atomicAdd(count, __popc(m));
      base = __shfl_sync(m, base, leader);
      out[base + __popc(m & ((1u << L) - 1))] = d[i];
    }
}

__global__ void by_key(const int *d, int *sums) {
  unsigned m = __match_any_sync(__activemask(), d[threadIdx.x]);
  int leader = 31 - __clz(m), base = 0;
  if (L == leader)
    base = atomicAdd(&sums[d[threadIdx.x]], __popc(m));
  base = __shfl_sync(m, base, leader);
  __syncwarp(m);
}

// What those decide that run together is not what all of them decide.
__global__ void vote_of_the_group(int *d) {
  unsigned m = __activemask();
  if (__any_sync(m, d[threadIdx.x] > 3)) // want activemask-as-mask "decides on a store"
    // want activemask-as-mask "its result is stored as that of all"
    d[threadIdx.x] = __popc(__ballot_sync(m, d[threadIdx.x] > 5));
}

__global__ void all_there(int *d) {
  if (d[threadIdx.x] > 0)
    if (__activemask() == FULL)
      d[threadIdx.x] = __shfl_xor_sync(FULL, d[threadIdx.x], 1);
}

__device__ void all_there_or_leave(int *d) {
  unsigned m = __activemask();
  if (m != FULL)
    return;
  d[threadIdx.x] = __shfl_sync(m, d[threadIdx.x], 9);
}

__global__ void in_asm(int *d) {
  unsigned m;
  asm volatile("activemask.b32 %0;" : "=r"(m));
  d[0] = __shfl_sync(m, d[threadIdx.x], __ffs(m) - 1);
  // want activemask-as-mask "it reads a lane that the mask may lack"
  d[1] = __shfl_sync(m, d[threadIdx.x], 7);
}

__global__ void of_two_calls(int *d) {
  unsigned m = __activemask();
  unsigned n = __activemask();
  __syncwarp(m); // want activemask-as-mask "it waits"
  __syncwarp(n); // want activemask-as-mask "it waits"
  // want activemask-as-mask "it waits"
  __syncwarp(L < 16 ? m : n);
}
