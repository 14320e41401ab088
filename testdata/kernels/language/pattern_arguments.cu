// What a pattern calls on an object of unknown type has a name only. A scalar is passed to
// it by value, unless the unit has a function of that name that may write it.
template <int Size> struct Ring {
  template <class T> __device__ T *slot(int at) const;
  __device__ int claim(int at) const { return at % Size; }
  __device__ int next(int &at, const int &step) const { return at += step; }
};
struct Cell {
  int value;
};

template <int Size>
__global__ void by_value(int n) {
  const auto ring = Ring<Size>();
  for (int at = blockIdx.x; at < n; at += 7) {
    auto claimed = ring.claim(at);
    __syncwarp();
  }
}

template <class Buffer>
__global__ void not_known(const unsigned *d, Buffer buffer) {
  unsigned next = __shfl_sync(0xffffffff, d[threadIdx.x], 31);
  while (next != 5) {
    unsigned data = d[threadIdx.x + buffer.unheard_of(next)];
    next = __shfl_sync(0xffffffff, data, 31);
  }
}

template <int Size>
__global__ void by_reference(int n) {
  auto ring = Ring<Size>();
  int at = blockIdx.x, step = gridDim.x;
  ring.next(at, step);
  if (step < n) __syncwarp();
  // want-open potentially_not_participating_lane_in_mask "unless next is the same in all lanes"
  if (at < n) __syncwarp();
}

template <class Buffer>
__global__ void an_object_by_name(int n, Buffer buffer) {
  Cell cell = {n};
  buffer.fill(cell, n);
  if (n > 0) __syncwarp();
  // want-open potentially_not_participating_lane_in_mask "unless fill is the same in all lanes"
  if (cell.value > 0) __syncwarp();
}

// A number of another type than the parameter is converted, as in a call that clang resolves.
__device__ float reduced(float sum, unsigned threads) {
  if (threads >= 32)
    sum += __shfl_down_sync(0xffffffff, sum, 16);
  return sum;
}

template <unsigned long Parts, unsigned long Threads>
__global__ void sums(float *x) {
  float sum[Parts];
  for (unsigned long i = 0; i < Parts; i++) {
    sum[i] = x[i];
    sum[i] = reduced(sum[i], Threads);
  }
  x[0] = sum[0];
}
