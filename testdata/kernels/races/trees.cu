// Reductions in shared memory by one warp.

__global__ void inOneStatement(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = out[t];
  s[t + 32] = out[t + 32];
  __syncwarp();
  for (int o = 16; o > 0; o /= 2)
    if (t < o) s[t] += s[t + o];  // want missing-syncwarp "Lane 0 races with lane 8 .* for s.8. "
  if (t == 0) *out = s[0];
}

// The sums are ordered before those who read them, but not after who read the old ones.
__global__ void withOneBarrier(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = out[t];
  s[t + 32] = out[t + 32];
  for (int o = 32; o > 0; o /= 2) {
    __syncwarp();
    s[t] += s[t + o];  // want missing-syncwarp "races with"
  }
}

// As the programming guide has it.
__global__ void withBoth(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = out[t];
  s[t + 32] = out[t + 32];
  __syncwarp();
  int v = s[t];
  for (int o = 16; o > 0; o /= 2) {
    v += s[t + o];
    __syncwarp();
    s[t] = v;
    __syncwarp();
  }
  if (t == 0) *out = s[0];
}

void launch(int *out) {
  inOneStatement<<<1, 32>>>(out);
  withOneBarrier<<<1, 32>>>(out);
  withBoth<<<1, 32>>>(out);
}

// without missing-syncthreads
