// One statement reads a cell and stores it. Each thread comes to it behind a wait and signals behind it, so that the
// threads take turns. Nothing between the read and the store shows that.
#include <cuda/atomic>

__global__ void behindALock(const int *in, int *out) {
  __shared__ int lock, sum;
  int t = threadIdx.x;
  if (t == 0) lock = sum = 0;
  __syncthreads();
  if (t % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    __threadfence_block();
    sum += in[t];
    __threadfence_block();
    atomicExch(&lock, 0);
  }
  __syncthreads();
  out[t] = sum;
}

struct Guard {
  int *lock;
  __device__ explicit Guard(int *of) : lock(of) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence_block();
  }
  __device__ ~Guard() {
    __threadfence_block();
    atomicExch(lock, 0);
  }
};

__global__ void behindAGuard(const float *in, float *out) {
  __shared__ int lock;
  __shared__ float mean, count;
  int t = threadIdx.x;
  if (t == 0) lock = 0, mean = count = 0;
  __syncthreads();
  if (t % 32 == 0) {
    Guard guard(&lock);
    count += 1;
    mean += (in[t] - mean) / count;
  }
  __syncthreads();
  if (t == 0) out[0] = mean;
}

__global__ void byAReference(const int *in, int *out) {
  __shared__ int lock, sum;
  int t = threadIdx.x;
  if (t == 0) lock = sum = 0;
  __syncthreads();
  if (t % 32 == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_block> taken(lock);
    while (taken.exchange(1, cuda::memory_order_acquire) != 0)
      ;
    sum += in[t];
    taken.store(0, cuda::memory_order_release);
  }
  __syncthreads();
  out[t] = sum;
}

__global__ void byTurns(const int *in, int *out) {
  __shared__ volatile int turn;
  __shared__ int sum;
  int t = threadIdx.x;
  if (t == 0) turn = sum = 0;
  __syncthreads();
  if (t % 32 == 0) {
    while (turn != t / 32)
      ;
    __threadfence_block();
    sum += in[t];
    __threadfence_block();
    turn = t / 32 + 1;
  }
  __syncthreads();
  out[t] = sum;
}

__global__ void byANumber(const int *in, int *out) {
  __shared__ int box[32];
  int t = threadIdx.x, warp = t / 32;
  if (warp == 0) box[t] = in[t];
  __syncthreads();
  if (warp == 1) asm volatile("bar.sync 1, 64;" ::: "memory");
  // want~ potentially-missing-syncthreads "for box"
  box[t % 32] = box[t % 32] * 2 + warp;
  if (warp == 0) asm volatile("bar.arrive 1, 64;" ::: "memory");
  __syncthreads();
  out[t] = box[t % 32];
}

// A barrier of the block is between the lock and the statement, or the lock is only behind it.
__global__ void behindTheLock(const int *in, int *out) {
  __shared__ int lock, sum, count;
  int t = threadIdx.x;
  if (t == 0) lock = sum = count = 0;
  __syncthreads();
  if (t % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    __threadfence_block();
    count++;
    __threadfence_block();
    atomicExch(&lock, 0);
  }
  __syncthreads();
  if (t % 32 == 0) sum += in[t];  // want missing-syncthreads "for sum"
  __syncthreads();
  out[t] = sum + count;
}

__global__ void aheadOfTheLock(const int *in, int *out) {
  __shared__ int lock, sum, count;
  int t = threadIdx.x;
  if (t == 0) lock = sum = count = 0;
  __syncthreads();
  if (t % 32 == 0) sum += in[t];  // want missing-syncthreads "for sum"
  __syncthreads();
  if (t % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    __threadfence_block();
    count++;
    __threadfence_block();
    atomicExch(&lock, 0);
  }
  __syncthreads();
  out[t] = sum + count;
}

// One side of a branch stores and the other reads, both behind the lock.
__global__ void onTwoSidesBehindALock(const int *in, int *out) {
  __shared__ int lock, sum;
  int t = threadIdx.x;
  if (t == 0) lock = sum = 0;
  __syncthreads();
  if (t % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    __threadfence_block();
    if (t == 0)
      sum = in[0];
    else
      out[t] = sum;
    __threadfence_block();
    atomicExch(&lock, 0);
  }
}

void launch(const int *in, int *out, const float *numbers, float *means) {
  behindALock<<<4, 128>>>(in, out);
  behindAGuard<<<4, 128>>>(numbers, means);
  byAReference<<<4, 128>>>(in, out);
  byTurns<<<4, 128>>>(in, out);
  byANumber<<<4, 64>>>(in, out);
  behindTheLock<<<4, 128>>>(in, out);
  aheadOfTheLock<<<4, 128>>>(in, out);
  onTwoSidesBehindALock<<<4, 128>>>(in, out);
}
