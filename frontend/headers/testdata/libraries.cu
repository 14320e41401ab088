// NVIDIA's libraries: warp matrices, random numbers, BLAS, FFT, libcu++.
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/type_traits>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <curand_kernel.h>
#include <cusparse.h>
#include <cusparse_v2.h>
#include <math_constants.h>
#include <mma.h>

using namespace nvcuda;

__global__ void matrices(const half *a, const half *b, float *c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(x, a, 16);
  wmma::load_matrix_sync(y, b, 16);
  wmma::mma_sync(sum, x, y, sum);
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] *= 2;
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

__global__ void barriers(int *p, curandState *states) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  auto token = bar.arrive();
  bar.wait(std::move(token));
  bar.arrive_and_wait();
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(p, p + 1, cuda::aligned_size_t<4>(4), pipe);
  pipe.producer_commit();
  cuda::pipeline_consumer_wait_prior<0>(pipe);
  cuda::atomic_ref<int, cuda::thread_scope_device> cell(*p);
  cell.fetch_add(1, cuda::memory_order_relaxed);
  curand_init(1234, threadIdx.x, 0, states);
  p[1] = curand_uniform(states) * CUDART_PI_F;
  __shared__ cuda::binary_semaphore<cuda::thread_scope_block> free;
  if (free.try_acquire()) free.release();
  free.acquire();
  static_assert(cuda::std::is_same<int, int>::value, "");
}

int main() {
  cublasHandle_t blas;
  cufftHandle plan;
  float one = 1;
  cublasCreate(&blas);
  cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_T, 1, 1, 1, &one, nullptr, 1, nullptr, 1, &one,
              nullptr, 1);
  cufftPlan1d(&plan, 16, CUFFT_C2C, 1);
  return cuInit(0) == CUDA_SUCCESS;
}

void product() {
  cublasLtMatmulDescOpaque_t description;
  cublasSgemm_64(0);
  cusparseXcsrsort(0);
  csric02Info_t factor;
  cusparseCreateCsric02Info(&factor);
  cusparseZcsric02_analysis(factor), cusparseCcsrilu02(0), cusparseDestroyCsric02Info(factor);
  cusparseMatDescr_t matrix;
  cusparseCreateMatDescr(&matrix);
  cusparseSetMatType(matrix, cusparseGetMatType(matrix));
  cublasLtMatmulDescInit(&description, 0, 0);
  cublasLtMatmulDescSetAttribute(&description, CUBLASLT_MATMUL_DESC_FAST_ACCUM, nullptr, 0);
}
