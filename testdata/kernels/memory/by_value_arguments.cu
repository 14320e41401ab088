// What a pointer from memory points to is older than the kernel's own objects.

struct Tensor {
  float *data;
  long extents[2];
  __device__ long extent(int i) const { return extents[i]; }
  __device__ float *at(long i) { return data + i; }
};

__global__ void method(Tensor in, void **lists) {
  unsigned char *list = (unsigned char *)lists[blockIdx.x];
  for (int i = 0; i < in.extent(1); ++i) {
    unsigned v = in.at(i)[threadIdx.x];
    list[threadIdx.x] = __shfl_xor_sync(~0u, v, 1);
  }
}

// An index leads to no other object, also where the pointer is read in every turn.
__global__ void pointerOfATurn(Tensor in, unsigned char ***lists) {
  for (int i = 0; i < in.extent(1); ++i) {
    lists[0][i][threadIdx.x] = __shfl_xor_sync(~0u, i, 1);
  }
}

__global__ void captured(long n, float **lists) {
  float *list = lists[0];
  auto bound = [&]() { return n; };
  for (int i = 0; i < bound(); ++i) {
    list[threadIdx.x] = __shfl_xor_sync(~0u, i, 1);
  }
}

__global__ void lent(long n, long **lists) {
  long own[2] = {n, n + 1};
  long *kept = own;
  long *list = lists[0];
  for (int i = 0; i < *kept; ++i) {
    list[threadIdx.x] = __shfl_xor_sync(~0u, i, 1);
  }
}

// A pointer that the kernel itself put there may point to anything of it.
__global__ void putThere(long n, long **lists) {
  lists[0] = &n;
  long *list = lists[0];
  for (int i = 0; i < n; ++i) {
    // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
    list[0] = __shfl_xor_sync(~0u, i, 1) + threadIdx.x;
  }
}
