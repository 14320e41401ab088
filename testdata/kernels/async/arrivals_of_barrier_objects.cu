// Counts, arrivals, bytes and waits of barriers of C++. On a GPU each kernel that is wrong hangs or may hang.
// without uninitialized-shared
// without async-proxy-fence
#include <cooperative_groups.h>
#include <cstdint>
#include <cuda/barrier>
#include <cuda_awbarrier_primitives.h>
#include <utility>
namespace cde = cuda::device::experimental;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void oneTooMany(int *out) {
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x + 1);
  __syncthreads();
  out[threadIdx.x] = 1;
  bar.arrive_and_wait();  // want mbarrier-arrivals "waits for ever in oneTooMany for a phase of bar that lacks 1 of 65 arrivals"
}

__global__ void halfOfTheBlock(int *out) {
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  if (threadIdx.x < 32) {
    barrier::arrival_token token = bar.arrive();
    bar.wait(std::move(token));  // want mbarrier-arrivals "lacks 32 of 64 arrivals"
  }
  out[threadIdx.x] = 1;
}

__global__ void halfOfTheBytes(const int *in, int *out) {
  __shared__ alignas(128) int s[128];
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_global_to_shared(s, in, sizeof s / 2, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof s);
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));  // want mbarrier-arrivals "lacks 256 bytes"
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void expectsBehindTheArrival(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    (void)bar.arrive();
    cuda::device::barrier_expect_tx(bar, sizeof s);  // want mbarrier-arrivals "Expects bytes at bar in expectsBehindTheArrival behind the arrival"
    cuda::device::memcpy_async_tx(s, in, cuda::aligned_size_t<16>(sizeof s), bar);
  }
  bar.wait_parity(false);
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void leavesWithoutDropping(int *out) {
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (int k = 0; k < 2; k++) {
    if (k == 1 && threadIdx.x >= 32) return;
    out[threadIdx.x] = k;
    bar.arrive_and_wait();  // want mbarrier-arrivals "lacks 32 of 64 arrivals"
  }
}

__global__ void initialisedForOne(int *out) {
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, 1);
  __syncthreads();
  bar.arrive_and_wait();  // want mbarrier-arrivals "Arrives at bar in initialisedForOne and may complete a phase before warp 0 has seen"
  out[threadIdx.x] = 1;
}

__global__ void copiesAndNeverArrives(const int *in, int *out) {
  __shared__ alignas(16) int s[64];
  __shared__ barrier bar;
  auto block = cooperative_groups::this_thread_block();
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  block.sync();
  cuda::memcpy_async(block, s, in, sizeof s, bar);
  bar.wait_parity(false);  // want mbarrier-arrivals "waits for ever in copiesAndNeverArrives for a phase of bar"
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void someArrive(int *out, int n) {
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  if (threadIdx.x < n) (void)bar.arrive();
  bar.wait_parity(false);  // want? potentially-mbarrier-arrivals "may wait for ever in someArrive for a phase of bar"
  out[threadIdx.x] = 1;
}

__global__ void allArriveAndWait(int *out, int n) {
  __shared__ barrier bar;
  __shared__ int s[64];
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (int k = 0; k < n; k++) {
    s[threadIdx.x] = k;
    bar.arrive_and_wait();
    out[threadIdx.x] += s[63 - threadIdx.x];
    bar.arrive_and_wait();
  }
}

__global__ void arrivesThenWaits(int *out) {
  __shared__ barrier bar;
  __shared__ int s[64];
  if (threadIdx.x == 0) init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  auto token = bar.arrive();
  out[threadIdx.x + 64] = 7;
  bar.wait(std::move(token));
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void loads(const int *in, int *out) {
  __shared__ alignas(128) int s[128];
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_global_to_shared(s, in, sizeof s, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof s);
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void expectsThenArrives(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(s, in, cuda::aligned_size_t<16>(sizeof s), bar);
    cuda::device::barrier_expect_tx(bar, sizeof s);
  }
  auto token = bar.arrive();
  while (!bar.try_wait(std::move(token))) {
  }
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void dropsAndLeaves(int *out) {
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (int k = 0; k < 3; k++) {
    if (k == 1 && threadIdx.x >= 32) {
      bar.arrive_and_drop();
      return;
    }
    out[threadIdx.x] = k;
    bar.arrive_and_wait();
  }
}

__global__ void copiesAndArrives(const int *in, int *out) {
  __shared__ alignas(16) int s[64];
  __shared__ barrier bar;
  auto block = cooperative_groups::this_thread_block();
  if (threadIdx.x == 0) init(&bar, block.size());
  block.sync();
  cuda::memcpy_async(block, s, in, sizeof s, bar);
  bar.arrive_and_wait();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

// The first half of the block fills two buffers, the other half uses them: the first two barriers say that a buffer may be
// filled, the others that it is full.
__device__ void fill(barrier bar[], int s[2][32], int n) {
  for (int k = 0; k < n; k++) {
    bar[k % 2].arrive_and_wait();
    s[k % 2][threadIdx.x] = k;
    (void)bar[k % 2 + 2].arrive();
  }
}

__device__ void use(barrier bar[], int s[2][32], int n, int *out) {
  (void)bar[0].arrive();
  (void)bar[1].arrive();
  for (int k = 0; k < n; k++) {
    bar[k % 2 + 2].arrive_and_wait();
    out[k * 32 + threadIdx.x - 32] = s[k % 2][63 - threadIdx.x];  // want~ potentially-missing-syncthreads "for s"
    (void)bar[k % 2].arrive();
  }
}

__global__ void twoBuffers(int *out, int n) {
  __shared__ int s[2][32];
  __shared__ barrier bar[4];
  if (threadIdx.x < 4) init(bar + threadIdx.x, blockDim.x);
  __syncthreads();
  if (threadIdx.x < 32)
    fill(bar, s, n);
  else
    use(bar, s, n, out);
}

__global__ void waitsByParity(const int *in, int *out, int n) {
  __shared__ alignas(128) int s[64];
  __shared__ barrier full, empty;
  if (threadIdx.x == 0) {
    init(&full, 1);
    init(&empty, 64);
  }
  __syncthreads();
  for (int k = 0; k < n; k++) {
    if (threadIdx.x == 0) {
      while (!empty.try_wait_parity((k & 1) ^ 1)) {
      }
      cuda::device::barrier_arrive_tx(full, 1, sizeof s);
      cuda::device::memcpy_async_tx(s, in + 64 * k, cuda::aligned_size_t<16>(sizeof s), full);
    }
    full.wait_parity(k & 1);
    out[64 * k + threadIdx.x] = s[threadIdx.x];
    (void)empty.arrive();
  }
}

// The primitives for C.
__global__ void byFunctions(int *out) {
  __shared__ __mbarrier_t bar;
  __shared__ int s[64];
  if (threadIdx.x == 0) __mbarrier_init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  __mbarrier_token_t token = __mbarrier_arrive(&bar);
  while (!__mbarrier_try_wait(&bar, token, 1000)) {
  }
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void oneTooFewByFunctions(int *out) {
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0) __mbarrier_init(&bar, 64);
  __syncthreads();
  if (threadIdx.x < 63) {
    __mbarrier_token_t token = __mbarrier_arrive(&bar);
    while (!__mbarrier_test_wait(&bar, token)) {  // want mbarrier-arrivals "lacks 1 of 64 arrivals"
    }
  }
  out[threadIdx.x] = 1;
}

int main() {
  oneTooMany<<<1, 64>>>(0);
  halfOfTheBlock<<<1, 64>>>(0);
  halfOfTheBytes<<<1, 64>>>(0, 0);
  expectsBehindTheArrival<<<1, 64>>>(0, 0);
  leavesWithoutDropping<<<1, 64>>>(0);
  initialisedForOne<<<1, 64>>>(0);
  copiesAndNeverArrives<<<1, 64>>>(0, 0);
  someArrive<<<1, 64>>>(0, atoi("3"));
  allArriveAndWait<<<1, 64>>>(0, atoi("3"));
  arrivesThenWaits<<<1, 64>>>(0);
  loads<<<1, 64>>>(0, 0);
  expectsThenArrives<<<1, 64>>>(0, 0);
  dropsAndLeaves<<<1, 64>>>(0);
  copiesAndArrives<<<1, 64>>>(0, 0);
  twoBuffers<<<1, 64>>>(0, atoi("3"));
  waitsByParity<<<1, 64>>>(0, 0, atoi("3"));
  byFunctions<<<1, 64>>>(0);
  oneTooFewByFunctions<<<1, 64>>>(0);
}
