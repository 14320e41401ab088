// Results of sets that __activemask() gave, which atomics add to what other sets have.
#define L (threadIdx.x & 31)

__global__ void each_adds(const int *in, int *out) {
  if (in[threadIdx.x] > 0) {
    unsigned m = __activemask();
    atomicAdd(out, __popc(__ballot_sync(m, in[threadIdx.x] & 1))); // want activemask-as-mask "its result is added"
  }
}

__global__ void lane_zero_adds(const int *in, int *out) {
  int count = 0;
  if (in[threadIdx.x] > 0)
    count = __popc(__ballot_sync(__activemask(), in[threadIdx.x] & 1)); // want activemask-as-mask "its result is added"
  if (L == 0)
    atomicAdd(out, count);
}

__global__ void lane_zero_of_strides(const int *in, int *out, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum += __reduce_add_sync(__activemask(), in[i]); // want activemask-as-mask "its result is added"
  if (threadIdx.x % 32 == 0)
    atomicAdd(out, sum);
}

__global__ void shared_by_asm(const int *in, int *out) {
  if (in[threadIdx.x] > 0) {
    int count = __popc(__ballot_sync(__activemask(), in[threadIdx.x] & 1)); // want activemask-as-mask "its result is added"
    asm volatile("red.global.add.s32 [%0], %1;" ::"l"(out), "r"(count) : "memory");
  }
}

__global__ void counts_of_counts(const int *in, int *out) {
  if (in[threadIdx.x] > 0) {
    int count = __popc(__ballot_sync(__activemask(), in[threadIdx.x] & 1)); // want activemask-as-mask "its result is added"
    atomicAdd(&out[count], 1);
  }
}

__global__ void largest_count(const int *in, int *out) {
  if (in[threadIdx.x] > 0)
    atomicMax(out, __popc(__ballot_sync(__activemask(), in[threadIdx.x] & 1))); // want activemask-as-mask "its result is added"
}

__global__ void largest_of_lane_zero(const int *in, int *out) {
  int most = 0;
  if (in[threadIdx.x] > 0)
    most = __reduce_max_sync(__activemask(), in[threadIdx.x]); // want activemask-as-mask "its result is added"
  if (L == 0)
    atomicMax(out, most);
}

// Right: one lane of each set, whichever way it was chosen.
__global__ void leaders(const int *in, int *out) {
  if (in[threadIdx.x] > 0) {
    unsigned m = __activemask(), below = (1u << L) - 1;
    int count = __popc(__ballot_sync(m, in[threadIdx.x] & 1));
    if (L == __ffs(m) - 1)
      atomicAdd(out, count);
    if (L == 31 - __clz(m))
      atomicAdd(out + 1, count);
    if ((m & below) == 0)
      atomicAdd(out + 2, count);
    if (__popc(m & below) == 0)
      atomicAdd(out + 3, count);
    bool first = !(m & below);
    if (first && in[0])
      atomicAdd(out + 4, count);
  }
}

__device__ void addAll(int *to, int v, unsigned m) {
  int sum = __reduce_add_sync(m, v);
  if ((threadIdx.x & 31) == __ffs(m) - 1)
    atomicAdd(to, sum);
}

__global__ void leader_of_a_function(const int *in, int *out) {
  if (in[threadIdx.x] > 0)
    addAll(out, in[threadIdx.x], __activemask());
}

__device__ void put(int *to, int v) { atomicAdd(to, v); }

__global__ void leader_calls(const int *in, int *out) {
  if (in[threadIdx.x] > 0) {
    unsigned m = __activemask();
    int sum = __reduce_add_sync(m, in[threadIdx.x]);
    if (L == __ffs(m) - 1)
      put(out, sum);
  }
}

// What a leader keeps is in its own variable alone: all of them together have it once.
__global__ void kept_by_leaders(const int *in, int *out, int n) {
  int mine = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    unsigned m = __activemask();
    int count = __popc(__ballot_sync(m, in[i] & 1));
    if (L == __ffs(m) - 1)
      mine += count;
  }
  atomicAdd(out, mine);
}

__global__ void keys(const int *in, int *out) {
  unsigned m = __match_any_sync(__activemask(), in[threadIdx.x]);
  int count = __popc(__ballot_sync(m, in[threadIdx.x + 1024] > 0));
  if (L == __ffs(m) - 1)
    atomicAdd(&out[in[threadIdx.x]], count);
}

// Right by all lanes of any sets: the largest of all, bits of all.
__global__ void the_same_for_all(const int *in, int *out, unsigned *bits) {
  if (in[threadIdx.x] > 0) {
    unsigned m = __activemask();
    atomicMax(out, __reduce_max_sync(m, in[threadIdx.x]));
    atomicMin(out + 1, __reduce_min_sync(m, in[threadIdx.x]));
    atomicOr(bits, __ballot_sync(m, in[threadIdx.x] & 1));
    atomicOr(out + 2, __any_sync(m, in[threadIdx.x] & 1));
  }
}

// Right: each lane its own share.
__global__ void own_share(const int *in, int *out) {
  if (in[threadIdx.x] > 0)
    atomicAdd(out, __ballot_sync(__activemask(), in[threadIdx.x] & 1) >> L & 1);
}

__global__ void slots(const int *in, int *out, int *count) {
  if (in[threadIdx.x] > 0) {
    unsigned m = __activemask();
    int base = 0;
    if (L == __ffs(m) - 1)
      base = atomicAdd(count, __popc(m));
    base = __shfl_sync(m, base, __ffs(m) - 1);
    atomicAdd(&out[base + __popc(m & ((1u << L) - 1))], in[threadIdx.x]);
  }
}

// Only the whole warp adds.
__global__ void whole_warp(const int *in, int *out) {
  if (in[threadIdx.x] > 0) {
    unsigned m = __activemask();
    int count = __popc(__ballot_sync(m, in[threadIdx.x] & 1));
    if (m == 0xffffffffu && L == 0)
      atomicAdd(out, count);
  }
}
