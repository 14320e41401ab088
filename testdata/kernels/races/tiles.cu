// What the lanes of a warp read and write together: fragments of wmma, rows of ldmatrix.
#include <mma.h>
#include <cuda_fp16.h>
using namespace nvcuda;

typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> Sum;
typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> Left;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> Right;

__global__ void storeThenRead(float *out) {
  __shared__ float s[256];
  Sum c;
  wmma::fill_fragment(c, 0.0f);
  wmma::store_matrix_sync(s, c, 16, wmma::mem_row_major);
  for (int i = threadIdx.x % 32; i < 256; i += 32) out[i] = s[i];  // want? potentially-missing-syncwarp "for s"
}

__global__ void storeSyncRead(float *out) {
  __shared__ float s[256];
  Sum c;
  wmma::fill_fragment(c, 0.0f);
  wmma::store_matrix_sync(s, c, 16, wmma::mem_row_major);
  __syncwarp();
  for (int i = threadIdx.x % 32; i < 256; i += 32) out[i] = s[i];
}

__global__ void writeThenLoad(const half *in, float *out) {
  __shared__ half a[256], b[256];
  int t = threadIdx.x % 32;
  for (int i = t; i < 256; i += 32) {
    a[i] = in[i];
    b[i] = in[i + 256];
  }
  Left l;
  Right r;
  Sum c;
  wmma::fill_fragment(c, 0.0f);
  wmma::load_matrix_sync(l, a, 16);  // want? potentially-missing-syncwarp "for a"
  wmma::load_matrix_sync(r, b, 16);  // want? potentially-missing-syncwarp "for b"
  wmma::mma_sync(c, l, r, c);
  wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}

__global__ void writeSyncLoad(const half *in, float *out) {
  __shared__ half a[256], b[256];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 32) {
    a[i] = in[i];
    b[i] = in[i + 256];
  }
  __syncthreads();
  Left l;
  Right r;
  Sum c;
  wmma::fill_fragment(c, 0.0f);
  wmma::load_matrix_sync(l, a, 16);
  wmma::load_matrix_sync(r, b, 16);
  wmma::mma_sync(c, l, r, c);
  wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}

// Fragments of one type are shared in one way: each lane stores what it loaded.
__global__ void inPlace(float *out) {
  __shared__ float s[256];
  Sum c;
  if (threadIdx.x < 256) s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  wmma::load_matrix_sync(c, s, 16, wmma::mem_row_major);
  wmma::store_matrix_sync(s, c, 16, wmma::mem_row_major);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// Turned over, they are not.
__global__ void transposedInPlace(float *out) {
  __shared__ float s[256];
  Sum c;
  wmma::fill_fragment(c, 0.0f);
  wmma::store_matrix_sync(s, c, 16, wmma::mem_row_major);
  wmma::store_matrix_sync(s, c, 20, wmma::mem_col_major);  // want? potentially-missing-syncwarp "for s"
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// Another tile than the one that was stored.
__global__ void elsewhere(float *out) {
  __shared__ float s[512];
  int t = threadIdx.x % 32;
  Sum c;
  wmma::fill_fragment(c, 0.0f);
  wmma::store_matrix_sync(s + 256, c, 16, wmma::mem_row_major);
  out[t] = s[t];
}

// The columns beside a tile are not part of it.
__global__ void besideTheTile(float *out) {
  __shared__ float s[16][20];
  int t = threadIdx.x % 32;
  Sum c;
  wmma::fill_fragment(c, 0.0f);
  wmma::store_matrix_sync(&s[0][0], c, 20, wmma::mem_row_major);
  out[t] = s[t % 16][16];
  out[t + 32] = s[t % 16][15];  // want? potentially-missing-syncwarp "for s"
}

// One warp, one tile; in the next iteration it is stored to again.
__global__ void inALoop(float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x % 32;
  Sum c;
  wmma::fill_fragment(c, 0.0f);
  for (int k = 0; k < n; ++k) {
    wmma::store_matrix_sync(s, c, 16, wmma::mem_row_major);  // want? potentially-missing-syncwarp "for s"
    __syncwarp();
    out[k * 32 + t] = s[t];
  }
}

__global__ void inALoopWithTwo(float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x % 32;
  Sum c;
  wmma::fill_fragment(c, 0.0f);
  for (int k = 0; k < n; ++k) {
    wmma::store_matrix_sync(s, c, 16, wmma::mem_row_major);
    __syncwarp();
    out[k * 32 + t] = s[t];
    __syncwarp();
  }
}

__device__ void loadMatrix(unsigned &r, const void *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "l"(row));  // want missing-syncwarp "for s"
}

// Lane l has a word of row l / 4, which lane l / 4 wrote.
__global__ void rowsOfOthers(unsigned *out) {
  __shared__ uint4 s[32];
  unsigned r;
  s[threadIdx.x] = make_uint4(threadIdx.x, 1, 2, 3);
  loadMatrix(r, &s[threadIdx.x % 8]);
  out[threadIdx.x] = r;
}

__global__ void rowsOfOthersInOrder(unsigned *out) {
  __shared__ uint4 s[32];
  unsigned r;
  s[threadIdx.x] = make_uint4(threadIdx.x, 1, 2, 3);
  __syncwarp();
  loadMatrix(r, &s[threadIdx.x % 8]);
  out[threadIdx.x] = r;
}

// Each lane reads the word that it wrote.
__global__ void ownWords(unsigned *out) {
  __shared__ __align__(16) unsigned s[32];
  unsigned r;
  s[threadIdx.x] = threadIdx.x;
  loadMatrix(r, &s[threadIdx.x % 8 * 4]);
  out[threadIdx.x] = r;
}

// Turned over, it reads those of others.
__global__ void ownWordsTransposed(unsigned *out) {
  __shared__ __align__(16) unsigned s[32];
  unsigned r;
  s[threadIdx.x] = threadIdx.x;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"  // want missing-syncwarp "for s"
               : "=r"(r) : "l"(&s[threadIdx.x % 8 * 4]));
  out[threadIdx.x] = r;
}

__global__ void fourMatrices(unsigned *out) {
  __shared__ uint4 s[32];
  unsigned a, b, c, d;
  s[threadIdx.x] = make_uint4(threadIdx.x, 1, 2, 3);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"  // want missing-syncwarp "for s"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(&s[threadIdx.x]));
  s[threadIdx.x].x = a + b + c + d;  // want missing-syncwarp "for s"
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x].x;
}

__global__ void storeMatrix(unsigned *out) {
  __shared__ uint4 s[8];
  unsigned r = threadIdx.x;
  asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" : : "l"(&s[threadIdx.x % 8]), "r"(r));
  if (threadIdx.x < 8) out[threadIdx.x] = s[threadIdx.x].x;  // want missing-syncwarp "for s"
}

// By the address in shared memory, where it is taken in the operand.
__global__ void byAnAddress(unsigned *out) {
  __shared__ uint4 s[8];
  unsigned r;
  if (threadIdx.x < 8) s[threadIdx.x] = make_uint4(threadIdx.x, 1, 2, 3);
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"  // want missing-syncwarp "for s"
               : "=r"(r) : "r"((unsigned)__cvta_generic_to_shared(&s[threadIdx.x % 8])));
  out[threadIdx.x] = r;
}

// without missing-syncthreads
