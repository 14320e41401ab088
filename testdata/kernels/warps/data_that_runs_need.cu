// A run shows a race only with data for which the guard holds and the stores change something. What the solver does not name is
// filled with numbers then. A shuffle that reads a lane which its mask does not name hides no race that does not rest on
// what it yields.

__global__ void largest(const float *in, const int *rows, float *out) {
  __shared__ float best[128];
  int t = threadIdx.x;
  float own = -1;
  for (int i = rows[blockIdx.x] + t; i < rows[blockIdx.x + 1]; i += 128) own = max(own, in[i]);
  best[t] = own;
  for (int i = 1; i < 128; i *= 2) {
    __syncthreads();
    if (t + i < 128 && best[t] < best[t + i])
      best[t] = best[t + i];  // want? potentially-missing-syncthreads "for best"
  }
  __syncthreads();
  if (t == 0) out[blockIdx.x] = best[0];
}

__global__ void largestInTurn(const float *in, const int *rows, float *out) {
  __shared__ float best[128];
  int t = threadIdx.x;
  float own = -1;
  for (int i = rows[blockIdx.x] + t; i < rows[blockIdx.x + 1]; i += 128) own = max(own, in[i]);
  best[t] = own;
  for (int i = 1; i < 128; i *= 2) {
    __syncthreads();
    float other = t + i < 128 ? best[t + i] : -1;
    __syncthreads();
    if (best[t] < other) best[t] = other;
  }
  __syncthreads();
  if (t == 0) out[blockIdx.x] = best[0];
}

// The tree over warps reads lanes 8 to 15, which the mask does not name, and uses none of what it gets.
__global__ void leastIndex(const int *counts, int *out, int size) {
  __shared__ int least[8], own[256];
  int t = threadIdx.x, at = counts[t] > 0 ? t : 255;
  own[t] = counts[t];
  for (int d = 16; d > 0; d /= 2) at = min(at, __shfl_xor_sync(~0u, at, d));
  if (t % 32 == 0) least[t / 32] = at;
  __syncthreads();
  if (t < 8) {
    int other = least[t];
    for (int d = 4; d > 0; d /= 2) {
      int theirs = __shfl_down_sync(0xff, other, d);
      if (t < d) other = min(other, theirs);
    }
    __syncwarp(0xff);
    if (t == 0) least[0] = other;
  }
  __syncthreads();
  if (own[least[0]] == size) return;
  if (t == 0) own[least[0]] = 0;  // want? potentially-missing-syncthreads "for own"
  __syncthreads();
  out[t] = own[t];
}

__global__ void leastIndexInTurn(const int *counts, int *out, int size) {
  __shared__ int least[8], own[256];
  int t = threadIdx.x, at = counts[t] > 0 ? t : 255;
  own[t] = counts[t];
  for (int d = 16; d > 0; d /= 2) at = min(at, __shfl_xor_sync(~0u, at, d));
  if (t % 32 == 0) least[t / 32] = at;
  __syncthreads();
  if (t < 8) {
    int other = least[t];
    for (int d = 4; d > 0; d /= 2) {
      int theirs = __shfl_down_sync(0xff, other, d);
      if (t < d) other = min(other, theirs);
    }
    __syncwarp(0xff);
    if (t == 0) least[0] = other;
  }
  __syncthreads();
  if (own[least[0]] == size) return;
  __syncthreads();
  if (t == 0) own[least[0]] = 0;
  __syncthreads();
  out[t] = own[t];
}

void launch(const float *in, const int *rows, const int *counts, float *out, int *found, int size) {
  largest<<<8, 128>>>(in, rows, out);
  largestInTurn<<<8, 128>>>(in, rows, out);
  leastIndex<<<1, 256>>>(counts, found, size);
  leastIndexInTurn<<<1, 256>>>(counts, found, size);
}
