// Bulk copies, tensors and copies of lanes through cuda::ptx, cuda::device, cuda::barrier and cuda::pipeline.
// without uninitialized-shared
#include <cstdint>
#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda/pipeline>
#include <cuda.h>
namespace ptx = cuda::ptx; namespace cde = cuda::device::experimental;
using bar_t = cuda::barrier<cuda::thread_scope_block>;
#define T threadIdx.x

__global__ void neverWaits(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  if (T == 0) ptx::mbarrier_init(&full, 1);
  __syncthreads();
  if (T == 0) {
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, buf, in, 512, &full);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 512);
  }
  __syncthreads();
  out[T] = buf[T];  // want async-proxy-fence "Reads shared memory in neverWaits that a bulk copy may not have brought yet"
}

__global__ void waits(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  if (T == 0) ptx::mbarrier_init(&full, 1);
  __syncthreads();
  if (T == 0) {
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, buf, in, 512, &full);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 512);
  }
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
  out[T] = buf[T];
}

// Cuda::barrier: arrives, does not wait.
__global__ void arrives(const float *in, float *out) {
  __shared__ alignas(128) float buf[128];
  __shared__ bar_t bar;
  if (T == 0) init(&bar, blockDim.x);
  __syncthreads();
  bar_t::arrival_token token;
  if (T == 0) { cuda::device::memcpy_async_tx(buf, in, cuda::aligned_size_t<16>(512), bar); token = cuda::device::barrier_arrive_tx(bar, 1, 512); }
  else token = bar.arrive();
  out[T] = buf[T];  // want async-proxy-fence "Reads shared memory in arrives that a bulk copy may not have brought yet"
}

__global__ void arrivesAndWaits(const float *in, float *out) {
  __shared__ alignas(128) float buf[128];
  __shared__ bar_t bar;
  if (T == 0) init(&bar, blockDim.x);
  __syncthreads();
  bar_t::arrival_token token;
  if (T == 0) { cuda::device::memcpy_async_tx(buf, in, cuda::aligned_size_t<16>(512), bar); token = cuda::device::barrier_arrive_tx(bar, 1, 512); }
  else token = bar.arrive();
  bar.wait(std::move(token));
  out[T] = buf[T];
}

// Cde, thread 0 waits alone.
__global__ void oneThreadWaits(const float *in, float *out) {
  __shared__ alignas(128) float buf[128];
  __shared__ bar_t bar;
  if (T == 0) { init(&bar, 1); cde::fence_proxy_async_shared_cta(); }
  __syncthreads();
  if (T == 0) {
    cde::cp_async_bulk_global_to_shared(buf, in, 512, bar);
    bar.wait(cuda::device::barrier_arrive_tx(bar, 1, 512));
  }
  out[T] = buf[T];  // want async-proxy-fence "Reads shared memory in oneThreadWaits that a bulk copy may not have brought ye"
}

__global__ void oneThreadWaitsBeforeABarrier(const float *in, float *out) {
  __shared__ alignas(128) float buf[128];
  __shared__ bar_t bar;
  if (T == 0) { init(&bar, 1); cde::fence_proxy_async_shared_cta(); }
  __syncthreads();
  if (T == 0) {
    cde::cp_async_bulk_global_to_shared(buf, in, 512, bar);
    bar.wait(cuda::device::barrier_arrive_tx(bar, 1, 512));
  }
  __syncthreads();
  out[T] = buf[T];
}

// A loop over tiles, no barrier behind the reads.
__global__ void refills(const float *in, float *out) {
  __shared__ alignas(128) float buf[128];
  __shared__ bar_t bar;
  if (T == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    bar_t::arrival_token token;
    if (T == 0) {
      cuda::device::memcpy_async_tx(buf, in + 128 * k, cuda::aligned_size_t<16>(512), bar);  // want async-proxy-fence "The copy fills shared memory in refills that threads may still read"
      token = cuda::device::barrier_arrive_tx(bar, 1, 512);
    } else token = bar.arrive();
    bar.wait(std::move(token));
    out[128 * k + T] = buf[T];
    ptx::fence_proxy_async(ptx::space_shared);
  }
}

__global__ void refillsBehindABarrier(const float *in, float *out) {
  __shared__ alignas(128) float buf[128];
  __shared__ bar_t bar;
  if (T == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    bar_t::arrival_token token;
    if (T == 0) {
      cuda::device::memcpy_async_tx(buf, in + 128 * k, cuda::aligned_size_t<16>(512), bar);
      token = cuda::device::barrier_arrive_tx(bar, 1, 512);
    } else token = bar.arrive();
    bar.wait(std::move(token));
    out[128 * k + T] = buf[T];
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
  }
}

// A tensor, nobody waits.
__global__ void tensor(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ alignas(128) float buf[16][16];
  __shared__ bar_t bar;
  if (T == 0) { init(&bar, blockDim.x); cde::fence_proxy_async_shared_cta(); }
  __syncthreads();
  bar_t::arrival_token token;
  if (T == 0) { cde::cp_async_bulk_tensor_2d_global_to_shared(&buf, &map, 0, 0, bar); token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(buf)); }
  else token = bar.arrive();
  __syncthreads();
  out[T] = buf[T / 16][T % 16];  // want async-proxy-fence "Reads shared memory in tensor that a bulk copy may not have brought yet"
}

__global__ void tensorAndWait(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ alignas(128) float buf[16][16];
  __shared__ bar_t bar;
  if (T == 0) { init(&bar, blockDim.x); cde::fence_proxy_async_shared_cta(); }
  __syncthreads();
  bar_t::arrival_token token;
  if (T == 0) { cde::cp_async_bulk_tensor_2d_global_to_shared(&buf, &map, 0, 0, bar); token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(buf)); }
  else token = bar.arrive();
  bar.wait(std::move(token));
  out[T] = buf[T / 16][T % 16];
}

// Memcpy_async with a barrier, own cell, no wait.
__global__ void readsItsOwn(const float4 *in, float4 *out) {
  __shared__ float4 s[128]; __shared__ bar_t bar;
  if (T == 0) init(&bar, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&s[T], in + T, cuda::aligned_size_t<16>(16), bar);
  out[T] = s[T];  // want async-proxy-fence "Reads shared memory in readsItsOwn that an asynchronous copy may not have brou"
  bar.arrive_and_wait();
}

__global__ void waitsForItsOwn(const float4 *in, float4 *out) {
  __shared__ float4 s[128]; __shared__ bar_t bar;
  if (T == 0) init(&bar, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&s[T], in + T, cuda::aligned_size_t<16>(16), bar);
  bar.arrive_and_wait();
  out[T] = s[127 - T];
}

// Pipeline, own cell, no wait.
__global__ void readsItsOwnOfAPipeline(const float4 *in, float4 *out) {
  __shared__ float4 s[128];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[T], in + T, cuda::aligned_size_t<16>(16), pipe);
  pipe.producer_commit();
  out[T] = s[T];  // want async-proxy-fence "Reads shared memory in readsItsOwnOfAPipeline that an asynchronous copy may no"
  pipe.consumer_wait(); pipe.consumer_release();
}

__global__ void waitsForThePipeline(const float4 *in, float4 *out) {
  __shared__ float4 s[128];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[T], in + T, cuda::aligned_size_t<16>(16), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  out[T] = s[T];
  pipe.consumer_release();
}

// Inval while others wait.
__global__ void ends(const float *in, float *out) {
  __shared__ alignas(128) float buf[128]; __shared__ uint64_t full;
  if (T == 0) ptx::mbarrier_init(&full, 1);
  __syncthreads();
  if (T == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 512);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, buf, in, 512, &full);
  }
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
  if (T == 0) ptx::mbarrier_inval(&full);  // want mbarrier-arrivals "Thread 0 ends full in ends, which thread 96 may still use"
  out[T] = buf[T];
}

void launch(const float *in, float *out, CUtensorMap map, const float4 *in4, float4 *out4) {
  neverWaits<<<1, 128>>>(in, out);
  waits<<<1, 128>>>(in, out);
  arrives<<<1, 128>>>(in, out);
  arrivesAndWaits<<<1, 128>>>(in, out);
  oneThreadWaits<<<1, 128>>>(in, out);
  oneThreadWaitsBeforeABarrier<<<1, 128>>>(in, out);
  refills<<<1, 128>>>(in, out);
  refillsBehindABarrier<<<1, 128>>>(in, out);
  tensor<<<1, 256>>>(map, out);
  tensorAndWait<<<1, 256>>>(map, out);
  readsItsOwn<<<1, 128>>>(in4, out4);
  waitsForItsOwn<<<1, 128>>>(in4, out4);
  readsItsOwnOfAPipeline<<<1, 128>>>(in4, out4);
  waitsForThePipeline<<<1, 128>>>(in4, out4);
  ends<<<1, 128>>>(in, out);
}
