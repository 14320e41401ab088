// Arrays of three dimensions, and no launch. A block with one plane shows no race between planes.

__global__ void acrossPlanes(float *out, const float *in) {
  __shared__ float s[4][8][8];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  s[z][y][x] = in[(z * 8 + y) * 8 + x];
  out[(z * 8 + y) * 8 + x] = s[3 - z][y][x];  // want~ potentially-missing-syncthreads "in acrossPlanes"
}

__global__ void ownCell(float *out, const float *in) {
  __shared__ float s[4][8][8];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  s[z][y][x] = in[(z * 8 + y) * 8 + x];
  out[(z * 8 + y) * 8 + x] = s[z][y][x];
}

__global__ void acrossPlanesInTurn(float *out, const float *in) {
  __shared__ float s[4][8][8];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  s[z][y][x] = in[(z * 8 + y) * 8 + x];
  __syncthreads();
  out[(z * 8 + y) * 8 + x] = s[3 - z][y][x];
}
