// A function whose body is in another file may arrive at an mbarrier, copy bytes, and hold the fence that is missing here.
#include <cstdint>

#define AT(b) "r"((unsigned)__cvta_generic_to_shared(&(b)))
#define INIT(b, n) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::AT(b), "r"(n) : "memory")
#define ARRIVE_EXPECT(b, n) \
  asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared::cta.b64 s, [%0], %1; }" ::AT(b), "r"(n) : "memory")
#define WAIT(b, parity)                                                                                        \
  asm volatile("{ .reg .pred p; A: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra B; bra A; B: }" ::AT(b), \
               "r"(parity)                                                                                     \
               : "memory")

__device__ void arrive(uint64_t *barrier);
__device__ void copy(void *to, const void *from, uint64_t *barrier);
__device__ void publish();

__global__ void arrivesElsewhere(int *out) {
  __shared__ uint64_t b;
  if (threadIdx.x == 0) INIT(b, 64);
  __syncthreads();
  arrive(&b);
  WAIT(b, 0);
  out[threadIdx.x] = 1;
}

__global__ void copiesElsewhere(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ uint64_t b;
  if (threadIdx.x == 0) {
    INIT(b, 1);
    ARRIVE_EXPECT(b, 256);
  }
  copy(s, in, &b);
  __syncthreads();
  WAIT(b, 0);
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void fencedElsewhere(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  publish();
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(out), AT(s[0]) : "memory");
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

// What runs elsewhere is behind the copy.
__global__ void fencedTooLate(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(out), AT(s[0]) : "memory");  // want async-proxy-fence "The copy reads"
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
  }
  __syncthreads();
  publish();
}

void launch(int *in, int *out) {
  arrivesElsewhere<<<1, 64>>>(out);
  copiesElsewhere<<<1, 64>>>(in, out);
  fencedElsewhere<<<1, 64>>>(in, out);
  fencedTooLate<<<1, 64>>>(in, out);
}
