// A kernel is chosen and handed on as a pointer, with the block in an object of its own, past
// calls that ask the runtime about the kernel.

#include <utility>

struct Params {
  dim3 grid, block;
  size_t bytes;
  Params(const dim3 &g, const dim3 &b, size_t n) : grid(g), block(b), bytes(n) {}
};

const cudaDeviceProp &device();

void fail(const char *, int);
#define CHECK(x)                                                                                                  \
  do {                                                                                                            \
    auto result = (x);                                                                                            \
    if (result != cudaSuccess)                                                                                    \
      fail(#x, __LINE__);                                                                                         \
  } while (0)

static bool isNew(const void *kernel) {
  cudaFuncAttributes of = {};
  CHECK(cudaFuncGetAttributes(&of, kernel));
  return of.ptxVersion >= 90;
}

template <class Kernel, class... Args>
static void launch(Kernel kernel, const Params &p, Args &&...args) {
  if (isNew(reinterpret_cast<const void *>(kernel)))
    fail("new", __LINE__);
  kernel<<<p.grid, p.block, p.bytes>>>(std::forward<Args>(args)...);
}

typedef void (*combine_t)(float *);

template <int N>
void inRows(combine_t kernel, float *data, int warps, int warpSize) {
  const dim3 block(warpSize, warps, 1);
  int most = 1;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&most, kernel, block.x * block.y * block.z, 0));
  Params p = Params(dim3(N * most), block, 0);
  launch(kernel, p, data);
}

// Each np-th warp combines what the others left, in a branch of its own.
template <int np, bool Scaled>
__global__ void combine(float *data) {
  float v = data[threadIdx.x];
  if (threadIdx.y % np == 0) {
    if (Scaled)
      v *= 2;
    __syncthreads(); // want divergent-syncthreads "combine<2, false> \[block 32x4, .*combine<2, true> \[block 32x4"
    data[threadIdx.x] = v;
  } else {
    __syncthreads(); // want divergent-syncthreads "combine<2, false> \[block 32x4, .*combine<2, true> \[block 32x4"
  }
}

// One warp of a row each: all take the first branch.
template <bool Scaled>
__global__ void combineAll(float *data) {
  if (threadIdx.y % 1 == 0)
    __syncthreads();
  else
    __syncthreads();
  data[threadIdx.x] = Scaled;
}

void choose(float *data, float scale) {
  const int warps = 128 / device().warpSize;
  combine_t one;
  if (scale == 0.0f)
    one = combine<2, false>;
  else
    one = combine<2, true>;
  inRows<3>(one, data, warps, device().warpSize);
  combine_t all = scale == 0.0f ? combineAll<false> : combineAll<true>;
  inRows<4>(all, data, warps, device().warpSize);
}

// What host code and device code share is one text where its macros are defined once.
#define CASE(number, size)                                                                                        \
  if (n == (number))                                                                                              \
    return size;
static constexpr __host__ __device__ int sizeOf(int n) {
  CASE(1, 16)
  CASE(2, 32)
  return 64;
}

template <int N>
__global__ void half(float *data) {
  if (threadIdx.x < 16)
    __syncthreads(); // want divergent-syncthreads "half<2> \[block 32"
  data[threadIdx.x] = N;
}

void ofSize(float *data) {
  half<1><<<1, sizeOf(1)>>>(data);
  half<2><<<1, sizeOf(2)>>>(data);
}
