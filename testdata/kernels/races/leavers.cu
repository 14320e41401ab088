// Lanes that leave the kernel on a side of a branch, after what they did to shared memory.

__global__ void noBarrier(int *out) {
  __shared__ int s[32];
  int L = threadIdx.x;
  if (L >= 16) {
    s[L] = out[L];
    return;
  }
  out[L] = s[L + 16];  // want missing-syncwarp "for s"
}

// Who is named and has left has come.
__global__ void named(int *out) {
  __shared__ int s[32];
  int L = threadIdx.x;
  if (L >= 16) {
    s[L] = out[L];
    return;
  }
  // want[lockstep] not_participating_lane_in_mask "16-31"
  __syncwarp();
  out[L] = s[L + 16];
}

__global__ void notNamed(int *out) {
  __shared__ int s[32];
  int L = threadIdx.x;
  if (L >= 16) {
    s[L] = out[L];
    return;
  }
  __syncwarp(0x0000ffff);
  out[L] = s[L + 16];  // want missing-syncwarp "for s"
}

__global__ void atABarrierOfTheBlock(int *out) {
  __shared__ int s[32];
  int L = threadIdx.x;
  if (L >= 16) {
    s[L] = out[L];
    return;
  }
  __syncthreads();
  out[L] = s[L + 16];
}

__device__ void half(int *s, int *out) {
  int L = threadIdx.x % 32;
  if (L >= 16) {
    s[L] = out[L];
    return;
  }
  out[L] = s[L + 16];  // want missing-syncwarp "for s"
}

__global__ void outOfAFunction(int *out) {
  __shared__ int s[32];
  half(s, out);
}

__global__ void otherCells(int *out) {
  __shared__ int s[32];
  int L = threadIdx.x;
  if (L >= 16) {
    s[L] = out[L];
    return;
  }
  s[L] = 0;
  out[L] = s[L];
}

__global__ void onData(const int *d, int *out) {
  __shared__ int s[32];
  int L = threadIdx.x;
  if (d[L] > 0) {
    s[L ^ 1] = out[L];
    return;
  }
  out[L] = s[L];  // want? potentially-missing-syncwarp "for s"
}

// without missing-syncthreads
