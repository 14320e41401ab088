// An mbarrier is used by other threads than the one that initialises it, with and without a barrier in between.
// without uninitialized-shared
#include <cooperative_groups.h>
#include <cuda/barrier>

#define AT(b) "r"((unsigned)__cvta_generic_to_shared(&(b)))
#define INIT(b, n) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::AT(b), "r"(n) : "memory")
#define ARRIVE(b) asm volatile("{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0]; }" ::AT(b) : "memory")
#define WAIT(b, parity)                                                                                        \
  asm volatile("{ .reg .pred p; A: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra B; bra A; B: }" ::AT(b), \
               "r"(parity)                                                                                     \
               : "memory")

#define KERNEL(name, ...)                       \
  __global__ void name(int *out, int n) {       \
    __shared__ unsigned long long b;            \
    int t = threadIdx.x;                        \
    __VA_ARGS__;                                \
    out[t] = n;                                 \
  }
#define OBJECT(name, ...)                                        \
  __global__ void name(int *out, int n) {                        \
    __shared__ cuda::barrier<cuda::thread_scope_block> b;        \
    int t = threadIdx.x;                                         \
    __VA_ARGS__;                                                 \
    out[t] = n;                                                  \
  }

KERNEL(ordered, if (t == 0) INIT(b, 64); __syncthreads(); ARRIVE(b); WAIT(b, 0))
KERNEL(unordered, if (t == 0) INIT(b, 64); ARRIVE(b); WAIT(b, 0))  // want mbarrier-arrivals "may use b in unordered before thread 0 has initialised it"
KERNEL(warpAlone, if (t == 0) INIT(b, 64); __syncwarp(); ARRIVE(b); WAIT(b, 0))  // want mbarrier-arrivals "Thread 32 may use b in warpAlone"
KERNEL(oneWarp, if (t == 0) INIT(b, 32); __syncwarp(); ARRIVE(b); WAIT(b, 0))
KERNEL(roles, if (t == 0) INIT(b, 1); if (t == 32) ARRIVE(b); if (t < 32) WAIT(b, 0))  // want mbarrier-arrivals "may use b in roles"
KERNEL(barrierBefore, __syncthreads(); if (t == 0) { INIT(b, 1); ARRIVE(b); } WAIT(b, 0))  // want mbarrier-arrivals "may use b in barrierBefore"
KERNEL(sometimes, if (t == 0) INIT(b, 64); if (n > 3) __syncthreads(); ARRIVE(b); WAIT(b, 0))  // want? potentially-mbarrier-arrivals "may use b in sometimes"
KERNEL(ownUse, if (t == 0) { INIT(b, 1); ARRIVE(b); } __syncthreads(); WAIT(b, 0))
KERNEL(numbered, if (t == 0) INIT(b, 64); asm volatile("bar.sync 1, 64;" ::: "memory"); ARRIVE(b); WAIT(b, 0))
KERNEL(ofTheCluster, if (t == 0) { INIT(b, 64); asm volatile("fence.mbarrier_init.release.cluster;"); }
       asm volatile("barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
       ARRIVE(b); WAIT(b, 0))

OBJECT(objectOrdered, if (t == 0) init(&b, 64); cooperative_groups::this_thread_block().sync(); b.arrive_and_wait())
OBJECT(objectUnordered, if (t == 0) init(&b, 64); b.arrive_and_wait())  // want mbarrier-arrivals "may use b in objectUnordered"

// What the barrier orders.
#define DATA(name, ...)                                                  \
  __global__ void name(const int *in, int *out) {                        \
    __shared__ cuda::barrier<cuda::thread_scope_block> b;                \
    __shared__ int s[64];                                                \
    int t = threadIdx.x;                                                 \
    if (t == 0) init(&b, 64);                                            \
    __syncthreads();                                                     \
    __VA_ARGS__;                                                         \
  }

DATA(storedBefore, s[t] = in[t]; auto token = b.arrive(); b.wait(std::move(token)); out[t] = s[t ^ 32])
DATA(storedBetween, auto token = b.arrive(); s[t] = in[t]; b.wait(std::move(token)); out[t] = s[t ^ 32])  // want? potentially-missing-syncthreads "may race"
DATA(readBetween, s[t] = in[t]; auto token = b.arrive(); out[t] = s[t ^ 32]; b.wait(std::move(token)))  // want missing-syncthreads "races"
DATA(refilled, for (int i = 0; i < 4; i++) { s[t] = in[i * 64 + t]; b.arrive_and_wait(); out[i * 64 + t] = s[t ^ 32]; })  // want missing-syncthreads "races"
DATA(refilledBehindAnother, for (int i = 0; i < 4; i++) { s[t] = in[i * 64 + t]; b.arrive_and_wait(); out[i * 64 + t] = s[t ^ 32]; b.arrive_and_wait(); })
DATA(copiedBytes, cuda::memcpy_async(&s[t], &in[t], sizeof(int), b); b.arrive_and_wait(); out[t] = s[t ^ 32])
DATA(readBeforeTheWait, cuda::memcpy_async(&s[t], &in[t], sizeof(int), b); out[t] = s[t ^ 32]; b.arrive_and_wait())  // want missing-syncthreads "races"

// No thread initialises the mbarrier, or only another one.
KERNEL(neverInitialised, __syncthreads(); ARRIVE(b); WAIT(b, 0))  // want mbarrier-arrivals "Thread 0 uses b in neverInitialised, which no thread has initialised"
OBJECT(objectNeverInitialised, __syncthreads(); b.arrive_and_wait())  // want mbarrier-arrivals "uses b in objectNeverInitialised, which no thread"
KERNEL(initialisedBySome, if (n == 4) INIT(b, 64); __syncthreads(); ARRIVE(b); WAIT(b, 0))  // want? potentially-mbarrier-arrivals "uses b in initialisedBySome"
__global__ void otherElement(int *out) {
  __shared__ unsigned long long b[2];
  if (threadIdx.x == 0) INIT(b[0], 64);
  __syncthreads();
  ARRIVE(b[1]);  // want mbarrier-arrivals "Thread 0 uses b.1. in otherElement, which no thread"
  WAIT(b[1], 0);
  out[threadIdx.x] = 1;
}
// One address is generic, the other in the window of shared memory.
__global__ void twoAddresses(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 64);
  __syncthreads();
  unsigned long long *b = (unsigned long long *)&bar;
  ARRIVE(*b);
  WAIT(*b, 0);
  out[threadIdx.x] = 1;
}
// The constructor initialises it.
__global__ void constructed(int *out) {
  extern __shared__ char memory[];
  auto *bar = (cuda::barrier<cuda::thread_scope_block> *)memory;
  if (threadIdx.x == 0) new (bar) cuda::barrier<cuda::thread_scope_block>(blockDim.x);
  __syncthreads();
  bar->arrive_and_wait();
  out[threadIdx.x] = 1;
}
__global__ void generic(int *out) {
  __shared__ unsigned long long b;
  if (threadIdx.x == 0) asm volatile("mbarrier.init.b64 [%0], 64;" ::"l"(&b) : "memory");
  __syncthreads();
  ARRIVE(b);
  WAIT(b, 0);
  out[threadIdx.x] = 1;
}

void launch(const int *in, int *out, int n) {
  neverInitialised<<<1, 64>>>(out, n);
  objectNeverInitialised<<<1, 64>>>(out, n);
  initialisedBySome<<<1, 64>>>(out, n);
  otherElement<<<1, 64>>>(out);
  twoAddresses<<<1, 64>>>(out);
  constructed<<<1, 64, sizeof(cuda::barrier<cuda::thread_scope_block>)>>>(out);
  generic<<<1, 64>>>(out);
  ordered<<<1, 64>>>(out, n);
  unordered<<<1, 64>>>(out, n);
  warpAlone<<<1, 64>>>(out, n);
  oneWarp<<<1, 32>>>(out, n);
  roles<<<1, 64>>>(out, n);
  barrierBefore<<<1, 64>>>(out, n);
  sometimes<<<1, 64>>>(out, n);
  ownUse<<<1, 64>>>(out, n);
  numbered<<<1, 64>>>(out, n);
  ofTheCluster<<<1, 64>>>(out, n);
  objectOrdered<<<1, 64>>>(out, n);
  objectUnordered<<<1, 64>>>(out, n);
  storedBefore<<<1, 64>>>(in, out);
  storedBetween<<<1, 64>>>(in, out);
  readBetween<<<1, 64>>>(in, out);
  refilled<<<1, 64>>>(in, out);
  refilledBehindAnother<<<1, 64>>>(in, out);
  copiedBytes<<<1, 64>>>(in, out);
  readBeforeTheWait<<<1, 64>>>(in, out);
}
