// Reduced from https://github.com/ggml-org/llama.cpp/commit/5f0b0e89
// A load and a store of CUB share their memory, and nothing waits between them.
#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>

template <bool waits>
__global__ void loadsAndStores(float *in, float *out) {
  using Load = cub::BlockLoad<float, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Store = cub::BlockStore<float, 128, 4, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
  } memory;
  float items[4];
  Load(memory.load).Load(in, items);
  if (waits) __syncthreads();
  for (float &item : items) item *= 2;
  Store(memory.store).Store(out, items);  // want missing-syncwarp "for memory"
}

void launch(float *in, float *out) {
  loadsAndStores<false><<<1, 128>>>(in, out);
  loadsAndStores<true><<<1, 128>>>(in, out);
}
