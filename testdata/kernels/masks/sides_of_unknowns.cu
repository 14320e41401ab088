// What a texture holds no run knows. What its sides decide between them is not shown; what they leave alone is.
#define FULL 0xffffffffu
#define LANE ((int)(threadIdx.x % 32))

__device__ float texel(int n) { return tex1D<float>((cudaTextureObject_t)1, (float)n); }

__global__ void beside(int *out, int n) {
  int x = 0;
  if (texel(n) > 2) x = 5;
  out[LANE] = x;
  if (LANE < n) __syncwarp();  // want? potentially_not_participating_lane_in_mask "beside"
}
__global__ void by_what_was_stored(int *out, int n) {
  int x = 0;
  if (texel(n) > 2) x = 5;
  if (LANE < x) __syncwarp();  // want~ potentially_not_participating_lane_in_mask "by_what_was_stored"
}

__global__ void beside_memory(int *out, int n) {
  if (texel(n) > 2) out[LANE] = 5;
  else out[LANE] = 3;
  if (LANE < n) __syncwarp();  // want? potentially_not_participating_lane_in_mask "beside_memory"
}
__global__ void by_memory(int *out, const int *in, int n) {
  if (texel(n) > 2) out[LANE] = 5;
  if (LANE < in[LANE]) __syncwarp();  // want~ potentially_not_participating_lane_in_mask "by_memory"
}

__global__ void leaves(int *out, int n) {
  if (texel(n) > 2) return;
  if (LANE < n) __syncwarp();  // want~ potentially_not_participating_lane_in_mask "leaves"
}

__device__ float capped(float a) {
  if (texel(a) > 2) return 1;
  return a;
}
__global__ void beside_a_result(float *out, int n) {
  out[LANE] = capped(n);
  if (LANE < n) __syncwarp();  // want? potentially_not_participating_lane_in_mask "beside_a_result"
}
__global__ void by_a_result(float *out, int n) {
  if (LANE < capped(n)) __syncwarp();  // want~ potentially_not_participating_lane_in_mask "by_a_result"
}

__device__ void raise(int &x, int by) { if (by > 3) x += by; }
__global__ void beside_a_call(int *out, int n) {
  int x = 0, y = n;
  if (texel(n) > 2) raise(x, 5);
  out[LANE] = x;
  if (LANE < y) __syncwarp();  // want? potentially_not_participating_lane_in_mask "beside_a_call"
}
__global__ void by_a_call(int *out, int n) {
  int x = 0, y = n;
  if (texel(n) > 2) raise(y, 5);
  out[LANE] = x;
  if (LANE < y) __syncwarp();  // want~ potentially_not_participating_lane_in_mask "by_a_call"
}

__global__ void in_each_iteration(int *out, int n) {
  int count = 0;
  for (int i = 0; i < 3; i++)
    if (texel(i) > 2) count++;
  out[LANE] = count;
  if (LANE < n) __syncwarp();  // want? potentially_not_participating_lane_in_mask "in_each_iteration"
}
__global__ void ends_the_loop(int *out, int n) {
  int count = 0;
  for (int i = 0; i < 3; i++) {
    if (texel(i) > 2) count++;
    if (count > 1) break;
  }
  out[LANE] = count;
  if (LANE < n) __syncwarp();  // want~ potentially_not_participating_lane_in_mask "ends_the_loop"
}

__global__ void by_shared_memory(int *out, int n) {
  __shared__ int s;
  s = 3;
  __syncthreads();
  if (texel(n) > 2) s = 5;
  __syncthreads();
  if (LANE < s) __syncwarp();  // want~ potentially_not_participating_lane_in_mask "by_shared_memory"
}

__global__ void by_another_variable(int *out, int *other, int n) {
  int x = n, *p = &x;
  if (texel(n) > 2) *p = 7;
  if (LANE < x) __syncwarp();  // want~ potentially_not_participating_lane_in_mask "by_another_variable"
}
