// nvcc takes a member template of a dependent class without the word template, and operands
// of an asm statement without a comma between them.
struct number {
  int bits;
};
__device__ bool operator<(number, number);

template <class T> struct tile {
  template <int last> __device__ static T all(T value) {
    if ((threadIdx.x & 31) <= last)
      // want not_participating_lane_in_mask "16-31"
      value += __shfl_xor_sync(0xffffffff, value, 1);
    return value;
  }
  template <int distance> __device__ T own(T value) {
    // want not_participating_lane_in_mask "4-31"
    return __shfl_xor_sync(0xffffffff, value, distance);
  }
};

template <class T, int last> __device__ T qualified(T value) {
  return tile<T>::all<last>(value);
}

template <class T> __device__ T member(T value) {
  tile<T> t;
  value = t.own<2>(value);
  return (threadIdx.x & 31) < 4 ? t.own<1>(value) : value;
}

__global__ void right(int *d) { d[threadIdx.x] = qualified<int, 31>(d[threadIdx.x]); }

__global__ void wrong(int *d) { d[threadIdx.x] = qualified<int, 15>(d[threadIdx.x]); }

__global__ void members(int *d) { d[threadIdx.x] = member(d[threadIdx.x]); }

__global__ void stored(int *d) {
  unsigned lane = threadIdx.x & 31;
  asm volatile("st.global.u32 [%1], %0;" ::"r"(lane) "l"(d) : "memory");
  if (lane < 8)
    __syncwarp(0xff);
  if (lane < 8)
    __syncwarp(); // want not_participating_lane_in_mask "8-31"
}
