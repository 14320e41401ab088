// What all warps of a block have in common decides whether they come to a barrier: they come
// together.

#define LANE (threadIdx.x & 31)
#define WARP (threadIdx.x / 32)

__global__ void one_list(int *d, const int *next, int *out) {
  for (int p = d[blockIdx.x]; p > 0; p = next[p]) {
    out[p * blockDim.x + threadIdx.x] = 1;
    __syncthreads();
  }
}

__global__ void one_row(const int *start, const int *col, int *out) {
  int s = 0;
  for (int e = start[blockIdx.x]; e < start[blockIdx.x + 1]; ++e) {
    s += col[e];
    __syncthreads();
  }
  if (s > 1) __syncthreads();
  out[threadIdx.x] = s;
}

__global__ void persistent(int *q, int *d, int n) {
  __shared__ int s;
  while (true) {
    if (threadIdx.x == 0) s = atomicAdd(q, 1);
    __syncthreads();
    int j = s;
    if (j >= n) break;
    d[j * blockDim.x + threadIdx.x] = 1;
    __syncthreads();
  }
}

__global__ void blocks_of_the_grid(int *d, int n) {
  for (int i = blockIdx.x; i < n; i += gridDim.x) {
    d[i * blockDim.x + threadIdx.x] = i;
    __syncthreads();
  }
}

__global__ void tiles(const int *d, int *out, int n) {
  __shared__ int tile[1024];
  int s = 0;
  for (int base = 0; base < n; base += blockDim.x) {
    tile[threadIdx.x] = base + threadIdx.x < n ? d[base + threadIdx.x] : 0;
    __syncthreads();
    for (int i = 0; i < blockDim.x; ++i) s += tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = s;
}

__global__ void until_none_changes(int *d) {
  int changed = 1;
  while (__syncthreads_or(changed)) {
    int x = d[threadIdx.x];
    changed = x > 3;
    d[threadIdx.x] = x / 2;
  }
}

__global__ void as_many_as_are_left(int *d) {
  int x = d[threadIdx.x];
  for (int left = __syncthreads_count(x > 0); left > 0; left = __syncthreads_count(x > 0)) {
    x = x / 2;
    if (left > 5) __syncthreads();
  }
  d[threadIdx.x] = x;
}

__global__ void broadcast(const int *d, int *out) {
  __shared__ int part[32];
  int s = d[threadIdx.x];
  for (int o = 16; o > 0; o /= 2) s += __shfl_xor_sync(~0u, s, o);
  if (LANE == 0) part[WARP] = s;
  __syncthreads();
  int total = 0;
  for (int w = 0; w < blockDim.x / 32; ++w) total += part[w];
  if (total > 10) __syncthreads();
  while (total > 0) {
    __syncthreads();
    total /= 2;
  }
  out[threadIdx.x] = total;
}

__global__ void radix_select(const unsigned *d, unsigned *out, int n, int k) {
  __shared__ int counts[256];
  __shared__ unsigned prefix;
  __shared__ int rest;
  if (threadIdx.x == 0) {
    prefix = 0;
    rest = k;
  }
  for (int shift = 24; shift >= 0; shift -= 8) {
    if (threadIdx.x < 256) counts[threadIdx.x] = 0;  // want~ potentially-missing-syncwarp "for counts"
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&counts[d[i] >> shift & 255], 1);
    __syncthreads();
    int bin = 0, left = rest;
    while (bin < 255 && counts[bin] < left) {
      left -= counts[bin];
      ++bin;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      prefix |= bin << shift;
      rest = left;
    }
    __syncthreads();
    if (counts[bin] == left) {
      __syncthreads();
      break;
    }
  }
  out[threadIdx.x] = prefix;
}

__global__ void bisection(const float *d, float *out, float low, float high) {
  __shared__ int below;
  while (high - low > 1e-3f) {
    float middle = (low + high) / 2;
    if (threadIdx.x == 0) below = 0;
    __syncthreads();
    if (d[threadIdx.x] < middle) atomicAdd(&below, 1);
    __syncthreads();
    if (below > 10)
      high = middle;
    else
      low = middle;
    __syncthreads();
  }
  out[threadIdx.x] = low;
}

__constant__ int steps[16];

__global__ void by_constants(int *d, int n) {
  for (int i = 0; i < steps[n & 15]; ++i) {
    d[threadIdx.x] += i;
    if (steps[i & 15] > 2) __syncthreads();
  }
}

struct options {
  int rounds;
  int *sizes;
};

__global__ void by_arguments(int *d, options o) {
  for (int i = 0; i < o.rounds; ++i) {
    d[threadIdx.x] += i;
    if (o.sizes[i] > 2) __syncthreads();
  }
}

__global__ void scan_steps(int *d) {
  for (int o = 1; o < blockDim.x; o *= 2) {
    int x = threadIdx.x >= o ? d[threadIdx.x - o] : 0;
    __syncthreads();
    d[threadIdx.x] += x;
    __syncthreads();
  }
}

__global__ void two_levels(const int *start, const int *col, int *out, int n) {
  for (int row = blockIdx.x; row < n; row += gridDim.x) {
    for (int e = start[row]; e < start[row + 1]; e += blockDim.x) {
      if (e + threadIdx.x < start[row + 1]) out[e + threadIdx.x] = col[e + threadIdx.x];
      __syncthreads();
    }
    if (start[row] == 7) continue;
    __syncthreads();
  }
}

__global__ void breadth_first(int *frontier, int *count) {
  __shared__ int n;
  if (threadIdx.x == 0) n = count[blockIdx.x];
  __syncthreads();
  while (n > 0) {
    int mine = n;
    __syncthreads();
    if (threadIdx.x == 0) n = mine / 2;
    frontier[threadIdx.x] = mine;
    __syncthreads();
  }
}

// A warp that returns has exited.
__global__ void returns(int *q, int *d, int n) {
  while (true) {
    int j = 0;
    if (LANE == 0) j = atomicAdd(q, 1);
    j = __shfl_sync(~0u, j, 0);
    if (j >= n) return;
    d[j * 32 + LANE] = 1;
    __syncthreads();
  }
}

__global__ void early(const int *d, int *out) {
  if (__all_sync(~0u, d[threadIdx.x] == 0)) return;
  __syncthreads();
  out[threadIdx.x] = 1;
}

// One warp is the block.
__global__ __launch_bounds__(32) void alone(int *q, int *d, int n) {
  for (int j = 0; j < n; j = __shfl_sync(~0u, j, 0)) {
    d[j * 32 + LANE] = 1;
    __syncthreads();
    if (LANE == 0) j = atomicAdd(q, 1);
  }
}

// The warp's turns differ, and nothing of them reaches the barrier.
__global__ void meanwhile(const int *len, int *d, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) {
    for (int e = 0; e < len[WARP]; ++e) s += d[e];
    __syncthreads();
  }
  d[threadIdx.x] = s;
}

// without missing-syncthreads
