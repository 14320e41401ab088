// Row 27. Two barriers are two barriers: synccheck names both.

__global__ void row27() {
  if (threadIdx.x < 16)
    __syncthreads(); // want divergent-syncthreads "does not reach|do not reach"
  else
    __syncthreads(); // want divergent-syncthreads "does not reach|do not reach"
}

void launch() { row27<<<1, 64>>>(); }
