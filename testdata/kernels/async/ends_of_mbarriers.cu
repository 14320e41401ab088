// mbarriers that are ended, initialised again, or used behind their end.
// without uninitialized-shared
#include <cstdint>

__device__ __forceinline__ uint32_t sa(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
#define mb_init(b, n) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sa(b)), "r"(n) : "memory")
#define mb_inval(b) asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(sa(b)) : "memory")
#define mb_arrive(b) asm volatile("{ .reg .b64 st; mbarrier.arrive.shared::cta.b64 st, [%0]; }" ::"r"(sa(b)) : "memory")
#define mb_expect(b, n) asm volatile("{ .reg .b64 st; mbarrier.arrive.expect_tx.shared::cta.b64 st, [%0], %1; }" ::"r"(sa(b)), "r"(n) : "memory")
#define mb_wait(b, parity) do { uint32_t done = 0; while (!done) \
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(sa(b)), "r"(parity) : "memory"); } while (0)
#define ld_bulk(d, s, n, b) \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sa(d)), "l"(s), "r"(n), "r"(sa(b)) : "memory")
#define T threadIdx.x
#define INIT1(b, n) if (T == 0) { mb_init(b, n); asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); } __syncthreads();

// Arrives at one that has ended.
__global__ void arrivesBehindTheEnd(int *out) {
  __shared__ uint64_t b;
  INIT1(&b, 128)
  mb_arrive(&b); mb_wait(&b, 0);
  __syncthreads();
  if (T == 0) mb_inval(&b);
  __syncthreads();
  if (T == 64) mb_arrive(&b);  // want mbarrier-arrivals "Thread 64 uses b in arrivesBehindTheEnd behind its end"
  out[T] = T;
}

// Others may still wait.
__global__ void endsBesideWaits(int *out) {
  __shared__ uint64_t b;
  INIT1(&b, 128)
  mb_arrive(&b); mb_wait(&b, 0);
  if (T == 0) mb_inval(&b);  // want mbarrier-arrivals "Thread 0 ends b in endsBesideWaits, which thread 1 may still use"
  out[T] = T;
}

__global__ void endsBehindABarrier(int *out) {
  __shared__ uint64_t b;
  INIT1(&b, 128)
  mb_arrive(&b); mb_wait(&b, 0);
  __syncthreads();
  if (T == 0) mb_inval(&b);
  out[T] = T;
}

// Initialised again while it is valid.
__global__ void initialisesAgain(int *out) {
  __shared__ uint64_t b;
  INIT1(&b, 128)
  mb_arrive(&b); mb_wait(&b, 0);
  __syncthreads();
  if (T == 0) mb_init(&b, 128);  // want mbarrier-arrivals "Thread 0 initialises b in initialisesAgain, which has not been ended"
  __syncthreads();
  mb_arrive(&b); mb_wait(&b, 0);
  out[T] = T;
}

__global__ void initialisesBehindTheEnd(int *out) {
  __shared__ uint64_t b;
  INIT1(&b, 128)
  mb_arrive(&b); mb_wait(&b, 0);
  __syncthreads();
  if (T == 0) { mb_inval(&b); mb_init(&b, 128); }
  __syncthreads();
  mb_arrive(&b); mb_wait(&b, 0);
  out[T] = T;
}

// A thread waits behind the end.
__global__ void waitsBehindTheEnd(int *out) {
  __shared__ uint64_t b;
  INIT1(&b, 32)
  if (T < 32) { mb_arrive(&b); mb_wait(&b, 0); }
  __syncthreads();
  if (T == 0) mb_inval(&b);
  __syncthreads();
  if (T >= 96) mb_wait(&b, 0);  // want mbarrier-arrivals "Thread 96 uses b in waitsBehindTheEnd behind its end"
  out[T] = T;
}

// A copy, its end, another use of the memory.
__global__ void usesTheMemory(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ union { uint64_t b; int n; } u;
  INIT1(&u.b, 1)
  if (T == 0) { mb_expect(&u.b, 512); ld_bulk(buf, in, 512, &u.b); }
  mb_wait(&u.b, 0);
  __syncthreads();
  if (T == 0) { mb_inval(&u.b); u.n = 3; }
  __syncthreads();
  out[T] = buf[T] + u.n;
}

// Ended twice.
__global__ void endsTwice(int *out) {
  __shared__ uint64_t b;
  INIT1(&b, 128)
  mb_arrive(&b); mb_wait(&b, 0);
  __syncthreads();
  if (T == 0) { mb_inval(&b);
    mb_inval(&b); }  // want mbarrier-arrivals "Thread 0 uses b in endsTwice behind its end"
  out[T] = T;
}

// Two threads initialise for the same count.
__global__ void twoInitialise(int *out) {
  __shared__ uint64_t b;
  if (T < 2)
    mb_init(&b, 128);
  __syncthreads();
  mb_arrive(&b); mb_wait(&b, 0);
  out[T] = T;
}

// Two threads initialise for other counts.
__global__ void twoInitialiseOtherwise(int *out) {
  __shared__ uint64_t b;
  if (T < 2)
    mb_init(&b, 128 + T);  // want mbarrier-arrivals "Thread 1 initialises b in twoInitialiseOtherwise, which has not been ended"
  __syncthreads();
  mb_arrive(&b); mb_wait(&b, 0);
  out[T] = T;
}

// Ended by the last warp, behind what the others arrive at.
__global__ void endsBehindArrivals(int *out) {
  __shared__ uint64_t b;
  INIT1(&b, 128)
  mb_arrive(&b); mb_wait(&b, 0);
  if (T >= 32) { asm volatile("bar.arrive 1, 128;" ::: "memory"); }
  else { asm volatile("bar.sync 1, 128;" ::: "memory"); if (T == 0) mb_inval(&b); }
  out[T] = T;
}

void launch(const float *in, float *copied, int *out) {
  arrivesBehindTheEnd<<<1, 128>>>(out);
  endsBesideWaits<<<1, 128>>>(out);
  endsBehindABarrier<<<1, 128>>>(out);
  initialisesAgain<<<1, 128>>>(out);
  initialisesBehindTheEnd<<<1, 128>>>(out);
  waitsBehindTheEnd<<<1, 128>>>(out);
  usesTheMemory<<<1, 128>>>(in, copied);
  endsTwice<<<1, 128>>>(out);
  twoInitialise<<<1, 128>>>(out);
  twoInitialiseOtherwise<<<1, 128>>>(out);
  endsBehindArrivals<<<1, 128>>>(out);
}
