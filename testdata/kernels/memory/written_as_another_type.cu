// A large function without collectives that writes bytes or another type to what it names writes to that alone.
#include <cuda_pipeline.h>

__global__ void copies(const float *a, const float *b, int width, int n, int m) {
  __shared__ __align__(16) float s[2][128][16];
  __shared__ __align__(16) float4 v[2][16][16];
  const int t = threadIdx.x;
  for (int row = blockIdx.y * 128; row < m; row += gridDim.y * 128) {
    auto stage = [&](int at, int k) {
      for (int i = t; i < 512; i += 128) {
        int r = i * 4 / 16, c = i * 4 % 16;
        __pipeline_memcpy_async(&s[at][r][c], &a[(row + r) * n + k + c], sizeof(float4));
      }
      for (int i = t; i < 256; i += 128) {
        int r = i / 16, c = i % 16;
        *reinterpret_cast<double *>(&v[at][r][c]) = *(const double *)&b[(k + r) * width + c * 4];
      }
      __pipeline_commit();
    };
    stage(0, 0);
    for (int k = 0, at = 0; k < n; k += 16, at ^= 1) {
      __pipeline_wait_prior(0);
      __syncthreads();
      if (k + 16 < n) stage(at ^ 1, k + 16);
      __syncthreads();
    }
  }
}

__global__ void changesItsBound(const float *a, int width, int n) {
  __shared__ __align__(16) float s[2][128][16];
  const int t = threadIdx.x;
  auto stage = [&](int at, int k) {
    for (int i = t; i < 512; i += 128) {
      int r = i * 4 / 16, c = i * 4 % 16;
      __pipeline_memcpy_async(&s[at][r][c], &a[r * width + k + c], sizeof(float4));
    }
    *reinterpret_cast<unsigned *>(&n) = t * (unsigned)a[k] / (width + 1) % (k + 3);
  };
  stage(0, 0);
  for (int k = 0; k < n; k += 16)
    __syncthreads();  // want? potentially-divergent-syncthreads "may skip this __syncthreads"
}

// without missing-syncthreads
