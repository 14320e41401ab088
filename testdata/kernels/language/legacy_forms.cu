// Intrinsics without a mask: each is told once, where it must be mended.

#define BROADCAST(v, l) __shfl(v, l) // want deprecated-intrinsic "__shfl is deprecated and undefined from sm_70 on; use __shfl_sync"
#define THIRD(v) BROADCAST(v, 3)
// want deprecated-intrinsic "__shfl_down is deprecated"
// want deprecated-intrinsic "__shfl_up is deprecated"
#define NEIGHBOURS(v) (__shfl_down(v, 1) + __shfl_up(v, 1))
#define SHUFFLE(form) __shfl##form
#define APPLY(f, x) f(x)
#define ANY(x) __any(x)

__device__ int swapped(int v) {
  return __shfl_xor(v, 1); // want deprecated-intrinsic "use __shfl_xor_sync"
}

template <class T> __device__ T first(T v) {
  return __shfl(v, 0); // want deprecated-intrinsic "__shfl is deprecated"
}

struct Flag {
  int value;
};
__device__ int __any(Flag f) { return f.value; }

// The definition is told, and no use.
__global__ void by_macro(int *out) {
  int v = threadIdx.x;
  v += BROADCAST(v, 1) + BROADCAST(v, 2);
  v += THIRD(v);
  v += NEIGHBOURS(v);
  out[threadIdx.x] = v;
}

// What the use decides is told there.
__global__ void by_use(int *out) {
  int v = threadIdx.x;
  v += SHUFFLE(_down)(v, 1); // want deprecated-intrinsic "use __shfl_down_sync"
  v += SHUFFLE(_down_sync)(0xffffffff, v, 1);
  v += APPLY(__all, v); // want deprecated-intrinsic "__all is deprecated; use __all_sync"
  v += APPLY(__popc, v);
  v += ANY(v); // want deprecated-intrinsic "__any is deprecated"
  v += ANY(Flag{v});
  out[threadIdx.x] = v;
}

__global__ void by_wrapper(float *f, int *out) {
  out[threadIdx.x] = swapped(threadIdx.x) + swapped(7) + first(3) + (int)first(f[threadIdx.x]);
}

__global__ void by_ptx(unsigned *out) {
  unsigned v = threadIdx.x, r;
  asm volatile("shfl.down.b32 %0, %1, 1, 31;" : "=r"(r) : "r"(v)); // want deprecated-intrinsic "shfl.down.b32 is deprecated and undefined from sm_70 on; use shfl.sync.down.b32"
  v += r;
  // want deprecated-intrinsic "vote.ballot.b32 is deprecated; use vote.sync.ballot.b32"
  asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 3; vote.ballot.b32 %0, p; }" : "=r"(r) : "r"(v));
  out[threadIdx.x] = v + r;
}

// Kept for CUDA before 9, and not.
__global__ void by_toolkit(int *out) {
  int v = threadIdx.x;
#if CUDART_VERSION < 9000
  v += __ballot(v > 1);
#endif
#if __CUDACC_VER_MAJOR__ >= 9
  v += __ballot_sync(0xffffffff, v > 2);
#else
  v += __ballot(v > 2);
#endif
#if CUDART_VERSION >= 8000
  v += __ballot(v > 3); // want deprecated-intrinsic "__ballot is deprecated"
#endif
  out[threadIdx.x] = v;
}
