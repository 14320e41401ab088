// Storage of CUB that the lanes of a warp exchange items by: what they read there has to be read before it is used again.
#include <cub/cub.cuh>

__global__ void loaded_twice(const float *a, const float *b, float *out) {
  using Load = cub::BlockLoad<float, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  __shared__ typename Load::TempStorage storage;
  float x[4], y[4];
  Load(storage).Load(a, x);
  Load(storage).Load(b, y); // want missing-syncwarp "races with lane"
  out[threadIdx.x] = x[0] + y[0];
}

__global__ void loaded_and_stored(const float *a, float *out) {
  using Load = cub::BlockLoad<float, 64, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Store = cub::BlockStore<float, 64, 4, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
  } storage;
  float x[4];
  Load(storage.load).Load(a, x);
  Store(storage.store).Store(out, x); // want missing-syncwarp "races with lane"
}

__global__ void with_a_barrier(const float *a, float *out) {
  using Load = cub::BlockLoad<float, 64, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Store = cub::BlockStore<float, 64, 4, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
  } storage;
  float x[4];
  Load(storage.load).Load(a, x);
  __syncthreads();
  Store(storage.store).Store(out, x);
}

__global__ void storage_each(const float *a, const float *b, float *out) {
  using Load = cub::BlockLoad<float, 64, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  __shared__ typename Load::TempStorage first, second;
  float x[4], y[4];
  Load(first).Load(a, x);
  Load(second).Load(b, y);
  out[threadIdx.x] = x[0] + y[0];
}

// No items are exchanged.
__global__ void direct(const float *a, const float *b, float *out) {
  using Load = cub::BlockLoad<float, 64, 4>;
  __shared__ typename Load::TempStorage storage;
  float x[4], y[4];
  Load(storage).Load(a, x);
  Load(storage).Load(b, y);
  out[threadIdx.x] = x[0] + y[0];
}

__global__ void exchanged(const int *a, int *out) {
  using Exchange = cub::WarpExchange<int, 4>;
  __shared__ typename Exchange::TempStorage storage[2];
  int warp = threadIdx.x / 32, x[4] = {a[threadIdx.x]};
  Exchange(storage[warp]).BlockedToStriped(x, x);
  x[0] += 1;
  Exchange(storage[warp]).StripedToBlocked(x, x); // want missing-syncwarp "races with lane"
  out[threadIdx.x] = x[0];
}

__global__ void exchanged_apart(const int *a, int *out) {
  using Exchange = cub::WarpExchange<int, 4, 16>;
  __shared__ typename Exchange::TempStorage storage[4];
  int half = threadIdx.x / 16, x[4] = {a[threadIdx.x]};
  Exchange(storage[half]).BlockedToStriped(x, x);
  __syncwarp();
  Exchange(storage[half]).StripedToBlocked(x, x);
  out[threadIdx.x] = x[0];
}

// Shuffles use no storage, and what goes by it in logical warps of another size ends with a barrier.
__global__ void reduced(const int *a, int *out) {
  using Reduce = cub::WarpReduce<int>;
  using Scan = cub::WarpScan<int>;
  __shared__ union {
    typename Reduce::TempStorage reduce[2];
    typename Scan::TempStorage scan[2];
  } storage;
  int warp = threadIdx.x / 32, x = a[threadIdx.x], sum = Reduce(storage.reduce[warp]).Sum(x);
  sum += Reduce(storage.reduce[warp]).Sum(x + 1);
  Scan(storage.scan[warp]).InclusiveSum(x, x);
  out[threadIdx.x] = x + sum;
}

void launch(const float *a, const float *b, float *out, const int *c, int *d) {
  loaded_twice<<<1, 128>>>(a, b, out);
  loaded_and_stored<<<1, 64>>>(a, out);
  with_a_barrier<<<1, 64>>>(a, out);
  storage_each<<<1, 64>>>(a, b, out);
  direct<<<1, 64>>>(a, b, out);
  exchanged<<<1, 64>>>(c, d);
  exchanged_apart<<<1, 64>>>(c, d);
  reduced<<<1, 64>>>(c, d);
}
