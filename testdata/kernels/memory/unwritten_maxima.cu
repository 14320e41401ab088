// fmaxf and fminf ignore NaN, which the inverse of a zero is. A large number shows what they read.

__global__ void maxima(float *out, const float *in) {
  __shared__ float most[4];
  int t = threadIdx.x;
  if (t % 32 == 0) most[t / 32] = in[t];
  __syncthreads();
  if (t == 0) {
    float m = most[0];
    for (int i = 1; i < 4; ++i) m = fmaxf(m, most[i]);  // want uninitialized-shared "Reads most\[2\]"
    out[0] = m;
  }
}

__global__ void minima(float *out, const float *in) {
  __shared__ float least[4];
  int t = threadIdx.x;
  if (t % 32 == 0) least[t / 32] = in[t];
  __syncthreads();
  if (t == 0) {
    float m = least[0];
    for (int i = 1; i < 4; ++i) m = fminf(m, least[i]);  // want uninitialized-shared "Reads least\[2\]"
    out[0] = m;
  }
}

__global__ void ofWarpsThatExist(float *out, const float *in) {
  __shared__ float most[4];
  int t = threadIdx.x;
  if (t % 32 == 0) most[t / 32] = in[t];
  __syncthreads();
  if (t == 0) {
    float m = most[0];
    for (int i = 1; i < blockDim.x / 32; ++i) m = fmaxf(m, most[i]);
    out[0] = m;
  }
}

void launch(float *out, const float *in) {
  maxima<<<8, 64>>>(out, in);
  minima<<<8, 64>>>(out, in);
  ofWarpsThatExist<<<8, 64>>>(out, in);
}
