// Copies into shared memory that threads have read before, with and without a proxy fence behind the reads.
// without uninitialized-shared
#include <cstdint>

#define AT(b) "r"((unsigned)__cvta_generic_to_shared(&(b)))
#define INIT(b, n) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::AT(b), "r"(n) : "memory")
#define ARRIVE_EXPECT(b, n) \
  asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared::cta.b64 s, [%0], %1; }" ::AT(b), "r"(n) : "memory")
#define WAIT(b, parity) \
  asm volatile("{ .reg .pred p; A: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra B; bra A; B: }" ::AT(b), "r"(parity) : "memory")
#define LOAD(to, from, n, b) \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::AT(to), "l"(from), "r"(n), AT(b) : "memory")
#define FENCE asm volatile("fence.proxy.async.shared::cta;" ::: "memory")

__global__ void refill(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    if (threadIdx.x == 0) {
      ARRIVE_EXPECT(full, 256);
      LOAD(s, in + 64 * k, 256, full);  // want? potentially-async-proxy-fence "The copy fills shared memory that refill has read before"
    }
    WAIT(full, k & 1);
    out[64 * k + threadIdx.x] = s[threadIdx.x];
    __syncthreads();
  }
}

__global__ void fenced(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    if (threadIdx.x == 0) {
      ARRIVE_EXPECT(full, 256);
      LOAD(s, in + 64 * k, 256, full);
    }
    WAIT(full, k & 1);
    out[64 * k + threadIdx.x] = s[threadIdx.x];
    FENCE;
    __syncthreads();
  }
}

// The thread that copies makes the fence, behind the barrier.
__global__ void fencedByTheCopier(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    if (threadIdx.x == 0) {
      FENCE;
      ARRIVE_EXPECT(full, 256);
      LOAD(s, in + 64 * k, 256, full);
    }
    WAIT(full, k & 1);
    out[64 * k + threadIdx.x] = s[threadIdx.x];
    __syncthreads();
  }
}

// The fence stands before the reads.
__global__ void fenceTooEarly(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    if (threadIdx.x == 0) {
      ARRIVE_EXPECT(full, 256);
      LOAD(s, in + 64 * k, 256, full);  // want? potentially-async-proxy-fence "The copy fills shared memory that fenceTooEarly has read before"
    }
    FENCE;
    WAIT(full, k & 1);
    out[64 * k + threadIdx.x] = s[threadIdx.x];
    __syncthreads();
  }
}

// Each copy has bytes of its own.
__global__ void otherBytes(const float *in, float *out) {
  __shared__ alignas(128) float s[4][64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    if (threadIdx.x == 0) {
      ARRIVE_EXPECT(full, 256);
      LOAD(s[k], in + 64 * k, 256, full);
    }
    WAIT(full, k & 1);
    out[64 * k + threadIdx.x] = s[k][threadIdx.x];
    __syncthreads();
  }
}

#define LOAD_TENSOR(to, map, x, b) \
  asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2}], [%3];" ::AT(to), "l"(map), "r"(x), AT(b) : "memory")
#define ARRIVE(b) asm volatile("{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0]; }" ::AT(b) : "memory")

// Two buffers take turns, all threads arrive, and the last of them makes its fence when others have read already.
__global__ void pingPong(const float *map, float *out) {
  __shared__ alignas(128) float s[2][64];
  __shared__ uint64_t full[4];
  if (threadIdx.x == 0) {
    for (int k = 0; k < 4; k++) INIT(full[k], 64);
    LOAD_TENSOR(s[0], map, 0, full[0]);
    ARRIVE_EXPECT(full[0], 256);
  }
  __syncthreads();
  if (threadIdx.x > 0) ARRIVE(full[0]);
  for (int k = 0; k < 4; k++) {
    if (k < 3) {
      if (threadIdx.x == 0) {
        LOAD_TENSOR(s[(k + 1) % 2], map, 64 * (k + 1), full[k + 1]);  // want? potentially-async-proxy-fence "The copy fills shared memory that pingPong has read before"
        ARRIVE_EXPECT(full[k + 1], 256);
      } else {
        ARRIVE(full[k + 1]);
      }
    }
    FENCE;
    WAIT(full[k], 0);
    out[64 * k + threadIdx.x] = s[k % 2][threadIdx.x];
    __syncthreads();
  }
}

__global__ void fencedPingPong(const float *map, float *out) {
  __shared__ alignas(128) float s[2][64];
  __shared__ uint64_t full[4];
  if (threadIdx.x == 0) {
    for (int k = 0; k < 4; k++) INIT(full[k], 64);
    LOAD_TENSOR(s[0], map, 0, full[0]);
    ARRIVE_EXPECT(full[0], 256);
  }
  __syncthreads();
  if (threadIdx.x > 0) ARRIVE(full[0]);
  for (int k = 0; k < 4; k++) {
    if (k < 3) {
      if (threadIdx.x == 0) {
        LOAD_TENSOR(s[(k + 1) % 2], map, 64 * (k + 1), full[k + 1]);
        ARRIVE_EXPECT(full[k + 1], 256);
      } else {
        ARRIVE(full[k + 1]);
      }
    }
    WAIT(full[k], 0);
    out[64 * k + threadIdx.x] = s[k % 2][threadIdx.x];
    __syncthreads();
    FENCE;
  }
}

// The host launches it for whole rows of 64 numbers alone.
__global__ void wholeRows(const float *in, float *out, int n) {
  __shared__ alignas(128) float s[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) INIT(full, 1);
  __syncthreads();
  for (int k = 0; k < n / 32; k++) {
    if (threadIdx.x == 0) {
      ARRIVE_EXPECT(full, 256);
      LOAD(s, in + 64 * k, 256, full);  // want? potentially-async-proxy-fence "The copy fills shared memory that wholeRows has read before"
    }
    WAIT(full, k & 1);
    out[64 * k + threadIdx.x] = s[threadIdx.x];
    __syncthreads();
  }
}

int main(int argc, char **) {
  float *p = 0;
  if (argc % 64 == 0) wholeRows<<<1,64>>>(p,p,argc);
  pingPong<<<1,64>>>(p,p);
  fencedPingPong<<<1,64>>>(p,p);
  refill<<<1,64>>>(p,p);
  fenced<<<1,64>>>(p,p);
  fencedByTheCopier<<<1,64>>>(p,p);
  fenceTooEarly<<<1,64>>>(p,p);
  otherBytes<<<1,64>>>(p,p);
}
