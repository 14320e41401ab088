// Device functions that no kernel calls: the mask that one is given names the lanes that
// enter it, and what the function does with it is the function's.

template <class T> __device__ T sum(T v, unsigned mask) {
  for (int o = 16; o > 0; o >>= 1)
    v += __shfl_xor_sync(mask, v, o);
  return v;
}
template __device__ int sum(int, unsigned);

__device__ int from_lane(unsigned mask, int v, int lane) { return __shfl_sync(mask, v, lane); }

// The lanes part, and each side narrows what it was given.
__device__ int of_each_side(unsigned mask, int v, bool p) {
  unsigned here = __ballot_sync(mask, p);
  if (p)
    v = __shfl_sync(here, v, __ffs(here) - 1);
  else
    v = __shfl_sync(mask & ~here, v, __ffs(mask & ~here) - 1);
  __syncwarp(mask);
  return v;
}

struct group {
  unsigned mask;
  __device__ void sync() const { __syncwarp(mask); }
  __device__ void sync_some(int p) const {
    if (p)
      __syncwarp(mask); // want-open potentially_not_participating_lane_in_mask "unless p is the same in all lanes"
  }
};

__device__ void in_parts(unsigned mask, bool all) {
  __syncwarp(all ? ~0u : mask | 1);
}

__device__ void wide(unsigned long long mask) { __syncwarp(static_cast<unsigned>(mask)); }

__device__ void through_pointer(const unsigned *mask) { __syncwarp(*mask); }

__device__ void while_positive(unsigned mask, int v) {
  while (v-- > 0)
    __syncwarp(mask); // want-open potentially_not_participating_lane_in_mask "unless v is the same in all lanes"
}

__device__ int wrong_side(unsigned mask, int v, bool p) {
  unsigned here = __ballot_sync(mask, p);
  if (p)
    // want participating_lane_not_in_mask "participate but are not named"
    // want-open potentially_not_participating_lane_in_mask "unless p is the same in all lanes"
    __syncwarp(mask & ~here);
  return v;
}

// Called with the mask of the lanes below 16 by those alone it is correct.
__device__ void low_half(unsigned mask) {
  if (threadIdx.x % 32 < 16)
    // want~ potentially_not_participating_lane_in_mask "Lane\(s\) 16-31 named"
    __syncwarp(mask);
}

// Whatever the mask is.
__device__ void of_some(unsigned mask) {
  if (threadIdx.x % 32 < 16)
    __syncwarp(mask | ~0u << 16); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

// An argument of a kernel is the host's.
__global__ void argument(unsigned mask) {
  __syncwarp(mask); // want? participating_lane_potentially_not_in_mask "potentially not named"
}

// Results are stored behind other pointers than the one that leads to the mask.
struct scan {
  unsigned lane, mask;
  __device__ void up(int v, int &out) {
    out = v;
    for (int o = 1; o < 32; o *= 2) {
      int other = __shfl_up_sync(mask, out, o);
      if (lane >= o)
        out += other;
    }
  }
  __device__ void halved() {
    mask >>= 16;
    // want? participating_lane_potentially_not_in_mask "participate but"
    __syncwarp(mask);
  }
};

template <class T, int Steps> struct reverse {
  unsigned lane, mask;
  template <class Op> __device__ void scan(T in, T &out, Op op) {
    out = in;
    for (int step = 0; step < Steps; ++step) {
      T other = __shfl_down_sync(mask, out, 1 << step);
      out = lane >= 32 - (1 << step) ? out : op(other, out);
    }
  }
};

__device__ void stored(unsigned *masks, int i) {
  masks[i] = 1u << (threadIdx.x % 32);
  // want? participating_lane_potentially_not_in_mask "potentially not named"
  // want-open potentially_divergent_mask "unless masks is the same in all lanes"
  __syncwarp(masks[0]);
}

// Of a template that nobody instantiates, and of any group: what its arguments decide is given, too.
template <class P> __device__ void of_policy() { __syncwarp(P::mask()); }
template <class P> __device__ void of_constant() { __syncwarp(P::mask); }
template <class G> __device__ void of_member(G group) { __syncwarp(group.mask); }
template <class G> __device__ void of_method(const G &group) { __syncwarp(group.mask()); }
template <class G> __device__ void of_choice(G group, const bool *first) { __syncwarp(*first ? group.mask : group.other()); }

// What is done to it is the function's.
template <class G> __device__ int half_of(G group, int v) {
  if (threadIdx.x % 32 < 16)
    v = __shfl_sync(group.mask(), v, 0); // want~ potentially_not_participating_lane_in_mask "in context\(s\) half_of"
  return v;
}

// A mask that is combined of itself many times is looked at once.
__device__ void in_rounds(unsigned mask, const unsigned *some, const unsigned *more) {
#pragma unroll
  for (int i = 0; i < 40; i++)
    mask = (mask & some[i]) ^ (mask | more[i]);
  __syncwarp(mask);
}
