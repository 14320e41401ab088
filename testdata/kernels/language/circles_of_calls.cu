// Functions that call each other lead to the same collectives, whichever is called first.

__device__ void tell(int n, int *out);

__device__ void step(int n, int *out) {
  __syncwarp(~0u); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named.*half_step"
  if (n > 0) tell(n - 1, out);
}

__device__ void tell(int n, int *out) {
  out[threadIdx.x] = n;
  if (n > 0) step(n - 1, out);
}

__global__ void all_step(int *out) { step(3, out); }

__global__ void half_step(int *out) {
  tell(2, out);
  if (threadIdx.x % 32 < 16) step(0, out);
}

// In a template that nothing instantiates, what the call may mean leads to a collective by way of a circle.
template <class T> __device__ void right(T *d, int n);
__device__ void stop(unsigned mask) { __syncwarp(mask); } // want participating_lane_not_in_mask "Lane\(s\) 1-31 participate.*swung"

template <class T> __device__ void left(T *d, int n) {
  if (n > 0) right(d, n - 1);
}

template <class T> __device__ void right(T *d, int n) {
  left(d, n);
  stop(1);
}

template <class T> __global__ void swung(T *d) { left(d, 1); }
