// Copies that the threads of a group divide between them, and waits that let the last ones go on.
// without uninitialized-shared
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
#define T threadIdx.x

// The only copy may go on.
__global__ void leavesTheOnlyCopy(const float *in, float *out) {
  __shared__ float s[128];
  auto g = cg::this_thread_block();
  cg::memcpy_async(g, s, in, 512);
  cg::wait_prior<1>(g);
  out[T] = s[127 - T];  // want async-proxy-fence "Reads shared memory in leavesTheOnlyCopy that an asynchronous copy may not have brou"
}

__global__ void leavesNoCopy(const float *in, float *out) {
  __shared__ float s[128];
  auto g = cg::this_thread_block();
  cg::memcpy_async(g, s, in, 512);
  cg::wait_prior<0>(g);
  out[T] = s[127 - T];
}

// Behind the last copy nothing else is committed, so that the wait leaves it.
__global__ void leavesTheLastCopy(const float *in, float *out) {
  __shared__ float s[2][128];
  auto g = cg::this_thread_block();
  float a = 0;
  cg::memcpy_async(g, s[0], in, 512);
  for (int i = 0; i < 4; i++) {
    if (i + 1 < 4) cg::memcpy_async(g, s[(i + 1) & 1], in + (i + 1) * 128, 512);
    cg::wait_prior<1>(g);
    a += s[i & 1][127 - T];  // want async-proxy-fence "Reads shared memory in leavesTheLastCopy that an asynchronous copy may not have brou"
    g.sync();
  }
  out[T] = a;
}

__global__ void waitsForTheLastCopy(const float *in, float *out) {
  __shared__ float s[2][128];
  auto g = cg::this_thread_block();
  float a = 0;
  cg::memcpy_async(g, s[0], in, 512);
  for (int i = 0; i < 4; i++) {
    if (i + 1 < 4) {
      cg::memcpy_async(g, s[(i + 1) & 1], in + (i + 1) * 128, 512);
      cg::wait_prior<1>(g);
    } else {
      cg::wait(g);
    }
    a += s[i & 1][127 - T];
    g.sync();
  }
  out[T] = a;
}

// Each of two warps copies its own row.
__global__ void leavesTheCopyOfAWarp(const float *in, float *out) {
  __shared__ float s[2][64];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  float *row = s[warp.meta_group_rank()];
  cg::memcpy_async(warp, row, in + 64 * warp.meta_group_rank(), 256);
  cg::wait_prior<1>(warp);
  out[T] = row[63 - warp.thread_rank()];  // want async-proxy-fence "Reads shared memory in leavesTheCopyOfAWarp that an asynchronous copy may not have brou"
}

__global__ void waitsForTheCopyOfAWarp(const float *in, float *out) {
  __shared__ float s[2][2][64];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  for (int i = 0; i < 2; i++) cg::memcpy_async(warp, s[warp.meta_group_rank()][i], in + 64 * i, 256);
  cg::wait_prior<1>(warp);
  out[T] = s[warp.meta_group_rank()][0][63 - warp.thread_rank()];
  cg::wait_prior<0>(warp);
  out[T + 64] = s[warp.meta_group_rank()][1][63 - warp.thread_rank()];
}

__global__ void leavesTheOnlyStage(const float4 *in, float4 *out) {
  __shared__ float4 s[128];
  auto p = cuda::make_pipeline();
  p.producer_acquire();
  cuda::memcpy_async(&s[T], in + T, cuda::aligned_size_t<16>(16), p);
  p.producer_commit();
  cuda::pipeline_consumer_wait_prior<1>(p);
  out[T] = s[T];  // want async-proxy-fence "Reads shared memory in leavesTheOnlyStage that an asynchronous copy may not have brou"
  p.consumer_release();
}

__global__ void leavesTheStageBehind(const float4 *in, float4 *out) {
  __shared__ float4 s[2][128];
  auto p = cuda::make_pipeline();
  for (int i = 0; i < 2; i++) {
    p.producer_acquire();
    cuda::memcpy_async(&s[i][T], in + 128 * i + T, cuda::aligned_size_t<16>(16), p);
    p.producer_commit();
  }
  cuda::pipeline_consumer_wait_prior<1>(p);
  out[T] = s[0][T];
  p.consumer_release();
  cuda::pipeline_consumer_wait_prior<0>(p);
  out[T + 128] = s[1][T];
  p.consumer_release();
}

// Each thread copies a part of the block's copy for its own stage.
__global__ void leavesTheStageOfTheBlock(const float *in, float *out) {
  __shared__ float s[128];
  auto p = cuda::make_pipeline();
  p.producer_acquire();
  cuda::memcpy_async(cg::this_thread_block(), s, in, 512, p);
  p.producer_commit();
  cuda::pipeline_consumer_wait_prior<1>(p);
  __syncthreads();
  out[T] = s[127 - T];  // want async-proxy-fence "Reads shared memory in leavesTheStageOfTheBlock that an asynchronous copy may not have brou"
  p.consumer_release();
}

// The block's threads make and use the stages of one pipeline, which orders them.
__global__ void sharesAPipeline(const float *in, float *out, int n) {
  __shared__ float s[2][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto g = cg::this_thread_block();
  auto p = cuda::make_pipeline(g, &state);
  float a = 0;
  p.producer_acquire();
  cuda::memcpy_async(g, s[0], in, cuda::aligned_size_t<16>(512), p);
  p.producer_commit();
  for (int i = 1; i < n; i++) {
    p.producer_acquire();
    cuda::memcpy_async(g, s[i & 1], in + i * 128, cuda::aligned_size_t<16>(512), p);  // want~ potentially-missing-syncthreads "both write"
    p.producer_commit();
    p.consumer_wait();
    a += s[(i - 1) & 1][127 - T];
    p.consumer_release();
  }
  p.consumer_wait();
  a += s[(n - 1) & 1][127 - T];
  p.consumer_release();
  out[T] = a;
}

void launch(const float *in, float *out, const float4 *in4, float4 *out4, int n) {
  sharesAPipeline<<<1, 128>>>(in, out, n);
  leavesTheOnlyCopy<<<1, 128>>>(in, out);
  leavesNoCopy<<<1, 128>>>(in, out);
  leavesTheLastCopy<<<1, 128>>>(in, out);
  waitsForTheLastCopy<<<1, 128>>>(in, out);
  leavesTheCopyOfAWarp<<<1, 64>>>(in, out);
  waitsForTheCopyOfAWarp<<<1, 64>>>(in, out);
  leavesTheOnlyStage<<<1, 128>>>(in4, out4);
  leavesTheStageBehind<<<1, 128>>>(in4, out4);
  leavesTheStageOfTheBlock<<<1, 128>>>(in, out);
}
