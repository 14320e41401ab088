// Copies out of shared memory and reads of many bytes, some of which no thread has written.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <string.h>
using namespace nvcuda;

struct Row { int cells[20]; };
struct Mixed { char kind; int value; };

// 64 bytes are copied as sixteen numbers.
__global__ void copiesFewNumbers(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) s[t] = in[t];
  __syncthreads();
  if (t < 4) memcpy(out + 16 * t, s + 16 * t, 64);  // want uninitialized-shared "s\[32\]"
}

__global__ void copiesManyNumbers(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 63) s[t] = in[t];
  __syncthreads();
  if (t == 0) memcpy(out, s, 63 * 4 + 4);  // want uninitialized-shared "Reads s"
}

__global__ void copiesWhatIsWritten(int *out, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n) s[t] = in[t];
  __syncthreads();
  if (t == 0 && n <= 64) memcpy(out, s, n * sizeof(int));
}

__global__ void copiesOneMore(int *out, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n) s[t] = in[t];
  __syncthreads();
  if (t == 0 && n < 64) memcpy(out, s, (n + 1) * sizeof(int));  // want? potentially-uninitialized-shared "s"
}

__global__ void copiesRows(Row *out, const int *in) {
  __shared__ Row rows[64];
  int t = threadIdx.x;
  for (int i = 0; i < 19; i++) rows[t].cells[i] = in[20 * t + i];
  __syncthreads();
  out[t] = rows[63 - t];  // want uninitialized-shared "rows"
}

// What is unwritten goes on into another array.
__global__ void copiesToItsLike(int *out, const int *in) {
  __shared__ int a[64], b[64];
  int t = threadIdx.x;
  if (t < 32) a[t] = in[t];
  __syncthreads();
  if (t == 0) memcpy(b, a, sizeof a);  // want uninitialized-shared "Reads a"
  __syncthreads();
  out[t] = b[t];
}

// Nobody sees the half that is unwritten.
__global__ void copiesMoreThanIsUsed(int *out, const int *in) {
  __shared__ int a[64], b[64];
  int t = threadIdx.x;
  if (t < 32) a[t] = in[t];
  __syncthreads();
  if (t == 0) memcpy(b, a, sizeof a);
  __syncthreads();
  if (t < 32) out[t] = b[t];
}

// The padding behind kind is no content.
__global__ void copiesPadding(Mixed *out, const int *in) {
  __shared__ Mixed s[64];
  int t = threadIdx.x;
  s[t].kind = in[t];
  s[t].value = in[t];
  __syncthreads();
  if (t == 0) memcpy(out, s, sizeof s);
}

// Memory that is aligned for records may hold some, with their padding.
struct Wide { char kind; double value; };
__global__ void copiesRecordsInNumbers(Wide *out, const int *in) {
  __shared__ __align__(8) int raw[256];
  int t = threadIdx.x;
  Wide *records = reinterpret_cast<Wide *>(raw);
  records[t].kind = in[t];
  records[t].value = 1;
  __syncthreads();
  if (t == 0) memcpy(out, raw, sizeof raw);
}

// The words of records are copied with their padding.
__global__ void copiesWords(Mixed *out, const int *in) {
  __shared__ Mixed s[64];
  int t = threadIdx.x;
  s[t].kind = in[t];
  s[t].value = in[t];
  __syncthreads();
  for (int i = t; i < 128; i += 64) reinterpret_cast<int *>(out)[i] = reinterpret_cast<int *>(s)[i];
}

__global__ void copiesNothing(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) s[t] = in[t];
  __syncthreads();
  memcpy(out + 64, s + 32, 0);
  if (t < 32) out[t] = s[31 - t];
}

__global__ void copiesAsynchronously(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) __pipeline_memcpy_async(&s[t], &in[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[63 - t];  // want uninitialized-shared "s\[63\]"
}

__global__ void readsVectors(float4 *out, const float *in) {
  __shared__ __align__(16) float s[256];
  int t = threadIdx.x;
  for (int i = t; i < 254; i += 64) s[i] = in[i];
  __syncthreads();
  out[t] = reinterpret_cast<float4 *>(s)[t];  // want uninitialized-shared "s"
}

__global__ void readsWrittenVectors(float4 *out, const float *in) {
  __shared__ __align__(16) float s[256];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 64) s[i] = in[i];
  __syncthreads();
  out[t] = reinterpret_cast<float4 *>(s)[t];
}

// Which elements of a product depend on which bytes is not followed: kernels with matrices are not asked.
__global__ void multipliesTiles(float *out, const half *in) {
  __shared__ half a[256];
  for (int i = threadIdx.x; i < 240; i += 64) a[i] = in[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(left, a, 16);
  wmma::load_matrix_sync(right, in, 16);
  wmma::mma_sync(sum, left, right, sum);
  if (threadIdx.x < 32) wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}

__global__ void readsMatrices(unsigned *out, const half *in) {
  __shared__ __align__(16) half a[64];
  int t = threadIdx.x;
  if (t < 56) a[t] = in[t];
  __syncthreads();
  unsigned r, at = (unsigned)__cvta_generic_to_shared(a + 8 * (t & 7));
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(at));
  out[t] = r;
}

void launch(int *out, int *in, int n) {
  copiesFewNumbers<<<1, 64>>>(out, in);
  copiesManyNumbers<<<1, 64>>>(out, in);
  copiesWhatIsWritten<<<1, 64>>>(out, in, n);
  copiesOneMore<<<1, 64>>>(out, in, n);
  copiesRows<<<1, 64>>>((Row *)out, in);
  copiesToItsLike<<<1, 64>>>(out, in);
  copiesMoreThanIsUsed<<<1, 64>>>(out, in);
  copiesPadding<<<1, 64>>>((Mixed *)out, in);
  copiesRecordsInNumbers<<<1, 64>>>((Wide *)out, in);
  copiesWords<<<1, 64>>>((Mixed *)out, in);
  copiesNothing<<<1, 64>>>(out, in);
  copiesAsynchronously<<<1, 64>>>(out, in);
  readsVectors<<<1, 64>>>((float4 *)out, (float *)in);
  readsWrittenVectors<<<1, 64>>>((float4 *)out, (float *)in);
  multipliesTiles<<<1, 64>>>((float *)out, (half *)in);
  readsMatrices<<<1, 64>>>((unsigned *)out, (half *)in);
}
