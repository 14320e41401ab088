// Some warps of a block wait for each other by themselves: the halves of a block at a barrier of their own number, or
// the warps of a tile of 64 threads. Rows of one half may be used behind its barrier by that half alone.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void halves_in_a_loop(const float *in, float *out, int n) {
  __shared__ float s[2][128];
  int half = threadIdx.x / 128, t = threadIdx.x % 128;
  for (int i = 0; i < n; i++) {
    s[half][t] = in[i * 256 + threadIdx.x];
    asm volatile("bar.sync %0, 128;" ::"r"(1 + half) : "memory");
    out[i * 256 + threadIdx.x] = s[half][127 - t];
    asm volatile("bar.sync %0, 128;" ::"r"(1 + half) : "memory");
  }
}

__global__ void halves_without_a_second(const float *in, float *out, int n) {
  __shared__ float s[2][128];
  int half = threadIdx.x / 128, t = threadIdx.x % 128;
  for (int i = 0; i < n; i++) {
    s[half][t] = in[i * 256 + threadIdx.x];  // want? potentially-missing-syncthreads "may race with thread \d+ \(warp \d, line 24\) for s"
    asm volatile("bar.sync %0, 128;" ::"r"(1 + half) : "memory");
    out[i * 256 + threadIdx.x] = s[half][127 - t];
  }
}

__global__ void row_of_the_other_half(const float *in, float *out) {
  __shared__ float s[2][128];
  int half = threadIdx.x / 128, t = threadIdx.x % 128;
  s[half][t] = in[threadIdx.x];
  asm volatile("bar.sync %0, 128;" ::"r"(1 + half) : "memory");
  out[threadIdx.x] = s[1 - half][127 - t];  // want missing-syncthreads "races with thread"
}

// A third warp waits first with one of the two and then with the other.
__global__ void one_after_the_other(const float *in, float *out) {
  __shared__ float s[96];
  int w = threadIdx.x / 32;
  if (w == 0) s[threadIdx.x] = in[threadIdx.x];
  if (w < 2) asm volatile("bar.sync 1, 64;" ::: "memory");
  if (w > 0) asm volatile("bar.sync 2, 64;" ::: "memory");
  if (w == 2) out[threadIdx.x] = s[threadIdx.x - 64];  // want~ potentially-missing-syncthreads "may race"
}

__global__ void row_of_another_tile(const float *in, float *out) {
  __shared__ cg::block_tile_memory<256> memory;
  __shared__ float s[4][64];
  auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
  int w = threadIdx.x / 64, r = threadIdx.x % 64;
  s[w][r] = in[threadIdx.x];
  tile.sync();
  out[threadIdx.x] = s[w][63 - r];
  out[threadIdx.x] += s[(w + 1) % 4][r];  // want missing-syncthreads "races with thread"
}

__global__ void sums_of_tiles(const float *in, float *out) {
  __shared__ float s[256];
  int tile = threadIdx.x / 64, r = threadIdx.x % 64;
  float *row = s + tile * 64;
  row[r] = in[threadIdx.x];
  asm volatile("bar.sync %0, 64;" ::"r"(1 + tile) : "memory");
  for (int k = 32; k > 0; k /= 2) {
    if (r < k) row[r] += row[r + k];
    asm volatile("bar.sync %0, 64;" ::"r"(1 + tile) : "memory");
  }
  if (r == 0) out[tile] = row[0];
}

void launch(const float *in, float *out, int n) {
  halves_in_a_loop<<<1, 256>>>(in, out, n);
  halves_without_a_second<<<1, 256>>>(in, out, n);
  row_of_the_other_half<<<1, 256>>>(in, out);
  one_after_the_other<<<1, 96>>>(in, out);
  row_of_another_tile<<<1, 256>>>(in, out);
  sums_of_tiles<<<1, 256>>>(in, out);
}
