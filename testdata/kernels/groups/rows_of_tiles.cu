// A tile of several warps for each row: the rows of its warps are one, and so is how often they come
// to its barrier, whatever the other tiles do.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void rowForEachTile(int *data, int rows) {
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  for (int row = tile.meta_group_rank(); row < rows; row += tile.meta_group_size()) {
    data[row * 64 + tile.thread_rank()] = 1;
    tile.sync();
  }
}

__global__ void lengthsOfRows(const int *start, int *data) {
  auto tile = cg::tiled_partition<128>(cg::this_thread_block());
  int row = tile.meta_group_rank(), sum = 0;
  for (int i = start[row]; i < start[row + 1]; ++i) {
    sum += data[i * 128 + tile.thread_rank()];
    tile.sync();
  }
  data[threadIdx.x] = sum;
}

__global__ void lengthsOfWarps(const int *length) {
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  for (int i = 0; i < length[threadIdx.x / 32]; ++i) {
    tile.sync(); // want? potentially-divergent-syncthreads "threads [0-9]+-[0-9]+ may skip this"
  }
}

__global__ void rowsOfSmallerTiles(int rows) {
  auto tile = cg::tiled_partition<128>(cg::this_thread_block());
  for (int row = threadIdx.x / 64; row < rows; row += 4) {
    tile.sync(); // want? potentially-divergent-syncthreads "threads 64-95 may skip this"
  }
}

// The block is not known, and may have several rows.
__global__ void rowsOfAnyBlock(int *data, int rows) {
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  for (int row = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank(); row < rows; row += 8) {
    data[row * 64 + tile.thread_rank()] = 1;
    tile.sync();
  }
}

__global__ void rowsOfWarpsOfAnyBlock(int rows) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<64>(block);
  for (int row = block.thread_rank() / 32; row < rows; row += 8) {
    tile.sync(); // want? potentially-divergent-syncthreads "threads [0-9]+-[0-9]+ may skip this"
  }
}

void launch(int *data, int n) {
  rowForEachTile<<<1, 256>>>(data, n);
  lengthsOfRows<<<1, 256>>>(data, data);
  lengthsOfWarps<<<1, 256>>>(data);
  rowsOfSmallerTiles<<<1, 256>>>(n);
}
