// Reduced from https://github.com/NVIDIA/cccl/pull/5456
// A kernel reads what the grid before it writes, and waits for that grid only afterwards.

__global__ void readsTooEarly(const int *sizes, int *out) {
  int size = sizes[0];  // want pdl-access-before-wait ""
  asm volatile("griddepcontrol.wait;" ::: "memory");
  if (threadIdx.x < size) out[threadIdx.x] = size;
}

__global__ void waitsFirst(const int *sizes, int *out) {
  asm volatile("griddepcontrol.wait;" ::: "memory");
  int size = sizes[0];
  if (threadIdx.x < size) out[threadIdx.x] = size;
}
