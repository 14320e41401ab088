// What a block and an argument are computed of may be a constant of this program: its relation holds, its value need not.

__global__ void tile(float *o, const float *x, int pitch) {
  extern __shared__ float s[];
  int i = threadIdx.y * pitch + threadIdx.x + 1;
  s[i] = x[i];
  __syncthreads();
  // want? potentially-uninitialized-shared "s\[0\]"
  o[i] = s[i - 1] + s[i + 1];  // want? potentially-uninitialized-shared "s\[17\]"
}
void byConstants(float *o, const float *x) {
  const int width = 16;
  const int pitch = width + 2;
  size_t local[2];
  local[0] = width;
  local[1] = 4;
  dim3 block(local[0], local[1]);
  tile<<<8, block, 1000>>>(o, x, pitch);
}

__global__ void rows(float *o, const float *x, unsigned pencils) {
  extern __shared__ float s[];
  s[threadIdx.y * pencils + threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x];
}
void byVariables(float *o, const float *x) {
  unsigned pencils = 4, my = 128;
  dim3 block(pencils, my, 1);
  rows<<<8, block, 1000>>>(o, x, pencils);
}

// A literal is one of the numbers that the kernel may be given.
__global__ void literal(float *o, const float *x, unsigned pencils) {
  extern __shared__ float s[];
  s[threadIdx.y * pencils + threadIdx.x] = x[threadIdx.x];  // want? potentially-missing-syncthreads "may race"
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x];
}
void byLiterals(float *o, const float *x) { literal<<<8, dim3(4, 128), 1000>>>(o, x, 4); }

// So is a variable of which the block is not computed, and one that changes.
__global__ void other(float *o, const float *x, unsigned pencils) {
  extern __shared__ float s[];
  s[threadIdx.y * pencils + threadIdx.x] = x[threadIdx.x];  // want? potentially-missing-syncthreads "may race"
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x];
}
void byOthers(float *o, const float *x) {
  const unsigned pencils = 4, width = 4;
  other<<<8, dim3(width, 128), 1000>>>(o, x, pencils);
}
__global__ void changed(float *o, const float *x, unsigned pencils) {
  extern __shared__ float s[];
  s[threadIdx.y * pencils + threadIdx.x] = x[threadIdx.x];  // want? potentially-missing-syncthreads "may race"
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x];
}
void byChanges(float *o, const float *x) {
  unsigned pencils = 4;
  dim3 block(pencils, 128);
  pencils = 2;
  changed<<<8, block, 1000>>>(o, x, pencils);
}

// Another launch with the same block does not say so.
__global__ void both(float *o, const float *x, unsigned pencils) {
  extern __shared__ float s[];
  s[threadIdx.y * pencils + threadIdx.x] = x[threadIdx.x];  // want? potentially-missing-syncthreads "may race"
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x];
}
void byTwo(float *o, const float *x, unsigned n) {
  const unsigned pencils = 4;
  both<<<8, dim3(pencils, 128), 1000>>>(o, x, pencils);
  both<<<8, dim3(4, 128), 1000>>>(o, x, n);
}

// A constant turns the launch off: the kernel is taken to be launched so.
__global__ void turnedOff(float *o, const float *x, unsigned pencils) {
  extern __shared__ float s[];
  s[threadIdx.y * pencils + threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x];
}
void bySwitch(float *o, const float *x) {
  unsigned pencils = 4, my = 128;
  bool periodic = false;
  dim3 block(pencils, my, 1);
  if (periodic) turnedOff<<<8, block, 1000>>>(o, x, pencils);
}

// An argument that is computed of the block.
__global__ void padded(float *o, const float *x, int pitch) {
  extern __shared__ float s[];
  s[threadIdx.y * pitch + threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x];
}
void byArguments(float *o, const float *x, int width) { padded<<<8, dim3(width, 4), 1000>>>(o, x, width + 1); }
