// Rows of a buffer are apart where they are as long as what is stored in them: as a __builtin_assume says, or host code
// before the launch.

#define AT(row, column) cells[(row)*pitch + (column)]

__global__ void assumed(float *out, const float *in, int width, int pitch) {
  extern __shared__ float cells[];
  __builtin_assume(pitch >= width);
  for (int x = threadIdx.x; x < width; x += blockDim.x) AT(threadIdx.y, x) = in[x];
  for (int x = threadIdx.x; x < width; x += blockDim.x) out[x] = AT(threadIdx.y, x);
}

__global__ void assumed_of_signed_numbers(float *out, const float *in, int width, int pitch) {
  extern __shared__ float cells[];
  __builtin_assume(width <= pitch);
  int x = threadIdx.x, y = threadIdx.y;
  if (x < width) AT(y, x) = in[x];
  if (x < width) out[x] = AT(y, x);
}

__global__ void said_by_the_host(float *out, const float *in, int width, int pitch) {
  extern __shared__ float cells[];
  int x = threadIdx.x, y = threadIdx.y;
  if (x < width) AT(y, x) = in[x];
  if (x < width) out[x] = AT(y, x);
}

__global__ void one_too_few(float *out, const float *in, int width, int pitch) {
  extern __shared__ float cells[];
  __builtin_assume(pitch > width - 2);
  int x = threadIdx.x, y = threadIdx.y;
  if (x < width) AT(y, x) = in[x];
  if (x < width) out[x] = AT(y, x);  // want? potentially-missing-syncwarp "may race"
}

__global__ void of_another_number(float *out, const float *in, int width, int pitch, int other) {
  extern __shared__ float cells[];
  __builtin_assume(other >= width);
  int x = threadIdx.x, y = threadIdx.y;
  if (x < width) AT(y, x) = in[x];
  if (x < width) out[x] = AT(y, x);  // want? potentially-missing-syncwarp "may race"
}

// The promise is that of the lanes in the branch.
__global__ void in_a_branch(float *out, const float *in, int width, int pitch) {
  extern __shared__ float cells[];
  int x = threadIdx.x, y = threadIdx.y;
  if (in[0] > 0) __builtin_assume(pitch >= width);
  if (x < width) AT(y, x) = in[x];
  if (x < width) out[x] = AT(y, x);  // want? potentially-missing-syncwarp "may race"
}

void launch(float *a, int width, int pitch) {
  dim3 block(8, 8);
  assumed<<<1, block, 4096>>>(a, a, width, pitch);
  assumed_of_signed_numbers<<<1, block, 4096>>>(a, a, width, pitch);
  if (pitch >= width) said_by_the_host<<<1, block, 4096>>>(a, a, width, pitch);
  one_too_few<<<1, block, 4096>>>(a, a, width, pitch);
  of_another_number<<<1, block, 4096>>>(a, a, width, pitch, pitch);
  in_a_branch<<<1, block, 4096>>>(a, a, width, pitch);
}

// without missing-syncthreads
