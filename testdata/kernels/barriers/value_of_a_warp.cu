// What a warp computes for itself decides whether it comes to a barrier of the block: another
// warp may come to another decision.

#define LANE (threadIdx.x & 31)
#define WARP (threadIdx.x / 32)

__global__ void jobs(int *q, int *d, int n) {
  while (true) {
    int j = 0;
    if (LANE == 0) j = atomicAdd(q, 1);
    j = __shfl_sync(~0u, j, 0);
    if (j >= n) break;
    d[j * 32 + LANE] = 1;
    __syncthreads(); // want? potentially-divergent-syncthreads "."
  }
}

__global__ void jobs_at_the_head(int *q, int *d, int n) {
  int j = 0;
  if (LANE == 0) j = atomicAdd(q, 1);
  for (j = __shfl_sync(~0u, j, 0); j < n; j = __shfl_sync(~0u, j, 0)) {
    d[j * 32 + LANE] = 1;
    __syncthreads(); // want? potentially-divergent-syncthreads "."
    if (LANE == 0) j = atomicAdd(q, 1);
  }
}

__global__ void one_job(int *q, int *d) {
  int j = 0;
  if (LANE == 0) j = atomicAdd(q, 1);
  if (__shfl_sync(~0u, j, 0) == 3) __syncthreads(); // want? potentially-divergent-syncthreads "."
  d[threadIdx.x] = j;
}

__global__ void votes(const int *q, int *d) {
  int x = d[threadIdx.x];
  while (__any_sync(~0u, x > 0)) {
    x = q[x];
    __syncthreads(); // want? potentially-divergent-syncthreads "."
  }
}

__global__ void ballots(const int *q, int *d) {
  int x = d[threadIdx.x];
  while (__popc(__ballot_sync(~0u, x > 0)) > 2) {
    x = q[x];
    __syncthreads(); // want? potentially-divergent-syncthreads "."
  }
}

__global__ void vote_once(const int *d, int *out) {
  if (__all_sync(~0u, d[threadIdx.x] > 0)) __syncthreads(); // want? potentially-divergent-syncthreads "."
  out[threadIdx.x] = 1;
}

__global__ void row_sum(const int *q, int n, int *out) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += q[WARP * n + i];
  if (s > 1) __syncthreads(); // want? potentially-divergent-syncthreads "."
  out[threadIdx.x] = s;
}

__global__ void list_of_a_warp(int *d, const int *next) {
  for (int p = d[WARP]; p > 0; p = next[p]) {
    d[p] = 1;
    __syncthreads(); // want? potentially-divergent-syncthreads "."
  }
}

__global__ void as_often_as_the_warp(int *d, int n) {
  int i = 0;
  do
    __syncthreads(); // want? potentially-divergent-syncthreads "."
  while (++i < n + WARP);
  d[threadIdx.x] = i;
}

__global__ void one_turn_more(int *d) {
  for (int i = 0; i <= WARP; ++i) __syncthreads(); // want? potentially-divergent-syncthreads "."
  d[threadIdx.x] = 1;
}

__global__ void length_of_a_row(const int *len, int *d) {
  int n = len[WARP];
  for (int i = 0; i < n; ++i) {
    d[i * 32 + LANE] = i;
    __syncthreads(); // want? potentially-divergent-syncthreads "."
  }
}

__global__ void after_the_loop(const int *len, int *d) {
  int i = 0;
  while (i < len[WARP]) i += 3;
  if (i == 9) __syncthreads(); // want? potentially-divergent-syncthreads "."
  d[threadIdx.x] = i;
}

// Every warp computes the same in a turn, and has a last turn of its own.
__global__ void uniform_turns_of_a_warp(const int *len, const int *next, int *d) {
  int p = d[0];
  for (int i = 0; i < len[WARP]; ++i) p = next[p];
  if (p > 3) __syncthreads(); // want? potentially-divergent-syncthreads "."
  d[threadIdx.x] = p;
}

__global__ void reduction(const int *d, int *out) {
  int s = __reduce_add_sync(~0u, d[threadIdx.x]);
  if (s > 10) __syncthreads(); // want? potentially-divergent-syncthreads "."
  out[threadIdx.x] = s;
}

__global__ void tree(const int *d, int *out) {
  int s = d[threadIdx.x];
  for (int o = 16; o > 0; o /= 2) s += __shfl_xor_sync(~0u, s, o);
  for (int i = 0; i < s; ++i) __syncthreads(); // want? potentially-divergent-syncthreads "."
  out[threadIdx.x] = s;
}

__global__ void volatile_load(volatile int *stop, int *out) {
  int s = 0;
  if (LANE == 0) s = *stop;
  if (__shfl_sync(~0u, s, 0)) __syncthreads(); // want~ potentially-divergent-syncthreads "."
  out[threadIdx.x] = s;
}

__global__ void flag_of_a_warp(const int *d, int *out) {
  __shared__ int flag[32];
  if (LANE == 0) flag[WARP] = d[WARP];
  __syncwarp();
  if (flag[WARP] > 0) __syncthreads(); // want? potentially-divergent-syncthreads "."
  out[threadIdx.x] = 1;
}

__global__ void carried_vote(int *d, int n) {
  int more = 1;
  for (int i = 0; i < n && more; ++i) {
    __syncthreads(); // want? potentially-divergent-syncthreads "."
    more = __any_sync(~0u, d[i * blockDim.x + threadIdx.x] > 0);
  }
}

__global__ void leaves_the_loop(int *d, int n) {
  for (int i = 0; i < n; ++i) {
    if (__all_sync(~0u, d[i * blockDim.x + threadIdx.x] == 0)) break;
    __syncthreads(); // want? potentially-divergent-syncthreads "."
    d[threadIdx.x] = i;
  }
}

__global__ void strided(const int *d, int n, int *out) {
  for (int row = WARP; row < n; row += blockDim.x / 32) {
    out[row] = d[row];
    __syncthreads(); // want? potentially-divergent-syncthreads "."
  }
}

__global__ void nested(const int *start, int *d, int n) {
  for (int i = 0; i < n; ++i)
    for (int e = start[i * 32 + WARP]; e < start[i * 32 + WARP + 1]; ++e) {
      d[e] = i;
      __syncthreads(); // want? potentially-divergent-syncthreads "."
    }
}

__global__ void selected(const int *d, int *out, int n) {
  int best = -1;
  for (int i = 0; i < n; ++i) {
    int x = __shfl_sync(~0u, d[i * blockDim.x + threadIdx.x], i & 31);
    if (x > best) best = x;
  }
  switch (best) {
  case 1: __syncthreads(); break; // want? potentially-divergent-syncthreads "."
  default: out[threadIdx.x] = best;
  }
}

__device__ int next_job(int *q) {
  int j = 0;
  if (LANE == 0) j = atomicAdd(q, 1);
  return __shfl_sync(~0u, j, 0);
}

__global__ void jobs_by_function(int *q, int *d, int n) {
  for (int j = next_job(q); j < n; j = next_job(q)) {
    d[j * 32 + LANE] = 1;
    __syncthreads(); // want? potentially-divergent-syncthreads "."
  }
}
