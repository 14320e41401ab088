// Reduced from https://github.com/vllm-project/vllm/pull/26026
// Warps that produce only arrive, and may arrive for the next round before the others have waited for this one.

__global__ void producersDoNotWait(int *out) {
  __shared__ int tile[32];
  if (threadIdx.x < 32) {
    for (int i = 0; i < 4; i++) {
      tile[threadIdx.x] = i;
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
  } else {
    for (int i = 0; i < 4; i++) {
      asm volatile("bar.sync 1, 64;" ::: "memory");  // want divergent-syncthreads "more come"
      // want~ potentially-missing-syncthreads "for tile"
      out[i * 32 + threadIdx.x - 32] = tile[threadIdx.x - 32];
    }
  }
}

__global__ void producersWaitForRoom(int *out) {
  __shared__ int tile[32];
  if (threadIdx.x < 32) {
    for (int i = 0; i < 4; i++) {
      tile[threadIdx.x] = i;
      asm volatile("bar.arrive 1, 64;" ::: "memory");
      asm volatile("bar.sync 2, 64;" ::: "memory");
    }
  } else {
    for (int i = 0; i < 4; i++) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[i * 32 + threadIdx.x - 32] = tile[threadIdx.x - 32];
      asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  }
}

void launch(int *out) {
  producersDoNotWait<<<1, 64>>>(out);
  producersWaitForRoom<<<1, 64>>>(out);
}
