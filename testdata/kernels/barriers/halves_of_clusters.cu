// The two halves of the barrier of a cluster: all threads arrive, and those wait that need to. The first three run on a GPU,
// oneArrives hangs there.
__device__ void come() { asm volatile("barrier.cluster.arrive.release;" ::: "memory"); }
__device__ void comeTogether() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
__device__ void wait() { asm volatile("barrier.cluster.wait.acquire;" ::: "memory"); }
__device__ void waitTogether() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }

__global__ void __cluster_dims__(2, 1, 1) someWait(int *o) {
  comeTogether();
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) {
      wait();
      o[0] = 1;
    }
  } else {
    waitTogether();
    o[threadIdx.x] = 2;
  }
}

__global__ void __cluster_dims__(2, 1, 1) oneWarpWaits(int *o) {
  come();
  if (threadIdx.x >= 32) wait();
  __syncthreads();
  o[threadIdx.x] = 2;
}

__global__ void __cluster_dims__(2, 1, 1) twoPlaces(int *o) {
  if (threadIdx.x < 32) {
    comeTogether();
    o[threadIdx.x] = 1;
    waitTogether();
  } else {
    o[threadIdx.x] = 2;
    comeTogether();
    waitTogether();
  }
}

__global__ void __cluster_dims__(2, 1, 1) oneArrives(int *o) {
  if (threadIdx.x == 0) asm volatile("barrier.cluster.arrive;" ::: "memory");  // want divergent-syncthreads "lanes 1-31 of a warp skip this"
  wait();
  o[threadIdx.x] = 1;
}

__global__ void __cluster_dims__(2, 1, 1) oneWarpArrives(int *o) {
  if (threadIdx.x < 32) asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");  // want divergent-syncthreads "threads 32-63 skip this"
  waitTogether();
  o[threadIdx.x] = 1;
}

// An aligned wait is executed by whole warps.
__global__ void __cluster_dims__(2, 1, 1) halfWaits(int *o) {
  comeTogether();
  if (threadIdx.x < 16) asm volatile("barrier.cluster.wait.aligned;" ::: "memory");  // want divergent-syncthreads "lanes 16-31 of a warp skip this"
  o[threadIdx.x] = 1;
}

// An arrival orders nothing: the wait does.
__global__ void __cluster_dims__(1, 1, 1) readBeforeTheWait(int *o) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  comeTogether();
  o[threadIdx.x] = s[63 - threadIdx.x];  // want missing-syncthreads "Thread 0 \(warp 0\) races with"
  waitTogether();
}

__global__ void __cluster_dims__(1, 1, 1) readBehindTheWait(int *o) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  comeTogether();
  waitTogether();
  o[threadIdx.x] = s[63 - threadIdx.x];
}

// Threads that end without another barrier count as arrived.
__global__ void __cluster_dims__(2, 1, 1) oneWarpStays(int *o) {
  o[threadIdx.x] = 1;
  if (threadIdx.x < 32) {
    comeTogether();
    waitTogether();
    o[threadIdx.x] = 2;
  }
}

__global__ void __cluster_dims__(2, 1, 1) oneWarpStaysFirst(int *o) {
  if (threadIdx.x < 32) {
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");  // want divergent-syncthreads "threads 32-63 skip this"
    waitTogether();
  }
  __syncthreads();
  o[threadIdx.x] = 2;
}

int main() {
  someWait<<<2, 64>>>(0);
  oneWarpWaits<<<2, 64>>>(0);
  twoPlaces<<<2, 64>>>(0);
  oneArrives<<<2, 64>>>(0);
  oneWarpArrives<<<2, 64>>>(0);
  halfWaits<<<2, 64>>>(0);
  readBeforeTheWait<<<1, 64>>>(0);
  readBehindTheWait<<<1, 64>>>(0);
  oneWarpStays<<<2, 64>>>(0);
  oneWarpStaysFirst<<<2, 64>>>(0);
}
