// The value of __activemask() on its way to a mask, and what rests on it there.
#define FULL 0xffffffffu
#define L (threadIdx.x & 31)

__device__ unsigned running() { return __activemask(); }
__device__ unsigned less(unsigned m) { return m & ~(1u << 31); }
__device__ bool any_of(unsigned m, bool p) {
  return __any_sync(m, p); // want activemask-as-mask "decides on the loop"
}
__device__ int leader_of(unsigned m) { return __ffs(m) - 1; }

struct Group {
  unsigned mask;
  __device__ Group() : mask(__activemask()) {}
  // want activemask-as-mask "reads a lane that the mask may lack"
  __device__ int shift(int v) const { return __shfl_xor_sync(mask, v, 1); }
  __device__ int spread(int v) const { return __shfl_sync(mask, v, __ffs(mask) - 1); }
};

__global__ void by_helpers(int *d) {
  unsigned m = less(running());
  int v = d[threadIdx.x];
  if (v > 2)
    d[threadIdx.x] = __reduce_add_sync(m, v); // want activemask-as-mask "__reduce_add_sync has a mask of"
}

__global__ void by_member(int *d) {
  Group g;
  d[threadIdx.x] = g.shift(d[threadIdx.x]);
  d[threadIdx.x + 1024] = g.spread(d[threadIdx.x]);
}

__global__ void by_reference(unsigned *d) {
  unsigned m = FULL;
  auto narrow = [](unsigned &into) { into = __activemask(); };
  if (d[threadIdx.x] > 3)
    narrow(m);
  d[threadIdx.x] = __ballot_sync(m, d[threadIdx.x] > 9); // want activemask-as-mask "is stored"
}

// What was written over is no mask.
__global__ void written_over(unsigned *d) {
  unsigned m = __activemask();
  m = FULL;
  d[threadIdx.x] = __ballot_sync(m, d[threadIdx.x] > 9);
}

// The guide's loop, over again as long as some lane has work.
__global__ void loop_by_vote(int *d) {
  int v = d[threadIdx.x];
  while (any_of(__activemask(), v > 0))
    v--;
  d[threadIdx.x] = v;
}

__global__ void rank_in_group(int *d, int *out) {
  if (d[threadIdx.x] > 0) {
    unsigned b = __ballot_sync(__activemask(), d[threadIdx.x] > 7); // want activemask-as-mask "is stored"
    if (d[threadIdx.x] > 7)
      out[__popc(b & ((1u << L) - 1))] = d[threadIdx.x];
  }
}

__global__ void by_asm(unsigned *d) {
  unsigned m;
  asm volatile("activemask.b32 %0;" : "=r"(m));
  if (d[threadIdx.x] > 3)
    d[threadIdx.x] = __any_sync(m, d[threadIdx.x] > 9); // want activemask-as-mask "is stored"
}

__global__ void left_neighbour(int *d) {
  unsigned m = __ballot_sync(__activemask(), d[threadIdx.x] > 3);
  if (d[threadIdx.x] > 3)
    d[threadIdx.x] = __shfl_sync(m, d[threadIdx.x], L - 1); // want activemask-as-mask "the mask may lack"
}

// What one lane of those with a key has written, all that have it read.
__global__ void wait_for_key(int *keys, int *d) {
  unsigned m = __match_any_sync(__activemask(), d[threadIdx.x]);
  if (keys[d[threadIdx.x]] == 0)
    keys[d[threadIdx.x]] = 7;
  __syncwarp(m); // want activemask-as-mask "it waits for no others"
  d[threadIdx.x] = keys[d[threadIdx.x]];
}

// Right: each group for itself.
__global__ void slot_of_group(const int *d, int *out, int *count, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    unsigned b = __ballot_sync(__activemask(), d[i] > 7);
    if (d[i] > 7) {
      int leader = leader_of(b), base = 0;
      if (L == leader)
        base = atomicAdd(count, __popc(b));
      base = __shfl_sync(b, base, leader);
      out[base + __popc(b & ((1u << L) - 1))] = d[i];
    }
  }
}

__global__ void sum_of_group(int *d, int *sum) {
  if (d[threadIdx.x] > 0) {
    unsigned m = __activemask();
    int s = __reduce_add_sync(m, d[threadIdx.x]);
    if (L == __ffs(m) - 1)
      atomicAdd(sum, s);
  }
}

__global__ void keys_of_group(const int *d, int *sum) {
  unsigned m = __match_any_sync(__activemask(), d[threadIdx.x]);
  if (L == __ffs(m) - 1)
    atomicAdd(&sum[d[threadIdx.x]], __popc(m));
}

__global__ void all_or_none(int *d) {
  if (d[threadIdx.x] > 0) {
    unsigned m = __activemask();
    bool whole = __popc(m) == 32;
    if (whole)
      d[threadIdx.x] = __shfl_xor_sync(m, d[threadIdx.x], 1);
  }
}

// A lane's own bit is its own.
__global__ void own_bit(int *d) {
  unsigned b = __ballot_sync(__activemask(), d[threadIdx.x] > 3);
  d[threadIdx.x] = (b >> L) & 1;
}

__global__ void no_collective(unsigned *d) {
  unsigned m = __activemask();
  d[threadIdx.x] = __popc(m);
}

// A lane beside a mask in one record is no test of the mask.
struct Lanes {
  unsigned mask;
  int lane;
  __device__ Lanes() : mask(__activemask()), lane(threadIdx.x & 31) {}
};

__device__ Lanes lanesHere() {
  Lanes l;
  return l;
}

__global__ void beside_the_mask(const int *in, int *out) {
  Lanes all;
  if (all.lane < 16) {
    Lanes half = lanesHere();
    out[threadIdx.x] = __shfl_xor_sync(half.mask, in[threadIdx.x], 1); // want activemask-as-mask "reads a lane"
  }
  if (all.mask == 0xffffffff)
    out[threadIdx.x] += __shfl_xor_sync(all.mask, in[threadIdx.x], 2);
}

__global__ void beside_a_copied_mask(const int *in, int *out) {
  if (in[threadIdx.x] > 0) {
    Lanes all, copy = all;
    if (copy.lane >= 0)
      out[threadIdx.x] = __reduce_add_sync(copy.mask, 1); // want activemask-as-mask "stored as that of all"
  }
}

__global__ void one_lane_beside_it(const int *in, int *out) {
  Lanes all, *to = &all;
  if (to->lane == 0) {
    to->mask = __activemask();
    out[threadIdx.x] = __shfl_sync(to->mask, in[threadIdx.x], 0);
  }
}
