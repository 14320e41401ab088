// What a template that nobody instantiates calls with types that are known has no body of its own: it is called as its
// template is written.
#include <curand_kernel.h>

template <class T> __device__ T sum(T v) {
  for (int o = 16; o; o /= 2)
    v += __shfl_xor_sync(0xffffffffu, v, o);  // want not_participating_lane_in_mask "in context.s. deduced .* and 1 more"
  return v;
}

template <class D> __global__ void deduced(D *, float *q) {
  float x = q[threadIdx.x];
  if (threadIdx.x < 16) x = sum(x);
  q[threadIdx.x] = x;
}

template <class D> __global__ void given(D *, float *q) {
  float x = q[threadIdx.x];
  if (threadIdx.x < 16) x = sum<float>(x);
  q[threadIdx.x] = x;
}

// One that is written for a type is not what the template says.
template <class T> __device__ T spread(T v) { return v; }
template <> __device__ float spread<float>(float v);

template <class D> __global__ void special(D *, float *q) {
  if (spread(1.0f) > 0) __syncthreads();  // want~ potentially-divergent-syncthreads "may skip"
}

// Numbers of states that are alike are alike.
template <class D> __global__ void drawn(D *, unsigned long long seed) {
  curandStatePhilox4_32_10_t state;
  curand_init(seed, blockIdx.x, 0, &state);
  if (curand_uniform(&state) > 0.5f) __syncthreads();
}

template <class D> __global__ void drawnForEach(D *, unsigned long long seed) {
  curandState state;
  curand_init(seed, threadIdx.x, 0, &state);
  if (curand_uniform(&state) > 0.5f) __syncthreads();  // want~ potentially-divergent-syncthreads "may skip"
}

// Methods without an object are called as they are written too.
template <int Width> struct Row {
  template <class T> static __device__ T total(T v) {
    for (int o = Width / 2; o; o /= 2)
      v += __shfl_xor_sync(0xffffffffu, v, o);  // want not_participating_lane_in_mask "in context.s. ofClass "
    return v;
  }
  static __device__ void atomic_stage() { asm volatile("fence.sc.gpu;" ::: "memory"); }
};

template <class D> __global__ void ofClass(D *, float *q) {
  float x = q[threadIdx.x];
  Row<32>::atomic_stage();
  if (threadIdx.x < 16) x = Row<32>::total(x);
  q[threadIdx.x] = x;
}
