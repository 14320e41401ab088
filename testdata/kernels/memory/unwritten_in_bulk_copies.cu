// Bulk copies into shared memory write when they begin. What no copy brings is unwritten.
#include <cuda/barrier>
#include <cuda/ptx>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__device__ void bring(int *to, const int *from, unsigned bytes, Barrier &bar) {
  if (threadIdx.x == 0) cuda::device::memcpy_async_tx(to, from, cuda::aligned_size_t<16>(bytes), bar);  // want? potentially-async-proxy-fence "The copy fills"
  auto token = threadIdx.x == 0 ? cuda::device::barrier_arrive_tx(bar, 1, bytes) : bar.arrive();
  bar.wait(static_cast<Barrier::arrival_token &&>(token));
}

__global__ void bringsAll(int *out, const int *in) {
  __shared__ alignas(16) int s[128];
  __shared__ Barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  bring(s, in, sizeof(s), bar);
  out[threadIdx.x] = s[127 - threadIdx.x];
}

__global__ void bringsHalf(int *out, const int *in) {
  __shared__ alignas(16) int s[128];
  __shared__ Barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  bring(s, in, sizeof(s) / 2, bar);
  out[threadIdx.x] = s[127 - threadIdx.x];  // want uninitialized-shared "s\[127\]"
}

// The threads write the other half.
__global__ void bringsHalfAndWritesHalf(int *out, const int *in) {
  __shared__ alignas(16) int s[128];
  __shared__ Barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  s[64 + threadIdx.x] = threadIdx.x;
  __syncthreads();
  bring(s, in, sizeof(s) / 2, bar);
  out[threadIdx.x] = s[127 - threadIdx.x] + s[threadIdx.x];
}

// An argument says how much comes.
__global__ void bringsSome(int *out, const int *in, unsigned n) {
  __shared__ alignas(16) int s[64];
  __shared__ Barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  bring(s, in, n * 16, bar);
  out[threadIdx.x] = s[threadIdx.x];  // want? potentially-uninitialized-shared "May read s"
}

// The count beside the data begins as anything, whatever the copy brings.
__global__ void countsWhatComes(int *out, const int *in) {
  __shared__ alignas(16) int s[64];
  __shared__ Barrier bar;
  __shared__ int count;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  bring(s, in, sizeof(s), bar);
  if (s[threadIdx.x] > 0) atomicAdd(&count, 1);  // want uninitialized-shared "Reads count"
  __syncthreads();
  out[threadIdx.x] = count;
}

// Two stages come in turn, and each is read behind its own wait.
__global__ void bringsTwoStages(int *out, const int *in, int n) {
  __shared__ alignas(16) int s[2][64];
  __shared__ Barrier bars[2];
  int t = threadIdx.x, sum = 0;
  if (t < 2) init(&bars[t], blockDim.x);
  __syncthreads();
  for (int i = 0; i < n; i++) {
    bring(s[i & 1], in + 64 * i, sizeof(s[0]), bars[i & 1]);
    sum += s[i & 1][63 - t];
    __syncthreads();
  }
  out[t] = sum;
}

// Each round reads the stage that the round before has brought. Before the first one there is none.
__global__ void readsStageBefore(int *out, const int *in) {
  __shared__ alignas(16) int s[2][64];
  __shared__ Barrier bars[2];
  int t = threadIdx.x, sum = 0;
  if (t < 2) init(&bars[t], blockDim.x);
  __syncthreads();
  for (int i = 0; i < 2; i++) {
    bring(s[i & 1], in + 64 * i, sizeof(s[0]), bars[i & 1]);
    __syncthreads();
    sum += s[1 - (i & 1)][63 - t];  // want uninitialized-shared "s\[1\]\[63\]"
    __syncthreads();
  }
  out[t] = sum;
}

// The copy reads shared memory, and no cell of it is loaded.
__global__ void sendsWhatItStores(int *out) {
  __shared__ alignas(16) int s[64];
  s[threadIdx.x] = threadIdx.x;
  cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared, out, s, sizeof(s));
    cuda::ptx::cp_async_bulk_commit_group();
    cuda::ptx::cp_async_bulk_wait_group_read(cuda::ptx::n32_t<0>());
  }
}

void start(int *out, const int *in, int n) {
  bringsAll<<<1, 128>>>(out, in);
  bringsHalf<<<1, 128>>>(out, in);
  bringsHalfAndWritesHalf<<<1, 64>>>(out, in);
  bringsSome<<<1, 64>>>(out, in, n);
  countsWhatComes<<<1, 64>>>(out, in);
  bringsTwoStages<<<1, 64>>>(out, in, n);
  readsStageBefore<<<1, 64>>>(out, in);
  sendsWhatItStores<<<1, 64>>>(out);
}
