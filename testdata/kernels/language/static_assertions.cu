// A template is not compiled for arguments that its static assertions refuse: what they say is known where
// nobody instantiates it.

template <int N> __global__ void wholeWarps(int *out) {
  static_assert(N % 32 == 0, "whole warps");
  if (threadIdx.x < N) __syncwarp();
}

template <int N> __global__ void unsaid(int *out) {
  if (threadIdx.x < N) __syncwarp();  // want? potentially_not_participating_lane_in_mask "do not participate"
}

// One in a branch holds where that is compiled, and what is learned is not more than it says.
template <bool Whole, int N> __global__ void inABranch(int *out) {
  if constexpr (Whole) {
    static_assert(N % 32 == 0, "whole warps");
    if (threadIdx.x < N) __syncwarp();
  } else {
    static_assert(N % 16 == 0, "half ones");
    if (threadIdx.x < N) __syncwarp();  // want~ potentially_not_participating_lane_in_mask "do not participate"
  }
}

// By a constant of its own.
template <int N> __global__ void byConstant(int *out) {
  constexpr int threads = N * 8;
  static_assert(threads % 32 == 0, "whole warps");
  if (threadIdx.x < threads) __syncwarp();
}

// One of a class holds in its methods, one of a class around it as well.
template <int N> struct Rows {
  static_assert((N & (N - 1)) == 0 && N <= 32, "a power of two");
  __device__ unsigned row() const { return (~0u >> (32 - N)) << ((threadIdx.x & 31) & -N); }
  __device__ void wait() {
    if (N > 1) __syncwarp(row());
  }
  struct Inner {
    __device__ void wait() {
      if (N > 1) __syncwarp((~0u >> (32 - N)) << ((threadIdx.x & 31) & -N));
    }
  };
};

template <int N, int M> struct OtherRows {
  static_assert((M & (M - 1)) == 0 && N <= 32, "a power of two, but another one");
  __device__ void wait() {
    // want~ potentially_divergent_mask "do not agree"
    if (N > 1) __syncwarp((~0u >> (32 - N)) << ((threadIdx.x & 31) & -N));
  }
};
