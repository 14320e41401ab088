// A shared variable in which nobody ever stores anything but one constant holds it behind a
// barrier that the one who stores comes to, as the reader does.

__global__ void by_first_thread() {
  __shared__ int n;
  if (threadIdx.x == 0)
    n = 5;
  __syncthreads();
  if (threadIdx.x % 32 < n)
    __syncwarp();  // want not_participating_lane_in_mask "Lane\(s\) 5-31 named .* but do not participate"
}

__global__ void by_last_thread() {
  __shared__ int n;
  if (threadIdx.x == blockDim.x - 1)
    n = 5;
  __syncthreads();
  if (threadIdx.x % 32 < n)
    __syncwarp();  // want not_participating_lane_in_mask "Lane\(s\) 5-31 named .* but do not participate"
}

__global__ void by_another_warp() {
  __shared__ bool half;
  if (threadIdx.x >= 96)
    half = true;
  __syncthreads();
  if (!half || threadIdx.x % 32 < 16)
    __syncwarp();  // want not_participating_lane_in_mask "Lane\(s\) 16-31 named .* but do not participate"
}

__global__ void by_every_thread() {
  __shared__ unsigned n;
  n = 5;
  __syncthreads();
  if (threadIdx.x % 32 < n)
    __syncwarp();  // want not_participating_lane_in_mask "Lane\(s\) 5-31 named .* but do not participate"
}

__global__ void in_two_places() {
  __shared__ unsigned n;
  if (threadIdx.x == 0)
    n = 5;
  else if (threadIdx.x == 40)
    n = 5;
  __syncthreads();
  __syncthreads();
  for (int i = 0; i < 4; i++)
    if (threadIdx.x % 32 < n)
      __syncwarp();  // want not_participating_lane_in_mask "Lane\(s\) 5-31 named .* but do not participate"
}

__global__ void all_lanes() {
  __shared__ int n;
  if (threadIdx.x == 0)
    n = 32;
  __syncthreads();
  if (threadIdx.x % 32 < n)
    __syncwarp();
}

__device__ void five(int &n) { n = 5; }

// From here on what is read may be something else, or may not have been stored, but where it is told
// from the last stores (last_stored.cu).

__global__ void without_barrier() {
  __shared__ int n;
  if (threadIdx.x == 0)
    n = 5;
  // want missing-syncwarp "with lane 0 .* for n"
  if (threadIdx.x % 32 < n)
    __syncwarp();  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void barrier_before() {
  __shared__ int n;
  __syncthreads();
  if (threadIdx.x == 0)
    n = 5;
  // want missing-syncwarp "with lane 0 .* for n"
  if (threadIdx.x % 32 < n)
    __syncwarp();  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void where_data_says(const int *d) {
  __shared__ int n;
  if (d[0] > 0)
    n = 5;
  __syncthreads();
  if (threadIdx.x % 32 < n)
    __syncwarp();  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void where_an_argument_says(int k) {
  __shared__ int n;
  if (threadIdx.x == k)
    n = 5;
  __syncthreads();
  if (threadIdx.x % 32 < n)
    __syncwarp();  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void two_constants() {
  __shared__ int n;
  if (threadIdx.x == 0)
    n = 5;
  if (threadIdx.x == 32)
    n = 32;
  __syncthreads();
  if (threadIdx.x % 32 < n)
    __syncwarp();  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void another_one_later() {
  __shared__ int n;
  if (threadIdx.x == 0)
    n = 5;
  __syncthreads();
  if (threadIdx.x == 32)
    n = 32;
  // want? potentially-missing-syncwarp "with lane 0 .* for n"
  if (threadIdx.x % 32 < n)
    __syncwarp();  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void data_beside(const int *d) {
  __shared__ int n;
  if (threadIdx.x == 0)
    n = 5;
  if (threadIdx.x == 32)
    n = d[0];
  __syncthreads();
  if (threadIdx.x % 32 < n)
    __syncwarp();  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void changing() {
  __shared__ int n;
  for (int i = 4; i < 6; i++) {
    if (threadIdx.x == 0)
      n = i;
    __syncthreads();
  }
  if (threadIdx.x % 32 < n)
    __syncwarp();  // want not_participating_lane_in_mask "Lane\(s\) 5-31 named .* but do not participate"
}

__global__ void in_turns(int k) {
  __shared__ int n;
  for (int i = 0; i < k; i++) {
    if (threadIdx.x == 0)
      n = 5;
    __syncthreads();
  }
  if (threadIdx.x % 32 < n)
    __syncwarp();  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void through_a_pointer(int k) {
  __shared__ int n, m;
  if (threadIdx.x == 0) {
    n = 5;
    m = 5;
    *(k > 0 ? &n : &m) = 32;
  }
  __syncthreads();
  if (threadIdx.x % 32 < n)
    __syncwarp();  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void through_a_reference() {
  __shared__ int n;
  if (threadIdx.x == 0)
    five(n);
  __syncthreads();
  if (threadIdx.x % 32 < n)
    __syncwarp();  // want not_participating_lane_in_mask "Lane\(s\) 5-31 named .* but do not participate"
}

__global__ void volatile_one() {
  __shared__ volatile int n;
  if (threadIdx.x == 0)
    n = 5;
  __syncthreads();
  if (threadIdx.x % 32 < n)
    __syncwarp();  // want not_participating_lane_in_mask "Lane\(s\) 5-31 named .* but do not participate"
}

__global__ void added_to() {
  __shared__ int n;
  if (threadIdx.x == 0)
    n = 5;
  __syncthreads();
  atomicAdd(&n, 1);
  __syncthreads();
  if (threadIdx.x % 32 < n)
    __syncwarp();  // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
}

// The one who stores does not wait for the others.
__global__ void leaves() {
  __shared__ int n;
  if (threadIdx.x == 0) {
    n = 5;
    return;
  }
  __syncthreads();
  if (threadIdx.x % 32 < n)
    // want? potentially_not_participating_lane_in_mask "potentially do not participate"
    __syncwarp();
}

// The warps may be at different barriers.
__global__ void unequal_barriers(const int *d) {
  __shared__ int n;
  if (d[threadIdx.x / 32] > 0)
    __syncthreads();  // want? potentially-divergent-syncthreads "threads 0-31 may skip this"
  if (threadIdx.x == 0)
    n = 5;
  __syncthreads();
  if (threadIdx.x % 32 < n)
    __syncwarp();  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

// What the one variable holds says nothing of the other.
__global__ void of_two_variables() {
  __shared__ int few, all;
  if (threadIdx.x == 0) {
    few = 5;
    all = 32;
  }
  __syncthreads();
  if (threadIdx.x % 32 < all)
    __syncwarp();
  if (threadIdx.x % 32 < few)
    __syncwarp();  // want not_participating_lane_in_mask "Lane\(s\) 5-31 named .* but do not participate"
}

void launch(const int *d) {
  by_another_warp<<<1, 128>>>();
  in_two_places<<<1, 64>>>();
  leaves<<<1, 64>>>();
  unequal_barriers<<<1, 64>>>(d);
}

// without missing-syncthreads
