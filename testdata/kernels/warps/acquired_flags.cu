// A thread stores data and sets a flag by a release. Another waits for the flag by an acquire and reads the data. The
// release and the acquire are fences and atomic accesses: nothing races. A relaxed flag orders nothing.

#define AT(p) "r"((unsigned)__cvta_generic_to_shared(p))

__device__ void set(int *flag) { asm volatile("st.release.cta.shared.s32 [%0], 1;" ::AT(flag) : "memory"); }

__device__ int get(int *flag) {
  int v;
  asm volatile("ld.acquire.cta.shared.s32 %0, [%1];" : "=r"(v) : AT(flag) : "memory");
  return v;
}

#define KERNEL(name, type, SET, GET)                         \
  __global__ void name(const int *in, int *out, int *far) {  \
    __shared__ int s[64];                                    \
    __shared__ type flag;                                    \
    int t = threadIdx.x;                                     \
    if (t == 0) flag = 0;                                    \
    __syncthreads();                                         \
    if (t == 32) {                                           \
      s[0] = in[0];                                          \
      SET;                                                   \
    }                                                        \
    if (t == 0) {                                            \
      while (!(GET))                                         \
        ;                                                    \
      out[0] = s[0];                                         \
    }                                                        \
  }

KERNEL(byHelpers, int, set(&flag), get(&flag))
KERNEL(byNames, int, __nv_atomic_store_n(&flag, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK),
       __nv_atomic_load_n(&flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK))
KERNEL(byAddition, int, __nv_atomic_fetch_add(&flag, 1, __NV_ATOMIC_SEQ_CST), __nv_atomic_fetch_add(&flag, 0, __NV_ATOMIC_SEQ_CST))
KERNEL(byFarFlag, int, asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(far) : "memory"), ({
         int v;
         asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(far) : "memory");
         v;
       }))
KERNEL(byReduction, int, asm volatile("red.release.cta.shared.add.s32 [%0], 1;" ::AT(&flag) : "memory"), ({
         int v;
         asm volatile("atom.acquire.cta.shared.or.b32 %0, [%1], 0;" : "=r"(v) : AT(&flag) : "memory");
         v;
       }))
KERNEL(byFence, int,
       {
         __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK);
         *(volatile int *)&flag = 1;
       },
       ({
         int v = *(volatile int *)&flag;
         __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK);
         v;
       }))

// The lanes of one warp.
__global__ void inOneWarp(const int *in, int *out) {
  __shared__ int s[32], flag;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 1) {
    s[0] = in[0];
    set(&flag);
  }
  if (t == 0) {
    while (!get(&flag))
      ;
    out[0] = s[0];
  }
}

// A flag that no thread reads orders nothing.
__global__ void heartbeat(const int *in, int *out, volatile int *progress) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __threadfence_block();
  if (t == 0) progress[blockIdx.x] = 1;
  out[t] = s[63 - t];  // want missing-syncthreads "for s"
}

__global__ void countedOnly(const int *in, int *out, int *count) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __threadfence();
  atomicAdd(count, 1);
  out[t] = s[63 - t];  // want missing-syncthreads "for s"
}

__global__ void releasedOnly(const int *in, int *out, int *count) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  asm volatile("red.release.gpu.global.add.s32 [%0], 1;" ::"l"(count) : "memory");
  out[t] = s[63 - t];  // want missing-syncthreads "for s"
}

// The host sets the flag, and no thread of the kernel.
__global__ void pollsForTheHost(const int *in, int *out, volatile int *abort) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __threadfence_block();
  if (*abort) return;
  out[t] = s[63 - t];  // want? potentially-missing-syncthreads "for s"
}

// What is acquired decides nothing.
__global__ void acquiredOnly(const int *in, int *out, int *count) {
  __shared__ int s[64];
  int t = threadIdx.x, seen;
  s[t] = in[t];
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(count) : "memory");
  out[64] = seen;
  out[t] = s[63 - t];  // want missing-syncthreads "for s"
}

// The data is stored behind the release.
__global__ void storedTooLate(const int *in, int *out) {
  __shared__ int s[64], flag;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 32) {
    set(&flag);
    s[0] = in[0];
  }
  if (t == 0) out[0] = s[0];  // want missing-syncthreads "races"
}

void launch(const int *in, int *out, int *count) {
  heartbeat<<<1, 64>>>(in, out, count);
  countedOnly<<<1, 64>>>(in, out, count);
  releasedOnly<<<1, 64>>>(in, out, count);
  pollsForTheHost<<<1, 64>>>(in, out, count);
  acquiredOnly<<<1, 64>>>(in, out, count);
}
