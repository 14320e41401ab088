// A pointer argument may be null, for all lanes.

#define FULL 0xffffffffu

struct View {
  const int *data;
  int n;
  __device__ bool has() const { return data != nullptr; }
};

__global__ void without(const int *index, int *out) {
  if (!index)
    if (threadIdx.x & 1)
      __syncwarp(); // want not_participating_lane_in_mask "but do not participate"
}

__global__ void by_lane_when_null(const int *index) {
  int limit = index ? index[0] : threadIdx.x;
  if (limit > 3)
    __syncwarp(); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void by_lane_when_given(const int *index) {
  int odd = index != nullptr ? threadIdx.x & 1 : 1;
  if (odd)
    __syncwarp(); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void mask_of_part(View view) {
  unsigned mask = view.has() ? 0xffff : FULL;
  __syncwarp(mask); // want? participating_lane_potentially_not_in_mask "potentially not named"
}

__global__ void alike(View view, const int *bias, int *out) {
  int sum = view.has() ? view.data[blockIdx.x] : 1;
  if (bias)
    sum += bias[0];
  if (sum > 3)
    out[threadIdx.x] = __shfl_xor_sync(FULL, sum, 1);
  if (!bias || bias + 4 == view.data)
    __syncthreads();
}

void launch(View view, int *out) { alike<<<1, 64>>>(view, nullptr, out); }
