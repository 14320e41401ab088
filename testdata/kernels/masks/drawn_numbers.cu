// Random numbers: generators that start alike in all threads of a block draw the same numbers
// there; those that start by thread do not, nor do threads that share one of MTGP32.
#include <curand_kernel.h>

__global__ void alike(float *p, unsigned long long seed) {
  curandStatePhilox4_32_10_t state;
  curand_init(seed, blockIdx.x, 0, &state);
  if (curand_uniform(&state) > 0.5f) __syncthreads();
  float4 four = curand_normal4(&state);
  for (int i = 0; i < curand_poisson(&state, 3.0); i++) p[i] = __shfl_xor_sync(0xffffffff, p[i], 1);
  if (four.x > four.y) __syncwarp();
}

__global__ void by_thread(float *p, unsigned long long seed) {
  curandState state;
  curand_init(seed, threadIdx.x, 0, &state);
  if (curand_uniform(&state) > 0.5f)
    __syncthreads(); // want~ potentially-divergent-syncthreads "threads 0, 2, 4 and more may skip this"
}

// What one thread skips parts its numbers from the others'.
__global__ void skipped(float *p, unsigned long long seed) {
  curandState state;
  curand_init(seed, 0, 0, &state);
  if (threadIdx.x == 0) skipahead(7, &state);
  if (curand(&state) > 3)
    __syncthreads(); // want~ potentially-divergent-syncthreads "threads 1-31 may skip this"
}

__global__ void shared_by_all(float *p, curandStateMtgp32 *states) {
  if (curand_uniform(&states[blockIdx.x]) > 0.5f)
    __syncthreads(); // want~ potentially-divergent-syncthreads "threads 0, 2, 4 and more may skip this"
}
