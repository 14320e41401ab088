// A volatile cell of shared memory is the same for all that read it where no thread of the block may store there between the
// barriers around. Where one may, it is another value each time.

__device__ float largest(float v) {
  __shared__ float best[128];
  volatile float *p = best;
  p[threadIdx.x] = v;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 1; i < 128; i++) p[0] = p[0] < p[i] ? p[i] : p[0];
  __syncthreads();
  return *p;
}

__global__ void one_thread_computes(const float *in, float *out, int rounds) {
  for (int r = 0; r < rounds; r++) {
    if (largest(in[r * 128 + threadIdx.x]) > 3.0f) break;
    __syncthreads();
  }
  out[threadIdx.x] = 1;
}

struct Job { int first, count; };

__global__ void fields_of_a_job(int *queue, float *out) {
  __shared__ volatile Job job;
  if (threadIdx.x == 0) {
    job.first = atomicAdd(queue, 8);
    job.count = queue[1];
  }
  __syncthreads();
  for (int i = 0; i < job.count; i++) {
    out[job.first + i] = threadIdx.x;
    __syncthreads();
  }
}

__global__ void two_barriers(int *queue, float *out) {
  __shared__ volatile int next[2];
  int now;
  do {
    if (threadIdx.x == 0) next[1] = atomicAdd(queue, 1);
    __syncthreads();
    now = next[1];
    out[now] = threadIdx.x;
    __syncthreads();
  } while (now < 100);
}

__global__ void one_barrier(int *queue, float *out) {
  __shared__ volatile int next[2];
  int now;
  do {
    if (threadIdx.x == 0)
      next[1] = atomicAdd(queue, 1);  // want? potentially-missing-syncwarp "lane 1 .line 57. for next.1."
    __syncthreads();                  // want~ potentially-divergent-syncthreads "may skip"
    now = next[1];
    out[now] = threadIdx.x;
  } while (now < 100);
}

__global__ void stored_on_the_way_out(const int *in, float *out) {
  __shared__ volatile int cell;
  if (threadIdx.x == 0) cell = in[0];
  __syncthreads();
  if (in[threadIdx.x] > 5) {
    cell = 1;
    return;
  }
  for (int i = 0; i < cell; i++) {  // want? potentially-missing-syncwarp "for cell"
    __syncthreads();                // want~ potentially-divergent-syncthreads "may skip"
  }
}

__global__ void each_its_own(const int *in, float *out) {
  __shared__ volatile int cells[128];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int i = 0; i < cells[threadIdx.x]; i++) __syncthreads();  // want? potentially-divergent-syncthreads "may skip"
}

// The addresses lead anywhere.
__global__ void behind_a_pointer_of_memory(const int *in, int **rows) {
  __shared__ volatile int cell;
  if (threadIdx.x == 0) cell = in[0];
  __syncthreads();
  for (int i = 0; i < cell; i++) {
    *rows[threadIdx.x] = i;
    __syncthreads();  // want~ potentially-divergent-syncthreads "may skip"
  }
}

__device__ void elsewhere(volatile int *cell);

__global__ void handed_on(const int *in) {
  __shared__ volatile int cell;
  if (threadIdx.x == 0) cell = in[0];
  __syncthreads();
  elsewhere(&cell);
  for (int i = 0; i < cell; i++) __syncthreads();  // want~ potentially-divergent-syncthreads "may skip"
}

// without missing-syncthreads
