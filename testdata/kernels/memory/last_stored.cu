// A small shared variable holds behind a barrier what was stored in it last, before the barrier: by some
// thread of every block for all of them, or by a lane for its warp at a place of the warp.

__global__ void an_element() {
  __shared__ int s[4];
  if (threadIdx.x == 0)
    s[1] = 8;
  __syncthreads();
  int width = s[1];
  if (threadIdx.x % 32 < width)
    __syncwarp(0xff);
}

__global__ void an_element_of_too_few() {
  __shared__ int s[4];
  if (threadIdx.x == 0) {
    s[0] = 4;
    s[1] = 8;
  }
  __syncthreads();
  if (threadIdx.x % 32 < s[0])
    __syncwarp(0xff);  // want not_participating_lane_in_mask "Lane\(s\) 4-7 named"
  if (threadIdx.x % 32 < s[1])
    __syncwarp(0xff);
}

__global__ void a_mask(float *x) {
  __shared__ unsigned mask;
  if (threadIdx.x == 0)
    mask = 0xffffffff;
  __syncthreads();
  float v = x[threadIdx.x];
  v += __shfl_xor_sync(mask, v, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    mask = 0xffff;
  __syncthreads();
  if (threadIdx.x % 32 < 16)
    v += __shfl_xor_sync(mask, v, 1);
  x[threadIdx.x] = v;
}

__global__ void a_mask_too_late(float *x) {
  __shared__ unsigned mask;
  mask = 0xffffffff;
  __syncthreads();
  float v = x[threadIdx.x];
  if (threadIdx.x % 32 < 16)
    v += __shfl_xor_sync(mask, v, 1);  // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  __syncthreads();
  mask = 0xffff;
  x[threadIdx.x] = v;
}

__global__ void phases(float *x) {
  __shared__ int turns;
  float v = x[threadIdx.x];
  turns = 1;
  __syncthreads();
  for (int i = 0; i < turns; i++)
    v += __shfl_xor_sync(~0u, v, 1);
  __syncthreads();
  turns = 2;
  __syncthreads();
  for (int i = 0; i < turns; i++)
    v += __shfl_xor_sync(~0u, v, 1);
  x[threadIdx.x] = v;
}

// The loop has barriers and does not store.
__global__ void read_in_a_loop(float *x, int n) {
  __shared__ int few;
  if (threadIdx.x == 0)
    few = 16;
  __syncthreads();
  for (int i = 0; i < n; i++) {
    if (threadIdx.x % 32 < few)
      x[threadIdx.x] += __shfl_xor_sync(0xffff, i, 1);
    __syncthreads();
  }
  if (threadIdx.x % 32 < few)
    __syncwarp();  // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

// What is stored in an iteration is not what the next one reads.
__global__ void stored_in_a_loop(int n) {
  __shared__ int few;
  if (threadIdx.x == 0)
    few = 32;
  __syncthreads();
  for (int i = 0; i < n; i++) {
    if (threadIdx.x % 32 < few)
      __syncwarp();  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
    __syncthreads();
    if (threadIdx.x == 0)
      few = 16;
    __syncthreads();
  }
}

// Who comes here has n > 3, and so has the thread that stores.
__global__ void on_one_side(int n) {
  __shared__ int few;
  if (n > 3) {
    if (threadIdx.x == 0)
      few = 16;
    __syncthreads();
    if (threadIdx.x % 32 < few)
      __syncwarp(0xffff);
    if (threadIdx.x % 32 < few)
      __syncwarp();  // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  }
}

__global__ void an_argument(int n) {
  __shared__ int s;
  if (threadIdx.x == 0)
    s = n;
  __syncthreads();
  if (n > 3) {
    if (s > 2)
      __syncwarp();
    else if (threadIdx.x % 32 < 4)
      __syncwarp(0xf0);
  }
}

__global__ void for_its_warp(float *x, const int *d) {
  __shared__ unsigned masks[8];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned some = __ballot_sync(~0u, d[threadIdx.x] > 0);
  if (lane == 0)
    masks[warp] = some;
  __syncwarp();
  unsigned mask = masks[warp];
  float v = x[threadIdx.x];
  if (mask >> lane & 1)
    v += __shfl_sync(mask, v, __ffs(mask) - 1);
  x[threadIdx.x] = v;
}

__global__ void for_its_warp_behind_all(float *x, const int *d) {
  __shared__ unsigned masks[8];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned some = __ballot_sync(~0u, d[threadIdx.x] > 0);
  if (lane == 0)
    masks[warp] = some;
  __syncthreads();
  if (masks[warp] >> lane & 1)
    x[threadIdx.x] = __shfl_sync(masks[warp], x[threadIdx.x], __ffs(some) - 1);
}

__global__ void of_another_warp(float *x, const int *d) {
  __shared__ unsigned masks[9];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned some = __ballot_sync(~0u, d[threadIdx.x] > 0);
  if (lane == 0)
    masks[warp] = some;
  __syncthreads();
  unsigned mask = masks[warp + 1];
  if (some >> lane & 1)
    // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
    __syncwarp(mask);
}

// Other warps may store here behind the second barrier.
__global__ void over_two_barriers(const int *d) {
  __shared__ unsigned masks[8];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned some = __ballot_sync(~0u, d[threadIdx.x] > 0);
  if (lane == 0)
    masks[warp] = some;
  __syncthreads();
  if (lane == 0 && d[0])
    masks[(warp + 1) % 8] = ~0u;
  __syncthreads();
  if (some >> lane & 1)
    // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
    __syncwarp(masks[warp]);
}

__global__ void each_for_itself(float *x, const int *d) {
  __shared__ unsigned masks[64];
  int lane = threadIdx.x % 32;
  masks[threadIdx.x] = __ballot_sync(~0u, d[threadIdx.x] > 0);
  unsigned mask = masks[threadIdx.x];
  if (mask >> lane & 1)
    x[threadIdx.x] = __shfl_sync(mask, x[threadIdx.x], __ffs(mask) - 1);
}

// Which lane's word stays is not known.
__global__ void one_of_all(int *x) {
  __shared__ int s[1];
  s[0] = x[threadIdx.x];
  __syncwarp();
  if (threadIdx.x % 32 < s[0])
    __syncwarp();  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void before_the_barrier() {
  __shared__ unsigned s[2];
  if (threadIdx.x == 0)
    s[0] = ~0u;
  // want missing-syncwarp "with lane 0 .* for s"
  // want~ potentially_divergent_mask "do not agree"
  __syncwarp(s[0]);
}

// Lanes that are not there do not meet the one that stores.
__global__ void barrier_of_some(const int *d) {
  __shared__ int s[8];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0)
    s[warp] = 32;
  if (lane >= 16)
    __syncwarp(0xffff0000);
  // want missing-syncwarp "with lane 0 .* for s"
  if (lane < s[warp])
    __syncwarp();  // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
}

__device__ void put(int *to, int what) { *to = what; }

__global__ void by_a_function(int n) {
  __shared__ int s[2];
  if (threadIdx.x == 0)
    put(&s[n & 1], 16);
  __syncthreads();
  if (threadIdx.x % 32 < s[0])
    __syncwarp();  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void counted_up(const int *d) {
  __shared__ int s[2];
  if (threadIdx.x == 0)
    s[0] = s[1] = 0;
  __syncthreads();
  if (d[threadIdx.x])
    atomicAdd(&s[0], 1);
  __syncthreads();
  if (threadIdx.x % 32 < s[0])
    __syncwarp();  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void by_a_wider_word() {
  __shared__ int s[2];
  if (threadIdx.x == 0)
    s[0] = s[1] = 32;
  __syncthreads();
  if (threadIdx.x == 0)
    *(long long *)s = 1;
  __syncthreads();
  if (threadIdx.x % 32 < s[1])
    __syncwarp();  // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
}

void launch(float *x, const int *d) { each_for_itself<<<1, 64>>>(x, d); }

// without missing-syncthreads
